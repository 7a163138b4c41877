package tag_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
)

// Three levels, the last with two parents: 1 and 2 harvested, 3 made from 1,
// 4 made from 3 and 2.
func threeLevels(w *world) (one, two, three, four string) {
	one = w.make(1, north, tag.Fields{HarvestDate: "2026-11-10"})
	two = w.make(2, south, tag.Fields{HarvestDate: "2026-11-09"})
	three = w.make(3, trade, tag.Fields{}, 1)
	four = w.make(4, trade, tag.Fields{}, 3, 2)
	return one, two, three, four
}

// TAGP-3: a recall of a tag is a recall of everything made from it.
func TestARecallReachesAllThatWasMade(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one, two, three, four := threeLevels(w)
		parties := func() []string {
			return []string{w.recalledBy(one), w.recalledBy(two), w.recalledBy(three), w.recalledBy(four)}
		}
		expect := func(step string, want ...string) {
			t.Helper()
			if got := parties(); !slices.Equal(got, want) {
				t.Errorf("%s: %q", step, got)
			}
		}
		expect("before", "", "", "", "")
		first := w.recall("State of Maine", one)
		expect("the first level", "State of Maine", "", "State of Maine", "State of Maine")
		second := w.recall("South Bay", two, two)
		expect("the oldest is shown", "State of Maine", "South Bay", "State of Maine", "State of Maine")
		must(t, w.end(system, first))
		expect("the first is lifted", "", "South Bay", "", "South Bay")
		third := w.recall("Pike Place", three)
		must(t, w.end(system, second))
		expect("the middle level", "", "", "Pike Place", "Pike Place")
		w.make(5, trade, tag.Fields{}, 4)
		if got := w.recalledBy(id('a', 5)); got != "Pike Place" {
			t.Errorf("made after the recall: %q", got)
		}
		must(t, w.end(system, third))
		must(t, w.end(system, third))
		expect("all are lifted", "", "", "", "")
		var trail []string
		must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
			trail, err = sqldb.All(system, tx, sqldb.Scalar[string], "SELECT action || ' ' || subject_name FROM audit WHERE subject_kind = 'recall'")
			return err
		}))
		slices.Sort(trail)
		if want := []string{"recall.create Pike Place", "recall.create South Bay", "recall.create State of Maine",
			"recall.lift Pike Place", "recall.lift South Bay", "recall.lift State of Maine"}; !slices.Equal(trail, want) {
			t.Errorf("the audit trail says %q", trail)
		}
	})
}

func TestRecallChecksWhatItIsGiven(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one := w.make(1, north, tag.Fields{})
		before, err := w.Version(nobody, one)
		must(t, err)
		for name, try := range map[string]struct {
			tags  []string
			party string
		}{
			"no tag": {nil, "P"}, "an unknown tag": {[]string{one, id('a', 9)}, "P"}, "no party": {[]string{one}, " "},
			"a party of two lines": {[]string{one}, "P\nQ"},
		} {
			if _, err := w.declare(system, try.party, reach.Choice{Tags: try.tags}); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := w.end(system, "none"); !fault.Is(err, fault.NotFound) {
			t.Errorf("lifting nothing: %v", err)
		}
		if after, err := w.Version(nobody, one); err != nil || after != before || w.recalledBy(one) != "" {
			t.Errorf("a refused recall left a trace: %s, %s, %v", before, after, err)
		}
	})
}

// Who recalled and who lifted, and when, is on record.
func TestRecallsAreOnRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		recallID := w.recall("P", w.make(1, north, tag.Fields{}))
		recalled := w.now
		w.now = w.now.Add(time.Hour)
		must(t, w.end(staff, recallID))
		lifted := w.now
		w.now = w.now.Add(time.Hour)
		must(t, w.end(system, recallID))
		want := fmt.Sprintf("P for a test %d %q %d %q", recalled.UnixMilli(), "", lifted.UnixMilli(), "u9")
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			got, err := sqldb.One(nobody, tx, func(r sqldb.Row) (string, error) {
				var party, reason, by, liftedBy string
				var at, liftedAt int64
				err := r.Scan(&party, &reason, &at, &by, &liftedAt, &liftedBy)
				return fmt.Sprintf("%s %s %d %q %d %q", party, reason, at, by, liftedAt, liftedBy), err
			}, "SELECT party, reason, created_at, created_by, lifted_at, lifted_by FROM recalls WHERE id = $1", recallID)
			if got != want {
				t.Errorf("on record: %s, want %s", got, want)
			}
			return err
		}))
	})
}

// Against a plain walk up any lineage, with any recalls and liftings.
func TestRecallsOfAnyLineage(t *testing.T) {
	w := newWorld(t, dbtest.SQLite(t))
	next := 100
	rapid.Check(t, func(r *rapid.T) {
		first, count := next, rapid.IntRange(1, 8).Draw(r, "tags")
		next += count
		parents := map[int][]int{}
		for n := first; n < next; n++ {
			for p := first; p < n; p++ {
				if rapid.Bool().Draw(r, "parent") {
					parents[n] = append(parents[n], p)
				}
			}
			w.make(n, north, tag.Fields{}, parents[n]...)
		}
		standing := map[int][]string{} // parties by tag, the oldest first
		for i := range rapid.IntRange(0, 3).Draw(r, "recalls") {
			n, party := rapid.IntRange(first, next-1).Draw(r, "recalled"), fmt.Sprint("P", i)
			recallID := w.recall(party, id('a', n))
			if rapid.Bool().Draw(r, "lifted") {
				must(t, w.end(system, recallID))
			} else {
				standing[n] = append(standing[n], party)
			}
		}
		var oldest func(n int) string
		oldest = func(n int) string {
			found := slices.Clone(standing[n])
			for _, p := range parents[n] {
				if party := oldest(p); party != "" {
					found = append(found, party)
				}
			}
			return slices.Min(append(found, "~")) // P0 is older than P1
		}
		for n := first; n < next; n++ {
			want := oldest(n)
			if want == "~" {
				want = ""
			}
			if got := w.recalledBy(id('a', n)); got != want {
				r.Fatalf("tag %d of %v, recalled %v: %q, want %q", n, parents, standing, got, want)
			}
		}
	})
}

func TestNoTagIsItsOwnAncestor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one, two, _, four := threeLevels(w)
		for _, parents := range [][]string{{id('a', 9)}, {two, id('a', 9)}} {
			_, err := w.events.Create(system, tag.Draft{ID: id('a', 9), FarmID: north, Type: tag.TypeFarm, Content: tag.Content{Parents: parents}})
			if f := fault.As(err); err == nil || f.Kind != fault.Invalid || f.Fields[0].Name != "parents" {
				t.Errorf("made from %v: %v", parents, err)
			}
		}
		// A circle that was stored all the same must not hang or hide a recall.
		w.exec("INSERT INTO tag_parents (tag_id, parent_id) VALUES ($1, $2)", one, four)
		w.recall("P", two)
		if got := w.recalledBy(one); got != "P" {
			t.Errorf("in a circle: %q", got)
		}
		_, err := w.Version(nobody, one)
		must(t, err)
	})
}

func TestTheRootTagAndTheGrowers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one, two, three, four := threeLevels(w)
		w.public(south, farm.PublicChange{GrowerNames: new("Ada and Ben")})
		if page := w.page(one); page.RootTag != nil || page.Farm.GrowerNames != "" {
			t.Errorf("without parents: %+v, growers %q", page.RootTag, page.Farm.GrowerNames)
		}
		// A single parent; a farm without grower names stands for itself.
		if page := w.page(three); page.RootTag.ID != one || page.RootTag.GrowerNames != "" || page.Farm.GrowerNames != "North Bay" {
			t.Errorf("one parent: %+v, growers %q", page.RootTag, page.Farm.GrowerNames)
		}
		// Of several the one harvested first; growers of the whole lineage.
		page := w.page(four)
		if page.RootTag.ID != two || page.RootTag.GrowerNames != "Ada and Ben" || page.Farm.GrowerNames != "Ada and Ben, North Bay" {
			t.Errorf("two parents: %+v, growers %q", page.RootTag, page.Farm.GrowerNames)
		}
		// The item counts, and a processing date where there is no harvest.
		w.make(6, north, tag.Fields{ProcessingDate: "2026-11-08"})
		five, err := w.events.Create(system, tag.Draft{FarmID: north, Type: tag.TypeFarm, Content: tag.Content{
			Fields: tag.Fields{HarvestDate: "2026-11-30"}, Item: tag.Item{"harvestDate": "2026-11-07"}}})
		must(t, err)
		made, err := w.events.Create(system, tag.Draft{FarmID: trade, Type: tag.TypeDistributor,
			Content: tag.Content{Parents: []string{two, id('a', 6), three, five.ID}}})
		must(t, err)
		if got := w.page(made.ID).RootTag.ID; got != five.ID {
			t.Errorf("root %s", got)
		}
		w.public(trade, farm.PublicChange{GrowerNames: new("Our growers")})
		if got := w.page(four).Farm.GrowerNames; got != "Our growers" {
			t.Errorf("a distributor's own growers: %q", got)
		}
	})
}

// The version that pages are kept by changes with everything they show.
func TestVersionChangesWithEverythingShown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one, two, _, four := threeLevels(w)
		seen := map[string]string{}
		changed := func(step string) {
			t.Helper()
			v, err := w.Version(nobody, four)
			must(t, err)
			if again, err := w.Version(nobody, four); err != nil || again != v {
				t.Errorf("%s: %s, then %s, %v", step, v, again, err)
			}
			if earlier, twice := seen[v]; twice {
				t.Errorf("%s: version %s is that of %s", step, v, earlier)
			}
			seen[v] = step
		}
		changed("the beginning")
		must(t, w.ice(system, trade, four, "07:00"))
		changed("the tag")
		must(t, w.ice(system, north, one, "07:00"))
		changed("the root of its lineage")
		w.public(trade, farm.PublicChange{Dealer: new("D")})
		changed("its farm")
		w.public(north, farm.PublicChange{GrowerNames: new("G")})
		changed("the farm of its root")
		recallID := w.recall("P", two)
		changed("a recall")
		must(t, w.end(system, recallID))
		changed("its lifting")
		w.deleteFarm(south)
		changed("the end of a farm")
		w.public(north, farm.PublicChange{GrowerNames: new("H")}) // makes up for it in the sum
		changed("another farm after that")
	})
}

// deleteFarm is what whoever deletes a farm does.
func (w *world) deleteFarm(farmID string) {
	w.t.Helper()
	must(w.t, w.db.Write(system, func(tx *sqldb.Tx) error {
		if err := w.KeepFarm(system, tx, farmID); err != nil {
			return err
		}
		for _, query := range []string{"DELETE FROM farm_users WHERE farm_id = $1", "DELETE FROM farms WHERE id = $1"} {
			if _, err := tx.Exec(system, query, farmID); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Clean and Delete of a farm leave tags and recalls as they were.
func TestTagsOutliveTheirFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one, _, _, four := threeLevels(w)
		w.recall("P", one)
		w.public(north, farm.PublicChange{Cert: new("newest")})
		w.exec("UPDATE farms SET photo = 'p.jpg' WHERE id = $1", north)
		before := w.page(one)
		w.deleteFarm(north)
		w.deleteFarm(trade)
		after := w.page(one)
		if fmt.Sprint(after.Farm) != fmt.Sprint(before.Farm) || after.Farm.Cert != "newest" || w.recalledBy(one) != "P" || w.recalledBy(four) != "P" {
			t.Errorf("before %+v\nafter %+v", before, after)
		}
		if err := w.ice(system, north, one, "07:00"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a tag of no farm was changed: %v", err)
		}
		// Without the call, the page shows what was kept when a tag was written.
		w.exec("DELETE FROM farms WHERE id = $1", south)
		if got := w.page(id('a', 2)).Farm.Name; got != "South Bay" {
			t.Errorf("farm %q", got)
		}
	})
}

// What a tag told in each version stays readable.
func TestEveryVersionIsKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one := w.make(1, north, tag.Fields{Brand: "first"})
		must(t, w.ice(manager, north, one, "07:00"))
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			n, err := sqldb.One(nobody, tx, sqldb.Scalar[int], `SELECT count(*) FROM tag_versions
				WHERE tag_id = $1 AND (version = 1 AND doc LIKE '%first%' AND made_by = '' OR version = 2 AND doc LIKE '%7:00 am%' AND made_by = 'u1')`, one)
			if n != 2 {
				t.Errorf("%d versions", n)
			}
			return err
		}))
	})
}
