package reach_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// A farm is told of the recalls in force that reach tags of its own, also through
// what they were made from, and of nobody else's; its record has them.
func TestRecallsThatReachAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.Farms.Keep(w.Service.Keeper(), w.Reaches.Keeper())
		one, two, three, _ := threeLevels(w)
		w.Make(6, north, tag.Fields{HarvestDate: "2026-11-12", HarvestLocation: "Ledge"}, 1)
		reached := func() map[string][]farm.OpenRecall {
			var found map[string][]farm.OpenRecall
			must(t, db.Read(nobody, func(tx *sqldb.Tx) (err error) {
				found, err = w.Reaches.OpenRecalls(nobody, tx, []string{north, trade, id('f', 9)})
				return err
			}))
			return found
		}
		if got := reached(); len(got) != 0 {
			t.Errorf("before: %v", got)
		}
		first := w.Recall("State of Maine", one)
		at := w.Now.UnixMilli()
		second := w.Recall("South Bay", two)
		later := w.Now.UnixMilli()
		want := map[string][]farm.OpenRecall{
			north: {{ID: first, Party: "State of Maine", At: at, Tags: 2, TagID: one, HarvestDate: "2026-11-10", Species: "shellfish", LeaseIDs: []string{}}},
			trade: {
				{ID: first, Party: "State of Maine", At: at, Tags: 2, TagID: three, Species: "shellfish", LeaseIDs: []string{}},
				{ID: second, Party: "South Bay", At: later, Tags: 1, TagID: id('a', 4), Species: "shellfish", LeaseIDs: []string{}},
			},
		}
		if diff := cmp.Diff(want, reached()); diff != "" {
			t.Error(diff)
		}
		record, err := w.Farms.Get(manager, north)
		must(t, err)
		if diff := cmp.Diff(want[north], record.OpenRecalls); diff != "" {
			t.Error(diff)
		}
		must(t, w.End(system, first))
		if got := reached(); len(got[north]) != 0 || len(got[trade]) != 1 {
			t.Errorf("after it was lifted: %v", got)
		}
	})
}

// The banner names the species of the farm's recalled tags, shellfish if there are several kinds or none is
// known.
func TestOpenRecalls_NameTheSpecies(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		clams := w.Make(1, north, tag.Fields{Species: tag.Species{Value: "Manila clam"}})
		typed := w.Make(2, north, tag.Fields{ShellfishType: "Clams, mixed"}, 1)
		oysters := w.Make(3, trade, tag.Fields{Species: tag.Species{Value: "Pacific oyster"}}, 2)
		banners := func() map[string]string {
			said := map[string]string{}
			must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
				found, err := w.Reaches.OpenRecalls(nobody, tx, []string{north, trade})
				for farmID, all := range found {
					for _, r := range all {
						said[farmID+" "+r.Party] = r.Species
					}
				}
				return err
			}))
			return said
		}

		w.Recall("State", clams)
		want := map[string]string{north + " State": "clams", trade + " State": "oysters"}
		if diff := cmp.Diff(want, banners()); diff != "" {
			t.Error(typed, oysters, diff)
		}

		w.Recall("Bay", w.Make(4, north, tag.Fields{Species: tag.Species{Value: "Pacific oyster"}}), clams)
		want[north+" Bay"], want[trade+" Bay"] = "shellfish", "oysters"
		if diff := cmp.Diff(want, banners()); diff != "" {
			t.Error(diff)
		}
	})
}

// A recall names the growing areas that any of its tags of the farm has in its
// words, whatever their case, and those alone.
func TestTheGrowingAreasThatARecallNames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		ids := map[string]string{}
		for _, name := range []string{"Palix Mouth", "Stony Point 1", "Stony Point 12", "Été", "–", "87", "Elsewhere"} {
			lease, err := w.Farms.AddLease(manager, north, farm.Lease{Name: name})
			must(t, err)
			ids[name] = lease.ID
		}
		one := w.Make(1, north, tag.Fields{HarvestLocation: "Willapa Bay, palix  MOUTH", Parcel: "87"})
		two := w.Make(2, north, tag.Fields{HarvestLocation: "Stony Point 12 (north)"})
		three := w.Make(3, north, tag.Fields{})
		from := w.Make(4, north, tag.Fields{HarvestLocation: "été; Elsewhere2"}, 3)
		named := func() [][]string {
			var found map[string][]farm.OpenRecall
			must(t, db.Read(nobody, func(tx *sqldb.Tx) (err error) {
				found, err = w.Reaches.OpenRecalls(nobody, tx, []string{north})
				return err
			}))
			var all [][]string
			for _, r := range found[north] {
				all = append(all, r.LeaseIDs)
			}
			return all
		}
		w.Recall("State", one, two)
		w.Recall("Bay", three)
		want := [][]string{{ids["87"], ids["Palix Mouth"], ids["Stony Point 12"]}, {ids["Été"]}}
		if diff := cmp.Diff(want, named()); diff != "" {
			t.Error(diff, from)
		}
	})
}

// A change of anything that decides which farms a recall reaches is told by the
// next read: a tag made from a reached one, on another farm too, a growing area.
func TestWhatARecallReachesLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one := w.Make(1, north, tag.Fields{HarvestLocation: "Ledge"})
		w.Make(3, trade, tag.Fields{})
		w.Recall("State of Maine", one)
		expect := func(after string, want ...string) {
			t.Helper()
			var got []string
			for _, farmID := range []string{trade, south, north} { // each by itself, as reading one reads the others
				must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
					found, err := w.Reaches.OpenRecalls(nobody, tx, []string{farmID})
					for _, r := range found[farmID] {
						got = append(got, fmt.Sprintf("%d on %s in %d", r.Tags, farmID[22:], len(r.LeaseIDs)))
					}
					return err
				}))
			}
			if !slices.Equal(got, want) {
				t.Errorf("after %s: %q, want %q", after, got, want)
			}
		}
		expect("the recall", "1 on 01 in 0")
		w.Make(4, trade, tag.Fields{}, 1)
		expect("a tag was made from it", "1 on 03 in 0", "1 on 01 in 0")
		w.Make(5, trade, tag.Fields{}, 4)
		expect("another was made from that at the same time", "2 on 03 in 0", "1 on 01 in 0")
		two := w.Make(2, south, tag.Fields{}, 1)
		w.Make(6, trade, tag.Fields{}, 2)
		expect("another farm made one of it, and sold it on", "3 on 03 in 0", "1 on 02 in 0", "1 on 01 in 0")
		_, err := w.Farms.AddLease(manager, north, farm.Lease{Name: "Ledge"})
		must(t, err)
		expect("its growing area was added", "3 on 03 in 0", "1 on 02 in 0", "1 on 01 in 1")
		must(t, w.Ice(system, north, one, "07:00"))
		expect("it was put on ice", "3 on 03 in 0", "1 on 02 in 0", "1 on 01 in 1")
		w.Recall("South Bay", two)
		expect("a second recall", "3 on 03 in 0", "1 on 03 in 0", "1 on 02 in 0", "1 on 02 in 0", "1 on 01 in 1")
	})
}

// A recall is followed once, whoever asks, in a transaction of its own: reading on takes two
// statements, and one while nothing is recalled.
func TestARecallIsFollowedOnce(t *testing.T) {
	db, statements := dbtest.Counted(t)
	w := newWorld(t, db)
	one := w.Make(1, north, tag.Fields{})
	w.Make(2, trade, tag.Fields{}, 1)
	asked := func(farmID string) int64 {
		before := statements()
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			_, err := w.Reaches.OpenRecalls(nobody, tx, []string{farmID})
			return err
		}))
		return statements() - before
	}
	if n := asked(north); n != 1 {
		t.Errorf("%d statements without a recall", n)
	}
	w.Recall("State of Maine", one)
	for _, want := range []struct {
		farm string
		most int64
	}{{north, 18}, {trade, 2}, {north, 2}} { // the first brings the graph up to the recall, too
		if n := asked(want.farm); n > want.most {
			t.Errorf("%d statements for %s, want at most %d", n, want.farm, want.most)
		}
	}
}

// Writers of SQLite who share a commit see what those before them have written, which may yet be undone:
// which of a farm's tags a recall reaches then is not remembered, where another tag comes to the same count.
func TestATagThatIsUndoneIsNotRemembered(t *testing.T) {
	db := dbtest.SQLite(t)
	w := newWorld(t, db)
	one := w.Make(1, north, tag.Fields{})
	w.Recall("State of Maine", one)
	told := func() (n int64) {
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			open, err := w.Reaches.OpenRecalls(nobody, tx, []string{north})
			for _, r := range open[north] {
				n += r.Tags
			}
			return err
		}))
		return n
	}
	want := told()
	gone := errors.New("gone")
	for patience := 100; ; patience *= 2 { // until the second stands in line in time
		var first, second int // attempts
		id, beside := sqldb.NewID(), make(chan error, 1)
		err := db.Write(system, func(tx *sqldb.Tx) error {
			if first++; first > 1 {
				return gone
			}
			for _, do := range []struct {
				statement string
				args      []any
			}{
				{"INSERT INTO tags (id, farm_id, type, doc, version, created_at, updated_at) VALUES ($1, $2, $3, '{}', 1, $4, $4)", []any{id, north, tag.TypeFarm, w.Now.UnixMilli()}},
				{"INSERT INTO tag_parents (tag_id, parent_id) VALUES ($1, $2)", []any{id, one}},
				{"UPDATE tag_farms SET generation = generation + 1 WHERE farm_id = $1", []any{north}},
			} {
				if _, err := tx.Exec(system, do.statement, do.args...); err != nil {
					return err
				}
			}
			go func() {
				beside <- db.Write(nobody, func(tx *sqldb.Tx) error {
					if second++; second > 1 {
						return gone
					}
					_, err := w.Reaches.OpenRecalls(nobody, tx, []string{north})
					_, undone := tx.Exec(nobody, "ROLLBACK") // of all who share it
					return errors.Join(err, undone, gone)
				})
			}()
			for range patience {
				runtime.Gosched()
			}
			return nil
		})
		if told := <-beside; !errors.Is(told, gone) {
			t.Fatal(told)
		}
		if errors.Is(err, gone) {
			break
		}
		must(t, err)
		want++
	}
	w.Make(2, north, tag.Fields{})
	if got := told(); got != want {
		t.Errorf("told of %d tags, want %d", got, want)
	}
}
