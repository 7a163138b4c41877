package farm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// limited is an admin whose groups give only these.
func limited(given ...actor.Permission) context.Context {
	return actor.With(context.Background(), actor.Actor{UserID: "a1", Admin: true, Limited: true, Permissions: given})
}

// granted is a user in no group but an admin group.
func granted(given ...actor.Permission) context.Context {
	return actor.With(context.Background(), actor.Actor{UserID: "a2", Limited: true, Permissions: given})
}

// AUTH-9 AFARM-5: whoever keeps farm records may change those of any farm, in the group admin
// or not, and a farm manager those of the own; an admin without the permission may only look, and changing a fee needs the
// permission for pricing. Whoever may export any farm may look at it too, and changes nothing.
func TestPermissionsOnFarms(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 2)
		fee := int64(10_000)
		kind := func(err error) string {
			if err == nil {
				return "done"
			}
			return map[fault.Kind]string{fault.Denied: "denied", fault.NotFound: "none"}[fault.KindOf(err)]
		}
		for name, tt := range map[string]struct {
			caller                                      context.Context
			look, list, edit, fee, area, export, record string
		}{
			"admin without groups":          {actor.With(context.Background(), actor.Actor{Admin: true}), "done", "2", "done", "done", "done", "done", "done"},
			"admin for exports":             {limited(actor.Export), "done", "2", "denied", "denied", "denied", "done", "done"},
			"admin for records":             {limited(actor.Companies), "done", "2", "done", "denied", "done", "denied", "done"},
			"admin for records and pricing": {limited(actor.Companies, actor.Pricing), "done", "2", "done", "done", "done", "denied", "done"},
			"user for records":              {granted(actor.Companies), "done", "2", "done", "denied", "done", "denied", "done"},
			"user for exports":              {granted(actor.Export), "done", "2", "denied", "denied", "denied", "done", "denied"},
			"farm manager":                  {manager, "done", "1", "done", "denied", "done", "done", "done"},
			"member":                        {member, "none", "denied", "none", "none", "none", "none", "none"},
		} {
			_, look := s.Get(tt.caller, firstFarm)
			list, listed := s.List(tt.caller, farm.Search{}, query())
			_, edit := s.Edit(tt.caller, firstFarm, 0, farm.Change{City: text("City of the " + name)})
			fee++
			_, price := s.Edit(tt.caller, firstFarm, 0, farm.Change{SetupFee: &fee})
			_, area := s.AddLease(tt.caller, firstFarm, farm.Lease{Name: "Area of the " + name})
			export := db.Read(tt.caller, func(tx *sqldb.Tx) error {
				_, err := farm.RequireTo(tt.caller, tx, firstFarm, actor.Export)
				return err
			})
			record := db.Write(tt.caller, func(tx *sqldb.Tx) error {
				_, err := farm.Require(tt.caller, tx, firstFarm)
				return err
			})
			shown := kind(listed)
			if listed == nil {
				shown = fmt.Sprint(list.Items.Total)
			}
			got := []string{kind(look), shown, kind(edit), kind(price), kind(area), kind(export), kind(record)}
			if diff := cmp.Diff([]string{tt.look, tt.list, tt.edit, tt.fee, tt.area, tt.export, tt.record}, got); diff != "" {
				t.Errorf("%s: look, list, edit, fee, area, export, record: %s", name, diff)
			}
		}
	})
}

// FARM-10: a farm manager changes each field of the own farm's form but those that the platform
// keeps, which are no fault while they stay as they are; a refusal takes nothing of the
// rest, and another's farm does not exist.
func TestAFarmEditsItself(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := fixture(t, db, 2)
		fee := int64(1)
		for field, c := range map[string]farm.Change{
			"name": {Name: text("Other")}, "companyName": {CompanyName: text("Other")}, "type": {Type: text("distributor")},
			"activities": {Type: text("farm"), Activities: []string{"Record"}}, "setupFee": {SetupFee: &fee}, "paperDiscount": {PaperDiscount: new(true)},
		} {
			c.City = text("Nowhere")
			before := get(t, s)
			if _, err := s.Edit(manager, firstFarm, 0, c); !fault.Is(err, fault.Denied) {
				t.Errorf("%s: %v", field, err)
			}
			if diff := sameFarm(before, get(t, s)); diff != "" {
				t.Errorf("%s: a refused edit wrote:\n%s", field, diff)
			}
		}
		before := get(t, s)
		own := farm.Change{Owner: text("Ada"), Email: text("ada@farm.example"), Phone: text("1"), Website: text("farm.example"), Address1: text("1 Pier"), Address2: text("Left"),
			City: text("Bath"), State: text("Ontario"), Zip: text("2"), Country: text("Canada"), TimeZone: text("America/Toronto"), Location: text("The bay"),
			Name: &before.Name, CompanyName: &before.CompanyName, Type: &before.Type, Activities: before.Activities, SetupFee: &before.SetupFee}
		got, err := s.Edit(manager, firstFarm, before.Version, own)
		must(t, err)
		want := before
		want.Version++
		want.Owner, want.Email, want.Phone, want.Website, want.Address1, want.Address2 = "Ada", "ada@farm.example", "1", "farm.example", "1 Pier", "Left"
		want.City, want.State, want.Zip, want.Country, want.TimeZone, want.Location = "Bath", "Ontario", "2", "Canada", "America/Toronto", "The bay"
		want.UTCOffset = got.UTCOffset
		if diff := sameFarm(want, get(t, s)); diff != "" {
			t.Error(diff)
		}
		if got, err = s.EditPublic(manager, firstFarm, got.Version, farm.PublicChange{Dealer: text("D")}); err != nil || got.Dealer != "D" {
			t.Errorf("the public page: %q %v", got.Dealer, err)
		}
		if _, err := s.Edit(manager, firstFarm, before.Version, farm.Change{Owner: text("Late")}); !fault.Is(err, fault.Conflict) {
			t.Errorf("a version that is not the stored one: %v", err)
		}
		_, edit := s.Edit(manager, fmt.Sprintf("%024d", 2), 0, own)
		_, public := s.EditPublic(manager, fmt.Sprintf("%024d", 2), 0, farm.PublicChange{Dealer: text("D")})
		if !fault.Is(edit, fault.NotFound) || !fault.Is(public, fault.NotFound) {
			t.Errorf("another's farm: %v, %v", edit, public)
		}
	})
}

// The audit trail says what was done to a farm, and nothing where nothing changed.
func TestFarmsInTheTrail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := openProcess(t, db)
		on := true
		f, err := h.Create(system, farm.Details{Name: "North Bay", Country: "USA", State: "Maine"})
		must(t, err)
		_, err = h.Edit(system, f.ID, 0, farm.Change{City: text("Bay Center")})
		must(t, err)
		_, err = h.Edit(system, f.ID, 0, farm.Change{City: text("Bay Center")})
		must(t, err)
		_, err = h.EditPublic(system, f.ID, 0, farm.PublicChange{Dealer: text("Ann")})
		must(t, err)
		_, err = h.EditFeatures(system, f.ID, 0, farm.FeaturesChange{Logs: &on})
		must(t, err)
		lease, err := h.AddLease(system, f.ID, farm.Lease{Name: "North"})
		must(t, err)
		_, err = h.EditLease(system, f.ID, lease.ID, 0, farm.LeaseChange{Size: text("4 acres")})
		must(t, err)
		_, err = h.EndLease(system, f.ID, lease.ID, 0, "2026-11-19")
		must(t, err)
		_, err = h.ReopenLease(system, f.ID, lease.ID)
		must(t, err)
		must(t, h.DeleteLease(system, f.ID, lease.ID))
		_, err = h.Clean(system, f.ID, "")
		must(t, err)
		_, err = h.Delete(system, f.ID, "")
		must(t, err)
		var actions []string
		details := map[string]map[string]any{}
		must(t, db.Read(system, func(tx *sqldb.Tx) error {
			_, err := sqldb.All(system, tx, func(r sqldb.Row) (any, error) {
				var action, name, detail string
				if err := r.Scan(&action, &name, &detail); err != nil {
					return nil, err
				}
				if name != "North Bay" {
					t.Errorf("%s was done to %q", action, name)
				}
				actions = append(actions, action)
				var fields map[string]any
				err := json.Unmarshal([]byte(detail), &fields)
				details[action] = fields
				return nil, err
			}, "SELECT action, subject_name, detail FROM audit WHERE subject_id = $1 ORDER BY id", f.ID)
			return err
		}))
		want := "area.create area.delete area.end area.reopen area.update farm.clean farm.create farm.delete farm.features farm.public farm.update"
		if got := strings.Join(slices.Sorted(slices.Values(actions)), " "); got != want {
			t.Errorf("the trail says %s", got)
		}
		if diff := cmp.Diff(map[string]any{"city": map[string]any{"from": "", "to": "Bay Center"}}, details["farm.update"]); diff != "" {
			t.Error(diff)
		}
		if had, _ := details["farm.delete"]["had"].(map[string]any); had["leases"] != 0.0 {
			t.Errorf("the delete says %v", details["farm.delete"])
		}
	})
}
