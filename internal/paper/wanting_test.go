package paper

import (
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Paper asks from the reminder on, when no refill is made, and when staff hold
// it, whichever is gravest; a refill that is on its way asks for nobody. 1,320
// tags: the reminder comes at 660, the refill at 330.
func TestPaperThatAsks(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id := d.subscribed(t, alpha())
		expect := func(when string, want ...Wanting) {
			t.Helper()
			must(t, db.Read(system, func(tx *sqldb.Tx) error {
				got, err := WantingOn(system, tx, []string{id, "none"}, d.time)
				if !slices.Equal(got[id], want) {
					t.Errorf("%s: %+v, want %+v", when, got[id], want)
				}
				return err
			}))
		}
		expect("just shipped")
		d.print(t, id, "a", Mobile, 659)
		expect("661 left")
		d.time = d.time.AddDate(0, 0, 29)
		d.print(t, id, "b", Mobile, 1)
		low := Wanting{Type: Mobile, Problem: "low", Left: 660, RefillAt: 330, PerWeek: 1}
		expect("660 left, of four weeks one print", low)
		must(t, d.PlaceHold(system, id, "mobile", "The road is out."))
		held := low
		held.Problem, held.Reason = "held", "The road is out."
		expect("held", held)
		must(t, d.RemoveHold(system, id, "mobile"))
		exec := func(statement string) {
			must(t, db.Write(system, func(tx *sqldb.Tx) error { _, err := tx.Exec(system, statement, id); return err }))
		}
		exec("INSERT INTO paper_holds (farm_id, type, order_id, reason, created_at) VALUES ($1, 'mobile', 'o', 'The card', 1)")
		expect("held for a payment, whose invoice asks", low)
		exec("DELETE FROM paper_holds WHERE farm_id = $1")
		form := alpha()
		form.HasCustomPaper, form.CustomMobileRolls = true, []CustomRolls{{"2026-01-05", 100}}
		form.Printers[0].ID = d.record(t, id).Printers[0].ID
		must(t, d.Subscribe(system, id, form))
		expect("on custom paper, whose makers are told")
		form.HasCustomPaper = false
		must(t, d.Subscribe(system, id, form))
		expect("on common paper again", low)
		d.print(t, id, "c", Mobile, 330)
		expect("a refill is ordered")
	})
}

// SUB-11: where Auto Replenishment is off, the paper asks once the refill is due.
func TestPaperThatNobodyRefills(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		form := alpha()
		form.StopAutoReplenishment = true
		id := d.subscribed(t, form)
		d.print(t, id, "a", Mobile, 1000)
		must(t, db.Read(system, func(tx *sqldb.Tx) error {
			got, err := WantingOn(system, tx, []string{id}, d.time)
			if want := []Wanting{{Type: Mobile, Problem: "stopped", Left: 320, RefillAt: 330, PerWeek: 250}}; !slices.Equal(got[id], want) {
				t.Errorf("%+v, want %+v", got[id], want)
			}
			return err
		}))
	})
}
