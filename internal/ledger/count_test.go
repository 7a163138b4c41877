package ledger

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

// countCase is a farm with one lot at one place.
type countCase struct {
	*Service
	t      testing.TB
	db     *sqldb.DB
	farmID string
	at     Place
	south  Place
}

func newCountCase(t testing.TB, db *sqldb.DB) countCase {
	t.Helper()
	farmID, areas := newFarm(t, db)
	return countCase{New(db, clock), t, db, farmID, Place{areas["North"], bag("1")}, Place{areas["South"], bag("1")}}
}

func (c countCase) activity(kind Kind, date string, count int64) Activity {
	return Activity{Kind: kind, Day: day(date), Place: c.at, Count: count}
}

func (c countCase) record(batch ...Activity) []int64 {
	c.t.Helper()
	return record(c.t, c.db, c.farmID, batch...).Numbers
}

func (c countCase) inventory(want int64) {
	c.t.Helper()
	if got := onHand(c.t, c.db, c.farmID); got != want {
		c.t.Errorf("inventory %d, want %d", got, want)
	}
	booktest.Check(c.t, c.db, c.farmID)
	if found := findings(c.t, c.db); len(found) > 0 {
		c.t.Error(found)
	}
}

// REP-18 (case C01): a loss that is recorded late leaves the count after it as it was counted,
// and is carried by the count's difference.
func TestCount_StaysWhenALossComesLate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCountCase(t, db)
		numbers := c.record(c.activity(Plant, "2026-05-01", 1000), c.activity(Adjust, "2026-05-10", 900))
		c.record(c.activity(Loss, "2026-05-05", 60))
		c.inventory(900)
		want := Totals{Planted: 1000, Adjusted: -40, Lost: 60}
		if got := totals(t, db, c.farmID, "", day("2026-11-01")); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		one, count, err := c.One(system, c.farmID, numbers[1])
		must(t, err)
		if one.Count != -40 || count.Found != 900 {
			t.Errorf("count %d, difference %d", count.Found, one.Count)
		}
	})
}

// REP-18 (case C01): six orders of the same entries give one inventory.
func TestCount_EveryOrderGivesOneInventory(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			c := newCountCase(t, db)
			c.record(c.activity(Plant, "2026-05-01", 1000))
			late := []Activity{c.activity(Adjust, "2026-05-10", 900), c.activity(Loss, "2026-05-05", 60), c.activity(Adjust, "2026-05-20", 880)}
			for _, i := range order {
				c.record(late[i])
			}
			c.inventory(880)
		}
	})
}

// REP-18 (case C02): a correction before a count changes what the count misses, not what it shows,
// and says so before anything is stored.
func TestCount_StaysWhenALossIsCorrected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCountCase(t, db)
		numbers := c.record(c.activity(Plant, "2026-05-01", 1000), c.activity(Loss, "2026-05-05", 600), c.activity(Adjust, "2026-05-10", 900))
		c.inventory(900)
		right := c.activity(Loss, "2026-05-05", 60)
		correction := Correction{Number: numbers[1], Reason: "typing mistake", Right: &right, Try: true}
		tried, err := c.Correct(system, c.farmID, correction)
		must(t, err)
		if len(tried.Recounts) != 1 {
			t.Fatalf("%+v", tried)
		}
		if r := tried.Recounts[0]; r.Counted != 900 || r.Before != 500 || r.After != -40 || r.Date != "2026-05-10" {
			t.Errorf("%+v", r)
		}
		if change := tried.Changes[0]; change.Before != 900 || change.After != 900 {
			t.Errorf("%+v", change)
		}
		correction.Try = false
		_, err = c.Correct(system, c.farmID, correction)
		must(t, err)
		c.inventory(900)
	})
}

// REP-18 (case C07): within a day plantings and moves in come first, then counts, then losses,
// harvests and moves out, whatever the order in which they arrive.
func TestDay_HasOneOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCountCase(t, db)
		c.record(c.activity(Harvest, "2026-03-01", 30), c.activity(Adjust, "2026-03-01", 90), c.activity(Plant, "2026-03-01", 100))
		c.inventory(60)
		c.record(c.activity(Loss, "2026-03-01", 10))
		c.inventory(50)
		c.record(c.activity(Plant, "2026-03-01", 5))
		c.inventory(50)

		after := c.activity(Adjust, "2026-03-01", 20)
		after.Order = AfterRemovals
		c.record(after)
		c.inventory(20)
		c.record(c.activity(Loss, "2026-03-01", 10))
		c.inventory(20)
	})
}

// Of two counts of one lot, place and day the later client time wins, then the lower row of a
// sheet, then the higher id.
func TestCount_LaterOfOneDayWins(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		at := func(c countCase, key string, time, count int64) Activity {
			a := c.activity(Adjust, "2026-03-02", count)
			a.Key, a.ClientTime = key, time
			return a
		}
		for _, swap := range []bool{false, true} {
			c := newCountCase(t, db)
			c.record(c.activity(Plant, "2026-03-01", 100))
			pair := []Activity{at(c, "app:b", 1000, 70), at(c, "app:a", 2000, 80)}
			same := []Activity{at(c, "app:d", 3000, 60), at(c, "app:c", 3000, 50)}
			if swap {
				slices.Reverse(pair)
				slices.Reverse(same)
			}
			c.record(pair[0])
			c.record(pair[1])
			c.inventory(80)
			c.record(same[0])
			c.record(same[1])
			c.inventory(60)
		}
	})
}

// A corrected count keeps its turn among the counts of its day: that of its client time, its row and its id.
func TestCount_KeepsItsTurnWhenCorrected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		at := func(c countCase, key, date string, time, count int64) Activity {
			a := c.activity(Adjust, date, count)
			a.Key, a.ClientTime = key, time
			return a
		}
		correct := func(c countCase, number int64, right Activity) {
			t.Helper()
			_, err := c.Correct(system, c.farmID, Correction{Number: number, Reason: "typing mistake", Right: &right})
			must(t, err)
		}

		c := newCountCase(t, db) // by id
		numbers := c.record(c.activity(Plant, "2026-05-01", 1000), at(c, "app:1a", "2026-05-10", 5000, 900), at(c, "app:9b", "2026-05-10", 5000, 880))
		c.inventory(880)
		correct(c, numbers[1], at(c, "", "2026-05-10", 0, 910))
		c.inventory(880)
		correct(c, numbers[2], at(c, "", "2026-05-10", 0, 870))
		c.inventory(870)

		c = newCountCase(t, db) // by client time, also on another day
		numbers = c.record(c.activity(Plant, "2026-05-01", 1000), at(c, "app:x", "2026-05-10", 1000, 900), at(c, "app:a", "2026-05-12", 5000, 800))
		correct(c, numbers[2], at(c, "", "2026-05-10", 0, 800))
		c.inventory(800)
		newest, err := c.Journal(system, c.farmID, Of{}, 0, 2)
		must(t, err)
		i := slices.IndexFunc(newest, func(n Noted) bool { return n.Reverses == nil })
		correct(c, newest[i].Number, at(c, "", "2026-05-10", 0, 790)) // a correction of a correction
		c.inventory(790)
	})
}

// A count with a client time in the future counts as taken now.
func TestCount_ClientTimeIsNeverInTheFuture(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCountCase(t, db)
		c.record(c.activity(Plant, "2026-03-01", 100))
		ahead := c.activity(Adjust, "2026-03-02", 70)
		ahead.Key, ahead.ClientTime = "app:a", sqldb.Millis(noon)+1_000_000
		now := ahead
		now.Key, now.ClientTime, now.Count = "app:b", sqldb.Millis(noon), 80
		c.record(now)
		c.record(ahead)
		c.inventory(80)
	})
}

// REP-18 (case C03): what a count does not find is missing, or dead if the person, the sheet or the
// farm says so; it stays so when the count's difference changes.
func TestCount_MissingOrDead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		until := day("2026-11-01")
		c := newCountCase(t, db)
		dead := c.activity(Adjust, "2026-05-10", 900)
		dead.Missing = MissingDied
		numbers := c.record(c.activity(Plant, "2026-05-01", 1000), dead)
		if got, want := totals(t, db, c.farmID, "", until), (Totals{Planted: 1000, Lost: 100}); got != want {
			t.Errorf("dead: %+v, want %+v", got, want)
		}
		c.record(c.activity(Loss, "2026-05-05", 60))
		if got, want := totals(t, db, c.farmID, "", until), (Totals{Planted: 1000, Lost: 100}); got != want {
			t.Errorf("60 of them recorded: %+v, want %+v", got, want)
		}
		c.record(c.activity(Loss, "2026-05-06", 70))
		if got, want := totals(t, db, c.farmID, "", until), (Totals{Planted: 1000, Adjusted: 30, Lost: 130}); got != want {
			t.Errorf("more than missed: %+v, want %+v", got, want)
		}
		c.inventory(900)
		c.record(Activity{Reverses: numbers[1]})
		if got, want := totals(t, db, c.farmID, "", until), (Totals{Planted: 1000, Lost: 130}); got != want {
			t.Errorf("the count undone: %+v, want %+v", got, want)
		}
		c.inventory(870)

		missing := newCountCase(t, db)
		missing.record(missing.activity(Plant, "2026-03-01", 1000), missing.activity(Adjust, "2026-06-01", 400), missing.activity(Adjust, "2026-09-01", 20))
		if got, want := totals(t, db, missing.farmID, "", until), (Totals{Planted: 1000, Adjusted: -980}); got != want {
			t.Errorf("missing: %+v, want %+v", got, want)
		}

		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE farms SET missing_died = TRUE WHERE id = $1", missing.farmID)
			return err
		}))
		stays := missing.activity(Adjust, "2026-09-03", 10)
		stays.Missing = MissingStay
		missing.record(missing.activity(Adjust, "2026-09-02", 15), stays)
		if got, want := totals(t, db, missing.farmID, "", until), (Totals{Planted: 1000, Adjusted: -985, Lost: 5}); got != want {
			t.Errorf("by the farm's choice: %+v, want %+v", got, want)
		}
	})
}

// A place that nothing came to cannot be counted, and what a count counted cannot be undone away.
func TestCount_NeedsAnimalsThatCame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCountCase(t, db)
		planted := c.record(c.activity(Plant, "2026-05-01", 100))[0]
		c.record(Activity{Reverses: planted})
		_, err := c.Record(system, c.farmID, []Activity{c.activity(Adjust, "2026-05-10", 90)})
		if !errors.As(err, new(*Refused)) {
			t.Errorf("a count of what was undone: %v", err)
		}
		again := c.record(c.activity(Plant, "2026-05-01", 100), c.activity(Adjust, "2026-05-10", 90))[0]
		_, err = c.Record(system, c.farmID, []Activity{{Reverses: again}})
		var refused *Refused
		if !errors.As(err, &refused) {
			t.Fatalf("the planting of what was counted: %v", err)
		}
		want := "it would leave North, bag, 1 (Pacific oyster, Hatchery, planted 1 March 2026) without animals, and 90 were counted there on 10 May 2026"
		if refused.First[0].Reason != want {
			t.Error(refused.First[0].Reason)
		}
	})
}

// Animals come from a planting or a grading: two areas that give each other what neither has bring none.
func TestMove_BringsNoAnimalsByItself(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCountCase(t, db)
		moves := []Activity{
			{Kind: Move, Day: day("2026-05-05"), Place: c.at, Count: 100, To: []Part{{c.south, 100, 0}}},
			{Kind: Move, Day: day("2026-05-05"), Place: c.south, Count: 100, To: []Part{{c.at, 100, 0}}},
		}
		var refused *Refused
		if _, err := c.Record(system, c.farmID, moves); !errors.As(err, &refused) || !strings.Contains(refused.First[0].Reason, "there are no such animals") {
			t.Errorf("%v", err)
		}

		c.record(append(moves, c.activity(Plant, "2026-05-01", 100))...)
		c.inventory(100)
	})
}

// What a sheet leaves out for a lack of animals later is the row that causes it.
func TestSkip_LeavesOutTheRowThatTakesTooMuch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for name, rows := range map[string]func(c countCase) []Activity{
			"a count": func(c countCase) []Activity {
				return []Activity{c.activity(Adjust, "2026-05-05", 20), c.activity(Loss, "2026-05-06", 5)}
			},
			"a loss": func(c countCase) []Activity {
				return []Activity{c.activity(Loss, "2026-05-05", 600), c.activity(Loss, "2026-05-06", 5)}
			},
		} {
			c := newCountCase(t, db)
			c.record(c.activity(Plant, "2026-05-01", 1000), c.activity(Harvest, "2026-05-08", 500))
			d := draftOf(map[string]string{c.at.LeaseID: "North", c.south.LeaseID: "South"}, rows(c))
			d.SkipBad = true
			r, err := enter(c.Service, c.farmID, d)
			must(t, err)
			if got := r.Refused().Total; got != 1 {
				t.Errorf("%s: %d rows were left out", name, got)
			}
			c.inventory(495)
		}
	})
}

// Rows of a sheet that depend on one another in a long chain are all left out with the first.
func TestSkip_LeavesOutALongChain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCountCase(t, db)
		rows := []Activity{{Kind: Move, Day: day("2026-01-01"), Place: c.at, Count: 5, To: []Part{{c.south, 5, 0}}}}
		for i := range int64(60) {
			a := Activity{Kind: Move, Day: day("2026-01-02") + Day(i), Place: c.south, Count: 5, To: []Part{{c.at, 5, 0}}}
			if i%2 == 1 {
				a.Place, a.To = c.at, []Part{{c.south, 5, 0}}
			}
			rows = append(rows, a)
		}
		rows = append(rows, Activity{Kind: Plant, Day: day("2026-02-01"), Place: Place{c.south.LeaseID, bag("other")}, Count: 7})
		d := draftOf(map[string]string{c.at.LeaseID: "North", c.south.LeaseID: "South"}, rows)
		d.SkipBad = true
		r, err := enter(c.Service, c.farmID, d)
		must(t, err)
		if got := r.Refused().Total; got != 61 {
			t.Errorf("%d rows were left out", got)
		}
		c.inventory(7)
	})
}

// arrival is an entry on its way to a farm: as it is, after a mistake that is corrected, or a
// mistake that is undone.
type arrival struct {
	right *Activity
	wrong *Activity
}

// REP-18: a set of entries that is consistent as a whole gives the same ledger in every order of
// arrival, with corrections and undos; what is refused for lack of animals is sent again together.
func TestOrder_DoesNotMatter(t *testing.T) {
	dbtest.EachDrawn(t, 60, func(t *testing.T, db *sqldb.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			names, places := newOrderFarm(t, db)
			farmID := names["farm"]
			arrivals := drawArrivals(rt, t, db, farmID, places)
			want := ledgerOf(rt, db, farmID, names)

			seed := rapid.Uint64().Draw(rt, "seed")
			other, otherPlaces := newOrderFarm(t, db)
			deliver(rt, db, other["farm"], moved(arrivals, places, otherPlaces), rand.New(rand.NewPCG(seed, 1)))
			booktest.Check(rt, db, other["farm"])
			if got := ledgerOf(rt, db, other["farm"], other); !maps.Equal(got, want) {
				rt.Fatalf("in another order\n%v\nwant\n%v", got, want)
			}
		})
		if found := findings(t, db); len(found) > 0 {
			t.Fatal(found)
		}
	})
}

// newOrderFarm makes a farm with three places, and returns the names of its ids.
func newOrderFarm(t testing.TB, db *sqldb.DB) (names map[string]string, places []Place) {
	farmID, areas := newFarm(t, db)
	places = []Place{{areas["North"], bag("1")}, {areas["North"], bag("2")}, {areas["South"], bag("1")}}
	return map[string]string{"farm": farmID, areas["North"]: "North", areas["South"]: "South"}, places
}

// drawArrivals draws entries that the farm takes one after the other, and records them there.
// Samples are left out: they change no number, and more may be measured than a later count finds.
func drawArrivals(rt *rapid.T, t testing.TB, db *sqldb.DB, farmID string, places []Place) (all []arrival) {
	one := drawActivity(places, 0).Filter(func(a Activity) bool { return a.Kind != "" && a.Kind != Size && (a.Kind != Move || len(a.To) > 0) })
	draw := func(label string) Activity {
		a := one.Draw(rt, label)
		a.Key = "app:" + sqldb.NewID()
		if a.Kind == Adjust {
			a.ClientTime = rapid.Int64Range(1, 1_000_000).Draw(rt, "client time")
			a.Order = rapid.SampledFrom([]Order{OrderUnknown, BeforeRemovals, AfterRemovals}).Draw(rt, "order")
			a.Missing = rapid.SampledFrom([]Missing{MissingByDefault, MissingDied}).Draw(rt, "missing")
		}
		return a
	}
	for i := range 4 + rapid.IntRange(1, 10).Draw(rt, "entries") {
		a := draw("entry")
		if i < 3 {
			a = Activity{Key: a.Key, Kind: Plant, Day: firstDay + Day(i), Place: places[i], Count: 40, Containers: 3}
		}
		if _, err := New(db, clock).Record(system, farmID, []Activity{a}); err != nil {
			continue
		}
		next := arrival{right: &a}
		switch rapid.IntRange(0, 3).Draw(rt, "fate") {
		case 0:
			wrong := a
			if wrong.Key = "app:" + sqldb.NewID(); a.Kind != Move {
				wrong.Count += rapid.Int64Range(1, 20).Draw(rt, "wrong by")
			}
			next.wrong = &wrong
		case 1:
			undone := draw("undone")
			all = append(all, arrival{wrong: &undone})
		}
		all = append(all, next)
	}
	return all
}

// moved returns the same arrivals at the places of another farm.
func moved(all []arrival, from, to []Place) []arrival {
	at := func(p Place) Place { return to[slices.Index(from, p)] }
	move := func(a *Activity) *Activity {
		if a == nil {
			return nil
		}
		b := *a
		b.Place, b.To = at(a.Place), nil
		for _, part := range a.To {
			b.To = append(b.To, Part{at(part.Place), part.Count, part.Containers})
		}
		return &b
	}
	there := make([]arrival, len(all))
	for i, a := range all {
		there[i] = arrival{move(a.right), move(a.wrong)}
	}
	return there
}

// deliver records the arrivals in any order. Mistakes that are refused never happened; what else
// is refused waits and is sent again.
func deliver(rt *rapid.T, db *sqldb.DB, farmID string, all []arrival, random *rand.Rand) {
	s := New(db, clock)
	var waiting []Activity
	type mistake struct {
		number int64
		right  *Activity
	}
	var mistakes []mistake
	mend := func(m mistake) bool {
		right := m.right
		if right != nil {
			r := *right
			right = &r
		}
		_, err := s.Correct(system, farmID, Correction{Number: m.number, Reason: "wrong", Right: right})
		return err == nil
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, a := range all {
		if a.wrong != nil {
			if result, err := s.Record(system, farmID, []Activity{*a.wrong}); err == nil {
				mistakes = append(mistakes, mistake{result.Numbers[0], a.right})
				continue
			}
		}
		if a.right != nil {
			waiting = append(waiting, *a.right)
			if random.IntN(2) == 0 {
				if _, err := s.Record(system, farmID, waiting); err == nil {
					waiting = nil
				}
			}
		}
		if random.IntN(3) == 0 && len(mistakes) > 0 && mend(mistakes[0]) {
			mistakes = mistakes[1:]
		}
	}

	for before := -1; len(waiting)+len(mistakes) != before; {
		before = len(waiting) + len(mistakes)
		mistakes = slices.DeleteFunc(mistakes, mend)
		if _, err := s.Record(system, farmID, waiting); err == nil {
			waiting = nil
		}
		if len(mistakes) > 0 {
			waiting = slices.DeleteFunc(waiting, func(a Activity) bool {
				_, err := s.Record(system, farmID, []Activity{a})
				return err == nil
			})
		}
	}
	if len(waiting)+len(mistakes) > 0 {
		rt.Fatalf("never recorded: %+v; never mended: %+v", waiting, mistakes)
	}
}

// ledgerOf returns what happened on a farm by the names of its growing areas and lots, day and kind.
func ledgerOf(rt booktest.Fatal, db *sqldb.DB, farmID string, names map[string]string) map[string]int64 {
	lots := map[string]string{}
	must(rt, db.Read(system, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(system, tx, func(r sqldb.Row) (id string, err error) {
			var nickname string
			err = r.Scan(&id, &nickname)
			lots[id] = nickname
			return id, err
		}, "SELECT id, nickname FROM lots WHERE farm_id = $1", farmID)
		return err
	}))
	sums := map[string]int64{}
	for _, e := range booktest.Entries(rt, db, farmID) {
		key := fmt.Sprintf("%s %s day %d %s", names[e.LeaseID], lots[e.LotID], e.Day, e.Kind)
		if sums[key] += e.Delta; sums[key] == 0 {
			delete(sums, key)
		}
	}
	return sums
}

// A count that finds fewer animals than were taken after it is refused, also next to an even lower
// count of the same batch.
func TestCount_RefusedIfMoreWasTakenAfterIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newCountCase(t, db)
		c.record(c.activity(Plant, "2026-03-01", 40), c.activity(Loss, "2026-03-05", 16))
		before := contents(t, db, c.farmID)
		_, err := c.Record(system, c.farmID, []Activity{c.activity(Adjust, "2026-03-01", 2), c.activity(Adjust, "2026-03-05", 11)})
		var refused *Refused
		if !errors.As(err, &refused) || refused.Total != 2 {
			t.Errorf("%v", err)
		}
		if contents(t, db, c.farmID) != before {
			t.Error("the ledger changed")
		}
	})
}
