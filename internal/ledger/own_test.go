package ledger

import (
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// PEO-1: a worker undoes and corrects what they recorded themselves, in either way in which that
// can be asked for, and nothing of anybody else's; who manages the farm corrects all.
func TestWorkersCorrectTheirOwn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newLotBook(t, db)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_farmmanager, created_at, updated_at)
				VALUES ('w1', 'wes', 'wes', 'w@b.example', 'w@b.example', '', TRUE, 0, 0)`); err != nil {
				return err
			}
			_, err := tx.Exec(system, "INSERT INTO farm_users (farm_id, user_id, created_at, level) VALUES ($1, 'w1', 0, $2)", b.farmID, farm.Recording)
			return err
		}))
		wes := actor.With(system, actor.Actor{UserID: "w1", Username: "wes", FarmManager: true})
		undo := func(number int64, key string) error {
			_, err := b.Record(wes, b.farmID, []Activity{{Key: key, Reverses: number}})
			return err
		}
		if err := undo(b.harvestedOne, "u1"); !fault.Is(err, fault.Denied) {
			t.Errorf("another's entry was undone: %v", err)
		}
		if _, err := b.Correct(wes, b.farmID, Correction{Number: b.harvestedOne, Reason: "wrong bag"}); !fault.Is(err, fault.Denied) {
			t.Errorf("another's entry was corrected: %v", err)
		}
		if _, err := b.Correct(wes, b.farmID, Correction{Number: b.harvestedOne, Reason: "wrong bag", Try: true}); !fault.Is(err, fault.Denied) {
			t.Errorf("another's entry was tried: %v", err)
		}
		mine, err := b.Record(wes, b.farmID, []Activity{
			{Key: "a", Kind: Loss, Day: day("2026-06-01"), Place: b.bay, Count: 5}, {Key: "b", Kind: Loss, Day: day("2026-06-02"), Place: b.bay, Count: 6},
		})
		must(t, err)
		must(t, undo(mine.Numbers[0], "u2"))
		_, err = b.Correct(wes, b.farmID, Correction{Number: mine.Numbers[1], Reason: "wrong bag"})
		must(t, err)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE farm_users SET level = $2 WHERE farm_id = $1", b.farmID, farm.Managing)
			return err
		}))
		_, err = b.Correct(wes, b.farmID, Correction{Number: b.harvestedOne, Reason: "wrong bag"})
		must(t, err)
	})
}
