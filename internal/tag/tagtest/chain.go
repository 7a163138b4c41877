package tagtest

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
)

// RecallOf recalls what is chosen.
func (w *World) RecallOf(party string, c reach.Choice) string {
	w.T.Helper()
	w.Now = w.Now.Add(time.Second)
	id, err := w.Declare(System, party, c)
	Must(w.T, err)
	return id
}

// Reckon gives what a recall of the choice means and reaches.
func (w *World) Reckon(c reach.Choice) (r *reach.Reckoned) {
	w.T.Helper()
	Must(w.T, w.DB.Read(Nobody, func(tx *sqldb.Tx) (err error) {
		r, err = w.Reaches.Reckon(Nobody, tx, c)
		return err
	}))
	return r
}

// Chain is a harvest tag that went through everything that can happen to one.
type Chain struct {
	*Book
	Harvest, Other, Elsewhere, Late string // lot a and b at Bay, a at Cove, a at Bay a day later
	Split, Mixed, Stored, Out       string
	Received, Sold                  string // by Pike Place
}

func NewChain(t *testing.T, db *sqldb.DB) Chain {
	b := NewBook(t, db)
	b.EditPublic(North, farm.PublicChange{HarvesterCert: new("ME-7")})
	b.Record(Harvested(Bay, "a", "2026-11-10", 100), Harvested(Bay, "b", "2026-11-10", 100), Harvested(Cove, "a", "2026-11-10", 100), Harvested(Bay, "a", "2026-11-11", 100))
	c := Chain{Book: b}
	ids := b.Take(North, b.OfHarvest(Bay, "a", "2026-11-10", 50), b.OfHarvest(Bay, "b", "2026-11-10", 50), b.OfHarvest(Cove, "a", "2026-11-10", 50), b.OfHarvest(Bay, "a", "2026-11-11", 50))
	c.Harvest, c.Other, c.Elsewhere, c.Late = ids[0], ids[1], ids[2], ids[3]
	c.Split = b.Take(North, event.Event{Kind: tag.Split, From: []event.Draw{{TagID: c.Harvest}}, Quantity: 20, Unit: ledger.Each})[0]
	c.Mixed = b.Take(North, event.Event{Kind: tag.Commingle, From: []event.Draw{{TagID: c.Split, Quantity: 10}, {TagID: c.Other, Quantity: 10}}, Quantity: 20, Unit: ledger.Each})[0]
	c.Stored = b.Take(North, event.Event{Kind: tag.WetStorageIn, From: []event.Draw{{TagID: c.Mixed, Quantity: 12}}, Quantity: 12, Unit: ledger.Each, WetStorageLot: "W1"})[0]
	c.Out = b.Take(North, event.Event{Kind: tag.WetStorageOut, From: []event.Draw{{TagID: c.Stored, Quantity: 12}}, Quantity: 12, Unit: ledger.Each})[0]
	b.Take(North, event.Event{Kind: tag.Ship, TagID: c.Out, Quantity: 5, Unit: ledger.Each, To: &tag.Consignee{Name: "Pike Place", Email: "p@b.example"}})
	c.Received = b.Take(Trade, event.Event{Kind: tag.Receive, From: []event.Draw{{TagID: c.Out, Quantity: 5}, {TagID: c.Late, Quantity: 5}}, Quantity: 10, Unit: ledger.Each})[0]
	c.Sold = b.Take(Trade, event.Event{Kind: tag.Retag, From: []event.Draw{{TagID: c.Received, Quantity: 1}}, Quantity: 1, Unit: ledger.Each})[0]
	return c
}

func (w *World) ReachOf(root string) int64 {
	w.T.Helper()
	return w.Reckon(reach.Choice{Tags: []string{root}}).Tags.Tags
}
