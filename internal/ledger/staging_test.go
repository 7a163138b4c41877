package ledger

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// staging is a service that stages any recording, and does something else
// between its transactions.
func stagingService(db *sqldb.DB, step func()) *Service {
	s := New(db, clock)
	s.long, s.step = 0, step
	return s
}

// enter checks a draft and enters it.
func enter(s *Service, farmID string, d *Draft) (*Recording, error) {
	checked, err := s.Check(system, farmID, d)
	if err != nil {
		return nil, err
	}
	return s.Enter(system, checked, Staging{ID: "upload"}, func(float64) {}, func(*sqldb.Tx, *Recording) error { return nil })
}

// draftOf is what a sheet says, by the names of growing areas.
func draftOf(names map[string]string, activities []Activity) *Draft {
	d := &Draft{}
	for i, a := range activities {
		a.Place.LeaseID = names[a.Place.LeaseID]
		a.To = slices.Clone(a.To)
		for i := range a.To {
			a.To[i].LeaseID = names[a.To[i].LeaseID]
		}
		d.Add(a, i+2)
	}
	return d
}

// said is an entry as two farms can have it alike.
type said struct {
	Area, Lot, Kind string
	Day             Day
	Delta           int64
	Containers      int64
}

func bookOf(t testing.TB, db *sqldb.DB, farmID string) (book []said) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		book, err = sqldb.All(system, tx, func(r sqldb.Row) (e said, err error) {
			return e, r.Scan(&e.Area, &e.Lot, &e.Kind, &e.Day, &e.Delta, &e.Containers)
		}, `SELECT p.name, l.nickname, e.kind, e.day, e.delta, e.containers FROM entries e
			JOIN leases p ON p.farm_id = e.farm_id AND p.id = e.lease_id JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id
			WHERE e.farm_id = $1 AND e.seq <= (SELECT seq FROM farm_state WHERE farm_id = $1) ORDER BY e.day, e.seq`, farmID)
		return err
	}))
	slices.SortFunc(book, func(a, b said) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Area, b.Area), cmp.Compare(a.Lot, b.Lot), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Delta, b.Delta), cmp.Compare(a.Containers, b.Containers))
	})
	return book
}

// UPL-2: whatever people record between the transactions of a long upload, the
// book ends as if the upload had come at once, after them; and until it counts
// nobody sees any of it.
func TestStagedAsIfAtOnce(t *testing.T) {
	dbtest.EachDrawn(t, 100, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			people := New(db, clock)
			var farms [2]string
			var areas, names [2]map[string]string
			for i := range farms {
				farms[i], areas[i] = newFarm(t, db)
				names[i] = map[string]string{}
				for name, id := range areas[i] {
					names[i][id] = name
				}
			}
			places := func(i int) []Place {
				return []Place{{areas[i]["North"], bag("1")}, {areas[i]["North"], bag("2")}, {areas[i]["South"], bag("1")}, {areas[i]["South"], bag("3")}}
			}
			there := func(a Activity) Activity { // the same on the other farm
				a.Place.LeaseID = areas[1][names[0][a.Place.LeaseID]]
				a.To = slices.Clone(a.To)
				for i := range a.To {
					a.To[i].LeaseID = areas[1][names[0][a.To[i].LeaseID]]
				}
				return a
			}
			for i := range farms {
				for _, place := range places(i)[:3] {
					record(t, db, farms[i], Activity{Kind: Plant, Day: firstDay, Place: place, Count: 40, Containers: 3})
				}
			}
			plain := rapid.Custom(func(rt *rapid.T) Activity {
				return drawActivity(places(0), 0).Filter(func(a Activity) bool { return a.Reverses == 0 }).Draw(rt, "activity")
			})
			upload := rapid.SliceOfN(plain, 1, 5).Draw(rt, "upload")
			var meanwhile []Activity
			s := stagingService(db, func() {
				before := contents(t, db, farms[0])
				for range rapid.IntRange(0, 2).Draw(rt, "others") {
					a := plain.Draw(rt, "other")
					_, err := people.Record(system, farms[0], []Activity{a})
					var refused *Refused
					switch {
					case err == nil:
						meanwhile = append(meanwhile, there(a))
						before = contents(t, db, farms[0])
					case !errors.As(err, &refused) && !fault.Is(err, fault.Unavailable):
						rt.Fatal(err)
					}
				}
				if after := contents(t, db, farms[0]); after != before {
					rt.Fatalf("a part can be seen: %v, %v", before, after)
				}
			})
			_, err := enter(s, farms[0], draftOf(names[0], upload))
			for _, a := range meanwhile {
				if _, err := people.Record(system, farms[1], []Activity{a}); err != nil {
					rt.Fatalf("what was recorded meanwhile: %v", err)
				}
			}
			other := slices.Clone(upload)
			for i := range other {
				other[i] = there(other[i])
			}
			_, otherErr := enter(people, farms[1], draftOf(names[1], other))
			if (err == nil) != (otherErr == nil) {
				rt.Fatalf("staged: %v, at once: %v", err, otherErr)
			}
			must(t, s.Unstage(system, farms[0], "upload"))
			if diff := gocmp.Diff(bookOf(t, db, farms[1]), bookOf(t, db, farms[0])); diff != "" {
				rt.Fatalf("(- at once, + staged)\n%s", diff)
			}
			checkBook(t, rt, db, farms[0])
			if n := leftStaged(t, db, farms[0]); n != 0 {
				rt.Fatalf("%d rows are left", n)
			}
		})
	})
}

// leftStaged counts what is stored of a farm and does not count.
func leftStaged(t testing.TB, db *sqldb.DB, farmID string) (n int64) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int64], `SELECT (SELECT count(*) FROM ledger_staged WHERE farm_id = $1)
			+ (SELECT count(*) FROM entries WHERE farm_id = $1 AND seq > (SELECT seq FROM farm_state WHERE farm_id = $1))
			+ (SELECT count(*) FROM activities WHERE farm_id = $1 AND seq > (SELECT seq FROM farm_state WHERE farm_id = $1))`, farmID)
		return err
	}))
	return n
}

func plantings(area string, n int) *Draft {
	d := &Draft{}
	for i := range n {
		d.Add(Activity{Kind: Plant, Day: firstDay, Place: Place{area, bag("long")}, Count: int64(1 + i), Containers: 1}, i+2)
	}
	return d
}

// UPL-2: what people record elsewhere while an upload is staged takes a number
// before it and lets it be; on the same spot it is staged again, and when that
// goes on and on, people wait.
func TestRecordingBesideAStagedUpload(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for name, tt := range map[string]struct {
			lot   Lot
			steps int // of the staging
			held  int // recordings that were asked to wait
		}{"elsewhere": {bag("1"), 2, 0}, "on the same spot": {bag("long"), 8, 2}} {
			farmID, areas := newFarm(t, db)
			people := New(db, clock)
			place := Place{areas["North"], tt.lot}
			record(t, db, farmID, Activity{Kind: Plant, Day: firstDay, Place: place, Count: 1, Containers: 1})
			steps, held, recorded := 0, 0, int64(1)
			s := stagingService(db, func() {
				steps++
				_, err := people.Record(system, farmID, []Activity{{Kind: Plant, Day: firstDay, Place: place, Count: 1, Containers: 1}})
				switch {
				case fault.Is(err, fault.Unavailable):
					held++
				default:
					must(t, err)
					recorded++
				}
				if n := onHand(t, db, farmID); n != recorded {
					t.Errorf("%s: %d animals can be seen, %d were recorded", name, n, recorded)
				}
			})
			r, err := enter(s, farmID, plantings("North", 20))
			must(t, err)
			if got := r.Result(); steps != tt.steps || held != tt.held || got.Recorded != 20 {
				t.Errorf("%s: %d steps, %d held, %d recorded", name, steps, held, got.Recorded)
			}
			if n := onHand(t, db, farmID); n != recorded+210 {
				t.Errorf("%s: %d animals afterwards", name, n)
			}
			if n := leftStaged(t, db, farmID); n != 0 {
				t.Errorf("%s: %d rows are left", name, n)
			}
			noted, err := people.Journal(system, farmID, Of{}, 0, 100)
			if must(t, err); int64(len(noted)) != recorded+20 || noted[0].Number != r.Result().Numbers[19] {
				t.Errorf("%s: the journal has %d activities, the newest %d", name, len(noted), noted[0].Number)
			}
			again, err := enter(people, farmID, plantings("North", 20))
			if must(t, err); again.Result().Skipped != 20 {
				t.Errorf("%s: the same sheet again: %+v", name, again.Result())
			}
		}
	})
}

// UPL-2: a key that is staged is refused in words, and what a run that died has
// left is removed by the next, or when its farm is emptied.
func TestWhatIsStagedAndLeft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		people := New(db, clock)
		place := Place{areas["North"], bag("1")}
		d := plantings("North", 5)
		keyed := Activity{Key: "k", Kind: Plant, Day: firstDay, Place: Place{"North", bag("long")}, Count: 1, Containers: 1}
		d.Add(keyed, 9)
		died := errors.New("the process died")
		dies := func() error {
			steps := 0
			s := stagingService(db, func() {
				if steps++; steps == 2 {
					panic(died)
				}
			})
			return func() (err error) {
				defer func() { err, _ = recover().(error) }()
				_, _ = enter(s, farmID, d)
				return nil
			}()
		}
		if err := dies(); !errors.Is(err, died) || leftStaged(t, db, farmID) != 13 {
			t.Fatalf("%v, %d rows are left", err, leftStaged(t, db, farmID))
		}
		_, err := people.Record(system, farmID, []Activity{{Key: "k", Kind: Plant, Day: firstDay, Place: place, Count: 1, Containers: 1}})
		var refused *Refused
		if !fault.Is(err, fault.Conflict) || !errors.As(err, &refused) || refused.First[0].Reason != `"k" is being uploaded just now` {
			t.Errorf("a key that is staged: %v", err)
		}
		_, err = people.Record(system, farmID, []Activity{{Reverses: minFree + 1}})
		if !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.Invalid) {
			t.Errorf("undoing what is staged: %v", err)
		}
		if held, err := people.Places(system, farmID); err != nil || len(held) != 0 {
			t.Errorf("places: %+v %v", held, err)
		}
		var count farm.Contents
		must(t, db.Read(system, func(tx *sqldb.Tx) error { return Keeper().Count(system, tx, farmID, &count) }))
		if count != (farm.Contents{}) {
			t.Errorf("the farm has %+v", count)
		}
		_, err = enter(stagingService(db, func() {}), farmID, d)
		if must(t, err); leftStaged(t, db, farmID) != 0 || onHand(t, db, farmID) != 16 {
			t.Errorf("the next run left %d, %d animals", leftStaged(t, db, farmID), onHand(t, db, farmID))
		}
	})
}

// UPL-2: a run that died while it held its farm holds nobody for long, and what
// it staged goes when somebody needs the numbers.
func TestARunThatDiedIsInNobodysWay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		s := stagingService(db, func() {})
		checked, err := s.Check(system, farmID, plantings("North", 5))
		must(t, err)
		first, err := s.beginStaging(system, checked, Staging{ID: "upload"}, true)
		must(t, err)
		checked.renumber(first - 1)
		checked.progress = func(float64) {}
		must(t, s.stage(system, checked, Staging{ID: "upload"}))
		many := slices.Repeat([]Activity{{Kind: Plant, Day: firstDay, Place: Place{areas["North"], bag("1")}, Count: 1, Containers: 1}}, minFree)
		for _, step := range []struct {
			what  string
			wait  time.Duration
			batch []Activity
			held  bool
			left  int64
		}{
			{"while it is held", 0, many[:1], true, 11},
			{"afterwards", 2 * aliveFor, many[:1], false, 11},
			{"more than there are numbers", 2 * aliveFor, many, false, 0},
		} {
			_, err := New(db, func() time.Time { return noon.Add(step.wait) }).Record(system, farmID, step.batch)
			if left := leftStaged(t, db, farmID); fault.Is(err, fault.Unavailable) != step.held || !step.held && err != nil || left != step.left {
				t.Errorf("%s: %v, %d rows are left", step.what, err, left)
			}
		}
		_, err = s.finishStaging(system, checked, Staging{ID: "upload"}, func(*sqldb.Tx, *Recording) error { return nil })
		if !fault.Is(err, fault.Unavailable) || onHand(t, db, farmID) != minFree+1 {
			t.Errorf("the run that was taken for dead: %v, %d animals", err, onHand(t, db, farmID))
		}
	})
}

// UPL-2: a run that paused for so long that somebody began to remove what it had
// staged goes on neither staging nor finishing: its upload would be half recorded.
func TestARunEndsOnceItsEntriesAreRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		by := Staging{ID: "upload"}
		removeSome := func() {
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				removed, err := dropStaged(system, tx, farmID, 4)
				if removed != 4 {
					t.Errorf("%d rows were removed", removed)
				}
				return err
			}))
		}
		steps := 0
		s := stagingService(db, func() {
			if steps++; steps == 2 {
				removeSome()
			}
		})
		checked, err := s.Check(system, farmID, plantings("North", 20))
		must(t, err)
		if _, err := s.Enter(system, checked, by, func(float64) {}, func(*sqldb.Tx, *Recording) error { return nil }); !fault.Is(err, fault.Unavailable) {
			t.Errorf("finishing: %v", err)
		}
		if err := s.stage(system, checked, by); !fault.Is(err, fault.Unavailable) {
			t.Errorf("staging on: %v", err)
		}
		must(t, s.Unstage(system, farmID, by.ID))
		if n, left := onHand(t, db, farmID), leftStaged(t, db, farmID); n != 0 || left != 0 {
			t.Errorf("%d animals, %d rows are left", n, left)
		}
	})
}

// A run that died while its clock was a day ahead holds nobody up once the clock is right.
func TestRefuseWhileStaged_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		ahead := stagingService(db, func() {})
		ahead.now = func() time.Time { return noon.Add(24 * time.Hour) }
		checked, err := ahead.Check(system, farmID, plantings("North", 5))
		must(t, err)
		first, err := ahead.beginStaging(system, checked, Staging{ID: "upload"}, true)
		must(t, err)
		checked.renumber(first - 1)
		checked.progress = func(float64) {}
		must(t, ahead.stage(system, checked, Staging{ID: "upload"}))

		plant := Activity{Kind: Plant, Day: firstDay, Place: Place{areas["North"], bag("1")}, Count: 1, Containers: 1}
		_, err = New(db, clock).Record(system, farmID, []Activity{plant})
		must(t, err)
		_, err = New(db, clock).Record(system, farmID, slices.Repeat([]Activity{plant}, minFree))
		must(t, err)
		if left := leftStaged(t, db, farmID); left != 0 {
			t.Errorf("%d rows are left", left)
		}
	})
}
