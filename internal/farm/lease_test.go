package farm_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// refused fails the test unless err is a fault of that kind with those words, about
// the field where one is named.
func refused(t *testing.T, what string, err error, kind fault.Kind, field, says string) {
	t.Helper()
	f := fault.As(err)
	if err == nil || f.Kind != kind || f.Message != says || field != "" && (len(f.Fields) == 0 || f.Fields[len(f.Fields)-1].Name != field) {
		t.Errorf("%s: %v (%s, %+v)", what, err, f.Kind, f.Fields)
	}
}

func text(s string) *string { return &s }

// FARM-4: a growing area is added, edited, ended and reopened, by staff and by
// the farm's managers; each change makes a new version, and what is left out stays as it was.
func TestAGrowingAreaThroughItsLife(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := openProcess(t, db)
		id := h.newFarm(t)
		ann := h.user(t, "ann", actor.Actor{FarmManager: true})
		must(t, h.LinkUser(system, id, "ann"))
		l, err := h.AddLease(ann, id, farm.Lease{Name: " North Bay ", DateOfIssue: "2020-02-29", Size: "4 acres", Lines: []farm.Line{{Name: "L1", Spots: 40}}})
		must(t, err)
		if l.Name != "North Bay" || l.Version != 1 || l.EndedOn != "" {
			t.Errorf("added: %+v", l)
		}
		l, err = h.EditLease(ann, id, l.ID, 1, farm.LeaseChange{DateOfExpiration: text("2030-01-01"), Lines: []farm.Line{{Name: "L1", Spots: 40}, {Name: "L2", Spots: 10}}})
		must(t, err)
		if l.Version != 2 || l.Size != "4 acres" || l.DateOfIssueTwin != "2020-02-29" || l.DateOfExpiration != "2030-01-01" || l.Spots() != 50 {
			t.Errorf("edited: %+v", l)
		}
		_, err = h.EditLease(system, id, l.ID, 1, farm.LeaseChange{Size: text("5 acres")})
		refused(t, "an edit of an older version", err, fault.Conflict, "", "Somebody else changed this growing area meanwhile.")
		l, err = h.EndLease(ann, id, l.ID, 2, "2026-11-19")
		must(t, err)
		if l.EndedOn != "2026-11-19" || l.Version != 3 {
			t.Errorf("ended: %+v", l)
		}
		_, err = h.EndLease(ann, id, l.ID, 2, "2026-11-18")
		refused(t, "an end of an older version", err, fault.Conflict, "", "Somebody else changed this growing area meanwhile.")
		l, err = h.ReopenLease(ann, id, l.ID)
		must(t, err)
		stored, err := h.Get(ann, id)
		must(t, err)
		if len(stored.Leases) != 1 || l.EndedOn != "" || l.Version != 4 || stored.Leases[0].Version != 4 || stored.Leases[0].Size != "4 acres" || stored.Leases[0].EndedOn != "" {
			t.Errorf("reopened: %+v, stored %+v", l, stored.Leases)
		}
		must(t, h.DeleteLease(ann, id, l.ID))
		if stored, err = h.Get(ann, id); err != nil || len(stored.Leases) != 0 {
			t.Errorf("deleted: %+v %v", stored.Leases, err)
		}
		refused(t, "deleting it again", h.DeleteLease(ann, id, l.ID), fault.NotFound, "", "No such growing area.")
	})
}

// AUTH-7: another's farm, and another farm's growing area, do not exist.
func TestGrowingAreasOfAnotherFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := openProcess(t, db)
		own, other := h.newFarm(t), h.newFarm(t)
		ann := h.user(t, "ann", actor.Actor{FarmManager: true})
		must(t, h.LinkUser(system, own, "ann"))
		theirs := h.area(t, other, farm.Lease{Name: "North"})
		for farmID, says := range map[string]string{other: "No such farm.", own: "No such growing area."} {
			_, edit := h.EditLease(ann, farmID, theirs.ID, 0, farm.LeaseChange{Name: text("Mine")})
			_, end := h.EndLease(ann, farmID, theirs.ID, 0, "2026-01-01")
			_, reopen := h.ReopenLease(ann, farmID, theirs.ID)
			for what, err := range map[string]error{"edit": edit, "end": end, "reopen": reopen, "delete": h.DeleteLease(ann, farmID, theirs.ID)} {
				refused(t, what, err, fault.NotFound, "", says)
			}
		}
		_, err := h.AddLease(ann, other, farm.Lease{Name: "Mine"})
		refused(t, "add", err, fault.NotFound, "", "No such farm.")
		_, err = h.AddLease(actor.With(context.Background(), actor.Actor{UserID: "ann"}), own, farm.Lease{Name: "Mine"})
		refused(t, "add by a member", err, fault.NotFound, "", "No such farm.")
		stored, err := h.Get(system, other)
		must(t, err)
		if len(stored.Leases) != 1 || stored.Leases[0].Version != 1 {
			t.Errorf("theirs changed: %+v", stored.Leases)
		}
	})
}

// FARM-4: what is refused of a growing area, by field and in words; nothing of it is
// stored.
func TestWhatAGrowingAreaCannotBe(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := openProcess(t, db)
		id := h.newFarm(t)
		h.area(t, id, farm.Lease{Name: "Straße"})
		l := h.area(t, id, farm.Lease{Name: "South", DateOfIssue: "2020-05-01"})
		many := make([]farm.Line, 501)
		for i := range many {
			many[i].Name = strings.Repeat("x", 1+i%50) + string(rune('a'+i/50))
		}
		for _, tt := range []struct {
			change      farm.LeaseChange
			field, says string
		}{
			{farm.LeaseChange{Name: text(" ")}, "name", "Name is required"},
			{farm.LeaseChange{Name: text(" STRASSE")}, "name", `The farm has a growing area named "STRASSE" already.`},
			{farm.LeaseChange{Name: text(strings.Repeat("å", 201))}, "name", "That has more than 200 characters"},
			{farm.LeaseChange{Location: text("a\x00b")}, "location", "That has characters which cannot be shown"},
			{farm.LeaseChange{DateOfIssue: text("2023-02-29")}, "dateOfIssue", "That is not a date (YYYY-MM-DD)"},
			{farm.LeaseChange{DateOfExpiration: text("soon")}, "dateOfExpiration", "That is not a date (YYYY-MM-DD)"},
			{farm.LeaseChange{DateOfExpiration: text("2020-04-30")}, "dateOfExpiration", "It cannot expire before it was issued"},
			{farm.LeaseChange{Lines: []farm.Line{{Name: " "}}}, "lines", "A line needs a name"},
			{farm.LeaseChange{Lines: []farm.Line{{Name: "L1"}, {Name: " l1"}}}, "lines", `Two lines are named "l1"`},
			{farm.LeaseChange{Lines: []farm.Line{{Name: "L1", Spots: -1}}}, "lines", "A line has 0 to 1000000 spots"},
			{farm.LeaseChange{Lines: many}, "lines", "A growing area has at most 500 lines"},
		} {
			_, err := h.EditLease(system, id, l.ID, 0, tt.change)
			refused(t, tt.says, err, fault.Invalid, tt.field, tt.says)
		}
		for date, says := range map[string]string{
			"":           "That is not a date (YYYY-MM-DD)",
			"2026-11-21": "A growing area cannot end in the future",
			"2020-04-30": "It was issued on 2020-05-01 and cannot end before",
		} {
			_, err := h.EndLease(system, id, l.ID, 0, date)
			refused(t, "ending on "+date, err, fault.Invalid, "date", says)
		}
		stored, err := h.Get(system, id)
		must(t, err)
		if south := stored.Leases[0]; south.Name != "South" || south.Version != 1 || south.EndedOn != "" || len(south.Lines) != 0 {
			t.Errorf("stored: %+v", stored.Leases)
		}
	})
}

// A growing area with animals cannot vanish, and stays in the history when
// they are gone.
func TestAGrowingAreaWithAnimalsStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := openProcess(t, db)
		id := h.newFarm(t)
		l := h.area(t, id, farm.Lease{Name: "North"})
		at := bag(l.ID, "1")
		recorded := func(want bool) {
			t.Helper()
			if f, err := h.Get(system, id); err != nil || f.Recorded != want {
				t.Errorf("recorded: %t, want %t (%v)", f.Recorded, want, err)
			}
		}
		recorded(false)
		h.record(t, id, ledger.Activity{Kind: ledger.Plant, Day: day("2026-03-01"), Place: at, Count: 1204, Containers: 12})
		tryAll := func(says string) {
			t.Helper()
			_, end := h.EndLease(system, id, l.ID, 0, "2026-11-01")
			refused(t, "end", end, fault.Conflict, "", says)
			refused(t, "delete", h.DeleteLease(system, id, l.ID), fault.Conflict, "", says)
		}
		tryAll("1,204 animals and 12 containers are still there. Move or harvest them first.")
		stored, err := h.Get(system, id)
		must(t, err)
		if got := stored.Leases[0]; got.Animals != 1204 || got.Containers != 12 {
			t.Errorf("the farm shows %d animals in %d containers", got.Animals, got.Containers)
		}
		h.record(t, id, ledger.Activity{Kind: ledger.Harvest, Day: day("2026-04-01"), Place: at, Count: 1203, Containers: 12})
		tryAll("1 animal still grows there. Move or harvest it first.")
		h.record(t, id, ledger.Activity{Kind: ledger.Loss, Day: day("2026-04-02"), Place: at, Count: 1})
		recorded(true) // also when nothing lives there any more
		refused(t, "delete", h.DeleteLease(system, id, l.ID), fault.Conflict, "", "Something was recorded there, so it belongs to the farm's history. End it instead.")
		_, err = h.EndLease(system, id, l.ID, 0, "2026-04-01")
		refused(t, "an end before the last entry", err, fault.Invalid, "date", "Something was recorded there on 2026-04-02. It cannot end before")
		_, err = h.EndLease(system, id, l.ID, 0, "2026-04-02")
		must(t, err)
		r, err := h.reports.Report(system, id, report365(l.ID))
		must(t, err)
		if last := r.Data[len(r.Data)-1]; last.Planted != 1204 || last.Harvested != 1203 || last.Lost != 1 {
			t.Errorf("the report of the ended growing area: %+v", last)
		}
	})
}

// A container without a living animal is not in use, as in the equipment
// report, and keeps no growing area from ending.
func TestContainersWhoseAnimalsAreGone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := openProcess(t, db)
		id := h.newFarm(t)
		l := h.area(t, id, farm.Lease{Name: "North", Lines: []farm.Line{{Name: "L1", Spots: 3}}})
		h.record(t, id, ledger.Activity{Kind: ledger.Plant, Day: day("2026-03-01"), Place: bag(l.ID, "1"), Count: 100, Containers: 3},
			ledger.Activity{Kind: ledger.Harvest, Day: day("2026-04-01"), Place: bag(l.ID, "1"), Count: 100, Containers: 1})
		_, err := h.EditLease(system, id, l.ID, 0, farm.LeaseChange{Lines: []farm.Line{}})
		must(t, err)
		ended, err := h.EndLease(system, id, l.ID, 0, "2026-11-01")
		must(t, err)
		if ended.Containers != 0 || ended.Animals != 0 {
			t.Errorf("ended: %+v", ended)
		}
	})
}

// REP-10: lines cannot go, or lose spots, that the containers there need.
func TestLinesThatContainersNeed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := openProcess(t, db)
		id := h.newFarm(t)
		two := []farm.Line{{Name: "L1", Spots: 1000}, {Name: "L2", Spots: 500}}
		l := h.area(t, id, farm.Lease{Name: "North", Lines: two})
		h.record(t, id, ledger.Activity{Kind: ledger.Plant, Day: day("2026-03-01"), Place: bag(l.ID, "1"), Count: 5000, Containers: 1204})
		for says, lines := range map[string][]farm.Line{
			"1,204 containers hang there, and these lines have room for 1,000. Move some first.": two[:1],
			"1,204 containers hang there, and these lines have room for 1,203. Move some first.": {{Name: "L1", Spots: 1000}, {Name: "L2", Spots: 203}},
			"1,204 containers still hang there. Move them first.":                                {},
		} {
			_, err := h.EditLease(system, id, l.ID, 0, farm.LeaseChange{Lines: lines})
			refused(t, says, err, fault.Conflict, "", says)
		}
		for _, lines := range [][]farm.Line{
			{{Name: "L1", Spots: 1000}, {Name: "Second", Spots: 204}}, // just enough
			{{Name: "L1", Spots: 1000}, {Name: "New"}},                // nobody said how many spots
		} {
			changed, err := h.EditLease(system, id, l.ID, 0, farm.LeaseChange{Lines: lines})
			must(t, err)
			if !slices.Equal(changed.Lines, lines) {
				t.Errorf("lines: %+v", changed.Lines)
			}
		}
		_, err := h.EditLease(system, id, l.ID, 0, farm.LeaseChange{Lines: two[:1]})
		refused(t, "without the line whose spots nobody knows", err, fault.Conflict, "", "1,204 containers hang there, and these lines have room for 1,000. Move some first.")
	})
}
