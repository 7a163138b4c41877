package ledger

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// uploaded enters a draft and gives the numbers of what it recorded.
func uploaded(t booktest.Fatal, s *Service, farmID string, d *Draft) Span {
	t.Helper()
	r, err := enter(s, farmID, d)
	must(t, err)
	span, _ := r.Span()
	return span
}

func inTheWay(err error) (way []Obstacle) {
	var found *InTheWay
	if errors.As(err, &found) && fault.Is(err, fault.Conflict) {
		return found.First
	}
	return nil
}

// UPL-2 UPL-3: an upload is undone as a whole, at once or staged, and the same sheet or a better one can be
// uploaded after that; the book adds up all the while, and what it says is as before the upload.
func TestAnUploadIsUndone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for name, s := range map[string]*Service{"at once": New(db, clock), "staged": stagingService(db, func() {})} {
			farmID, areas := newFarm(t, db)
			names := map[string]string{areas["North"]: "North", areas["South"]: "South"}
			north, south := Place{areas["North"], bag("1")}, Place{areas["South"], bag("1")}
			record(t, db, farmID, Activity{Kind: Plant, Day: day("2026-03-01"), Place: north, Count: 10})
			sheet := func(count int64) *Draft {
				return draftOf(names, []Activity{
					{Kind: Plant, Day: day("2026-03-02"), Place: north, Count: count, Containers: 2},
					{Kind: Move, Day: day("2026-03-03"), Place: north, Count: 60, Containers: 1, To: []Part{{south, 60, 1}}},
					{Key: "id:7", Kind: Harvest, Day: day("2026-03-03"), Place: south, Count: 60, Containers: 1},
					{Kind: Move, Day: day("2026-03-03"), Place: north, Count: 40, To: []Part{{south, 40, 0}}},
					{Kind: Adjust, Day: day("2026-03-04"), Place: south, Count: 35},
					{Kind: Size, Day: day("2026-03-04"), Place: south, Measured: 5, SizeSum: 2000},
				})
			}
			span := uploaded(t, s, farmID, sheet(100))
			if onHand(t, db, farmID) != 45 {
				t.Fatalf("%s: %d", name, onHand(t, db, farmID))
			}
			for round := range 2 {
				undone, err := enter(s, farmID, UndoOf(span, "the wrong file"))
				must(t, err)
				booktest.Check(t, db, farmID)
				if left, n := onHand(t, db, farmID), undone.Result().Recorded; left != 10 || n != 6 {
					t.Errorf("%s: %d are left, %d were undone", name, left, n)
				}
				if _, err := enter(s, farmID, UndoOf(span, "again")); !fault.Is(err, fault.Conflict) {
					t.Errorf("%s: undone twice: %v", name, err)
				}
				if round == 0 {
					span = uploaded(t, s, farmID, sheet(100)) // as it was
				} else {
					span = uploaded(t, s, farmID, sheet(101))
				}
				if onHand(t, db, farmID) != 45+int64(round) {
					t.Errorf("%s: uploaded anew %d", name, onHand(t, db, farmID))
				}
				if again, err := enter(s, farmID, sheet(100+int64(round))); err != nil || again.Result().Recorded != 0 {
					t.Errorf("%s: the same once more: %v", name, err)
				}
			}
			if found := findings(t, db); len(found) > 0 {
				t.Errorf("%s: %q", name, found)
			}
		}
	})
}

// What was recorded later and needs the upload is named, each entry of it, and nothing is undone; what
// does not need it stands in no way.
func TestWhatStandsInTheWayOfUndoingAnUpload(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		north, south := "", ""
		plant := func(count int64) []Activity {
			return []Activity{{Kind: Plant, Day: day("2026-03-02"), Place: Place{north, bag("1")}, Count: count}, {Kind: Harvest, Day: day("2026-03-05"), Place: Place{north, bag("1")}, Count: 10}}
		}
		at := func() Place { return Place{north, bag("1")} }
		for name, tt := range map[string]struct {
			before, later []func() Activity
			want          string // activity and why of each
		}{
			"nothing": {},
			"elsewhere": {later: []func() Activity{func() Activity {
				return Activity{Kind: Plant, Day: day("2026-03-03"), Place: Place{south, bag("1")}, Count: 5}
			}}},
			"more animals":    {later: []func() Activity{func() Activity { return Activity{Kind: Plant, Day: day("2026-03-03"), Place: at(), Count: 5} }}},
			"a harvest of it": {later: []func() Activity{func() Activity { return Activity{Kind: Harvest, Day: day("2026-03-09"), Place: at(), Count: 5} }}, want: "harvest 2026-03-09 North: It takes what would not be there."},
			"a loss, and a move": {later: []func() Activity{
				func() Activity { return Activity{Kind: Loss, Day: day("2026-03-09"), Place: at(), Count: 5} },
				func() Activity {
					return Activity{Kind: Move, Day: day("2026-03-10"), Place: at(), Count: 5, To: []Part{{Place{south, bag("1")}, 5, 0}}}
				},
			}, want: "loss 2026-03-09 North: It takes what would not be there.\nmove 2026-03-10 North: It takes what would not be there."},
			"a harvest of what was there": {before: []func() Activity{func() Activity { return Activity{Kind: Plant, Day: day("2026-03-01"), Place: at(), Count: 50} }},
				later: []func() Activity{func() Activity { return Activity{Kind: Harvest, Day: day("2026-03-09"), Place: at(), Count: 50} }}},
			"a count": {before: []func() Activity{func() Activity { return Activity{Kind: Plant, Day: day("2026-03-01"), Place: at(), Count: 50} }},
				later: []func() Activity{func() Activity { return Activity{Kind: Adjust, Day: day("2026-03-09"), Place: at(), Count: 140} }}},
			"a count of it": {later: []func() Activity{func() Activity { return Activity{Kind: Adjust, Day: day("2026-03-09"), Place: at(), Count: 80} }},
				want: "count 2026-03-09 North: It counted animals that came by the upload."},
			"a count before it": {before: []func() Activity{func() Activity { return Activity{Kind: Plant, Day: day("2026-03-01"), Place: at(), Count: 50} }},
				later: []func() Activity{func() Activity { return Activity{Kind: Adjust, Day: day("2026-03-01"), Place: at(), Count: 50} }}},
			"a sample": {later: []func() Activity{func() Activity {
				return Activity{Kind: Size, Day: day("2026-03-09"), Place: at(), Measured: 3, SizeSum: 900}
			}},
				want: "size 2026-03-09 North: It measured animals that came by the upload."},
			"a sample of others": {before: []func() Activity{func() Activity { return Activity{Kind: Plant, Day: day("2026-03-01"), Place: at(), Count: 50} }},
				later: []func() Activity{func() Activity {
					return Activity{Kind: Size, Day: day("2026-03-09"), Place: at(), Measured: 3, SizeSum: 900}
				}}},
		} {
			farmID, areas := newFarm(t, db)
			north, south = areas["North"], areas["South"]
			s := New(db, clock)
			for _, a := range tt.before {
				record(t, db, farmID, a())
			}
			span := uploaded(t, s, farmID, draftOf(map[string]string{north: "North", south: "South"}, plant(100)))
			var last int64
			for _, a := range tt.later {
				last = record(t, db, farmID, a()).Numbers[0]
			}
			before := contents(t, db, farmID)
			_, err := enter(s, farmID, UndoOf(span, "wrong"))
			var got []string
			for _, o := range inTheWay(err) {
				got = append(got, fmt.Sprintf("%s %s %s: %s", o.Activity, o.Date, o.Area, o.Why))
				if o.Number == 0 || o.Number > last || !strings.Contains(o.Lot, "Pacific oyster") {
					t.Errorf("%s: %+v", name, o)
				}
			}
			if strings.Join(got, "\n") != tt.want || (tt.want == "") != (err == nil) {
				t.Errorf("%s: %q (%v), want %q", name, got, err, tt.want)
			}
			if tt.want != "" && contents(t, db, farmID) != before {
				t.Errorf("%s: the book changed", name)
			}
			booktest.Check(t, db, farmID)
		}
	})
}

// An entry of the upload that somebody put right stands in the way while what replaces it counts; one
// that somebody undid does not.
func TestACorrectionStandsInTheWay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		s, at := New(db, clock), Place{areas["North"], bag("1")}
		span := uploaded(t, s, farmID, draftOf(map[string]string{areas["North"]: "North"}, []Activity{
			{Kind: Plant, Day: day("2026-03-02"), Place: at, Count: 100}, {Kind: Loss, Day: day("2026-03-03"), Place: at, Count: 5}, {Kind: Loss, Day: day("2026-03-04"), Place: at, Count: 6},
		}))
		_, err := s.Correct(system, farmID, Correction{Number: span.First + 1, Reason: "seven", Right: &Activity{Kind: Loss, Day: day("2026-03-03"), Place: at, Count: 7}})
		must(t, err)
		_, err = s.Correct(system, farmID, Correction{Number: span.First + 2, Reason: "none"})
		must(t, err)
		way := inTheWay(second(enter(s, farmID, UndoOf(span, "wrong"))))
		if len(way) != 2 || way[0].Activity != "loss" || way[0].Why != "It was recorded in place of entry 2 of the upload. Undo it first." {
			t.Fatalf("%+v", way)
		}
		_, err = s.Correct(system, farmID, Correction{Number: way[0].Number, Reason: "that neither"})
		must(t, err)
		r, err := enter(s, farmID, UndoOf(span, "wrong"))
		must(t, err)
		if n := r.Result().Recorded; n != 1 || onHand(t, db, farmID) != 0 {
			t.Errorf("%d were undone, %d are left", n, onHand(t, db, farmID))
		}
		booktest.Check(t, db, farmID)
	})
}

func second[A, B any](_ A, b B) B { return b }

// While an undoing is staged its entries count for everybody else, who may not undo them one by one;
// and what somebody records meanwhile and needs them ends it.
func TestRecordingBesideAStagedUndoing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		at := Place{areas["North"], bag("1")}
		sheet := draftOf(map[string]string{areas["North"]: "North"}, []Activity{{Kind: Plant, Day: day("2026-03-02"), Place: at, Count: 100}})
		span := uploaded(t, New(db, clock), farmID, sheet)
		steps := 0
		s := stagingService(db, func() {
			if steps++; steps != 2 {
				return
			}
			one, _, err := New(db, clock).One(system, farmID, span.First)
			if err != nil || one.Reversed {
				t.Errorf("while it is staged: %+v %v", one, err)
			}
			if _, err := New(db, clock).Record(system, farmID, []Activity{{Reverses: span.First}}); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "is being undone just now") {
				t.Errorf("undone beside it: %v", err)
			}
			record(t, db, farmID, Activity{Kind: Harvest, Day: day("2026-03-03"), Place: at, Count: 1})
		})
		_, err := enter(s, farmID, UndoOf(span, "wrong"))
		if way := inTheWay(err); len(way) != 1 || way[0].Activity != "harvest" {
			t.Errorf("%v", err)
		}
		must(t, s.Unstage(system, farmID, "upload"))
		if onHand(t, db, farmID) != 99 || leftStaged(t, db, farmID) != 0 {
			t.Errorf("%d alive, %d staged", onHand(t, db, farmID), leftStaged(t, db, farmID))
		}
	})
}

// Whatever was recorded before, by a sheet and after it: an undoing leaves a book that adds up and says
// what it would say without the sheet, or changes nothing.
func TestAnyUploadUndone(t *testing.T) {
	dbtest.EachDrawn(t, 100, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			farmID, areas := newFarm(t, db)
			other, otherAreas := newFarm(t, db) // the same without the sheet
			names := map[string]string{areas["North"]: "North", areas["South"]: "South"}
			places := []Place{{areas["North"], bag("1")}, {areas["North"], bag("2")}, {areas["South"], bag("1")}}
			s := New(db, clock)
			if rapid.Bool().Draw(rt, "staged") {
				s = stagingService(db, func() {})
			}
			there := func(a Activity) Activity {
				move := func(id string) string { return otherAreas[names[id]] }
				a.Place.LeaseID = move(a.Place.LeaseID)
				a.To = append([]Part{}, a.To...)
				for i := range a.To {
					a.To[i].LeaseID = move(a.To[i].LeaseID)
				}
				return a
			}
			alike := true // but for the sheet; not where something went for the sheet's animals, and for others that came after it
			both := func(a Activity) {
				if a.Reverses != 0 {
					return
				}
				if _, err := New(db, clock).Record(system, farmID, []Activity{a}); err == nil {
					if _, err := New(db, clock).Record(system, other, []Activity{there(a)}); err != nil {
						rt.Log("only with the sheet:", err)
						alike = false
					}
				}
			}
			both(Activity{Kind: Plant, Day: firstDay, Place: places[0], Count: 40, Containers: 3})
			for range rapid.IntRange(0, 4).Draw(rt, "before") {
				both(drawActivity(places, 0).Draw(rt, "one before"))
			}
			var rows []Activity
			for range rapid.IntRange(1, 6).Draw(rt, "rows") {
				if a := drawActivity(places, 0).Draw(rt, "row"); a.Reverses == 0 {
					if _, reason := a.Refuse(day("2026-12-31")); reason == "" {
						rows = append(rows, a)
					}
				}
			}
			d := draftOf(names, rows)
			d.SkipBad = true
			r, err := enter(s, farmID, d)
			booktest.Must(rt, err)
			span, any := r.Span()
			if !any {
				return
			}
			for range rapid.IntRange(0, 3).Draw(rt, "later") {
				both(drawActivity(places, 0).Draw(rt, "one later"))
			}
			before := contents(rt, db, farmID)
			_, err = enter(s, farmID, UndoOf(span, "wrong"))
			if err != nil {
				if len(inTheWay(err)) == 0 || contents(rt, db, farmID) != before {
					rt.Fatal(err)
				}
			} else if a, b := booktest.Sums(rt, db, farmID, "", int64(firstDay)+20), booktest.Sums(rt, db, other, "", int64(firstDay)+20); alike && fmt.Sprint(withoutZero(a)) != fmt.Sprint(withoutZero(b)) {
				rt.Fatalf("%v, without the sheet %v", a, b)
			}
			booktest.Check(rt, db, farmID)
			if found := findings(rt, db); len(found) > 0 {
				rt.Fatal(found)
			}
		})
	})
}

func withoutZero(sums map[string]int64) map[string]int64 {
	for kind, n := range sums {
		if n == 0 {
			delete(sums, kind)
		}
	}
	return sums
}
