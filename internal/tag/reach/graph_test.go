package reach_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
)

// insert writes a tag past the service, as another process does whose clock is wrong.
func insert(tx *sqldb.Tx, n int, at int64, counted bool, parents ...int) error {
	_, err := tx.Exec(nobody, "INSERT INTO tags (id, farm_id, type, doc, version, created_at, updated_at) VALUES ($1, $2, 'FARM', '{}', 1, $3, $3)", id('a', n), north, at)
	for _, p := range parents {
		if err == nil {
			_, err = tx.Exec(nobody, "INSERT INTO tag_parents (tag_id, parent_id) VALUES ($1, $2)", id('a', n), id('a', p))
		}
	}
	if err == nil && counted {
		_, err = tx.Exec(nobody, "UPDATE tag_farms SET generation = generation + 1 WHERE farm_id = $1", north)
	}
	return err
}

// A tag is reached whatever the clock said when it was written: firms are counted.
func TestTagsOfAWrongClockAreReached(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		root := w.Make(1, north, tag.Fields{})
		for n, at := range []int64{w.Now.UnixMilli(), 0, -1_000_000, w.Now.UnixMilli() + 1_000_000_000, 5} {
			if got := w.ReachOf(root); got != int64(n+1) {
				t.Errorf("%d tags are reached, want %d", got, n+1)
			}
			must(t, db.Write(nobody, func(tx *sqldb.Tx) error { return insert(tx, n+2, at, true, 1+n/2) }))
		}
		if got := w.ReachOf(root); got != 6 {
			t.Errorf("%d tags are reached, want 6", got)
		}
	})
}

// What a transaction has written and taken back is nowhere.
func TestWhatWasTakenBackIsNotReached(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		root := w.Make(1, north, tag.Fields{})
		w.ReachOf(root)
		enough := errors.New("enough")
		err := db.Write(nobody, func(tx *sqldb.Tx) error {
			if err := insert(tx, 2, w.Now.UnixMilli(), true, 1); err != nil {
				return err
			}
			if _, err := w.Reaches.Reckon(nobody, tx, reach.Choice{Tags: []string{root}}); err != nil {
				return err
			}
			return enough
		})
		if !errors.Is(err, enough) {
			t.Fatal(err)
		}
		w.Make(3, north, tag.Fields{}, 1)
		if got := w.ReachOf(root); got != 2 {
			t.Errorf("%d tags are reached, want 2", got)
		}
		if _, err := w.Version(nobody, id('a', 2)); !fault.Is(err, fault.NotFound) {
			t.Errorf("a tag that is not there: %v", err)
		}
	})
}

// A page is right for a tag that nobody counted, too; and as all was read anew for it, no
// page counts that was kept before.
func TestATagThatNobodyCounted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		root := w.Make(1, north, tag.Fields{})
		w.Recall("State of Maine", root)
		before, err := w.Version(nobody, root)
		must(t, err)
		must(t, db.Write(nobody, func(tx *sqldb.Tx) error { return insert(tx, 2, 0, false, 1) }))
		if page := w.Page(id('a', 2)); page.Recall == nil {
			t.Error("a tag that was made of a recalled one is shown as if nothing were recalled")
		}
		if after, err := w.Version(nobody, root); err != nil || after == before {
			t.Errorf("version %s after all was read anew, too: %v", after, err)
		}
	})
}

// A transaction that began before a tag was made is not told of it.
func TestAnOlderTransactionSeesWhatItSaw(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		root := w.Make(1, north, tag.Fields{})
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			before, err := w.Reaches.Reckon(nobody, tx, reach.Choice{Tags: []string{root}})
			if err != nil {
				return err
			}
			w.Make(2, north, tag.Fields{}, 1)
			if got := w.ReachOf(root); got != 2 {
				return fmt.Errorf("%d tags are reached, want 2", got)
			}
			again, err := w.Reaches.Reckon(nobody, tx, reach.Choice{Tags: []string{root}})
			if err != nil {
				return err
			}
			if again.Tags.Tags != 1 || again.Tags.Digest != before.Tags.Digest {
				t.Errorf("%+v, and then %+v", before.Tags, again.Tags)
			}
			return w.Reaches.EachReached(nobody, tx, []string{root}, func(r reach.ReachedTag) error {
				if r.ID != root {
					t.Errorf("visits %s", r.ID)
				}
				return nil
			})
		}))
	})
}
