package label

import (
	"fmt"
	"sort"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// Text is a line of a label, in millimetres from its top left corner.
type Text struct {
	X, Y, Size float64
	Words      string
}

// Code is the QR code of a label: at most as wide as there is room.
type Code struct {
	X, Y, Room float64
	URL        string
	Modules    int
}

// Page is a label as it is laid out.
type Page struct {
	Paper Paper
	Texts []Text
	Code  Code
}

const (
	margin   = 3.0 // millimetres
	hole     = 4.0 // more at the head of a tag
	smallest = 2.0 // size of letters that can be read
	largest  = 4.2
	between  = 0.9 // elements
	quiet    = 2.5 // around a code, four of its modules
)

// layout is a column of text on its way down a paper.
type layout struct {
	paper Paper
	texts []Text
	y     float64
}

// Lay places a label on a paper, as large as it fits. What does not fit, or has
// letters that cannot be printed, is found, by field.
func Lay(l Label, p Paper) (Page, []Finding) {
	if found := unprintable(l); len(found) > 0 {
		return Page{}, found
	}
	code, short := codeOf(l.URL)
	if !short {
		return Page{}, []Finding{{"code", codeRule, "The address is too long for a code."}}
	}
	code.Room = min(p.Width*0.42, p.Height*0.45, 30)
	code.X, code.Y = margin, p.Height-margin-code.Room
	if p.Height < 60 { // beside the text
		return beside(l, p, code)
	}
	for size := largest; ; size -= 0.1 {
		size = max(size, smallest)
		a := layout{paper: p, y: margin + hole}
		tooWide := a.elements(l, margin, p.Width-2*margin, size)
		fits := a.y-between <= code.Y-quiet
		foot := layout{paper: p, y: code.Y}
		x := code.X + code.Room + quiet
		tooWide = append(tooWide, foot.foot(l, x, p.Width-margin-x, size)...)
		fits = fits && foot.y <= p.Height-margin+0.5
		if fits && len(tooWide) == 0 {
			return Page{p, append(a.texts, foot.texts...), code}, nil
		}
		if size == smallest {
			return Page{}, misfits(l, p, tooWide)
		}
	}
}

// beside lays out a sticker: its text to the right of its code.
func beside(l Label, p Paper, code Code) (Page, []Finding) {
	code.Room = min(p.Width*0.45, p.Height-2*margin-smallest*lead-quiet)
	code.X, code.Y = margin, margin
	x := margin + code.Room + quiet
	for size := largest; ; size -= 0.1 {
		size = max(size, smallest)
		a := layout{paper: p, y: margin}
		tooWide := a.elements(l, x, p.Width-margin-x, size)
		id := layout{paper: p, y: code.Y + code.Room + quiet}
		tooWide = append(tooWide, id.write("tag", "Tag "+l.TagID, margin, p.Width-2*margin, smallest)...)
		if len(tooWide) == 0 && a.y <= id.texts[0].Y && id.y <= p.Height-margin+0.5 {
			return Page{p, append(a.texts, id.texts...), code}, nil
		}
		if size == smallest {
			return Page{}, misfits(l, p, tooWide)
		}
	}
}

// elements writes the elements one below the other, in their order.
func (a *layout) elements(l Label, x, wide, size float64) (tooWide []string) {
	for _, e := range l.Elements {
		if !e.Plain {
			tooWide = append(tooWide, a.write(e.Field, e.Name, x, wide, max(size*0.6, smallest))...)
		}
		at := size
		if e.Plain {
			at = max(size*0.8, smallest)
		}
		for line := range strings.SplitSeq(e.Text, "\n") {
			tooWide = append(tooWide, a.write(e.Field, line, x, wide, at)...)
		}
		a.y += between
	}
	return tooWide
}

// foot writes beside the code whose tag it is.
func (a *layout) foot(l Label, x, wide, size float64) (tooWide []string) {
	tooWide = a.write("firm", broken(l.Firm, wide), x, wide, size)
	a.y += between
	half := (len(l.TagID) + 1) / 2
	for _, line := range []string{"Tag", l.TagID[:half], l.TagID[half:], "Scan for where it is from"} {
		tooWide = append(tooWide, a.write("tag", line, x, wide, max(size*0.7, smallest))...)
	}
	return tooWide
}

// broken gives a name whose long words go on in the next line where they have no room in
// one. A name is known all the same; a number would not be.
func broken(name string, wide float64) string {
	var words []string
	for word := range strings.FieldsSeq(name) {
		part := ""
		for _, r := range word {
			if one, _ := width(part + string(r)); part != "" && one*smallest > wide {
				words, part = append(words, part), ""
			}
			part += string(r)
		}
		words = append(words, part)
	}
	return strings.Join(words, " ")
}

// write sets words in lines as wide as there is room, smaller where a word is wider.
func (a *layout) write(field, words string, x, wide, size float64) []string {
	longest := 0.0
	for word := range strings.FieldsSeq(words) {
		one, _ := width(word)
		longest = max(longest, one)
	}
	if longest*size > wide {
		size = wide / longest
	}
	if size < smallest {
		return []string{field}
	}
	line := ""
	put := func() {
		a.texts = append(a.texts, Text{x, a.y, size, line})
		a.y += size * lead
	}
	for word := range strings.FieldsSeq(words) {
		longer := strings.TrimSpace(line + " " + word)
		if total, _ := width(longer); line != "" && total*size > wide {
			put()
			longer = word
		}
		line = longer
	}
	if line != "" {
		put()
	}
	return nil
}

// misfits names what is too wide, or else what takes most room.
func misfits(l Label, p Paper, tooWide []string) (found []Finding) {
	if len(tooWide) == 0 {
		longest := l.Elements[0]
		for _, e := range l.Elements {
			if !e.Plain && (longest.Plain || len(e.Text) > len(longest.Text)) {
				longest = e
			}
		}
		tooWide = []string{longest.Field}
	}
	seen := map[string]bool{}
	for _, field := range tooWide {
		if !seen[field] {
			found = append(found, Finding{field, fits, fmt.Sprintf("It does not fit on %s (%s) in letters that can be read. Nothing is cut: please say it in fewer words.", p.Name, p.measures())})
		}
		seen[field] = true
	}
	return found
}

var (
	fits     = ours("FITS", "Nothing of a label is cut, and its letters can be read")
	lettered = ours("LETTERS", "Every letter of a label is printed")
)

func unprintable(l Label) (found []Finding) {
	for _, e := range append([]Element{{Field: "firm", Text: l.Firm}}, l.Elements...) {
		for _, r := range e.Name + strings.ReplaceAll(e.Text, "\n", " ") {
			if _, known := width(string(r)); !known {
				found = append(found, Finding{e.Field, lettered, fmt.Sprintf("%q cannot be printed.", r)})
				break
			}
		}
	}
	return found
}

// capacities are the bytes that a code of each version holds at level H, from version 1 (ISO/IEC 18004, table 7).
var capacities = [...]int{
	7, 14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 155, 177, 194, 220, 250, 280, 310, 338, 382,
	403, 439, 461, 511, 535, 593, 625, 658, 698, 742, 790, 842, 898, 958, 983, 1051, 1093, 1139, 1219, 1273,
}

// codeOf returns the code of an address, without its modules: a printer draws its own, and drawing one
// takes most of a label's time. It can be read with a quarter of it gone (level H), as tags get scratched
// and wet.
func codeOf(url string) (Code, bool) {
	version := 1 + sort.SearchInts(capacities[:], len(url))
	return Code{URL: url, Modules: 17 + 4*version}, version <= len(capacities)
}

// draw returns whether the module in each column and row is dark.
func (c Code) draw() (dark func(column, row int) bool, err error) {
	made, err := qr.Encode(c.URL, qr.H, qr.Unicode)
	if err != nil {
		return nil, fmt.Errorf("draw the code of %s: %w", c.URL, err)
	}

	modules := make([]bool, c.Modules*c.Modules)
	for i := range modules {
		r, _, _, _ := made.At(i%c.Modules, i/c.Modules).RGBA()
		modules[i] = r == 0
	}

	return func(column, row int) bool { return modules[row*c.Modules+column] }, nil
}

// module is how many dots wide a module is on a printer, within the room.
func (c Code) module(dpi int) int { return min(max(dots(c.Room, dpi)/c.Modules, 1), 10) }
