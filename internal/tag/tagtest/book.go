package tagtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/stock"
)

var Bay, Cove = ID('e', 1), ID('e', 2) // growing areas of North Bay

func Day(text string) ledger.Day {
	d, err := ledger.ParseDay(text)
	if err != nil {
		panic(err)
	}
	return d
}

// Book is the world with a book at North Bay: 1,000 animals in each of two bags at
// Bay, and 1,000 at Cove.
type Book struct {
	*World
	Ledgers *ledger.Service
	Lots    map[string]string // id by nickname
	keys    int
}

var bags = ledger.Group{OysterType: "Pacific oyster", Year: 2025}

func LotOf(name string) ledger.Lot {
	return ledger.Lot{Group: bags, SizeLabel: "Select", Nickname: name}
}

func NewBook(t *testing.T, db *sqldb.DB) *Book {
	t.Helper()
	b := &Book{World: NewWorld(t, db), Lots: map[string]string{}}
	b.Ledgers = ledger.New(db, b.Clock)
	b.Ledgers.KeepTagged(stock.Tagged())
	b.Farms.Keep(ledger.Keeper(), b.Service.Keeper(), b.Reaches.Keeper())
	for i, name := range []string{"Bay", "Cove"} {
		_, err := b.Farms.AddLease(System, North, farm.Lease{ID: ID('e', i+1), Name: name})
		Must(t, err)
	}
	for _, name := range []string{"a", "b"} {
		b.Record(ledger.Activity{Kind: ledger.Plant, Day: Day("2026-01-01"), Place: ledger.Place{LeaseID: Bay, Lot: LotOf(name)}, Count: 1000})
	}
	b.Record(ledger.Activity{Kind: ledger.Plant, Day: Day("2026-01-01"), Place: ledger.Place{LeaseID: Cove, Lot: LotOf("a")}, Count: 1000})
	places, err := b.Ledgers.Places(System, North)
	Must(t, err)
	for _, p := range places {
		b.Lots[p.Lot.Nickname] = p.LotID
	}
	return b
}

func (b *Book) Record(activities ...ledger.Activity) []int64 {
	b.T.Helper()
	result, err := b.Ledgers.Record(System, North, activities)
	Must(b.T, err)
	return result.Numbers
}

func Harvested(lease, name, on string, animals int64) ledger.Activity {
	return ledger.Activity{Kind: ledger.Harvest, Day: Day(on), Place: ledger.Place{LeaseID: lease, Lot: LotOf(name)}, Count: animals}
}

// Event gives it a key of its own, unless it has one.
func (b *Book) Event(e event.Event) event.Event {
	if e.Key == "" {
		b.keys++
		e.Key = fmt.Sprint("k", b.keys)
	}
	if e.Day == 0 {
		e.Day = Day("2026-11-15")
	}
	return e
}

func (b *Book) Take(farmID string, events ...event.Event) []string {
	b.T.Helper()
	for i := range events {
		events[i] = b.Event(events[i])
	}
	taken, err := b.Events.Take(System, farmID, events)
	if err != nil {
		b.T.Fatalf("%v: %+v", err, fault.As(err).Fields)
	}
	ids := make([]string, len(taken))
	for i, one := range taken {
		ids[i] = one.TagID
	}
	return ids
}

// Refuses gives the fields of the fault, as "field: message".
func (b *Book) Refuses(farmID string, events ...event.Event) string {
	b.T.Helper()
	for i := range events {
		events[i] = b.Event(events[i])
	}
	_, err := b.Events.Take(System, farmID, events)
	if err == nil {
		b.T.Fatalf("%+v was taken", events)
	}
	var text []string
	for _, f := range fault.As(err).Fields {
		text = append(text, f.Name+": "+f.Message)
	}
	return strings.Join(text, "\n")
}

func (b *Book) OfHarvest(lease, name, on string, animals int64) event.Event {
	return event.Event{Kind: tag.Harvest, Day: Day(on), Clock: "06:40", LeaseID: lease, Lots: []event.LotDraw{{LotID: b.Lots[name], Animals: animals}}}
}

// Left is the remainder of a tag.
func (b *Book) Left(id string) (left int64) {
	b.T.Helper()
	Must(b.T, b.DB.Read(Nobody, func(tx *sqldb.Tx) (err error) {
		left, err = sqldb.One(Nobody, tx, sqldb.Scalar[int64], "SELECT remainder FROM tags WHERE id = $1", id)
		return err
	}))
	return left
}
