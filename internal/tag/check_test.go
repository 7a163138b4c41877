package tag_test

import (
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// A lineage that leads back to itself is found, and so is a tag whose versions do
// not have what it tells.
func TestCheck(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newChain(t, db)
		finds := func(want ...string) {
			t.Helper()
			var found []string
			must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
				found, err = tag.Check(system, tx)
				return err
			}))
			if len(found) != len(want) || len(want) > 0 && found[0] != want[0] {
				t.Errorf("found %q, want %q", found, want)
			}
		}
		harm := func(statement string, args ...any) {
			t.Helper()
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, statement, args...)
				return err
			}))
		}
		finds()
		harm("INSERT INTO tag_parents (tag_id, parent_id) VALUES ($1, $2)", c.Split, c.Stored)
		finds("3 tags are made of themselves, through others.") // split, mixed, stored, and nothing made of them
		harm("DELETE FROM tag_parents WHERE tag_id = $1 AND parent_id = $2", c.Split, c.Stored)
		finds()
		harm("UPDATE tags SET version = version + 100 WHERE id = $1", c.Sold)
		finds("What the tag " + c.Sold + " tells is not among its versions.")
	})
}
