package printing

import (
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

// LABEL-1: the number on a label belongs to the address above it.
func TestLook_NamesOneFacility(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPier(t, db)
		_, err := farm.New(db, booktest.Clock).EditPublic(system, p.farmID, 0, farm.PublicChange{Certs: []farm.Certificate{
			{CertID: "c1", Cert: "ME-78-SP"},
			{CertID: "c2", Cert: "ME-99-SS", Address1: "3 Cannery Row", City: "Portland", State: "Maine", Zip: "04101"},
		}})
		must(t, err)
		day, _ := ledger.ParseDay("2026-11-19")
		for certID, want := range map[string]string{
			"":   "Huîtres & Fils\n1 Pier, Bath, ME 04530\nME-77-SP",
			"c1": "Huîtres & Fils\n1 Pier, Bath, ME 04530\nME-78-SP", // it has no address of its own
			"c2": "Huîtres & Fils\n3 Cannery Row, Portland, ME 04101\nME-99-SS",
		} {
			taken, err := p.events.Take(system, p.farmID, []event.Event{{Key: "of " + certID, Kind: tag.Receive, Day: day, Quantity: 2, Unit: ledger.Bag,
				States: event.Stated{Species: "Mussels", CertID: certID, HarvestDate: "2026-11-18", HarvestLocation: "Casco Bay, ME", SourceCert: "ME-9-SS"}}})
			must(t, err)
			looked, err := p.Look(manager, p.farmID, Wanted{Tags: []string{taken[0].TagID}, Kind: label.Dealer, Paper: "mobile"})
			must(t, err)
			if !slices.Contains(looked[0].Elements, label.Element{Field: "dealer", Name: "Dealer", Text: want}) {
				t.Errorf("%q: %+v", certID, looked[0].Elements)
			}
		}

		_, err = p.events.Take(system, p.farmID, []event.Event{{Key: "unknown", Kind: tag.Receive, Day: day, Quantity: 2, Unit: ledger.Bag,
			States: event.Stated{CertID: "c3", HarvestDate: "2026-11-18", HarvestLocation: "Casco Bay, ME", SourceCert: "ME-9-SS"}}})
		if fields := fault.As(err).Fields; len(fields) != 1 || fields[0].Name != "events.0.states.certId" {
			t.Errorf("an unknown certificate: %v", err)
		}
	})
}
