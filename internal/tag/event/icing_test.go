package event_test

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

// fromPaper is a tag that states when it was harvested.
func fromPaper(b *tagtest.Book, key, clock string) (id string) {
	b.T.Helper()
	taken, err := b.Events.Take(tagtest.System, tagtest.North, []event.Event{{Key: key, Kind: tag.Receive, Day: tagtest.Day("2026-11-12"), Quantity: 100, Unit: ledger.Each,
		States: event.Stated{HarvestDate: "2026-11-12", HarvestTime: clock, HarvestLocation: "Willapa Bay, WA", SourceCert: "WA-1-SS"}}})
	tagtest.Must(b.T, err)
	return taken[0].TagID
}

// TAG-2: icing, or anything else, before the harvest of that day is taken once it is confirmed.
func TestTake_AsksAboutTimesBeforeTheHarvest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := tagtest.NewBook(t, db)
		id := fromPaper(b, "paper", "15:00")
		day := tagtest.Day("2026-11-12")
		take := func(e event.Event) error {
			e.Day = day
			_, err := b.Events.Take(tagtest.System, tagtest.North, []event.Event{e})
			return err
		}
		for _, e := range []event.Event{
			{Key: "ice", Kind: tag.Ice, TagID: id, Clock: "14:00"},
			{Key: "degrees", Kind: tag.Temperature, TagID: id, Clock: "02:59", Temperature: new(int64)},
			{Key: "retag", Kind: tag.Retag, Clock: "14:59", From: []event.Draw{{TagID: id}}, Quantity: 10, Unit: ledger.Each},
			{Key: "ship", Kind: tag.Ship, TagID: id, Clock: "14:59", Quantity: 1, To: &tag.Consignee{Name: "Harbor House"}},
		} {
			err := take(e)
			f := fault.As(err)
			if f == nil || f.Kind != fault.Conflict || f.Code != "before-harvest" || len(f.Fields) != 1 || f.Fields[0].Name != "events.0.time" {
				t.Errorf("%s: %v", e.Key, err)
			}
			e.Confirmed = true
			if err := take(e); err != nil {
				t.Errorf("%s, confirmed: %v", e.Key, err)
			}
			e.Confirmed = false
			if err := take(e); err != nil {
				t.Errorf("%s, sent again: %v", e.Key, err)
			}
		}
		for _, e := range []event.Event{{Key: "at once", Kind: tag.Ice, TagID: id, Clock: "15:00"}, {Key: "no time", Kind: tag.Ice, TagID: id}} {
			if err := take(e); err != nil {
				t.Errorf("%s: %v", e.Key, err)
			}
		}

		err := take(event.Event{Key: "future", Kind: tag.Ice, TagID: "7a00000000000000000000ff", Clock: "14:00", Confirmed: true})
		if f := fault.As(err); f.Code != "" || f.Kind != fault.Invalid {
			t.Errorf("what cannot be is asked about: %v", err)
		}
	})
}

// TAG-2: ids of tags are taken in any case.
func TestTake_AcceptsTagsInAnyCase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := tagtest.NewBook(t, db)
		id := fromPaper(b, "paper", "15:00")
		typed := " " + strings.ToUpper(id)
		day := tagtest.Day("2026-11-12")
		split := event.Event{Key: "split", Kind: tag.Split, TagID: "7A00000000000000000000AB", Day: day, From: []event.Draw{{TagID: typed}}, Quantity: 10, Unit: ledger.Each}
		taken, err := b.Events.Take(tagtest.System, tagtest.North, []event.Event{split, {Key: "ice", Kind: tag.Ice, TagID: typed, Day: day}})
		tagtest.Must(t, err)
		if taken[0].TagID != "7a00000000000000000000ab" || taken[1].TagID != id {
			t.Errorf("%+v", taken)
		}
		split.From[0].TagID = id
		again, err := b.Events.Take(tagtest.System, tagtest.North, []event.Event{split})
		tagtest.Must(t, err)
		if !again[0].Again {
			t.Error("the same event in another case is another event")
		}

		d, err := b.Stock.Get(tagtest.System, tagtest.North, strings.ToUpper(id))
		tagtest.Must(t, err)
		if d.Tag.ID != id {
			t.Errorf("the tag is %s", d.Tag.ID)
		}
		page, err := b.Public(tagtest.System, strings.ToUpper(id))
		tagtest.Must(t, err)
		if page.Tag.ID != id {
			t.Errorf("its page is of %s", page.Tag.ID)
		}
	})
}

// LABEL-1: the most precise place of a harvest has the parcel that the growing area's location names.
func TestTake_NamesTheParcelOfTheGrowingArea(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := tagtest.NewBook(t, db)
		b.Record(tagtest.Harvested(tagtest.Bay, "a", "2026-11-10", 100))
		for location, want := range map[string]string{"Willapa Bay, parcel 203": "203", "Parcel No. 7-A, Palix": "7-A", "parcel #12": "12", "Willapa Bay": "", "Parcels": "", "Parcel B": "B", "parcel near the dock": ""} {
			b.Exec("UPDATE leases SET location = $1 WHERE farm_id = $2", location, tagtest.North)
			harvest := b.OfHarvest(tagtest.Bay, "a", "2026-11-10", 1)
			harvest.Key = "parcel of " + location
			taken, err := b.Events.Take(tagtest.System, tagtest.North, []event.Event{harvest})
			tagtest.Must(t, err)
			if got := b.Page(taken[0].TagID).Tag.Parcel; got != want {
				t.Errorf("%q: parcel %q, want %q", location, got, want)
			}
		}
	})
}
