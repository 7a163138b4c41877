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

// TAGP-3: a recall of a tag is a recall of everything made from it.
func TestARecallReachesAllThatWasMade(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one, two, three, four := threeLevels(w)
		parties := func() []string {
			return []string{w.RecalledBy(one), w.RecalledBy(two), w.RecalledBy(three), w.RecalledBy(four)}
		}
		expect := func(step string, want ...string) {
			t.Helper()
			if got := parties(); !slices.Equal(got, want) {
				t.Errorf("%s: %q", step, got)
			}
		}
		expect("before", "", "", "", "")
		first := w.Recall("State of Maine", one)
		expect("the first level", "State of Maine", "", "State of Maine", "State of Maine")
		second := w.Recall("South Bay", two, two)
		expect("the oldest is shown", "State of Maine", "South Bay", "State of Maine", "State of Maine")
		must(t, w.End(system, first))
		expect("the first is lifted", "", "South Bay", "", "South Bay")
		third := w.Recall("Pike Place", three)
		must(t, w.End(system, second))
		expect("the middle level", "", "", "Pike Place", "Pike Place")
		w.Make(5, trade, tag.Fields{}, 4)
		if got := w.RecalledBy(id('a', 5)); got != "Pike Place" {
			t.Errorf("made after the recall: %q", got)
		}
		must(t, w.End(system, third))
		must(t, w.End(system, third))
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
		one := w.Make(1, north, tag.Fields{})
		before, err := w.Version(nobody, one)
		must(t, err)
		for name, try := range map[string]struct {
			tags  []string
			party string
		}{
			"no tag": {nil, "P"}, "an unknown tag": {[]string{one, id('a', 9)}, "P"}, "no party": {[]string{one}, " "},
			"a party of two lines": {[]string{one}, "P\nQ"},
		} {
			if _, err := w.Declare(system, try.party, reach.Choice{Tags: try.tags}); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := w.End(system, "none"); !fault.Is(err, fault.NotFound) {
			t.Errorf("lifting nothing: %v", err)
		}
		if after, err := w.Version(nobody, one); err != nil || after != before || w.RecalledBy(one) != "" {
			t.Errorf("a refused recall left a trace: %s, %s, %v", before, after, err)
		}
	})
}

// Who recalled and who lifted, and when, is on record.
func TestRecallsAreOnRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		recallID := w.Recall("P", w.Make(1, north, tag.Fields{}))
		recalled := w.Now
		w.Now = w.Now.Add(time.Hour)
		must(t, w.End(staff, recallID))
		lifted := w.Now
		w.Now = w.Now.Add(time.Hour)
		must(t, w.End(system, recallID))
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
			w.Make(n, north, tag.Fields{}, parents[n]...)
		}
		standing := map[int][]string{} // parties by tag, the oldest first
		for i := range rapid.IntRange(0, 3).Draw(r, "recalls") {
			n, party := rapid.IntRange(first, next-1).Draw(r, "recalled"), fmt.Sprint("P", i)
			recallID := w.Recall(party, id('a', n))
			if rapid.Bool().Draw(r, "lifted") {
				must(t, w.End(system, recallID))
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
			if got := w.RecalledBy(id('a', n)); got != want {
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
			_, err := w.Events.Create(system, tag.Draft{ID: id('a', 9), FarmID: north, Type: tag.TypeFarm, Content: tag.Content{Parents: parents}})
			if f := fault.As(err); err == nil || f.Kind != fault.Invalid || f.Fields[0].Name != "parents" {
				t.Errorf("made from %v: %v", parents, err)
			}
		}
		// A circle that was stored all the same must not hang or hide a recall.
		w.Exec("INSERT INTO tag_parents (tag_id, parent_id) VALUES ($1, $2)", one, four)
		w.Recall("P", two)
		if got := w.RecalledBy(one); got != "P" {
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
		w.EditPublic(south, farm.PublicChange{GrowerNames: new("Ada and Ben")})
		if page := w.Page(one); page.RootTag != nil || page.Farm.GrowerNames != "" {
			t.Errorf("without parents: %+v, growers %q", page.RootTag, page.Farm.GrowerNames)
		}
		// A single parent; a farm without grower names stands for itself.
		if page := w.Page(three); page.RootTag.ID != one || page.RootTag.GrowerNames != "" || page.Farm.GrowerNames != "North Bay" {
			t.Errorf("one parent: %+v, growers %q", page.RootTag, page.Farm.GrowerNames)
		}
		// Of several the one harvested first; growers of the whole lineage.
		page := w.Page(four)
		if page.RootTag.ID != two || page.RootTag.GrowerNames != "Ada and Ben" || page.Farm.GrowerNames != "Ada and Ben, North Bay" {
			t.Errorf("two parents: %+v, growers %q", page.RootTag, page.Farm.GrowerNames)
		}
		// The item counts, and a processing date where there is no harvest.
		w.Make(6, north, tag.Fields{ProcessingDate: "2026-11-08"})
		five, err := w.Events.Create(system, tag.Draft{FarmID: north, Type: tag.TypeFarm, Content: tag.Content{
			Fields: tag.Fields{HarvestDate: "2026-11-30"}, Item: tag.Item{"harvestDate": "2026-11-07"}}})
		must(t, err)
		made, err := w.Events.Create(system, tag.Draft{FarmID: trade, Type: tag.TypeDistributor,
			Content: tag.Content{Parents: []string{two, id('a', 6), three, five.ID}}})
		must(t, err)
		if got := w.Page(made.ID).RootTag.ID; got != five.ID {
			t.Errorf("root %s", got)
		}
		w.EditPublic(trade, farm.PublicChange{GrowerNames: new("Our growers")})
		if got := w.Page(four).Farm.GrowerNames; got != "Our growers" {
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
		must(t, w.Ice(system, trade, four, "07:00"))
		changed("the tag")
		must(t, w.Ice(system, north, one, "07:00"))
		changed("the root of its lineage")
		w.EditPublic(trade, farm.PublicChange{Dealer: new("D")})
		changed("its farm")
		w.EditPublic(north, farm.PublicChange{GrowerNames: new("G")})
		changed("the farm of its root")
		recallID := w.Recall("P", two)
		changed("a recall")
		must(t, w.End(system, recallID))
		changed("its lifting")
		w.DeleteFarm(south)
		changed("the end of a farm")
		w.EditPublic(north, farm.PublicChange{GrowerNames: new("H")}) // makes up for it in the sum
		changed("another farm after that")
	})
}

// Clean and Delete of a farm leave tags and recalls as they were.
func TestTagsOutliveTheirFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one, _, _, four := threeLevels(w)
		w.Recall("P", one)
		w.EditPublic(north, farm.PublicChange{Cert: new("newest")})
		w.Exec("UPDATE farms SET photo = 'p.jpg' WHERE id = $1", north)
		before := w.Page(one)
		w.DeleteFarm(north)
		w.DeleteFarm(trade)
		after := w.Page(one)
		if fmt.Sprint(after.Farm) != fmt.Sprint(before.Farm) || after.Farm.Cert != "newest" || w.RecalledBy(one) != "P" || w.RecalledBy(four) != "P" {
			t.Errorf("before %+v\nafter %+v", before, after)
		}
		if err := w.Ice(system, north, one, "07:00"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a tag of no farm was changed: %v", err)
		}
		// Without the call, the page shows what was kept when a tag was written.
		w.Exec("DELETE FROM farms WHERE id = $1", south)
		if got := w.Page(id('a', 2)).Farm.Name; got != "South Bay" {
			t.Errorf("farm %q", got)
		}
	})
}

// What a tag told in each version stays readable.
func TestEveryVersionIsKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		one := w.Make(1, north, tag.Fields{Brand: "first"})
		must(t, w.Ice(manager, north, one, "07:00"))
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
