package export

import (
	"context"
	"net/http"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// newAdmin makes an admin in a group with one permission, as whom the result calls.
func newAdmin(t *testing.T, db *sqldb.DB, name string, p actor.Permission) context.Context {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_admin, created_at, updated_at)
			VALUES ($1, $1, $1, $2, $2, '', TRUE, 0, 0)`, name, name+"@merroir.example"); err != nil {
			return err
		}
		if _, err := tx.Exec(system, "INSERT INTO admin_groups (id, name, name_key, permissions, created_at, updated_at) VALUES ($1, $1, $1, $2, 0, 0)",
			"of "+name, permit(p)); err != nil {
			return err
		}
		_, err := tx.Exec(system, "INSERT INTO admin_group_members (user_id, group_id) VALUES ($1, $2)", name, "of "+name)
		return err
	}))
	return actor.With(t.Context(), actor.Actor{UserID: name, Username: name, Admin: true, Limited: true, Permissions: []actor.Permission{p}})
}

func permit(p actor.Permission) string { return `{"` + string(p) + `":true}` }

// AUTH-9: the list is one's own, and everybody's to those who may export any farm;
// an address of a file is there for the one who asked for it. An admin without the
// permission gets neither a list nor an export.
func TestExportsAreOnesOwn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		o := newOffice(t, db)
		ann, ben, exporter := newUser(t, db, "ann", farmID), newUser(t, db, "ben", farmID), newAdmin(t, db, "exporter", actor.Export)
		asked := map[string]string{} // by id of the export
		for name, who := range map[string]context.Context{"ann": ann, "ben": ben, "exporter": exporter} {
			e := o.ask(t, who, farmID, report.Query{Metric: Snapshot})
			if e.State != done || e.URL == nil || o.download(*e.URL).Code != http.StatusOK {
				t.Fatalf("%s: %+v", name, e)
			}
			asked[e.ID] = name
		}
		for name, tt := range map[string]struct {
			caller context.Context
			seen   int
		}{"ann": {ann, 1}, "ben": {ben, 1}, "exporter": {exporter, 3}, "root": {system, 3}} {
			list, err := o.List(tt.caller, farmID)
			must(t, err)
			if len(list) != tt.seen {
				t.Errorf("%s sees %+v", name, list)
			}
			for _, e := range list {
				if own := asked[e.ID] == name; own != (e.URL != nil) {
					t.Errorf("%s has an address of what %s asked for: %v", name, asked[e.ID], e.URL != nil)
				}
			}
		}
		for _, p := range []actor.Permission{actor.Companies, actor.Recall, actor.AdminUsers, actor.Pricing} {
			narrow := newAdmin(t, db, "only "+string(p), p)
			_, list := o.List(narrow, farmID)
			_, request := o.Request(narrow, farmID, Request{report.Query{Metric: Snapshot}, "buyer@market.example"})
			if !fault.Is(list, fault.Denied) || !fault.Is(request, fault.Denied) {
				t.Errorf("an admin with %s alone: %v, %v", p, list, request)
			}
		}
	})
}

// S23 AUTH-9: with the permission goes the link, and what is being made; with it
// comes the link again.
func TestExportAfterThePermissionWasTaken(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		o := newOffice(t, db)
		ann, exporter := newUser(t, db, "ann", farmID), newAdmin(t, db, "exporter", actor.Export)
		others, own := o.ask(t, ann, farmID, report.Query{Metric: Snapshot}), o.ask(t, exporter, farmID, report.Query{Metric: Snapshot})
		give := func(p actor.Permission) {
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, "UPDATE admin_groups SET permissions = $1", permit(p))
				return err
			}))
		}
		give(actor.Companies)
		if got := o.download(*own.URL).Code; got != http.StatusNotFound {
			t.Errorf("without the permission: %d", got)
		}
		if got := o.download(*others.URL).Code; got != http.StatusOK {
			t.Errorf("the farm manager's: %d", got)
		}
		give(actor.Export)
		id, err := o.Request(exporter, farmID, Request{report.Query{Metric: Snapshot}, "buyer@market.example"})
		must(t, err)
		give(actor.Recall)
		o.work(t)
		give(actor.Export)
		if e := o.one(t, exporter, farmID, id); e.State != failed || e.Message != errEntitled.Error() {
			t.Errorf("taken while it waited: %+v", e)
		}
		if got := o.download(*own.URL).Code; got != http.StatusOK {
			t.Errorf("given back: %d", got)
		}
	})
}
