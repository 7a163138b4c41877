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
	"slices"
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
			marked := slices.Clone(want)
			for i, line := range marked {
				if !plainText(line) {
					marked[i] = zplRemark(line) // what a remark cannot say stands in its picture
				}
			}
			zplLines, zplCode := readZPL(t, zpl)
			tsplLines, tsplCode := readTSPL(t, tspl)
			if diff := cmp.Diff(marked, zplLines); diff != "" {
				t.Errorf("ZPL (-laid out +printed):\n%s", diff)
			}
			if diff := cmp.Diff(want, tsplLines); diff != "" {
				t.Errorf("TSPL (-laid out +printed):\n%s", diff)
			}
			if zplCode != l.URL || tsplCode != l.URL {
				t.Errorf("codes %q and %q", zplCode, tsplCode)
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

var byNumber = regexp.MustCompile(`_([0-9A-F]{2})`)

// readZPL reads a label as a printer does: a command begins with ^, and text is given by
// number where it must be.
func readZPL(t *testing.T, zpl []byte) (lines []string, code string) {
	t.Helper()
	said := func(text string) string {
		return byNumber.ReplaceAllStringFunc(text, func(s string) string {
			n, _ := strconv.ParseUint(s[1:], 16, 8)
			return string(rune(n))
		})
	}
	isCode := false
	for _, command := range strings.Split(string(zpl), "^")[1:] {
		name, rest := command[:2], strings.TrimSuffix(command[2:], "\n")
		switch {
		case name == "BQ":
			isCode = true
		case name == "FD" && isCode:
			code, isCode = strings.TrimPrefix(said(rest), "HA,"), false
		case name == "FD":
			lines = append(lines, said(rest))
		case name == "FX":
			lines = append(lines, rest)
		case name == "GF":
			var total, again, perRow int
			if _, err := fmt.Sscanf(rest, "A,%d,%d,%d,", &total, &again, &perRow); err != nil || total != again || total%perRow != 0 {
				t.Errorf("a picture %.30q of ZPL", rest)
			}
			if bits := rest[strings.LastIndex(rest, ",")+1:]; len(bits) != 2*total || strings.Trim(bits, "0") == "" {
				t.Errorf("a picture of %d bytes has %d digits", total, len(bits))
			}
		}
	}
	return lines, code
}

// readTSPL reads a label as a printer does: line by line, and a picture by its size.
func readTSPL(t *testing.T, tspl []byte) (lines []string, code string) {
	t.Helper()
	said := func(rest string) string {
		text := rest[strings.Index(rest, `,"`)+2 : len(rest)-1]
		if strings.HasPrefix(text, `0",`) { // the name of the font
			text = text[strings.Index(text, `,"`)+2:]
		}
		if strings.Contains(strings.ReplaceAll(text, `\["]`, ""), `"`) {
			t.Errorf("a quote ends %q early", text)
		}
		return strings.ReplaceAll(text, `\["]`, `"`)
	}
	for len(tspl) > 0 {
		if bytes.HasPrefix(tspl, []byte("BITMAP ")) {
			var x, y, perRow, rows int
			if _, err := fmt.Sscanf(string(tspl[:60]), "BITMAP %d,%d,%d,%d,0,", &x, &y, &perRow, &rows); err != nil {
				t.Fatal(err)
			}
			head := len(fmt.Sprintf("BITMAP %d,%d,%d,%d,0,", x, y, perRow, rows))
			tspl = tspl[head+perRow*rows+len("\r\n"):]
			continue
		}
		line, rest, _ := bytes.Cut(tspl, []byte("\r\n"))
		tspl = rest
		switch command, rest, _ := strings.Cut(string(line), " "); command {
		case "TEXT":
			lines = append(lines, said(rest))
		case "REM":
			lines = append(lines, rest)
		case "QRCODE":
			code = said(rest)
		case "SIZE", "GAP", "BLINE", "DENSITY", "DIRECTION", "REFERENCE", "CLS", "PRINT":
		default:
			t.Errorf("%q is no command of TSPL", command)
		}
	}
	return lines, code
}

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
