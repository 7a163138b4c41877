package printing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

const storedByA = "THIS PRODUCT IS A PRODUCT OF ME AND WAS WET STORED AT NH-9-SS FROM NOV 19, 2026 TO NOV 20, 2026"

// storage is firm A with a second facility in another state, and firm B in the state of the harvest.
type storage struct {
	*pier
	b    string
	keys int
}

func newStorage(t *testing.T, db *sqldb.DB) *storage {
	t.Helper()
	p := newPier(t, db)
	farms := farm.New(db, booktest.Clock)
	_, err := farms.EditPublic(system, p.farmID, 0, farm.PublicChange{Certs: []farm.Certificate{
		{CertID: "c2", Cert: "NH-9-SS", Address1: "3 Cannery Row", City: "Portsmouth", State: "New Hampshire", Zip: "03801"},
	}})
	must(t, err)

	b, _ := booktest.NewFarm(t, db)
	text := func(s string) *string { return &s }
	_, err = farms.EditPublic(system, b, 0, farm.PublicChange{Cert: text("ME-55-SS"), Certs: []farm.Certificate{{CertID: "b2", Cert: "ME-56-SS"}}})
	must(t, err)
	_, err = farms.Edit(system, b, 0, farm.Change{Address1: text("5 Market"), City: text("Portland"), Zip: text("04101")})
	must(t, err)

	return &storage{pier: p, b: b}
}

// take records an event of a firm and returns the tag that it made.
func (s *storage) take(farmID string, e event.Event) string {
	s.t.Helper()
	s.keys++
	e.Key = fmt.Sprint("storage ", s.keys)
	if e.Day == 0 {
		e.Day, _ = ledger.ParseDay("2026-11-20")
	}
	if e.Quantity == 0 {
		e.Quantity = 100
	}
	if e.Unit == "" {
		e.Unit = ledger.Each
	}
	taken, err := s.events.Take(system, farmID, []event.Event{e})
	must(s.t, err)
	return taken[0].TagID
}

// put puts a tag of firm A into wet storage from the date to November 20.
func (s *storage) put(tagID, certID, date string) string {
	s.t.Helper()
	day, _ := ledger.ParseDay(date)
	in := s.take(s.farmID, event.Event{Kind: tag.WetStorageIn, Day: day, From: []event.Draw{{TagID: tagID}}, WetStorageLot: "W1", States: event.Stated{CertID: certID}})
	return s.take(s.farmID, event.Event{Kind: tag.WetStorageOut, From: []event.Draw{{TagID: in}}})
}

// says returns what the dealer's tag says of wet storage, and what it lacks.
func (s *storage) says(farmID, tagID string) (said, lacks string) {
	s.t.Helper()
	looked, err := s.Look(system, farmID, Wanted{Tags: []string{tagID}, Kind: label.Dealer, Paper: "mobile"})
	must(s.t, err)
	for _, e := range looked[0].Elements {
		if e.Field == "wetStorage" {
			said = e.Text
		}
	}
	for _, f := range looked[0].Findings {
		if f.Field == "wetStorage" {
			lacks = f.Message
		}
	}
	return said, lacks
}

// LABEL-1: the sentence on wet storage names the facility that stored, whoever prints, and whatever
// certificate a later tag names.
func TestLook_NamesTheFacilityThatStored(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := newStorage(t, db)
		out := s.put(s.tags[0], "c2", "2026-11-19")
		want := func(name, farmID, tagID string) {
			t.Helper()
			if said, lacks := s.says(farmID, tagID); said != storedByA || lacks != "" {
				t.Errorf("%s: %q, %q", name, said, lacks)
			}
		}
		want("by A", s.farmID, out)

		retagged := s.take(s.b, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: out, Quantity: 50}}, Quantity: 50, States: event.Stated{CertID: "b2"}})
		want("by B", s.b, retagged)
		want("split by B", s.b, s.take(s.b, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: retagged}}, Quantity: 10}))
		want("retagged by B", s.b, s.take(s.b, event.Event{Kind: tag.Retag, From: []event.Draw{{TagID: retagged}}, Quantity: 20, States: event.Stated{Cert: "ME-57-SS"}}))
	})
}

// Firm A's own number is the storage's if no certificate is chosen; what is stored again is stored there.
func TestLook_NamesTheLastWetStorage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := newStorage(t, db)
		out := s.put(s.tags[0], "", "2026-11-19")
		if said, _ := s.says(s.farmID, out); said != "" { // it was stored in the state of the harvest
			t.Errorf("stored at home: %q", said)
		}
		states, err := s.public.Public(system, out)
		must(t, err)
		if states.Tag.WetStorageCert != "ME-77-SP" {
			t.Errorf("the certificate is %q", states.Tag.WetStorageCert)
		}

		again := s.put(out, "c2", "2026-11-20")
		if said, _ := s.says(s.farmID, again); !strings.Contains(said, "NH-9-SS") {
			t.Errorf("stored again: %q", said)
		}
	})
}

// What is made of stored and unstored shellfish, or of shellfish stored in two places, is not labelled as
// if it had not been stored.
func TestLook_KeepsWetStorageOfMixedTags(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := newStorage(t, db)
		away := s.put(s.tags[0], "c2", "2026-11-19")
		mix := func(other string) string {
			return s.take(s.farmID, event.Event{Kind: tag.Commingle, From: []event.Draw{{TagID: away, Quantity: 10}, {TagID: other, Quantity: 10}}, Quantity: 20})
		}
		if said, lacks := s.says(s.farmID, mix(s.tags[1])); said != storedByA || lacks != "" {
			t.Errorf("with what was not stored: %q, %q", said, lacks)
		}

		day, _ := ledger.ParseDay("2026-11-19")
		part := s.take(s.farmID, event.Event{Kind: tag.Split, Day: day, From: []event.Draw{{TagID: s.tags[1]}}, Quantity: 50})
		in := s.take(s.farmID, event.Event{Kind: tag.WetStorageIn, Day: day, From: []event.Draw{{TagID: part}}, Quantity: 50, WetStorageLot: "W2"})
		home := s.take(s.farmID, event.Event{Kind: tag.WetStorageOut, From: []event.Draw{{TagID: in}}, Quantity: 50})
		if _, lacks := s.says(s.farmID, mix(home)); !strings.Contains(lacks, "the certification number of the wet storage") {
			t.Errorf("stored in two places: %q", lacks)
		}
	})
}

// A tag from before tags stated the certificate of their wet storage is refused in words.
func TestLook_RefusesWetStorageWithoutCertificate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := newStorage(t, db)
		received := s.take(s.b, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: s.put(s.tags[0], "c2", "2026-11-19")}}})
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, `UPDATE tags SET doc = replace(doc, ',"wetStorageCert":"NH-9-SS"', '') WHERE id = $1`, received)
			return err
		}))
		said, lacks := s.says(s.b, received)
		if lacks != "The tag does not state the certification number of the wet storage." || strings.Contains(said, "ME-55-SS") {
			t.Errorf("%q, %q", said, lacks)
		}
	})
}

// A farm without a harvester's number is named by the number and the address of the chosen certificate.
func TestLook_NamesOneFacilityWithoutHarvesterNumber(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := newStorage(t, db)
		empty := ""
		farms := farm.New(db, booktest.Clock)
		_, err := farms.EditPublic(system, s.farmID, 0, farm.PublicChange{HarvesterCert: &empty})
		must(t, err)
		at := s.take(s.farmID, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: s.tags[1]}}, Quantity: 50, States: event.Stated{CertID: "c2", VendorType: "Grower"}})

		for state, one := range map[string]struct {
			kind label.Kind
			want label.Element
		}{
			"North Carolina": {label.Harvester, label.Element{Field: "harvesterName", Text: "Huîtres & Fils\n3 Cannery Row, Portsmouth, NH 03801\nNH-9-SS"}},
			"California":     {label.Dealer, label.Element{Field: "certificates", Text: "Harvester NH-9-SS; original shipper ME-123"}},
		} {
			_, err := farms.Edit(system, s.farmID, 0, farm.Change{State: &state})
			must(t, err)
			looked, err := s.Look(system, s.farmID, Wanted{Tags: []string{at}, Kind: one.kind, Paper: "mobile"})
			must(t, err)
			if !slices.ContainsFunc(looked[0].Elements, func(e label.Element) bool {
				return e.Field == one.want.Field && e.Text == one.want.Text
			}) {
				t.Errorf("%s: %+v", state, looked[0].Elements)
			}
		}
	})
}
