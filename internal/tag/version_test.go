package tag_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

// processes has the test run with a second service, which is another process on
// PostgreSQL; a SQLite file belongs to one.
func processes(t *testing.T, test func(t *testing.T, w *world, other *tag.Service)) {
	t.Run("sqlite", func(t *testing.T) {
		db := dbtest.SQLite(t)
		test(t, newWorld(t, db), tag.New(db, time.Now))
	})
	t.Run("postgres", func(t *testing.T) {
		url := dbtest.PostgresURL(t)
		var both [2]*sqldb.DB
		for i := range both {
			var err error
			both[i], err = sqldb.Open(nobody, url)
			must(t, err)
			t.Cleanup(func() { must(t, both[i].Close()) })
		}
		test(t, newWorld(t, both[0]), tag.New(both[1], time.Now))
	})
}

// standing has the service look by a clock that stands still until it is set forward.
func standing(s *tag.Service) *atomic.Int64 {
	passed := &atomic.Int64{}
	s.LookBy(func() time.Time { return time.Unix(0, passed.Load()) })
	return passed
}

// pages are what was rendered of tags, kept by version as package site does.
type pages map[string]string

func (p pages) show(t *testing.T, s *tag.Service, id string) (shown, now string) {
	t.Helper()
	version, err := s.Version(nobody, id)
	must(t, err)
	page, err := s.Public(nobody, id)
	must(t, err)
	text, err := json.Marshal(page)
	must(t, err)
	key := id + version
	if p[key] == "" {
		p[key] = string(text)
	}
	return p[key], string(text)
}

// TAGP-3: whatever is written, and by whichever process, a page that is kept is what
// would be rendered anew: at once where it was written, five seconds later elsewhere.
func TestAKeptPageIsNeverOutOfDate(t *testing.T) {
	processes(t, func(t *testing.T, w *world, other *tag.Service) {
		passed := standing(other)
		h := &changes{world: w, Rand: rand.New(rand.NewPCG(13, 6)), firms: []string{north, south, trade}}
		here, there := pages{}, pages{}
		did := map[string]int{}
		for range 100 {
			what := h.step()
			did[what]++
			passed.Add(int64(4 * time.Second))
			started := tag.New(w.DB, w.Clock)
			for _, id := range h.tags {
				if kept, now := here.show(t, w.Service, id); kept != now {
					t.Fatalf("after %s, tag %s: %s\nnow %s", what, id, kept, now)
				}
				kept, now := there.show(t, other, id)
				if kept != now {
					t.Fatalf("elsewhere after %s, tag %s: %s\nnow %s", what, id, kept, now)
				}
				if _, anew := (pages{}).show(t, started, id); now != anew {
					t.Fatalf("after %s, tag %s: %s\nin a process that starts %s", what, id, now, anew)
				}
			}
		}
		for _, what := range []string{"tag", "statement", "recall", "recall chosen anew", "recall renamed", "end of a recall", "farm", "photo", "end of a farm"} {
			if did[what] == 0 {
				t.Errorf("never: %s; did %v", what, did)
			}
		}
		if len(here) > len(h.tags)*120 {
			t.Errorf("%d pages of %d tags were rendered: most changes are of other tags", len(here), len(h.tags))
		}
	})
}

// changes are random writes of what pages show.
type changes struct {
	*world
	*rand.Rand
	tags    []string
	firms   []string // that are there
	recalls []string
}

func one[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

func (h *changes) step() string {
	if len(h.tags) == 0 {
		return h.tag()
	}
	switch h.IntN(11) {
	case 0, 1:
		if len(h.tags) < 12 {
			return h.tag()
		}
		return "nothing"
	case 2, 3:
		return h.state()
	case 4, 5:
		h.recalls = append(h.recalls, h.RecallOf(fmt.Sprint("P", h.IntN(3)), h.choice()))
		return "recall"
	case 6:
		return h.inForce("recall chosen anew", func(tx *sqldb.Tx, id string) error { return tagtest.Choose(system, tx, h.Reaches, id, h.choice()) })
	case 7:
		return h.inForce("recall renamed", func(tx *sqldb.Tx, id string) error {
			return h.Reaches.Rename(system, tx, id, fmt.Sprint("P", h.IntN(3)), "")
		})
	case 8:
		what := h.inForce("end of a recall", func(tx *sqldb.Tx, id string) error { return h.Reaches.End(system, tx, id) })
		if len(h.recalls) > 0 {
			h.recalls = h.recalls[1:]
		}
		return what
	case 9:
		h.EditPublic(one(h.Rand, h.firms), farm.PublicChange{GrowerNames: new(fmt.Sprint("G", h.IntN(5))), Cert: new(fmt.Sprint("WA-", h.IntN(5))), HarvesterCert: new(fmt.Sprint("H-", h.IntN(5)))})
		return "farm"
	}
	if h.IntN(8) == 0 && len(h.firms) > 2 {
		h.DeleteFarm(h.firms[1])
		h.firms = slices.Delete(h.firms, 1, 2)
		return "end of a farm"
	}
	h.Exec("UPDATE farms SET photo = $1, version = version + 1 WHERE id = $2", sqldb.NewID(), one(h.Rand, h.firms))
	return "photo"
}

func (h *changes) choice() reach.Choice {
	if h.IntN(3) == 0 {
		return reach.Choice{Area: one(h.Rand, []string{"Bay", "Cove"})}
	}
	return reach.Choice{Tags: []string{one(h.Rand, h.tags)}}
}

func (h *changes) tag() string {
	n := len(h.tags) + 1
	var parents []int
	for range h.IntN(3) {
		if n > 1 {
			parents = append(parents, 1+h.IntN(n-1))
		}
	}
	id := h.Make(n, one(h.Rand, h.firms), tag.Fields{HarvestLocation: one(h.Rand, []string{"Bay", "Cove", ""})}, parents...)
	h.tags = append(h.tags, id)
	return "tag"
}

// state changes what a tag states.
func (h *changes) state() string {
	id := one(h.Rand, h.tags)
	err := h.Ice(system, h.Page(id).Farm.ID, id, fmt.Sprintf("%02d:%02d", h.IntN(24), h.IntN(60)))
	switch {
	case fault.Is(err, fault.NotFound): // the tag of a farm that is gone
		return "nothing"
	case err != nil:
		h.T.Fatal(err)
	}
	return "statement"
}

func (h *changes) inForce(what string, change func(tx *sqldb.Tx, id string) error) string {
	if len(h.recalls) == 0 {
		return "nothing"
	}
	must(h.T, h.DB.Write(system, func(tx *sqldb.Tx) error { return change(tx, h.recalls[0]) }))
	return what
}

// A change makes nothing else outdated than its tags and what was made of them, and no
// version costs a read of the database: a change is read once, for all tags.
func TestAChangeLeavesOtherPagesAlone(t *testing.T) {
	db, statements := dbtest.Counted(t)
	w := newWorld(t, db)
	reached, other, made := w.Make(1, north, tag.Fields{}), w.Make(2, south, tag.Fields{}), w.Make(3, trade, tag.Fields{}, 1)
	ask := func() (versions []string, asked int64) {
		_, err := w.Version(nobody, id('a', 9)) // looks
		if !fault.Is(err, fault.NotFound) {
			t.Error(err)
		}
		<-w.Filled()
		before := statements()
		for _, id := range []string{reached, made, other} {
			version, err := w.Version(nobody, id)
			must(t, err)
			versions = append(versions, version)
		}
		return versions, statements() - before
	}
	for what, change := range map[string]func(){
		"recall":    func() { w.Recall("State of Maine", reached) },
		"firm":      func() { w.EditPublic(north, farm.PublicChange{GrowerNames: new("Ann")}) },
		"child":     func() { w.Make(4, south, tag.Fields{}, 2, 3) },
		"statement": func() { must(t, w.Ice(system, north, reached, "07:00")) },
	} {
		before, _ := ask()
		change()
		after, asked := ask()
		changes := what != "child"
		if (after[0] != before[0]) != changes || (after[1] != before[1]) != changes || after[2] != before[2] {
			t.Errorf("versions %q, after the %s %q", before, what, after)
		}
		if asked != 0 {
			t.Errorf("%d statements for versions after the %s", asked, what)
		}
	}
}

// A page that was not kept reads nothing from the database but what has changed: the record
// of its firm, once, and the tag, once.
func TestAPageReadsWhatHasChanged(t *testing.T) {
	db, statements := dbtest.Counted(t)
	w := newWorld(t, db)
	root, made := w.Make(1, north, tag.Fields{Brand: "A"}), w.Make(2, north, tag.Fields{Brand: "B"}, 1)
	read := func(what string, want int64, has string) {
		t.Helper()
		_, err := w.Version(nobody, made) // looks
		must(t, err)
		<-w.Filled()
		before := statements()
		page, err := w.Public(nobody, made)
		must(t, err)
		text, err := json.Marshal(page)
		must(t, err)
		if got := statements() - before; got != want || !strings.Contains(string(text), has) {
			t.Errorf("%s: %d statements, want %d, for %s in %s", what, got, want, has, text)
		}
	}
	read("first", 1, `"brand":"B"`)
	read("again", 0, `"brand":"B"`)
	w.Recall("State of Maine", root)
	read("recalled", 0, `"recall":"State of Maine"`)
	must(t, w.Ice(system, north, root, "07:05"))
	read("parent", 1, `"icingTime":"7:05 am"`)
	read("parent again", 0, `"icingTime":"7:05 am"`)
	w.EditPublic(north, farm.PublicChange{Cert: new("ME-7")})
	read("firm", 1, `"cert":"ME-7"`)
	read("firm again", 0, `"cert":"ME-7"`)
}

// A corrected recall makes the pages outdated that it newly reaches or releases, and of no
// version that was before is there one again.
func TestACorrectionLeavesOtherPagesAlone(t *testing.T) {
	processes(t, func(t *testing.T, w *world, other *tag.Service) {
		passed := standing(other)
		kept, released, added, alone, made := w.Make(1, north, tag.Fields{}), w.Make(2, south, tag.Fields{}), w.Make(3, south, tag.Fields{}), w.Make(4, north, tag.Fields{}), w.Make(5, trade, tag.Fields{}, 2)
		ask := func(s *tag.Service) (versions []string) {
			for _, id := range []string{kept, released, added, alone, made} {
				version, err := s.Version(nobody, id)
				must(t, err)
				versions = append(versions, version)
			}
			return versions
		}
		first := [2][]string{ask(w.Service), ask(other)}
		recallID := w.Recall("State of Maine", kept, released)
		passed.Add(int64(4 * time.Second))
		before := [2][]string{ask(w.Service), ask(other)}
		must(t, w.DB.Write(system, func(tx *sqldb.Tx) error {
			if err := tagtest.Choose(system, tx, w.Reaches, recallID, reach.Choice{Tags: []string{kept, added}}); err != nil {
				return err
			}
			return w.Reaches.Rename(system, tx, recallID, "State of Maine", "another reason")
		}))
		passed.Add(int64(4 * time.Second))
		for i, s := range []*tag.Service{w.Service, other} {
			after := ask(s)
			for n, changes := range []bool{false, true, true, false, true} {
				if (after[n] != before[i][n]) != changes || changes && after[n] == first[i][n] {
					t.Errorf("tag %d was %s, then %s, and after the correction %s", n+1, first[i][n], before[i][n], after[n])
				}
			}
		}
		if w.RecalledBy(kept) == "" || w.RecalledBy(added) == "" || w.RecalledBy(released) != "" || w.RecalledBy(made) != "" {
			t.Error("the correction is not on the pages")
		}
	})
}

// What cannot be known is an error after five seconds, and never what was known before.
func TestNoVersionOfAnUnknownState(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		passed := standing(w.Service)
		id := w.Make(1, north, tag.Fields{})
		_, err := w.Version(nobody, id)
		must(t, err)
		w.Exec("ALTER TABLE recall_generation RENAME TO lost")
		passed.Store(int64(3 * time.Second))
		if _, err := w.Version(nobody, id); err != nil {
			t.Errorf("after three seconds: %v", err)
		}
		passed.Store(int64(4 * time.Second))
		if version, err := w.Version(nobody, id); err == nil {
			t.Errorf("after four seconds: version %s", version)
		}
		w.Exec("ALTER TABLE lost RENAME TO recall_generation")
		_, err = w.Version(nobody, id)
		must(t, err)
	})
}

// Readers never see the version before a recall once that has been taken.
func TestVersionsWhileTagsAreRecalled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		var ids []string
		for n := range 4 {
			ids = append(ids, w.Make(n+1, north, tag.Fields{}))
		}
		ctx, stop := context.WithCancel(nobody)
		defer stop()
		var readers sync.WaitGroup
		for i := range 4 {
			readers.Go(func() {
				for n := i; ctx.Err() == nil; n++ {
					if _, err := w.Version(ctx, ids[n%len(ids)]); err != nil && ctx.Err() == nil {
						t.Error(err)
					}
				}
			})
		}
		for _, id := range ids {
			before, err := w.Version(nobody, id)
			must(t, err)
			w.Recall("State of Maine", id)
			after, err := w.Version(nobody, id)
			must(t, err)
			if before == after {
				t.Errorf("tag %s: version %s after its recall, too", id, after)
			}
		}
		stop()
		readers.Wait()
	})
}
