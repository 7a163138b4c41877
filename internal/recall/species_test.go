package recall_test

import (
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

// RECALL-2: a notice names the species that is recalled, also of tags that state only a type of shellfish;
// shellfish if the company got several kinds.
func TestNotice_NamesTheSpecies(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		ids := []string{id('e', 1), id('e', 2), id('e', 3)}
		for i, species := range []string{"Manila clam", "Littleneck", "Mussels"} {
			bag := paper(ids[i], "2026-11-10", 9)
			bag.States.Species = species
			o.take([]string{north, trade, north}[i], bag)
		}
		o.exec(`UPDATE tags SET doc = replace(replace(doc, '"Manila clam"', '""'), '"shellfishType":""', '"shellfishType":"Manila clams"') WHERE id = $1`, ids[0])
		ship := func(key, farmID, tagID, name string) {
			o.take(farmID, event.Event{Key: key, Kind: tag.Ship, TagID: tagID, Day: day("2026-11-13"), Quantity: 1, Unit: ledger.Bag, To: &tag.Consignee{Name: name, Email: name + "@bar.example"}})
		}
		ship("clams", north, ids[0], "clams")
		ship("clams of both", north, ids[0], "both")
		ship("mussels of both", north, ids[2], "both")
		must(t, o.farms.LinkUser(system, trade, "u3"))
		recallID := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: scope.Choice{Tags: ids}})
		o.work()

		says := func(address, text string) {
			t.Helper()
			for i := len(o.sent) - 1; i >= 0; i-- {
				if l := o.sent[i]; l.To == address {
					for _, body := range []string{l.Text, l.HTML} {
						if !strings.Contains(strings.Join(strings.Fields(body), " "), text) {
							t.Errorf("%s: %q is not in %s", address, text, body)
						}
					}
					return
				}
			}
			t.Errorf("nothing was sent to %s", address)
		}
		says("clams@bar.example", "Washington State recalls clams shipped to clams (class II recall).")
		says("clams@bar.example", "1 bag of Manila clams on")
		says("both@bar.example", "Washington State recalls shellfish shipped to both")
		says("office@north.example", "Washington State recalls shellfish on tags of North Bay")
		says("bea@people.example", "Washington State recalls clams on tags of Pike Place")

		o.sent, o.now = nil, o.now.Add(10*time.Minute)
		must(t, o.SendAgain(recaller, "", recallID, o.party(recallID, "Pike Place").ID))
		o.work()
		says("bea@people.example", "Washington State recalls clams on tags of Pike Place")
	})
}
