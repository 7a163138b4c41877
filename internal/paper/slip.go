package paper

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/boombuler/barcode/qr"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/web/brand"
)

// Sizes of the packing slip, in millimetres.
const (
	slipMargin = 20.0
	slipLine   = 6.0
	slipQR     = 32.0
	slipWidth  = 210.0 - 2*slipMargin
)

// Slips gives the packing slips of orders as a PDF, each on a page of its own with
// a code that opens the order. Only those who keep farm records may.
func (s *Service) Slips(ctx context.Context, ids ...string) ([]byte, error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return nil, err
	}
	if len(ids) == 0 || len(ids) > maxParcels {
		return nil, fault.Newf(fault.Invalid, "Please choose 1 to %d orders at once.", maxParcels)
	}
	all, err := s.shipmentsBy(ctx, ids...)
	if err != nil {
		return nil, err
	}
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetTitle("Packing slip "+strings.Join(ids, ", "), true)
	pdf.SetMargins(slipMargin, slipMargin, slipMargin)
	for _, sh := range all {
		pdf.SetCreationDate(time.UnixMilli(sh.CreatedAt).UTC())
		pdf.SetModificationDate(time.UnixMilli(sh.CreatedAt).UTC())
		if err := s.drawSlip(pdf, sh); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	err = pdf.Output(&out)
	return out.Bytes(), err
}

func (s *Service) drawSlip(pdf *fpdf.Fpdf, sh Shipment) error {
	pdf.AddPage()
	if err := drawQR(pdf, s.link(sh.path()), slipMargin+slipWidth-slipQR, slipMargin); err != nil {
		return err
	}
	if err := brand.Head(pdf); err != nil {
		return err
	}
	pdf.Ln(slipLine)
	write := writer(pdf)
	write("B", 18, "Packing slip")
	write("", 10, "Order "+sh.ID)
	write("", 10, "Farm: "+sh.FarmName)
	if sh.InvoiceNumber != "" {
		write("", 10, "Invoice "+sh.InvoiceNumber)
	}
	pdf.Ln(slipLine)
	write("B", 11, "Ship to")
	for _, line := range addressLines(&sh.Order) {
		write("", 11, line)
	}
	pdf.Ln(slipLine)
	write("B", 11, "In this parcel")
	for _, l := range contents(sh.Lines) {
		write("", 11, "[  ]  "+l.Description)
	}
	if sh.Carrier != "" {
		pdf.Ln(slipLine)
		write("", 10, fmt.Sprintf("Sent with %s %s", sh.Carrier, sh.Tracking))
	}
	return nil
}

// writer gives a function that writes a line of text and moves below it. What
// the font does not have is shown as a dot.
func writer(pdf *fpdf.Fpdf) func(style string, size float64, text string) {
	translate := pdf.UnicodeTranslatorFromDescriptor("")
	return func(style string, size float64, text string) {
		pdf.SetFont("Helvetica", style, size)
		pdf.MultiCell(slipWidth-slipQR, slipLine, translate(text), "", "L", false)
	}
}

// drawQR draws the code as squares, so that it prints sharp.
func drawQR(pdf *fpdf.Fpdf, text string, x, y float64) error {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return err
	}
	size := code.Bounds().Dx()
	module := slipQR / float64(size)
	for row := range size {
		for column := range size {
			if r, _, _, _ := code.At(column, row).RGBA(); r == 0 {
				pdf.Rect(x+float64(column)*module, y+float64(row)*module, module, module, "F")
			}
		}
	}
	return nil
}
