package billing

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/merroir/merroir/web/brand"
)

const (
	pdfMargin = 20.0 // mm
	pdfWidth  = 170.0
	pdfAmount = 35.0 // of the column of amounts
)

// PDF gives an invoice of the farm as a document to keep or print. Who may is as for
// Get.
func (s *Service) PDF(ctx context.Context, farmID, invoiceID string) (name string, content []byte, err error) {
	v, err := s.Get(ctx, farmID, invoiceID)
	if err != nil {
		return "", nil, err
	}
	content, err = v.pdf()
	return "invoice-" + v.Number + ".pdf", content, err
}

// pdf draws the invoice. The same invoice gives the same bytes.
func (v Invoice) pdf() ([]byte, error) {
	d := sheet{Fpdf: fpdf.New("P", "mm", "A4", "")}
	d.plain = d.UnicodeTranslatorFromDescriptor("")
	d.SetCreationDate(time.UnixMilli(v.CreatedAt).UTC())
	d.SetModificationDate(time.UnixMilli(v.CreatedAt).UTC())
	d.SetCatalogSort(true) // else the fonts stand in any order
	d.SetTitle("Invoice "+v.Number, true)
	d.SetMargins(pdfMargin, pdfMargin, pdfMargin)
	d.SetAutoPageBreak(true, pdfMargin)
	d.AddPage()
	if err := brand.Head(d.Fpdf); err != nil {
		return nil, err
	}
	d.Ln(6)
	d.text("B", 20, 12, "Invoice "+v.Number)
	d.text("", 11, 7, v.Title)
	d.Ln(4)
	for _, line := range v.BillTo {
		d.text("", 10, 5, line)
	}
	d.Ln(4)
	d.text("", 10, 5, "Date: "+day(v.CreatedAt))
	d.text("B", 10, 5, v.standing())
	d.Ln(6)
	for _, l := range v.Lines {
		d.row("", l.Description, l.Cents)
	}
	d.Line(pdfMargin, d.GetY()+1, pdfMargin+pdfWidth, d.GetY()+1)
	d.Ln(2)
	d.row("B", "Total in US dollars", v.Total)
	d.Ln(6)
	if v.State == Open && v.Provider == ByHand {
		d.text("", 10, 5, "Please name "+v.Number+" as the reference of your transfer.")
	}
	if v.Payment != nil {
		d.text("", 10, 5, fmt.Sprintf("Paid on %s: %s (%s)", day(v.Payment.At), Dollars(v.Payment.Cents), v.Payment.Reference))
	}
	if v.Refund != nil {
		d.text("", 10, 5, fmt.Sprintf("Refunded on %s: %s (%s)", day(v.Refund.At), Dollars(v.Refund.Cents), v.Refund.Reference))
	}
	var out bytes.Buffer
	err := d.Output(&out)
	return out.Bytes(), err
}

// standing says in words where the invoice stands.
func (v Invoice) standing() string {
	switch v.State {
	case Paid:
		return "Paid"
	case Void:
		return "Void: nothing is to be paid"
	case Refunded:
		return "Refunded"
	}
	return "Due on " + day(v.DueAt)
}

func day(ms int64) string { return time.UnixMilli(ms).UTC().Format("January 2, 2006") }

// sheet is the paper. Its fonts have the letters of Western Europe; others are
// shown as a dot.
type sheet struct {
	*fpdf.Fpdf
	plain func(string) string
}

func (d sheet) text(style string, size, height float64, text string) {
	d.SetFont("Helvetica", style, size)
	d.MultiCell(pdfWidth, height, d.plain(text), "", "L", false)
}

// row is a line with its amount, which stands beside the first line of a long text.
func (d sheet) row(style, text string, cents int64) {
	d.SetFont("Helvetica", style, 10)
	if _, height := d.GetPageSize(); d.GetY() > height-2*pdfMargin {
		d.AddPage()
	}
	y := d.GetY()
	d.SetX(pdfMargin + pdfWidth - pdfAmount)
	d.CellFormat(pdfAmount, 6, Dollars(cents), "", 0, "R", false, 0, "")
	d.SetXY(pdfMargin, y)
	d.MultiCell(pdfWidth-pdfAmount, 6, d.plain(text), "", "L", false)
}
