package export

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// S18 S20: so many an hour for a user, one address each, nothing unknown.
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
		for i := range maxPerHour {
			must(t, request(ann, []string{farmID, another}[i%2]))
			o.time = o.time.Add(time.Second)
		}
		err := request(ann, farmID)
		if !fault.Is(err, fault.TooMany) || fault.As(err).Message != "You have asked for 120 exports within an hour, which is the most. Please try again later." {
			t.Errorf("one more: %v", err)
		}
		must(t, request(ben, farmID))
		o.time = noon.Add(time.Hour) // the first is an hour ago
		must(t, request(ann, farmID))
		if err := request(ann, farmID); !fault.Is(err, fault.TooMany) {
			t.Errorf("after that: %v", err)
		}
		if err := request(ben, another); !fault.Is(err, fault.NotFound) {
			t.Errorf("another's farm: %v", err)
		}
		mine, err := o.List(ben, farmID)
		must(t, err)
		all, err := o.List(system, farmID)
		must(t, err)
		if len(mine) != 1 || len(all) != maxExports {
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
			why := "That is more than 1 row, which is more than one sheet should hold. Please choose a shorter range, a growing area or a filter."
			if _, err := o.Request(manager, farmID, Request{q, "buyer@market.example"}); !fault.Is(err, fault.Invalid) || fault.As(err).Message != why {
				t.Errorf("%s beyond the bound: %v", metric, err)
			}
			// What has grown beyond it since it was asked for is mailed.
			o.maxRows = 2
			id, err := o.Request(manager, farmID, Request{q, "buyer@market.example"})
			must(t, err)
			o.maxRows = 1
			o.work(t)
			if e := o.one(t, manager, farmID, id); e.State != failed || e.Message != why {
				t.Errorf("%s grown beyond the bound: %+v", metric, e)
			}
			told := 0
			for _, m := range o.mails(t) {
				if m.Subject == nameOf(metric)+" of Test farm could not be exported" && strings.Contains(m.To, "buyer@market.example") && strings.Contains(strings.Join(strings.Fields(m.Text), " "), why) {
					told++
				}
			}
			if told != 1 {
				t.Errorf("%s: %d mails say why", metric, told)
			}
			q.ActiveLease = areas["North"]
			if _, err := o.Request(manager, farmID, Request{q, "buyer@market.example"}); metric == "Snapshot" && err != nil {
				t.Errorf("%s of one growing area: %v", metric, err)
			}
		}
	})
}
