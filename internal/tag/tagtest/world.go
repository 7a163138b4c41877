package tagtest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/stock"
)

var (
	Nobody  = context.Background()
	System  = actor.With(Nobody, actor.System)
	Manager = actor.With(Nobody, actor.Actor{UserID: "u1", Username: "ann", FarmManager: true})
	Member  = actor.With(Nobody, actor.Actor{UserID: "u1", Username: "ann"})
	Staff   = actor.With(Nobody, actor.Actor{UserID: "u9", Username: "bea", Admin: true})
)

// Ids of the fixture's farms.
var North, South, Trade = ID('f', 1), ID('f', 2), ID('f', 3)

func ID(kind byte, n int) string { return fmt.Sprintf("%c%023d", kind, n) }

// World is two farms, North Bay and South Bay, a distributor, and the user u1
// who manages North Bay.
type World struct {
	*tag.Service
	Stock   *stock.Service
	Events  *event.Service
	Reaches *reach.Service
	T       *testing.T
	DB      *sqldb.DB
	Farms   *farm.Service
	Now     time.Time
}

func NewWorld(t *testing.T, db *sqldb.DB) *World {
	t.Helper()
	w := &World{T: t, DB: db, Now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	w.Service, w.Farms = tag.New(db, w.Clock), farm.New(db, w.Clock)
	w.Stock, w.Events, w.Reaches = stock.New(db, w.Clock, w.Service), event.New(db, w.Clock, w.Service), reach.New(db, w.Clock, w.Service)
	w.Exec(`INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at)
		VALUES ('u1', 'ann', 'ann', 'a@b.example', 'a@b.example', '', 0, 0)`)
	w.Farm(North, farm.Details{Name: "North Bay", Type: farm.TypeFarm, Activities: []string{"Harvest"}})
	w.Farm(South, farm.Details{Name: "South Bay", Type: farm.TypeFarm, Activities: []string{"Harvest"}})
	w.Farm(Trade, farm.Details{Name: "Pike Place", Type: farm.TypeDistributor, Activities: []string{"Receive", "Order"}})
	Must(t, w.Farms.LinkUser(System, North, "u1"))
	return w
}

func (w *World) Clock() time.Time { return w.Now }

func (w *World) Farm(id string, d farm.Details) {
	w.T.Helper()
	d.Country, d.State, d.TimeZone = "USA", "Maine", "UTC"
	_, err := w.Farms.CreateWithID(System, id, d)
	Must(w.T, err)
}

// EditPublic changes what the tag page shows of a farm.
func (w *World) EditPublic(farmID string, c farm.PublicChange) {
	w.T.Helper()
	_, err := w.Farms.EditPublic(System, farmID, 0, c)
	Must(w.T, err)
}

func (w *World) Exec(query string, args ...any) {
	w.T.Helper()
	Must(w.T, w.DB.Write(Nobody, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(Nobody, query, args...)
		return err
	}))
}

// Make makes the tag number n of a farm.
func (w *World) Make(n int, farmID string, fields tag.Fields, parents ...int) string {
	w.T.Helper()
	kind := tag.TypeFarm
	if farmID == Trade {
		kind = tag.TypeDistributor
	}
	d := tag.Draft{ID: ID('a', n), FarmID: farmID, Type: kind, Content: tag.Content{Fields: fields}}
	for _, parent := range parents {
		d.Parents = append(d.Parents, ID('a', parent))
	}
	ref, err := w.Events.Create(System, d)
	Must(w.T, err)
	if ref != (event.Ref{ID: d.ID, Version: 1}) {
		w.T.Fatalf("made %+v", ref)
	}
	return d.ID
}

// Ice has the firm of a tag put it on ice at a time of its day, which changes what the tag states.
func (w *World) Ice(ctx context.Context, farmID, tagID, clock string) error {
	_, err := w.Events.Take(ctx, farmID, []event.Event{{Key: sqldb.NewID(), Kind: tag.Ice, TagID: tagID, Day: ledger.DayOf(w.Now), Clock: clock}})
	return err
}

func (w *World) Page(id string) tag.Page {
	w.T.Helper()
	page, err := w.Public(Nobody, id)
	Must(w.T, err)
	return page
}

// RecalledBy is the party that the page shows, empty for none.
func (w *World) RecalledBy(id string) string {
	w.T.Helper()
	if party := w.Page(id).Recall; party != nil {
		return *party
	}
	return ""
}

func (w *World) Recall(party string, tags ...string) string {
	w.T.Helper()
	w.Now = w.Now.Add(time.Second)
	id, err := w.Declare(System, party, reach.Choice{Tags: tags})
	Must(w.T, err)
	return id
}

// Declare recalls what is chosen, as package recall does.
func (w *World) Declare(ctx context.Context, party string, c reach.Choice) (id string, err error) {
	id = sqldb.NewID()
	return id, w.DB.Write(ctx, func(tx *sqldb.Tx) error { return Declare(ctx, tx, w.Reaches, id, c, party) })
}

// End ends a recall.
func (w *World) End(ctx context.Context, id string) error {
	return w.DB.Write(ctx, func(tx *sqldb.Tx) error { return w.Reaches.End(ctx, tx, id) })
}

func Must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// DeleteFarm is what whoever deletes a farm does.
func (w *World) DeleteFarm(farmID string) {
	w.T.Helper()
	Must(w.T, w.DB.Write(System, func(tx *sqldb.Tx) error {
		if err := w.KeepFarm(System, tx, farmID); err != nil {
			return err
		}
		for _, query := range []string{"DELETE FROM farm_users WHERE farm_id = $1", "DELETE FROM farms WHERE id = $1"} {
			if _, err := tx.Exec(System, query, farmID); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Three levels, the last with two parents: 1 and 2 harvested, 3 made from 1,
// 4 made from 3 and 2.
func ThreeLevels(w *World) (one, two, three, four string) {
	one = w.Make(1, North, tag.Fields{HarvestDate: "2026-11-10"})
	two = w.Make(2, South, tag.Fields{HarvestDate: "2026-11-09"})
	three = w.Make(3, Trade, tag.Fields{}, 1)
	four = w.Make(4, Trade, tag.Fields{}, 3, 2)
	return one, two, three, four
}
