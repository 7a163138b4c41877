package printing

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

// LABEL-1: whatever a dozen comes to, a label says it to three decimals: its preview, PDF, ZPL and TSPL (C04).
func TestPrint_SaysQuantitiesToThreeDecimals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		for _, kind := range []label.Kind{label.Dealer, label.Sticker} {
			for animals, said := range map[int]string{
				1: "0.083 dozen", 5: "0.417 dozen", 7: "0.583 dozen", 11: "0.917 dozen", 12: "1 dozen", 13: "1.083 dozen", 250: "20.833 dozen",
			} {
				name := fmt.Sprint(kind, " ", animals)
				id := p.receive(name, float64(animals)/12, ledger.Dozen)
				order := Wanted{Tags: []string{id}, Kind: kind, Paper: "industrial"}

				looked, err := p.Look(manager, p.farmID, order)
				must(t, err)
				if text := fmt.Sprint(looked[0].Elements); !strings.Contains(text, "Mussels, "+said) {
					t.Errorf("the preview of %d: %s", animals, text)
				}
				for _, format := range []Format{PDF, ZPL, TSPL} {
					file, err := p.Print(manager, p.farmID, Print{ID: name + string(format), Wanted: order, Format: format})
					must(t, err)
					text := string(file.Content)
					if format == PDF {
						text = textOf(t, file.Content)
					}
					if !strings.Contains(text, "Mussels, "+said) {
						t.Errorf("%s of %d animals: %s", format, animals, text)
					}
					if long := regexp.MustCompile(`\d\.\d{4,}`).FindString(text); long != "" {
						t.Errorf("%s of %d animals has %s", format, animals, long)
					}
				}
			}
		}
	})
}

// receive returns the tag of something that came on paper.
func (p *pier) receive(key string, quantity float64, unit ledger.Unit) string {
	p.t.Helper()
	day, _ := ledger.ParseDay("2026-11-19")
	taken, err := p.events.Take(system, p.farmID, []event.Event{{Key: key, Kind: tag.Receive, Day: day, Quantity: quantity, Unit: unit,
		States: event.Stated{Species: "Mussels", HarvestDate: "2026-11-18", HarvestLocation: "Casco Bay, ME", SourceCert: "ME-9-SS"}}})
	must(p.t, err)
	return taken[0].TagID
}

var (
	streams = regexp.MustCompile(`(?s)/Filter /FlateDecode /Length \d+>>\nstream\n(.*?)\nendstream`)
	shown   = regexp.MustCompile(`(?s)BT [-0-9. ]+ Td \((.*?)\) Tj ET`)
)

// textOf returns the lines of text of a PDF.
func textOf(t *testing.T, pdf []byte) string {
	t.Helper()
	var text strings.Builder
	for _, stream := range streams.FindAllSubmatch(pdf, -1) {
		reader, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // not a page
		}
		content, _ := io.ReadAll(reader)
		for _, line := range shown.FindAllSubmatch(content, -1) {
			raw := strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`, `\r`, "\r").Replace(string(line[1]))
			var units []uint16
			for i := 0; i+1 < len(raw); i += 2 {
				units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
			}
			text.WriteString(string(utf16.Decode(units)) + "\n")
		}
	}
	return text.String()
}
