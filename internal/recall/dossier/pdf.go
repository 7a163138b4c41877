package dossier

import (
	"bytes"
	"fmt"
	"iter"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/web/brand"
)

const onPaper = 100 // tags, lots or areas of a list that are named on paper

func pageOf(n int) string { return fmt.Sprintf("%d of {p}", n) }

// PDF is the book as a document to read, print and hand over. The same reading gives the
// same bytes.
func PDF(book *recall.Whole) ([]byte, error) {
	p := newPaper(title(book), fmt.Sprintf("%s, %s, as of %s", title(book), book.ID, instant(book.ReadAt)), isDrill(book), book.ReadAt)
	if err := brand.Head(p.Fpdf); err != nil {
		return nil, err
	}
	p.Ln(5)
	p.text("B", 19, title(book))
	p.Ln(3)
	for _, f := range facts(book, onPaper) {
		p.fact(f)
	}
	p.totals(book)
	p.firms(book)
	p.told(book)
	p.accounts(book)
	p.entries(book)
	p.heading("History")
	p.table([]column{{"At, UTC", 28, false}, {"By", 30, false}, {"What", 30, false}, {"Why, and what it was before", width - 88, false}}, func(yield func(row) bool) {
		for _, e := range book.History {
			if !yield(row{cells: []string{short(e.At), orNone(e.By, "Merroir"), actions[e.Action], said(book, e, onPaper)}}) {
				return
			}
		}
	})
	var out bytes.Buffer
	err := p.Output(&out)
	return out.Bytes(), err
}

const factName = 36.0

// fact is a name with its value beside it.
func (p *paper) fact(f fact) {
	if p.GetY() > high-margin-8 {
		p.AddPage()
	}
	y := p.GetY()
	p.SetFont("Helvetica", "B", normal)
	p.CellFormat(factName, 5, p.plain(f.name), "", 0, "L", false, 0, "")
	p.SetXY(margin+factName, y)
	p.SetFont("Helvetica", "", normal)
	p.SetLeftMargin(margin + factName) // also for lines on the next page
	p.MultiCell(width-factName, 5, p.plain(f.value), "", "L", false)
	p.SetLeftMargin(margin)
	p.SetX(margin)
}

// figures are the columns of what was shipped and what became of it.
func figures(first string) []column {
	return []column{
		{first, 42, false}, {"Unit", 16, false}, {"Shipped", 19, true}, {"Returned", 18, true}, {"Destroyed", 19, true}, {"Sold", 17, true}, {"Unaccounted", 22, true}, {"Recovered", width - 153, true},
	}
}

func figureCells(first string, t recall.RecallTotal) []string {
	unit := t.Unit
	if unit == string(ledger.Each) {
		unit = "animals"
	}
	return []string{first, unit, number(t.Shipped), number(t.Returned), number(t.Destroyed), number(t.Sold), number(t.Unaccounted), number(t.Recovered) + " %"}
}

func (p *paper) totals(book *recall.Whole) {
	p.heading("How far it has come")
	if len(book.Effectiveness.Totals) == 0 {
		p.text("", normal, "Nothing of it was shipped.")
		return
	}
	p.table(figures("All consignees"), func(yield func(row) bool) {
		for _, t := range book.Effectiveness.Totals {
			if !yield(row{cells: figureCells("", t)}) {
				return
			}
		}
	})
}

func (p *paper) firms(book *recall.Whole) {
	p.heading("Firms that are reached")
	of := func(f scope.ReachedFirm, amount func(scope.ReachedQuantity) float64) string {
		return amounts(f.Quantities, amount)
	}
	p.table([]column{{"Firm", 50, false}, {"Tags", 14, true}, {"  Quantity", 32, false}, {"Still there", 32, false}, {"Lots", width - 128, false}}, func(yield func(row) bool) {
		for _, f := range book.Reach.Firms {
			cells := []string{
				firmName(f), fmt.Sprint(f.Tags), "  " + of(f, func(q scope.ReachedQuantity) float64 { return q.Quantity }),
				of(f, func(q scope.ReachedQuantity) float64 { return q.Left }), lots(f.Lots, onPaper),
			}
			if !yield(row{cells: cells, note: "Reached through " + path(f.Path)}) {
				return
			}
		}
	})
}

// told lists every notice and call, by whom it was to.
func (p *paper) told(book *recall.Whole) {
	p.heading("Firms and consignees, and what they were told")
	if len(book.Parties) == 0 {
		p.text("", normal, "Nobody is entered yet.")
		return
	}
	columns := []column{{"Firm or consignee", 40, false}, {"What and to", 54, false}, {"Sent, UTC", 27, false}, {"Delivered, UTC", 27, false}, {"Acknowledged, UTC", width - 148, false}}
	p.table(columns, func(yield func(row) bool) {
		for i := range book.Parties {
			one := &book.Parties[i]
			first := row{cells: []string{one.Name, toldOf(one), "", "", ""}, bold: true, note: contact(one)}
			if !yield(first) {
				return
			}
			for _, n := range one.Notices {
				if !yield(noticeRow(n)) {
					return
				}
			}
		}
	})
}

func noticeRow(n recall.RecallNotice) row {
	delivered, note := shortOf(n.DeliveredAt), ""
	if n.FailedAt != nil {
		delivered, note = "failed "+short(*n.FailedAt), n.Trouble
	}
	if a := n.Answer; a != nil && *a != (recall.NoticeAnswer{}) {
		note = answered(a)
		if n.Kind != "call" {
			note = "They say: " + note
		}
	}
	acknowledged := shortOf(n.AcknowledgedAt)
	if acknowledged != "" {
		acknowledged += ", " + n.AcknowledgedBy
	}
	what := notices[n.Kind]
	if n.Email != "" {
		what += ", " + n.Email
	}
	if n.By != "" {
		what += ", by " + n.By
	}
	return row{cells: []string{"", what, short(n.SentAt), delivered, acknowledged}, note: note}
}

func contact(one *recall.PartyDetail) string {
	words := []string{"uses Merroir"}
	if one.Kind != "firm" {
		words = nil
	}
	if len(one.Shippers) > 0 {
		words = append(words, "shipped to by "+strings.Join(one.Shippers, ", "))
	}
	for _, text := range []string{one.Address, one.Phone, one.Email, one.Cert} {
		if text != "" {
			words = append(words, text)
		}
	}
	return strings.Join(words, ", ")
}

// accounts has every tag that was shipped to somebody, and what became of it.
func (p *paper) accounts(book *recall.Whole) {
	p.heading("What was shipped, and what became of it")
	p.table(figures("Consignee and tag"), func(yield func(row) bool) {
		for i := range book.Parties {
			one := &book.Parties[i]
			if len(one.Lines) == 0 {
				continue
			}
			for _, t := range one.Totals {
				if !yield(row{cells: figureCells(one.Name, t), bold: true, note: "shipped by " + strings.Join(one.Shippers, ", ") + onward(t)}) {
					return
				}
			}
			for _, l := range one.Lines {
				note := ""
				if way := book.Path(l.TagID); len(way) > 1 {
					note = "reached through " + strings.Join(way, " > ")
				}
				if !yield(row{cells: figureCells(l.TagID, l.RecallTotal), note: note}) {
					return
				}
			}
		}
	})
}

// onward says what a company received and passed on, where it counts instead.
func onward(t recall.RecallTotal) string {
	if t.PassedOn == 0 {
		return ""
	}
	return fmt.Sprintf("; received %s, passed on %s", tag.Words(t.Received, t.Unit), tag.Words(t.PassedOn, t.Unit))
}

func (p *paper) entries(book *recall.Whole) {
	var rows iter.Seq[row] = func(yield func(row) bool) {
		for i := range book.Parties {
			one := &book.Parties[i]
			for _, e := range one.Entries {
				cells := []string{short(e.At), e.By, one.Name, e.TagID, e.Outcome, tag.Words(e.Quantity, e.Unit)}
				words := []string{}
				if at := stands(e); at != "stands" {
					words = append(words, at)
				}
				if e.Note != "" {
					words = append(words, e.Note)
				}
				if !yield(row{cells: cells, note: strings.Join(words, ": ")}) {
					return
				}
			}
		}
	}
	for range rows { // only where there is one
		p.heading("Entries, with what was taken back")
		p.table([]column{{"At, UTC", 28, false}, {"By", 26, false}, {"Consignee", 36, false}, {"Tag", 40, false}, {"Became", 20, false}, {"Quantity", width - 150, true}}, rows)
		return
	}
}
