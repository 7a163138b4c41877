package today_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/today"
)

// TestWork: what waits for staff is counted, and what somebody may not look into
// is left out.
func TestWork(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(system, "UPDATE invoices SET attempts = 1 WHERE title = 'Rolls'"); err != nil {
				return err
			}
			_, err := tx.Exec(system, "INSERT INTO jobs (id, kind, args, state, due_at, created_at) VALUES ('j', 'mail', '{}', 'failed', 1, 1)")
			return err
		}))
		none, one := 0, 1
		all := today.Work{ToSend: &none, Held: &none, Unpaid: &none, FailedPayments: &one, OpenRecalls: 1}
		root := all
		root.FailedJobs = &one
		for name, c := range map[string]struct {
			who  actor.Actor
			want today.Work
		}{
			"root":             {actor.Actor{UserID: "r", Root: true}, root},
			"admin":            {actor.Actor{UserID: "a", Admin: true}, all},
			"admin of recalls": {actor.Actor{UserID: "l", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Recall}}, today.Work{OpenRecalls: 1}},
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
