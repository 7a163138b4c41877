package recall_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
)

// many are so many tags that a recall of them is prepared.
const many = 700

// stock makes as many tags on paper of North Bay, and gives their ids.
func (o *office) stock(n int) (ids []string) {
	o.t.Helper()
	o.reaches.AtOnce = 100
	states := `{"harvestDate":"2026-11-01","harvestLocation":"Elsewhere"}`
	rows := make([][]any, n)
	for i := range rows {
		ids = append(ids, tagNumber(i))
		rows[i] = []any{tagNumber(i), north, string(tag.TypeFarm), states, 1, 0, 0, "bag", 100, 100}
	}
	must(o.t, o.db.Write(system, func(tx *sqldb.Tx) error {
		if err := tx.InsertRows(system, "tags", []string{"id", "farm_id", "type", "doc", "version", "created_at", "updated_at", "unit", "quantity", "remainder"}, rows); err != nil {
			return err
		}
		return o.tags.KeepFarm(system, tx, north)
	}))
	return ids
}

// named are the recalls whose tags the pages, the shipments, the farm and the book show, whoever is asked: the
// process, which knows, and one that starts.
func (o *office) named(ids []string) (shown []string) {
	o.t.Helper()
	for _, one := range []*office{o, open(o.t, o.db)} {
		var here []string
		for _, id := range ids {
			if one.shows(id) != "" {
				here = append(here, id)
			}
		}
		if one == o {
			shown = here
		} else if !slices.Equal(here, shown) {
			o.t.Errorf("a process shows %d tags as recalled, one that starts %d", len(shown), len(here))
		}
		must(o.t, o.db.Read(system, func(tx *sqldb.Tx) error {
			open, err := one.reaches.OpenRecalls(system, tx, []string{north})
			if err != nil {
				return err
			}
			told := int64(0)
			for _, r := range open[north] {
				told += r.Tags
			}
			if want := int64(len(here)); len(ids) == many && told != want {
				o.t.Errorf("the farm is told of %d tags, the pages show %d", told, want)
			}
			return nil
		}))
	}
	return shown
}

func (o *office) rows(table string) int {
	o.t.Helper()
	n := 0
	must(o.t, o.db.Read(nobody, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(nobody, tx, sqldb.Scalar[int], "SELECT count(*) FROM "+table)
		return err
	}))
	return n
}

// endingAfter gives contexts that end after a number of pieces, one more each time, until something is
// done without any of them.
func endingAfter(t *testing.T, o *office, pieces string, do func(ctx context.Context) error, after func(whole bool)) (rounds int) {
	t.Helper()
	left := 0
	var stop func()
	o.wrote = func(w sqldb.WriteTimes) {
		if w.By == pieces {
			if left--; left == 0 {
				stop()
			}
		}
	}
	defer func() { o.wrote = nil }()
	for whole := false; !whole; rounds++ {
		var ctx context.Context
		ctx, stop = context.WithCancel(recaller)
		left = rounds + 1
		err := do(ctx)
		stop()
		if whole = err == nil; !whole && !errors.Is(err, context.Canceled) {
			t.Fatalf("round %d: %v", rounds, err)
		}
		after(whole)
	}
	return rounds
}

// RECALL-1: a recall that names very many tags is prepared in pieces, so that nobody's write waits for it.
// Wherever that ends, nothing is recalled; with its write everything is, and what was left over is removed.
func TestALargeRecallIsInForceOrNot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		all := o.stock(many)
		choice := scope.Choice{Tags: all}
		some := []string{all[0], all[many/2], all[many-1]}
		seen, err := o.Preview(recaller, "", choice)
		must(t, err)
		o.OnReckoned(func(int) {
			want(t, "rows that wait", o.rows("recall_tags") >= many, true)
			want(t, "shown while it is prepared", len(o.named(some)), 0)
		})
		d := recall.Declaration{Kind: recall.Real, Words: words(), Choice: choice, Seen: seen.Seen}
		rounds := endingAfter(t, o, "reach.difference.store", func(ctx context.Context) error { _, err := o.Declare(ctx, d); return err }, func(whole bool) {
			if !whole {
				want(t, "shown after a part", len(o.named(some)), 0)
				want(t, "recalls", o.rows("recall_books"), 0)
			}
		})
		if rounds < 3 {
			t.Errorf("prepared in %d pieces", rounds-1)
		}
		o.OnReckoned(nil)
		want(t, "shown", len(o.named(all)), many)
		want(t, "recalls", o.rows("recall_books"), 1)
		want(t, "recalls, with what was begun", o.rows("recalls"), rounds)
		o.now = o.now.Add(2 * time.Hour)
		o.work()
		want(t, "recalls", o.rows("recalls"), 1)
		want(t, "rows", o.rows("recall_tags"), many)
		want(t, "shown", len(o.named(some)), 3)
		if _, err := o.events.Take(system, north, []event.Event{{Key: "x", Kind: tag.Ship, TagID: all[7], Day: day("2026-11-13"), Quantity: 0.5, Unit: "bag", To: &tag.Consignee{Name: "Bar"}}}); !fault.Is(err, fault.Invalid) {
			t.Errorf("one of them was shipped: %v", err)
		}
	})
}

// RECALL-1: the write of a yes, of a correction and of an end changes a few rows, however many tags there are: all who
// write wait for it.
func TestTheWritesOfALargeRecallAreSmall(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		all := o.stock(many)
		writes, most := 0, int64(0)
		o.wrote = func(w sqldb.WriteTimes) {
			if strings.HasPrefix(w.By, "recall.writeReckoned") {
				writes, most = writes+1, max(most, w.Rows)
			}
		}
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: scope.Choice{Tags: all}})
		o.work()
		part := scope.Choice{Tags: all[:many/2]}
		must(t, o.Correct(recaller, "", id, recall.Correction{Words: words(), Choice: part, Seen: o.seen(part), Why: "Half of them"}))
		must(t, o.End(recaller, "", id, "All came back", "Still open"))
		if writes != 3 || most > 12 {
			t.Errorf("%d writes, of %d rows at most", writes, most)
		}
	})
}

// RECALL-1: likewise a correction. Until its write the recall names what it named, then what it is to name.
func TestALargeCorrectionIsInForceOrNot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		all := o.stock(many)
		before, after := all[:many-300], all[300:]
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: scope.Choice{Tags: before}})
		o.work()
		choice := scope.Choice{Tags: after}
		seen, err := o.Preview(recaller, "", choice)
		must(t, err)
		some := []string{all[0], all[299], all[300], all[many-301], all[many-300], all[many-1]}
		as := func(what string, shown ...string) {
			t.Helper()
			if got := o.named(some); !slices.Equal(got, shown) {
				t.Errorf("%s: %v are shown, want %v", what, got, shown)
			}
		}
		c := recall.Correction{Words: words(), Choice: choice, Seen: seen.Seen, Why: "The other end of the shelf"}
		rounds := endingAfter(t, o, "reach.difference.store", func(ctx context.Context) error { return o.Correct(ctx, "", id, c) }, func(whole bool) {
			if whole {
				as("corrected", some[2:]...)
			} else {
				as("after a part", some[:4]...)
			}
		})
		if rounds < 3 {
			t.Errorf("prepared in %d pieces", rounds-1)
		}
		if got := o.named(all); !slices.Equal(got, after) {
			t.Errorf("%d are shown, want %d", len(got), len(after))
		}
		// A tag that it names no more comes to be named again, before what was left of it is removed.
		must(t, o.Correct(recaller, "", id, recall.Correction{Words: words(), Choice: scope.Choice{Tags: all[:1]}, Seen: o.seen(scope.Choice{Tags: all[:1]}), Why: "One alone"}))
		as("one alone", some[0])
		o.now = o.now.Add(2 * time.Hour)
		o.work()
		want(t, "rows", o.rows("recall_tags"), 1)
		as("tidied", some[0])
	})
}

// RECALL-1: two correct a large recall at the same time: whoever is overtaken writes no more, begins again and
// sees what the other made of it.
func TestTwoLargeCorrections(t *testing.T) {
	meetings := map[string]func(o *office, do func()){
		"when all is prepared": func(o *office, do func()) { o.OnReckoned(func(int) { do() }) },
		"in the middle of it": func(o *office, do func()) {
			o.wrote = func(w sqldb.WriteTimes) {
				if w.By == "reach.difference.store" {
					do()
				}
			}
		},
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		all := o.stock(many)
		for name, between := range meetings { // of one recall after the other, of the same tags
			t.Run(name, func(t *testing.T) {
				defer func(all *testing.T) { o.t = all }(o.t)
				o.t = t
				id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: scope.Choice{Tags: all[:400]}})
				o.work()
				correct := func(tags []string) {
					t.Helper()
					choice := scope.Choice{Tags: tags}
					must(t, o.Correct(recaller, "", id, recall.Correction{Words: words(), Choice: choice, Seen: o.seen(choice), Why: "Others"}))
				}
				shows := func(when string, asked, tags []string) {
					t.Helper()
					want := slices.DeleteFunc(slices.Clone(asked), func(id string) bool { return !slices.Contains(tags, id) })
					if got := o.named(asked); !slices.Equal(got, want) {
						t.Errorf("%s: %d are shown, want %d", when, len(got), len(want))
					}
				}
				var some []string // some of each part that the corrections divide them into
				for i := 0; i < many; i += 49 {
					some = append(some, all[i])
				}
				within, came := false, false
				between(o, func() {
					switch {
					case within:
					case came: // the first goes on
						shows("the other's", some, all[:350])
					default:
						within, came = true, true
						correct(all[:350])
						within = false
					}
				})
				correct(all[300:])
				o.OnReckoned(nil)
				o.wrote = nil
				shows("the first's", all, all[300:])
				o.now = o.now.Add(2 * time.Hour)
				o.work()
				want(t, "rows", o.rows("recall_tags WHERE recall_id = '"+id+"'"), 400)
				shows("tidied", some, all[300:])
				must(t, o.End(recaller, "", id, "All came back", "Still open"))
				o.work()
			})
		}
	})
}

// RECALL-1: a tag that comes to be meant by a recall is named, also where the recall has let it go before.
func TestATagThatIsMeantAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		all := o.stock(many)
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: scope.Choice{Tags: append([]string{lot[0]}, all...)}})
		byPlace := scope.Choice{Area: "Willapa", From: "2026-11-14", Tags: all[:many-1]} // lot is of the 10th
		must(t, o.Correct(recaller, "", id, recall.Correction{Words: words(), Choice: byPlace, Seen: o.seen(byPlace), Why: "Another day"}))
		want(t, "the page", o.shows(lot[0]), "")
		o.exec("UPDATE tags SET doc = '{\"harvestDate\":\"2026-11-15\",\"harvestLocation\":\"Willapa Bay\"}', harvest_day = NULL, made_by = NULL, version = version + 1, updated_at = updated_at + 1 WHERE id = $1", lot[0])
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			if err := reach.RecallChosen(system, tx, lot); err != nil {
				return err
			}
			return o.tags.KeepFarm(system, tx, north)
		}))
		want(t, "the page that says so now", o.shows(lot[0]), "Washington State")
		o.work()
		want(t, "when it is tidied", o.shows(lot[0]), "Washington State")
	})
}

// shipTo ships something of a tag of North Bay to each of as many bars.
func (o *office) shipTo(bars int) {
	o.t.Helper()
	o.take(north, paper(tagNumber(1), "2026-11-10", 1000))
	events := []event.Event{}
	for n := range bars {
		name := fmt.Sprintf("Bar %03d", n)
		events = append(events, event.Event{Key: name, Kind: tag.Ship, TagID: tagNumber(1), Day: day("2026-11-13"), Quantity: 0.5, Unit: "bag", To: &tag.Consignee{Name: name, Email: fmt.Sprintf("bar%03d@bars.example", n)}})
	}
	o.take(north, events...)
}

// RECALL-2: consignees are entered, mailed, told of the end and set free with the statements of one, so that thousands
// are told soon.
func TestManyAreToldAtOnce(t *testing.T) {
	type statements struct{ entering, ending, releasing int64 }
	of := func(bars int) (n statements) {
		db, count := dbtest.Counted(t)
		db.SpentAfter(time.Minute)
		o := newOffice(t, db)
		o.shipTo(bars)
		taken := func(do func(context.Context, string) error, id string) int64 {
			t.Helper()
			before := count()
			must(t, do(system, id))
			return count() - before
		}
		told := func(id, kind string) {
			t.Helper()
			want(t, kind, o.rows("recall_notices WHERE email LIKE 'bar%' AND kind = '"+kind+"' AND recall_id = '"+id+"'"), bars)
		}
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate})
		n.entering = taken(o.Follow, id)
		told(id, "notice")
		other := scope.Choice{Tags: []string{otherLot}}
		must(t, o.Correct(recaller, "", id, recall.Correction{Words: words(), Choice: other, Seen: o.seen(other), Why: "Another harvest"}))
		n.releasing = taken(o.Release, id)
		told(id, "released")
		id = o.real()
		must(t, o.End(recaller, "", id, "All accounted for", "Still open"))
		n.ending = taken(o.TellEnd, id)
		told(id, "ended")
		return n
	}
	if two, fifteen := of(2), of(15); two != fifteen { // a bar is a party and a shipment
		t.Errorf("15 bars take %+v, 2 bars %+v", fifteen, two)
	}
}

// RECALL-2: the end of a recall is one short write; who was told of it is told of the end in pieces, once, wherever
// a process ends.
func TestManyAreToldOfAnEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		const bars = 30
		o.shipTo(bars)
		id := o.real()
		told := len(o.to())
		want(t, "told of the recall", told, bars+3)
		o.sent = nil
		must(t, o.End(recaller, "", id, "All accounted for", "Still open"))
		want(t, "the page", o.shows(tagNumber(1)), "")
		want(t, "notices in the write of the end", o.rows("recall_notices WHERE kind = 'ended'"), 0)
		db.SpentAfter(0)
		o.AtOnce(10)
		rounds := endingAfter(t, o, "recall.Service.tellEnd", func(ctx context.Context) error { return o.TellEnd(ctx, id) }, func(bool) {})
		if rounds < 3 {
			t.Errorf("told in %d rounds", rounds)
		}
		o.work()
		mails := map[string]int{}
		for _, to := range o.to() {
			mails[to]++
		}
		want(t, "who was told", len(mails), told)
		for to, n := range mails {
			want(t, "mails to "+to, n, 1)
		}
		d, err := o.Whole(recaller, "", id)
		must(t, err)
		want(t, "who ended it", d.EndedBy, "rea")
		for _, p := range d.Parties {
			for _, n := range p.Notices {
				if n.Kind == "ended" && n.By != "rea" {
					t.Errorf("%s was told by %q", p.Name, n.By)
				}
			}
		}
	})
}

// RECALL-4: what is entered while a drill ends is in its score.
func TestAnEntryWhileADrillEnds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.declare(recaller, recall.Declaration{Kind: recall.Drill, Words: words(), Choice: byDate})
		o.work()
		house := o.party(id, "Harbor House")
		o.OnReckoned(func(n int) {
			if n == 0 {
				_, err := o.Account(recaller, "", id, recall.NewEntry{PartyID: house.ID, TagID: part, Outcome: recall.Returned, Quantity: 20})
				must(t, err)
			}
		})
		must(t, o.End(recaller, "", id, "Done", "Still open"))
		o.OnReckoned(nil)
		if r := o.get(id).Result; r == nil || *r.Accounted != 33.33 { // 20 of 60 bags
			t.Errorf("%+v", r)
		}
	})
}

func (o *office) seen(c scope.Choice) scope.Seen {
	o.t.Helper()
	shown, err := o.Preview(recaller, "", c)
	must(o.t, err)
	return shown.Seen
}

// RECALL-1: while two releases run side by side, the one before takes a recall that is being prepared for one
// that has ended, and opens its book. The recall is declared all the same, and of one that never is
// declared nothing is left.
func TestARecallIsPreparedBesideTheReleaseBefore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		all := o.stock(many)
		choice := scope.Choice{Tags: all}
		seen, err := o.Preview(recaller, "", choice)
		must(t, err)
		adopt := func(int) {
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				for _, statement := range []string{
					"INSERT INTO recall_books (id, kind, farm_id, party, reason, class, choice, declared_at, declared_by, ended_at) SELECT id, 'recall', '', '', '', '', '{}', 1, '', 1 FROM recalls WHERE named = 0 AND id NOT IN (SELECT id FROM recall_books)",
					"INSERT INTO recall_history (recall_id, id, at, username, action, doc) SELECT id, id, 1, '', 'end', '{}' FROM recall_books WHERE reason = ''",
				} {
					if _, err := tx.Exec(system, statement); err != nil {
						return err
					}
				}
				return nil
			}))
			want(t, "books that the release before has opened", o.rows("recall_books WHERE reason = ''"), 1)
		}
		o.OnReckoned(adopt)
		d := recall.Declaration{Kind: recall.Real, Words: words(), Choice: choice, Seen: seen.Seen}
		_, err = o.Declare(recaller, d)
		must(t, err)
		want(t, "books", o.rows("recall_books"), 1)
		want(t, "shown", len(o.named(all)), many)

		gone, stop := context.WithCancel(recaller)
		o.OnReckoned(func(n int) { adopt(n); stop() })
		if _, err := o.Declare(gone, d); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		o.OnReckoned(nil)
		want(t, "books, with one of nothing", o.rows("recall_books"), 2)
		o.now = o.now.Add(2 * time.Hour)
		o.work()
		want(t, "books, after it was tidied", o.rows("recall_books"), 1)
		want(t, "recalls", o.rows("recalls"), 1)
	})
}
