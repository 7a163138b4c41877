package today_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/tagtest"
	"github.com/merroir/merroir/internal/today"
)

var system, clock, must = reporttest.System, reporttest.Clock, reporttest.Must

// office is a busy farm with something of every kind that needs somebody, but
// paper, which has its own tests. At noon of 20 November UTC it is the 20th there.
type office struct {
	*today.Service
	db     *sqldb.DB
	bills  *billing.Service
	farmID string
	areas  map[string]string
	ann    context.Context // manages the farm
}

func newOffice(t *testing.T, db *sqldb.DB) *office {
	t.Helper()
	farmID, areas := reporttest.BusyFarm(t, db)
	bills := billing.New(db, billing.Options{Now: clock, Queue: jobs.New(db, jobs.Options{Now: clock, Logger: slog.New(slog.DiscardHandler)})})
	o := &office{today.New(db, clock, report.New(db, clock), reach.New(db, clock, tag.New(db, clock))), db, bills, farmID, areas, reporttest.NewUser(t, db, "ann", farmID)}
	farms, tags := farm.New(db, clock), tag.New(db, clock)
	events, recalls := event.New(db, clock, tags), reach.New(db, clock, tags)
	for name, on := range map[string]string{"North": "2026-12-13", "South": "2026-11-01"} {
		_, err := farms.EditLease(system, farmID, areas[name], 0, farm.LeaseChange{DateOfExpiration: &on})
		must(t, err)
	}
	_, err := farms.EditPublic(system, farmID, 0, farm.PublicChange{Certs: []farm.Certificate{{CertID: "c", Cert: "BC-7", DateOfExpiration: "2026-11-20"}}})
	must(t, err)
	ref, err := events.Create(system, tag.Draft{FarmID: farmID, Type: tag.TypeFarm})
	must(t, err)
	tagtest.Recall(t, db, recalls, system, "British Columbia", ref.ID)
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		for _, title := range []string{"Rolls", "Ribbon"} {
			if _, err := o.bills.Issue(system, tx, billing.NewInvoice{Key: title, FarmID: farmID, Kind: "more", Title: title, Lines: []billing.Line{{Description: title, Cents: 900}}}); err != nil {
				return err
			}
		}
		return nil
	}))
	return o
}

// said tells a need in a word and its number.
func said(n today.Need) string {
	switch {
	case n.Recall != nil:
		return fmt.Sprintf("%s by %s of %d", n.Kind, n.Recall.Party, n.Recall.Tags)
	case n.Lease != nil:
		return fmt.Sprintf("%s of %s in %d with %d", n.Kind, n.Lease.Name, n.Lease.Days, n.Lease.Animals)
	case n.Certificate != nil:
		return fmt.Sprintf("%s %s in %d", n.Kind, n.Certificate.Cert, n.Certificate.Days)
	case n.Invoice != nil:
		return fmt.Sprintf("%s of %s in %d", n.Kind, n.Invoice.Title, n.Invoice.Days)
	}
	return n.Kind
}

func inOrder(needs []today.Need) string {
	var all []string
	for _, n := range needs {
		all = append(all, said(n))
	}
	return strings.Join(all, "; ")
}

const urgent = "recall by British Columbia of 1; lease of South in -19 with 200; certificate BC-7 in 0; lease of North in 23 with 800"

// A farm's first page: at most five needs, the most urgent first, of all that
// there are; what lives where; the last entries.
func TestAFarmToday(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		got, err := o.Farm(o.ann, o.farmID)
		must(t, err)
		if needs := inOrder(got.Needs); needs != urgent+"; invoice of Rolls in 30" || got.NeedsInAll != 6 {
			t.Errorf("%d needs: %s", got.NeedsInAll, needs)
		}
		if inAll, err := o.Needs(o.ann, o.farmID); err != nil || inAll != 6 {
			t.Errorf("%d needs, %v", inAll, err)
		}
		if got.Date != "2026-11-20" || got.Trend.Animals != 1000 || got.Trend.Before != 950 {
			t.Errorf("%s: %+v", got.Date, got.Trend)
		}
		areas := []today.Area{
			{LeaseID: o.areas["North"], Name: "North", Ends: "2026-12-13", Animals: 800, Sizes: []today.SizeClass{{Animals: 800}}, Used: 18, Spots: 30},
			{LeaseID: o.areas["South"], Name: "South", Ends: "2026-11-01", Animals: 200, Sizes: []today.SizeClass{{Animals: 200}}, Used: 4, Spots: 10},
		}
		if diff := cmp.Diff(areas, got.Areas); diff != "" {
			t.Error(diff)
		}
		var entries []string
		for _, e := range got.Entries {
			entries = append(entries, fmt.Sprintf("%s %d on %s", e.Activity, e.Count, e.Date))
		}
		if want := "[size 0 on 2026-11-01 plant 200 on 2026-10-15 harvest 100 on 2026-10-01 loss 50 on 2026-09-01 size 0 on 2026-08-10]"; fmt.Sprint(entries) != want {
			t.Errorf("%v", entries)
		}
	})
}

// A growing area is told by size class; one that has ended is not shown.
func TestGrowingAreasInUse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		at := ledger.Place{LeaseID: o.areas["South"], Lot: ledger.Lot{SizeLabel: "Petite", MeshSize: "bag"}}
		_, err := ledger.New(db, clock).Record(system, o.farmID, []ledger.Activity{
			{Kind: ledger.Plant, Day: reporttest.Day("2026-11-02"), Place: at, Count: 10, Containers: 2},
			{Kind: ledger.Loss, Day: reporttest.Day("2026-11-03"), Place: ledger.Place{LeaseID: o.areas["North"], Lot: ledger.Lot{Group: ledger.Group{OysterType: "Pacific oyster", Year: 2025}, MeshSize: "tray"}}, Count: 800, Containers: 18},
		})
		must(t, err)
		_, err = farm.New(db, clock).EndLease(system, o.farmID, o.areas["North"], 0, "2026-11-03")
		must(t, err)
		got, err := o.Farm(o.ann, o.farmID)
		must(t, err)
		want := []today.Area{{LeaseID: o.areas["South"], Name: "South", Ends: "2026-11-01", Animals: 210, Sizes: []today.SizeClass{{"", 200}, {"Petite", 10}}, Used: 6, Spots: 10}}
		if diff := cmp.Diff(want, got.Areas); diff != "" {
			t.Error(diff)
		}
	})
}

// Who looks after farms but not their records sees no invoice; who has nothing to
// do with the farm is told that there is none.
func TestWhatOneMayNotSeeIsLeftOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		exporter := actor.With(t.Context(), actor.Actor{UserID: "u8", Username: "bo", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Export}})
		got, err := o.Farm(exporter, o.farmID)
		must(t, err)
		if needs := inOrder(got.Needs); needs != urgent || got.NeedsInAll != 4 {
			t.Errorf("%d needs: %s", got.NeedsInAll, needs)
		}
		if inAll, err := o.Needs(exporter, o.farmID); err != nil || inAll != 4 {
			t.Errorf("%d needs, %v", inAll, err)
		}
		for who, ctx := range map[fault.Kind]context.Context{fault.NotFound: reporttest.NewUser(t, db, "other"), fault.Unauthenticated: t.Context()} {
			if _, err := o.Farm(ctx, o.farmID); !fault.Is(err, who) {
				t.Errorf("not %v: %v", who, err)
			}
			if _, err := o.Needs(ctx, o.farmID); !fault.Is(err, who) {
				t.Errorf("not %v: %v", who, err)
			}
		}
		if none, err := o.Farms(exporter); err != nil || len(none) != 0 {
			t.Errorf("who manages none: %v, %v", none, err)
		}
	})
}

// The list says of each farm what its page does, for a new one too.
func TestFarmsAtAGlance(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		bare := reporttest.NewFarm(t, db)
		reporttest.NewFarm(t, db) // not linked
		both := reporttest.NewUser(t, db, "eve", o.farmID, bare)
		all, err := o.Farms(both)
		must(t, err)
		if len(all) != 2 {
			t.Fatalf("%d farms", len(all))
		}
		of := map[string]today.Glance{}
		for _, g := range all {
			of[g.FarmID] = g
		}
		busy := of[o.farmID]
		if busy.Animals != 1000 || len(busy.Line) != 14 || busy.Line[0] != 950 || busy.LastEntry.Activity != "size" || said(*busy.Need) != "recall by British Columbia of 1" || busy.NeedsInAll != 6 {
			t.Errorf("%+v", busy)
		}
		if got := of[bare]; got.Animals != 0 || got.LastEntry != nil || got.Need != nil || got.NeedsInAll != 0 || len(got.Line) != 14 {
			t.Errorf("a new farm: %+v", got)
		}
	})
}

// As many statements for 25 farms as for two, once their columns are in memory,
// also where all of them are recalled and run out of paper.
func TestStatementsOfAList(t *testing.T) {
	db, statements := dbtest.Counted(t)
	s := today.New(db, clock, report.New(db, clock), reach.New(db, clock, tag.New(db, clock)))
	tags := tag.New(db, clock)
	events, recalls := event.New(db, clock, tags), reach.New(db, clock, tags)
	asked := func(farms int) int64 {
		var ids, recalled []string
		for range farms {
			id := reporttest.NewFarm(t, db)
			ids = append(ids, id)
			ref, err := events.Create(system, tag.Draft{FarmID: id, Type: tag.TypeFarm})
			must(t, err)
			recalled = append(recalled, ref.ID)
			runOut(t, db, id)
		}
		tagtest.Recall(t, db, recalls, system, "State", recalled...)
		user := reporttest.NewUser(t, db, fmt.Sprintf("user %d", farms), ids...)
		_, err := s.Farms(user)
		must(t, err)
		before := statements()
		all, err := s.Farms(user)
		must(t, err)
		if len(all) != farms || all[0].NeedsInAll != 2 {
			t.Fatalf("%d farms of %d, with %d needs", len(all), farms, all[0].NeedsInAll)
		}
		return statements() - before
	}
	two, many := asked(2), asked(25)
	if two != many || two > 14 {
		t.Errorf("%d statements for 2 farms, %d for 25", two, many)
	}
}

// runOut gives the farm a subscription whose mobile paper runs out.
func runOut(t *testing.T, db *sqldb.DB, farmID string) {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		run(t, tx, "UPDATE farms SET tagging_active = 'true' WHERE id = $1", farmID)
		run(t, tx, "INSERT INTO tagging_subscriptions (farm_id, settings) VALUES ($1, '{}')", farmID)
		run(t, tx, "INSERT INTO paper_stock (farm_id, type, shipped, printed, next_reminder, next_finalized, state) VALUES ($1, 'mobile', 100, 60, 50, 25, 'reminded')", farmID)
		return nil
	}))
}
