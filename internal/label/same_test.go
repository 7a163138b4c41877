package label

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/boombuler/barcode/qr"
	"github.com/google/go-cmp/cmp"
)

// LABEL-1: PDF, ZPL and TSPL have the same lines in the same order, and the same code.
func TestTheSameFieldsEverywhere(t *testing.T) {
	eachForm(t, func(t *testing.T, j Jurisdiction, kind Kind, f Facts, _ Label) {
		f.Firm, f.Location, f.Product = `Huîtres d'Été "A" & Fils`, "Baie-Sainte-Anne, ME", `Ostras \ ñandú ^1 ~2 _3`
		f.Licence = `WA^~_"\9`
		l, err := Compose(f, j, kind, today)
		if err != nil {
			t.Fatal(err)
		}
		page := laid(t, l, paperFor(kind))
		var want []string
		for _, line := range page.Texts {
			want = append(want, line.Words)
		}
		for name, got := range map[string][]string{"PDF": linesOfPDF(t, document(t, 1, page))} {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-laid out +printed):\n%s", name, diff)
			}
		}
		for _, dpi := range []int{203, 300} {
			zpl, err := ZPL([]Page{page}, dpi, 1)
			if err != nil {
				t.Fatal(err)
			}
			tspl, err := TSPL([]Page{page}, dpi, 1)
			if err != nil {
				t.Fatal(err)
			}
			inZPL, inTSPL := placedIn(page, dpi), placedIn(page, dpi)
			for i, line := range want { // what a remark cannot say stands in its picture
				if !plainText(line) {
					inZPL[i].words = remark(line)
				}
				if !plainText(line) || strings.ContainsAny(line, commandMarks) {
					inTSPL[i].words = remark(line)
				}
			}
			if diff := cmp.Diff(inZPL, readZPL(t, zpl), cmp.AllowUnexported(placed{})); diff != "" {
				t.Errorf("ZPL (-laid out +printed):\n%s", diff)
			}
			if diff := cmp.Diff(inTSPL, readTSPL(t, tspl), cmp.AllowUnexported(placed{})); diff != "" {
				t.Errorf("TSPL (-laid out +printed):\n%s", diff)
			}
		}
		// All that the label says is laid out, nothing cut.
		said := strings.Join(want, " ")
		for _, e := range l.Elements {
			for word := range strings.FieldsSeq(e.Text) {
				if !strings.Contains(said, word) {
					t.Errorf("%q of %s is not on the page", word, e.Field)
				}
			}
		}
	})
}

var (
	streams = regexp.MustCompile(`(?s)/Filter /FlateDecode /Length \d+>>\nstream\n(.*?)\nendstream`)
	shown   = regexp.MustCompile(`(?s)BT [-0-9. ]+ Td \((.*?)\) Tj ET`)
)

// linesOfPDF reads the lines of text of a document, page by page.
func linesOfPDF(t *testing.T, pdf []byte) (lines []string) {
	t.Helper()
	for _, stream := range streams.FindAllSubmatch(pdf, -1) {
		reader, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // not a page
		}
		content, _ := io.ReadAll(reader)
		for _, text := range shown.FindAllSubmatch(content, -1) {
			raw := strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`, `\r`, "\r").Replace(string(text[1]))
			var units []uint16
			for i := 0; i+1 < len(raw); i += 2 {
				units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
			}
			lines = append(lines, string(utf16.Decode(units)))
		}
	}
	return lines
}

// placed is a line of text or a code where a printer puts it, in dots.
type placed struct {
	x, y  int
	words string
}

// placedIn returns the lines of a page and its code, last, where they are laid out.
func placedIn(p Page, dpi int) (all []placed) {
	for _, t := range p.Texts {
		all = append(all, placed{dots(t.X, dpi), dots(t.Y, dpi), t.Words})
	}
	return append(all, placed{dots(p.Code.X, dpi), dots(p.Code.Y, dpi), p.Code.URL})
}

var byNumber = regexp.MustCompile(`_([0-9A-F]{2})`)

// readZPL reads a label as a printer does: a command begins with ^, text is given by number where it
// must be, and a QR code is set lower by the height of bar codes, which an earlier job has changed.
func readZPL(t *testing.T, zpl []byte) (all []placed) {
	t.Helper()
	said := func(text string) string {
		return byNumber.ReplaceAllStringFunc(text, func(s string) string {
			n, _ := strconv.ParseUint(s[1:], 16, 8)
			return string(rune(n))
		})
	}
	isCode, x, y, barHeight, drawn := false, 0, 0, 77, ""
	for _, command := range strings.Split(string(zpl), "^")[1:] {
		name, rest := command[:2], strings.TrimSuffix(command[2:], "\n")
		switch {
		case name == "BY":
			if _, err := fmt.Sscanf(rest, "2,3,%d", &barHeight); err != nil {
				t.Error(err)
			}
		case name == "FO":
			if _, err := fmt.Sscanf(rest, "%d,%d", &x, &y); err != nil {
				t.Error(err)
			}
		case name == "BQ":
			isCode = true
		case name == "FD" && isCode:
			all, isCode = append(all, placed{x, y + barHeight, strings.TrimPrefix(said(rest), "HA,")}), false
		case name == "FD":
			all = append(all, placed{x, y, said(rest)})
		case name == "FX":
			drawn = rest
		case name == "GF":
			all = append(all, placed{x, y, drawn})
			var total, again, perRow int
			if _, err := fmt.Sscanf(rest, "A,%d,%d,%d,", &total, &again, &perRow); err != nil || total != again || total%perRow != 0 {
				t.Errorf("a picture %.30q of ZPL", rest)
			}
			if bits := rest[strings.LastIndex(rest, ",")+1:]; len(bits) != 2*total || strings.Trim(bits, "0") == "" {
				t.Errorf("a picture of %d bytes has %d digits", total, len(bits))
			}
		}
	}
	return all
}

// readTSPL reads a label as a printer does: line by line, and a picture by its size.
func readTSPL(t *testing.T, tspl []byte) (all []placed) {
	t.Helper()
	drawn := ""
	for len(tspl) > 0 {
		if bytes.HasPrefix(tspl, []byte("BITMAP ")) {
			var x, y, perRow, rows int
			if _, err := fmt.Sscanf(string(tspl[:60]), "BITMAP %d,%d,%d,%d,0,", &x, &y, &perRow, &rows); err != nil {
				t.Fatal(err)
			}
			all = append(all, placed{x, y, drawn})
			head := len(fmt.Sprintf("BITMAP %d,%d,%d,%d,0,", x, y, perRow, rows))
			tspl = tspl[head+perRow*rows+len("\r\n"):]
			continue
		}
		line, after, _ := bytes.Cut(tspl, []byte("\r\n"))
		tspl = after
		switch command, rest, _ := strings.Cut(string(line), " "); command {
		case "TEXT", "QRCODE":
			var x, y int
			if _, err := fmt.Sscanf(rest, "%d,%d,", &x, &y); err != nil {
				t.Error(err)
			}
			words := rest[strings.LastIndex(strings.TrimSuffix(rest, `"`), `"`)+1 : len(rest)-1]
			all = append(all, placed{x, y, words})
		case "REM":
			drawn = rest
		case "SIZE", "GAP", "BLINE", "DENSITY", "DIRECTION", "REFERENCE", "CLS", "PRINT":
		default:
			t.Errorf("%q is no command of TSPL", command)
		}
	}
	return all
}

// Whatever a farm types, printers that tell languages by themselves find no command of any in it.
func TestPrinterFiles_HaveNoCommandOfAFarm(t *testing.T) {
	j, _ := At("WA")
	for _, typed := range []string{"^XA^JUS^XZ", "~JA", `" PRINT 9`, `\["]CUT`, "é^XA~JA\"", "Été ~HS \\ ^XZ"} {
		f := good(Harvester)
		f.Firm, f.Location, f.Product, f.Licence = typed, typed+", WA", typed, typed
		l, err := Compose(f, j, Harvester, today)
		if err != nil {
			t.Fatal(err)
		}
		page := laid(t, l, Papers[0])
		zpl, err := ZPL([]Page{page}, 203, 1)
		if err != nil {
			t.Fatal(err)
		}
		tspl, err := TSPL([]Page{page}, 203, 1)
		if err != nil {
			t.Fatal(err)
		}

		for _, words := range []string{"^XA^", "^JUS", "~JA", "~HS", "^XZ^"} {
			if bytes.Contains(zpl, []byte(words)) {
				t.Errorf("ZPL of %q has %q", typed, words)
			}
		}
		text := tsplBitmap.ReplaceAll(tspl, []byte("$1"))
		if bytes.ContainsAny(text, `^~\`) {
			t.Errorf("TSPL of %q: %q", typed, text)
		}
		for line := range bytes.SplitSeq(text, []byte("\r\n")) {
			if quotes := bytes.Count(line, []byte(`"`)); quotes%2 != 0 || bytes.HasPrefix(line, []byte("REM")) && quotes > 0 {
				t.Errorf("TSPL of %q: %q", typed, line)
			}
		}
	}
}

// tsplBitmap is a picture up to the next command: its bytes are dots, not text.
var tsplBitmap = regexp.MustCompile(`(?s)BITMAP .*?\r\n(TEXT|REM|QRCODE|BITMAP)`)

// The picture of a line that a printer has no letters for is the line as it is drawn.
func TestPicturesOfLines(t *testing.T) {
	code, _ := codeOf("https://x.example")
	code.X, code.Y, code.Room = 30, 30, 20
	page := Page{Papers[0], []Text{{X: 0, Y: 0, Size: 4, Words: "Été"}}, code}
	picture, err := page.Picture(203)
	if err != nil {
		t.Fatal(err)
	}
	s, err := page.Texts[0].strip(203)
	if err != nil {
		t.Fatal(err)
	}
	black := 0
	for y := range s.rows {
		for x := range s.perRow * 8 {
			dark := s.bits[y*s.perRow+x/8]&(0x80>>(x%8)) != 0
			if dark != (picture.GrayAt(x, y).Y == 0) {
				t.Fatalf("the dot %d, %d differs", x, y)
			}
			if dark {
				black++
			}
		}
	}
	if black < 100 {
		t.Errorf("it has %d black dots", black)
	}
}

// Nothing is cut: what has no room is refused by its name.
func TestWhatHasNoRoom(t *testing.T) {
	j, _ := At("WA")
	for name, of := range map[string]struct {
		field  string
		change func(*Facts)
	}{
		"a long list":    {fieldProduct, func(f *Facts) { f.Product = strings.Repeat("oysters and clams ", 120) }},
		"a long word":    {fieldLocation, func(f *Facts) { f.Location = strings.Repeat("W", 60) + ", WA" }},
		"no such letter": {fieldProduct, func(f *Facts) { f.Product = "牡蠣" }},
		"a long address": {"code", func(f *Facts) { f.URL = "https://x.example/" + strings.Repeat("a", 3000) + tagID }},
	} {
		f := good(Harvester)
		of.change(&f)
		l, _ := Compose(f, j, Harvester, today)
		if _, found := Lay(l, Papers[0]); !hasFound(found, of.field) {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// A firm of one long word has it in two lines, and is not refused for it.
func TestALongName(t *testing.T) {
	f := good(Harvester)
	f.Firm = "Bayfront" + strings.Repeat("w", 32)
	j, _ := At("WA")
	l, _ := Compose(f, j, Harvester, today)
	var name string
	for _, line := range laid(t, l, Papers[0]).Texts {
		if strings.HasPrefix(line.Words, "Bay") || strings.HasPrefix(line.Words, "ww") {
			name += line.Words
		}
	}
	if name != f.Firm {
		t.Errorf("it says %q", name)
	}
}

// Several labels are one document, and copies of each follow one another.
func TestSeveralAtOnce(t *testing.T) {
	j, _ := At("WA")
	l, _ := Compose(good(Harvester), j, Harvester, today)
	for paper, pages := range map[string]int{"mobile": 14, "letter": 3} {
		p, _ := PaperOf(paper)
		page := laid(t, l, p)
		pdf := document(t, 7, page, page)
		if got := bytes.Count(pdf, []byte("/Type /Page\n")); got != pages {
			t.Errorf("%s: %d pages, want %d", paper, got, pages)
		}
		if !bytes.Equal(pdf, document(t, 7, page, page)) {
			t.Error("the same labels give other bytes")
		}
	}
	zpl, _ := ZPL([]Page{laid(t, l, Papers[0]), laid(t, l, Papers[0])}, 203, 7)
	if bytes.Count(zpl, []byte("^XA")) != 2 || bytes.Count(zpl, []byte("^PQ7")) != 2 {
		t.Errorf("%s", zpl)
	}
}

func TestPDF_StopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	if _, err := PDF(ctx, []Page{{Code: Code{URL: "https://x.example", Modules: 25}}}, math.MaxInt, "Labels"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestCodeOf_HasTheModulesOfTheDrawnCode(t *testing.T) {
	for length := len("https://x.example"); length <= 1300; length += 7 {
		url := "https://x.example" + strings.Repeat("a", length-len("https://x.example"))
		code, short := codeOf(url)
		drawn, err := qr.Encode(url, qr.H, qr.Auto)
		if short != (err == nil) {
			t.Errorf("%d bytes fit: %t, and drawn: %v", length, short, err)
		}
		if short && drawn.Bounds().Dx() != code.Modules {
			t.Errorf("%d bytes: %d modules, drawn %d", length, code.Modules, drawn.Bounds().Dx())
		}
	}
}
