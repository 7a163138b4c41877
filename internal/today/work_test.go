package today_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/today"
)

// TestWork: what waits for staff is counted, and what somebody may not look into
// is left out.
func TestWork(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		// A different number of each: 3 to send, 2 held, 4 unpaid, 5 charged in vain, 6 jobs, 7 recalls.
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			states := append(slices.Repeat([]string{"ready"}, 4), slices.Concat([]string{"waiting", "sent", "cancelled"}, slices.Repeat([]string{"unpaid"}, 4))...)
			for i, state := range states {
				order := fmt.Sprint("o", i)
				kind := "mobile"
				if i == 0 || state == "waiting" {
					kind = "industrial" // is held
				}
				run(t, tx, "INSERT INTO paper_orders (farm_id, id, kind, state, tell_team, search_key, created_at) VALUES ($1, $2, 'refill', $3, FALSE, '', 1)", o.farmID, order, state)
				run(t, tx, "INSERT INTO paper_order_types (farm_id, order_id, type) VALUES ($1, $2, $3)", o.farmID, order, kind)
			}
			run(t, tx, "INSERT INTO paper_holds (farm_id, type, order_id, reason, created_at) VALUES ($1, 'industrial', '', 'Road', 1)", o.farmID)
			for i := range 5 {
				if _, err := o.bills.Issue(system, tx, billing.NewInvoice{Key: fmt.Sprint("vain", i), FarmID: o.farmID, Kind: "more", Title: "vain", Lines: []billing.Line{{Description: "x", Cents: 900}}}); err != nil {
					return err
				}
			}
			run(t, tx, "UPDATE invoices SET attempts = 1 WHERE title = 'vain'")
			run(t, tx, "INSERT INTO tagging_requests (farm_id, asked_at, user_id, username, outcome) VALUES ($1, 1, '', '', '')", o.farmID)
			for i := range 6 {
				run(t, tx, "INSERT INTO jobs (id, kind, args, state, due_at, created_at) VALUES ($1, 'mail', '{}', 'failed', 1, 1)", fmt.Sprint("j", i))
			}
			for i := range 6 { // beside the one of the office
				run(t, tx, "INSERT INTO recalls (id, party, reason, created_at, created_by) VALUES ($1, 'State', '', 1, '')", fmt.Sprint("r", i))
			}
			run(t, tx, "INSERT INTO recalls (id, party, reason, created_at, created_by, lifted_at) VALUES ('r', 'State', '', 1, '', 2)")
			return nil
		}))
		toSend, held, unpaid, inVain, failed, asked := 3, 2, 4, 5, 6, 1
		all := today.Work{ToSend: &toSend, Held: &held, Unpaid: &unpaid, FailedPayments: &inVain, TaggingAsked: &asked, OpenRecalls: 7}
		root := all
		root.FailedJobs = &failed
		for name, c := range map[string]struct {
			who  actor.Actor
			want today.Work
		}{
			"root":             {actor.Actor{UserID: "r", Root: true}, root},
			"admin":            {actor.Actor{UserID: "a", Admin: true}, all},
			"admin of recalls": {actor.Actor{UserID: "l", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Recall}}, today.Work{OpenRecalls: 7}},
			"recalls":          {actor.Actor{UserID: "c", Permissions: []actor.Permission{actor.Recall}}, today.Work{OpenRecalls: 7}},
			"keeps records":    {actor.Actor{UserID: "k", Permissions: []actor.Permission{actor.Companies}}, all},
		} {
			got, err := o.Work(actor.With(t.Context(), c.who))
			must(t, err)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		for name, ctx := range map[string]actor.Actor{"manager": {UserID: "m", FarmManager: true}, "member": {UserID: "u"}} {
			if _, err := o.Work(actor.With(t.Context(), ctx)); !fault.Is(err, fault.Denied) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func run(t *testing.T, tx *sqldb.Tx, statement string, args ...any) {
	t.Helper()
	_, err := tx.Exec(system, statement, args...)
	must(t, err)
}

// TestFailedPayments: what failed is listed over all farms, page by page, for who
// keeps farm records alone.
func TestFailedPayments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE invoices SET attempts = 2, next_attempt_at = 7, trouble = 'No money.' WHERE title = 'Ribbon'")
			return err
		}))
		keeper := actor.With(t.Context(), actor.Actor{UserID: "k", Permissions: []actor.Permission{actor.Companies}})
		got, err := o.FailedPayments(keeper, page.Slice{Limit: 5, Page: 1})
		must(t, err)
		if len(got.Data) != 1 || got.Items.Total != 1 {
			t.Fatalf("%+v", got)
		}
		next := int64(7)
		want := billing.FailedPayment{
			FarmID: o.farmID, FarmName: got.Data[0].FarmName, ID: got.Data[0].ID, Number: "M-1002", Title: "Ribbon", Total: 900,
			IssuedAt: clock().UnixMilli(), Attempts: 2, NextAttemptAt: &next, Trouble: "No money.",
		}
		if diff := cmp.Diff(want, got.Data[0]); diff != "" || want.FarmName == "" || want.ID == "" {
			t.Error(diff)
		}
		if second, err := o.FailedPayments(keeper, page.Slice{Limit: 5, Page: 2}); err != nil || len(second.Data) != 0 {
			t.Errorf("%+v, %v", second, err)
		}
		limited := actor.With(t.Context(), actor.Actor{UserID: "l", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Recall}})
		if _, err := o.FailedPayments(limited, page.Slice{Limit: 5, Page: 1}); !fault.Is(err, fault.Denied) {
			t.Errorf("who does not keep records: %v", err)
		}
	})
}
