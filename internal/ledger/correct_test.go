package ledger

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
)

// lotBook is a farm with a planting of 1,000 that were moved, counted, harvested and lost.
type lotBook struct {
	*Service
	farmID       string
	bay, sound   Place
	planted      int64
	moved        int64
	counted      int64
	harvestedOne int64
}

func newLotBook(t *testing.T, db *sqldb.DB) lotBook {
	t.Helper()
	farmID, areas := newFarm(t, db)
	b := lotBook{Service: New(db, clock), farmID: farmID, bay: Place{areas["North"], bag("1")}, sound: Place{areas["South"], bag("2")}}
	n := record(t, db, farmID,
		Activity{Kind: Plant, Day: day("2026-03-01"), Place: b.bay, Count: 1000, Containers: 10},
		Activity{Kind: Move, Day: day("2026-03-05"), Place: b.bay, Count: 400, Containers: 4, To: []Part{{b.sound, 400, 4}}},
		Activity{Kind: Adjust, Day: day("2026-04-01"), Place: b.bay, Count: 580},
		Activity{Kind: Harvest, Day: day("2026-04-01"), Place: b.bay, Count: 100, Containers: 1},
		Activity{Kind: Loss, Day: day("2026-05-01"), Place: b.bay, Count: 20},
		Activity{Kind: Size, Day: day("2026-05-02"), Place: b.bay, Measured: 10, SizeSum: 3000},
	).Numbers
	b.planted, b.moved, b.counted, b.harvestedOne = n[0], n[1], n[2], n[3]
	return b
}

func (b lotBook) correct(t *testing.T, number int64, right *Activity) []Change {
	t.Helper()
	done, err := b.Correct(system, b.farmID, Correction{Number: number, Reason: "wrong bag", Right: right})
	must(t, err)
	return done.Changes
}

func (b lotBook) one(t *testing.T, number int64) (Noted, *int64) {
	t.Helper()
	one, count, err := b.One(system, b.farmID, number)
	must(t, err)
	if count == nil {
		return one, nil
	}
	return one, &count.Found
}

// A correction undoes and records in one step, says what it changes before it does, and twice is once.
func TestAnEntryIsPutRight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newLotBook(t, db)
		right := Activity{Kind: Harvest, Day: day("2026-04-02"), Place: b.bay, Count: 130, Containers: 1}
		c := Correction{Number: b.harvestedOne, Reason: "wrong bag", Right: &right, Try: true}
		before := contents(t, db, b.farmID)
		tried, err := b.Correct(system, b.farmID, c)
		must(t, err)
		said := tried.Changes
		if contents(t, db, b.farmID) != before || len(said) != 1 || said[0].Before != 460 || said[0].After != 430 || said[0].ContBefore != 5 || said[0].ContAfter != 5 {
			t.Fatalf("tried: %+v", said)
		}
		b.correct(t, b.harvestedOne, &right)
		after := contents(t, db, b.farmID)
		if again := b.correct(t, b.harvestedOne, &right); len(again) != 0 || contents(t, db, b.farmID) != after || after[0] != before[0]+2 {
			t.Fatalf("twice: %v, %v then %v", again, before, after)
		}
		right.Count = 140
		if _, err := b.Correct(system, b.farmID, Correction{Number: b.harvestedOne, Reason: "wrong bag", Right: &right}); !fault.Is(err, fault.Conflict) || !strings.HasPrefix(fault.As(err).Message, "Somebody has corrected") {
			t.Fatal(err)
		}
		old, _ := b.one(t, b.harvestedOne)
		replaced, _ := b.one(t, *old.ReplacedBy)
		if !old.Reversed || *replaced.Replaces != b.harvestedOne || replaced.Count != 130 || replaced.Date != "2026-04-02" {
			t.Fatalf("%+v %+v", old, replaced)
		}
		journal, err := b.Journal(system, b.farmID, Of{}, 0, 2)
		must(t, err)
		if journal[1].Note != "wrong bag" || *journal[1].Reverses != b.harvestedOne {
			t.Fatalf("%+v", journal)
		}
		b.correct(t, *old.ReplacedBy, nil)
		booktest.Check(t, db, b.farmID)
		if here := onHand(t, db, b.farmID); here != 560+400 {
			t.Fatal(here)
		}
	})
}

// What a correction would do is read: it waits for nobody who writes to the farm.
func TestATriedCorrectionWaitsForNoWriter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newLotBook(t, db)
		must(t, db.Write(context.Background(), func(tx *sqldb.Tx) error {
			if _, err := lockState(context.Background(), tx, b.farmID); err != nil {
				return err
			}
			said, err := b.Correct(system, b.farmID, Correction{Number: b.harvestedOne, Reason: "wrong bag", Try: true})
			if err == nil && (len(said.Changes) != 1 || said.Changes[0].After != 560) {
				t.Errorf("%+v", said)
			}
			return err
		}))
	})
}

// A count that is put right keeps its place in the day: what was taken after it stays taken, also
// when it is put right again.
func TestACountIsPutRight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newLotBook(t, db)
		number := b.counted
		for _, found := range []int64{590, 570} {
			if _, said := b.one(t, number); *said != 580 && *said != 590 {
				t.Fatalf("found %d", *said)
			}
			b.correct(t, number, &Activity{Kind: Adjust, Day: day("2026-04-01"), Place: b.bay, Count: found})
			one, _ := b.one(t, number)
			number = *one.ReplacedBy
			if _, said := b.one(t, number); *said != found {
				t.Fatalf("found %d, said to be %d", found, *said)
			}
			if here := onHand(t, db, b.farmID); here != found-100-20+400 {
				t.Fatalf("%d found leave %d", found, here)
			}
			booktest.Check(t, db, b.farmID)
		}
	})
}

// What came on a day and was taken on the same may be put right; what later entries need may not, and they are named.
func TestWhatStandsInTheWayOfACorrection(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newLotBook(t, db)
		planting := func(count int64) *Activity {
			return &Activity{Kind: Plant, Day: day("2026-03-01"), Place: b.bay, Count: count, Containers: 10}
		}
		record(t, db, b.farmID, Activity{Kind: Loss, Day: day("2026-03-01"), Place: b.bay, Count: 300})
		b.correct(t, b.planted, planting(900))
		booktest.Check(t, db, b.farmID)
		one, _ := b.one(t, b.planted)
		refused := func(right *Activity, number int64, words string) {
			t.Helper()
			before := contents(t, db, b.farmID)
			_, err := b.Correct(system, b.farmID, Correction{Number: number, Reason: "fewer", Right: right})
			if err == nil || !strings.Contains(fault.As(err).Message+fieldsOf(err), words) || contents(t, db, b.farmID) != before {
				t.Fatalf("%v", err)
			}
		}
		refused(planting(600), *one.ReplacedBy, "needs them, a move of 400 first")
		refused(planting(600), b.planted, "Somebody has corrected or undone this entry already.")
		refused(&Activity{Kind: Loss, Day: day("2026-03-01"), Place: b.bay, Count: 5}, *one.ReplacedBy, "of the same kind")
		if _, err := b.Correct(system, b.farmID, Correction{Number: b.moved, Reason: " "}); !fault.Is(err, fault.Invalid) {
			t.Fatal(err)
		}
		if _, err := b.Correct(system, b.farmID, Correction{Number: 9999, Reason: "x"}); !fault.Is(err, fault.NotFound) {
			t.Fatal(err)
		}
	})
}

func fieldsOf(err error) (all string) {
	for _, f := range fault.As(err).Fields {
		all += " " + f.Message
	}
	return all
}

// A story says what came, went and is left, by month, and by which routes; undone entries count nowhere.
func TestTheStoryOfALot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newLotBook(t, db)
		b.correct(t, b.moved, &Activity{Kind: Move, Day: day("2026-03-05"), Place: b.bay, Count: 300, Containers: 4, To: []Part{{b.sound, 300, 4}}})
		places, err := b.Places(system, b.farmID)
		must(t, err)
		lots := map[string]string{}
		for _, place := range places {
			lots[place.Lot.Nickname] = place.LotID
		}
		bay, err := b.Story(system, b.farmID, Of{LotID: lots["1"]})
		must(t, err)
		// The count of April still shows 580: it now misses 120 instead of 20.
		if want := (Flow{Planted: 1000, MovedOut: 300, Counted: -120, Harvested: 100, Lost: 20}); bay.Flow != want || bay.Living != 460 || bay.First != "2026-03-01" || bay.Last != "2026-05-02" {
			t.Fatalf("%+v", bay)
		}
		if len(bay.Months) != 3 || bay.Months[0].From[:7] != "2026-05" || *bay.Months[0].MeanMM != 30 || bay.Months[2].Living != 700 || bay.Months[2].Areas[0].Area != "North" {
			t.Fatalf("%+v", bay.Months)
		}
		if len(bay.From) != 0 || len(bay.To) != 1 || bay.To[0].LotID != lots["2"] || bay.To[0].Animals != 300 || len(bay.Lots) != 2 {
			t.Fatalf("%+v", bay)
		}
		sound, err := b.Story(system, b.farmID, Of{LotID: lots["2"]})
		must(t, err)
		if len(sound.From) != 1 || sound.From[0].LotID != lots["1"] || sound.From[0].Animals != 300 || len(sound.To) != 0 {
			t.Fatalf("%+v", sound)
		}
		group, err := b.Story(system, b.farmID, Of{GroupID: bay.GroupID})
		must(t, err)
		if group.Living != 760 || group.Flow.MovedIn != 300 || group.Flow.MovedOut != 300 || len(group.Months[0].Areas) != 2 {
			t.Fatalf("%+v", group)
		}
		journal, err := b.Journal(system, b.farmID, Of{LotID: lots["2"]}, 0, 10)
		must(t, err)
		if !slices.EqualFunc(journal, []string{"move", "correction", "move"}, func(n Noted, activity string) bool { return n.Activity == activity }) || journal[0].To[0].LotID != lots["2"] {
			t.Fatalf("%+v", journal)
		}
		if next, err := b.Journal(system, b.farmID, Of{GroupID: bay.GroupID}, journal[1].Number, 2); err != nil || len(next) != 2 || next[0].Number >= journal[1].Number {
			t.Fatalf("%+v %v", next, err)
		}
		other, _ := newFarm(t, db)
		if _, err := b.Story(system, other, Of{LotID: lots["1"]}); !fault.Is(err, fault.NotFound) {
			t.Fatal(err)
		}
		if _, err := b.Story(context.Background(), b.farmID, Of{LotID: lots["1"]}); err == nil {
			t.Fatal("anybody may ask")
		}
	})
}

// A second correction of one entry (case C24 c) says that somebody corrected it, and names no key.
func TestCorrect_SaysThatSomebodyCorrected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		b := newLotBook(t, db)
		api := booktest.Serve(rest.JSON("POST", "/api/v2/activities/{farmId}/{number}/correction", rest.SignedIn, "", b.HandleCorrect))
		path := fmt.Sprintf("/api/v2/activities/%s/%d/correction", b.farmID, b.harvestedOne)
		correct := func(count int64) (status int, answer struct {
			Message string
			Errors  map[string]string
		}) {
			status = ask(t, api, "POST", path, object{"reason": "wrong bag", "confirmed": true, "activity": object{
				"id": "x", "activity": "harvest", "date": "2026-04-02", "leaseId": b.bay.LeaseID, "group": springGroup(),
				"lot": object{"meshSize": "bag", "nickname": "1"}, "count": count,
			}}, &answer)
			return status, answer
		}
		if status, answer := correct(130); status != http.StatusOK {
			t.Fatal(status, answer)
		}
		status, answer := correct(140)
		if status != http.StatusConflict || !strings.Contains(answer.Message, alreadyCorrected) || len(answer.Errors) > 0 {
			t.Errorf("%d %+v", status, answer)
		}
	})
}
