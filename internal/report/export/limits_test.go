package export

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// S18 S20: ten an hour for a user, one address each, nothing unknown.
func TestExportLimits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		another, _ := busyFarm(t, db)
		ann, ben := newUser(t, db, "ann", farmID, another), newUser(t, db, "ben", farmID)
		o := newOffice(t, db)
		request := func(caller context.Context, farmID string) error {
			_, err := o.Request(caller, farmID, Request{report.Query{Metric: "Snapshot"}, "buyer@market.example"})
			return err
		}
		for i := range 10 {
			must(t, request(ann, []string{farmID, another}[i%2]))
			o.time = o.time.Add(time.Minute)
		}
		err := request(ann, farmID)
		if !fault.Is(err, fault.TooMany) || fault.As(err).Message != "You have asked for 10 exports within an hour, which is the most. Please try again later." {
			t.Errorf("the eleventh: %v", err)
		}
		must(t, request(ben, farmID))
		o.time = noon.Add(time.Hour)
		must(t, request(ann, farmID)) // the first is an hour ago
		if err := request(ann, farmID); !fault.Is(err, fault.TooMany) {
			t.Errorf("the twelfth: %v", err)
		}
		if err := request(ben, another); !fault.Is(err, fault.NotFound) {
			t.Errorf("another's farm: %v", err)
		}
		mine, err := o.List(ben, farmID)
		must(t, err)
		all, err := o.List(system, farmID)
		must(t, err)
		if len(mine) != 1 || len(all) != 7 {
			t.Errorf("%d of ben's, %d for staff", len(mine), len(all))
		}
	})
}

// S18 EXP-2: what cannot be exported, or mailed, is refused by field.
func TestExportRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		good := "buyer@market.example"
		for _, tt := range []struct {
			field string
			q     report.Query
			email string
		}{
			{"email", report.Query{Metric: "Snapshot"}, ""},
			{"email", report.Query{Metric: "Snapshot"}, "buyer"},
			{"email", report.Query{Metric: "Snapshot"}, "a@b.example, c@d.example"},
			{"email", report.Query{Metric: "Snapshot"}, "a@b.example\r\nBcc: c@d.example"},
			{"email", report.Query{Metric: "Snapshot"}, "Buyer <a@b.example>"},
			{"metric", report.Query{Metric: "Profit"}, good},
			{"dateRange", report.Query{Metric: "HarvestLog", DateRange: "Last 8 days"}, good},
			{"dateRange", report.Query{Metric: "HarvestLog", DateRange: "Snapshot"}, good},
			{"startDate", report.Query{Metric: "Harvest", DateRange: "Custom"}, good},
			{"activeLease", report.Query{Metric: "Equipment", ActiveLease: "nowhere"}, good},
			{"activeViewBy.colour", report.Query{Metric: "Snapshot", ActiveViewBy: map[string][]string{"colour": {"red"}}}, good},
			{"segment", report.Query{Metric: "Inventory", Segment: "colour"}, good},
		} {
			_, err := o.Request(manager, farmID, Request{tt.q, tt.email})
			if !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != tt.field {
				t.Errorf("%+v to %q: %v", tt.q, tt.email, err)
			}
		}
		o.work(t)
		if list, err := o.List(manager, farmID); err != nil || len(list) != 0 || len(o.mails(t)) != 0 {
			t.Errorf("stored: %+v %v", list, err)
		}
	})
}

// S20: a sheet has a bound, and what is beyond it is refused with words, not cut.
func TestExportHasABound(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		for _, metric := range []string{"Snapshot", "HarvestLog"} {
			q := report.Query{Metric: metric, DateRange: "Last 180 days"} // two rows
			o.maxRows = 2
			if e := o.ask(t, manager, farmID, q); e.State != done || e.Rows != 2 {
				t.Errorf("%s at the bound: %+v", metric, e)
			}
			o.maxRows = 1
			if e := o.ask(t, manager, farmID, q); e.State != failed || e.Message != "That is more than 1 row, which is more than one sheet should hold. Please choose a shorter range, a growing area or a filter." {
				t.Errorf("%s beyond the bound: %+v", metric, e)
			}
			q.ActiveLease = areas["North"]
			if e := o.ask(t, manager, farmID, q); metric == "Snapshot" && e.State != done {
				t.Errorf("%s of one growing area: %+v", metric, e)
			}
		}
	})
}
