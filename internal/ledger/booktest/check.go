package booktest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/merroir/merroir/internal/sqldb"
)

// event is what an activity that was not undone did at a place, as a person reports it.
type event struct {
	place   [2]string
	day     int64
	step    int // 0 arrivals, 1 counts before removals, 2 removals, 3 counts after them
	at, row int64
	key     string
	kind    string
	delta   int64 // of no count
	counted *int64
	died    bool
	seq     int64
}

const events = `SELECT e.lease_id, e.lot_id, e.day, a.kind, e.seq <> e.activity_seq, e.delta, a.seq, COALESCE(NULLIF(c.turn_key, ''), a.idem_key),
	c.counted, COALESCE(c.after_removals, FALSE), COALESCE(c.died, FALSE), COALESCE(c.client_at, 0), COALESCE(c.line, 0)
	FROM entries e JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
	LEFT JOIN counts c ON c.farm_id = a.farm_id AND c.seq = a.seq
	WHERE e.farm_id = $1 AND e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1) AND e.readjusts IS NULL AND a.reverses IS NULL
	AND NOT EXISTS (SELECT 1 FROM activities u WHERE u.farm_id = $1 AND u.reverses = a.seq AND u.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1))`

func scanEvent(r sqldb.Row) (v event, err error) {
	var arrives, after bool
	err = r.Scan(&v.place[0], &v.place[1], &v.day, &v.kind, &arrives, &v.delta, &v.seq, &v.key, &v.counted, &after, &v.died, &v.at, &v.row)
	switch {
	case v.kind == "plant" || v.kind == "move" && arrives:
		v.step = 0
	case v.kind == "adjust" && after:
		v.step = 3
	case v.kind == "adjust":
		v.step = 1
	default:
		v.step = 2
	}
	return v, err
}

func (v event) compare(w event) int {
	return cmp.Or(slices.Compare(v.place[:], w.place[:]), cmp.Compare(v.day, w.day), cmp.Compare(v.step, w.step),
		cmp.Compare(v.at, w.at), cmp.Compare(v.row, w.row), cmp.Compare(v.key, w.key), cmp.Compare(v.seq, w.seq))
}

// Change is what happened at a place on a day, by kind of entry.
type Change struct {
	Place [2]string
	Day   int64
	Kind  string
}

// Check fails the test unless the ledger of a farm is what its activities say when they are
// replayed from the first day on: each count shows what was counted, no place ever holds less
// than nothing, and entries, balances and moves add up.
func Check(t Fatal, db *sqldb.DB, farmID string) {
	t.Helper()
	var all []event
	Must(t, db.Read(System, func(tx *sqldb.Tx) (err error) {
		all, err = sqldb.All(System, tx, scanEvent, events, farmID)
		return err
	}))
	slices.SortFunc(all, event.compare)
	want, alive, moved := map[Change]int64{}, map[[2]string]int64{}, map[int64]int64{}
	for _, v := range all {
		kind := v.kind
		if v.counted != nil {
			v.delta = *v.counted - alive[v.place]
			if v.died && v.delta < 0 {
				kind = "loss"
			}
		}
		if v.kind == "move" {
			moved[v.seq] += v.delta
		}
		want[Change{v.place, v.day, kind}] += v.delta
		if alive[v.place] += v.delta; alive[v.place] < 0 {
			t.Fatalf("%d animals at %v on day %d after a %s", alive[v.place], v.place, v.day, v.kind)
		}
	}
	for seq, net := range moved {
		if net != 0 {
			t.Fatalf("move %d made %d animals", seq, net)
		}
	}

	got, sum, numbers := map[Change]int64{}, int64(0), map[int64]bool{}
	for _, e := range Entries(t, db, farmID) {
		got[Change{[2]string{e.LeaseID, e.LotID}, e.Day, e.Kind}] += e.Delta
		sum += e.Delta
		numbers[e.Seq] = true
	}
	nothing := func(_ Change, n int64) bool { return n == 0 }
	maps.DeleteFunc(got, nothing)
	maps.DeleteFunc(want, nothing)
	if !maps.Equal(got, want) {
		t.Fatalf("the entries say\n%s\nthe activities\n%s", inOrder(got), inOrder(want))
	}
	if alive := OnHand(t, db, farmID); sum != alive {
		t.Fatalf("entries add up to %d, balances to %d", sum, alive)
	}
	if len(numbers) > 0 && !numbers[number(t, db, "SELECT seq FROM farm_state WHERE farm_id = $1", farmID)] {
		t.Fatal("no entry has the farm's newest number")
	}
}

// inOrder lists changes by place and day.
func inOrder(changes map[Change]int64) (text string) {
	keys := slices.SortedFunc(maps.Keys(changes), func(a, b Change) int {
		return cmp.Or(slices.Compare(a.Place[:], b.Place[:]), cmp.Compare(a.Day, b.Day), cmp.Compare(a.Kind, b.Kind))
	})
	for _, key := range keys {
		text += fmt.Sprintf("%v day %d %s %d\n", key.Place, key.Day, key.Kind, changes[key])
	}
	return text
}
