package dossier

import (
	"iter"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Sizes on the paper, in millimetres; type in points.
const (
	margin = 18.0
	width  = 210.0 - 2*margin
	high   = 297.0
	small  = 8.0
	normal = 9.5
)

// paper is A4, with the fonts and letters of an invoice: those of Western Europe, others
// are shown as a dot.
type paper struct {
	*fpdf.Fpdf
	plain func(string) string
}

// newPaper says on every page what it is of, and marks a drill.
func newPaper(title, foot string, drill bool, at int64) *paper {
	p := &paper{Fpdf: fpdf.New("P", "mm", "A4", "")}
	p.plain = p.UnicodeTranslatorFromDescriptor("")
	p.SetCreationDate(time.UnixMilli(at).UTC())
	p.SetModificationDate(time.UnixMilli(at).UTC())
	p.SetCatalogSort(true) // else the fonts stand in any order
	p.SetTitle(title, true)
	p.SetLang("en-US")
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin)
	p.AliasNbPages("{p}")
	p.SetHeaderFunc(func() {
		if !drill {
			return
		}
		p.SetXY(margin, margin/2)
		p.SetFont("Helvetica", "B", 12)
		p.SetFillColor(0, 0, 0)
		p.SetTextColor(255, 255, 255)
		p.CellFormat(width, 7, drillMark+": this is an exercise. Nothing is recalled.", "", 2, "C", true, 0, "")
		p.SetTextColor(0, 0, 0)
		p.SetY(margin + 3)
	})
	p.SetFooterFunc(func() {
		p.SetY(high - margin + 4)
		p.SetFont("Helvetica", "", small)
		p.CellFormat(width-20, 5, p.cut(p.plain(foot), width-22), "", 0, "L", false, 0, "")
		p.CellFormat(20, 5, p.plain(pageOf(p.PageNo())), "", 0, "R", false, 0, "")
	})
	p.AddPage()
	return p
}

// cut is as much of a line as there is room for.
func (p *paper) cut(text string, room float64) string {
	for text != "" && p.GetStringWidth(text) > room {
		text = text[:len(text)-1]
	}
	return text
}

func (p *paper) text(style string, size float64, text string) {
	p.SetFont("Helvetica", style, size)
	p.MultiCell(width, size*0.5, p.plain(text), "", "L", false)
}

// heading begins a part, with room below it for some of what it is of.
func (p *paper) heading(text string) {
	if p.GetY() > high-margin-30 {
		p.AddPage()
	}
	p.Ln(5)
	p.text("B", 13, text)
	p.Ln(1)
}

// column is one of a table.
type column struct {
	title string
	width float64
	right bool // as figures are
}

// row is one of a table; its note stands below it, over all columns.
type row struct {
	cells []string
	bold  bool
	note  string
}

// table writes rows below their titles, which stand anew on every page.
func (p *paper) table(columns []column, rows iter.Seq[row]) {
	titles := row{bold: true}
	for _, c := range columns {
		titles.cells = append(titles.cells, c.title)
	}
	begun := false
	for r := range rows {
		if height := p.height(columns, r); !begun || p.GetY()+height > high-margin {
			if begun || p.GetY()+height+p.height(columns, titles) > high-margin {
				p.AddPage()
			}
			begun = true
			p.row(columns, titles)
			p.Line(margin, p.GetY(), margin+width, p.GetY())
		}
		p.row(columns, r)
	}
}

const (
	lineHigh = 4.0
	padding  = 1.0
)

func (p *paper) height(columns []column, r row) float64 {
	most, notes := p.lines(columns, r)
	return float64(most+len(notes))*lineHigh + padding
}

// lines gives how many lines the cells of a row have at most, and those of its note.
func (p *paper) lines(columns []column, r row) (most int, note [][]byte) {
	p.SetFont("Helvetica", styleOf(r), small)
	most = 1
	for i, cell := range r.cells {
		most = max(most, len(p.SplitLines([]byte(p.plain(cell)), columns[i].width)))
	}
	if r.note != "" {
		p.SetFont("Helvetica", "I", small-1)
		note = p.SplitLines([]byte(p.plain(r.note)), width-6)
	}
	return most, note
}

func styleOf(r row) string {
	if r.bold {
		return "B"
	}
	return ""
}

func (p *paper) row(columns []column, r row) {
	most, note := p.lines(columns, r)
	x, y := margin, p.GetY()
	p.SetFont("Helvetica", styleOf(r), small)
	for i, cell := range r.cells {
		align := "L"
		if columns[i].right {
			align = "R"
		}
		for n, line := range p.SplitLines([]byte(p.plain(cell)), columns[i].width) {
			p.SetXY(x, y+float64(n)*lineHigh)
			p.CellFormat(columns[i].width, lineHigh, string(line), "", 0, align, false, 0, "")
		}
		x += columns[i].width
	}
	p.SetFont("Helvetica", "I", small-1)
	for n, line := range note {
		p.SetXY(margin+4, y+float64(most+n)*lineHigh)
		p.CellFormat(width-4, lineHigh, string(line), "", 0, "L", false, 0, "")
	}
	p.SetXY(margin, y+float64(most+len(note))*lineHigh+padding)
}
