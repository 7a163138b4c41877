package recall_test

import (
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

// RECALL-4: a farm's drill reaches no page, no consignee and nobody of another firm, says DRILL,
// and ends with its time and its score.
func TestADrillOfAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.declare(manager, recall.Declaration{Kind: recall.Drill, FarmID: north, Words: recall.Words{Party: "North Bay", Reason: "Yearly drill"}, Choice: byDate})
		o.work()
		want(t, "mails", strings.Join(o.to(), " "), "ann@people.example office@north.example")
		want(t, "mails of recalls", o.rows("jobs WHERE kind = 'mail.recall'"), 0)
		for _, l := range o.sent {
			if !strings.HasPrefix(l.Subject, "DRILL: ") || !strings.HasPrefix(l.Text, "DRILL.") {
				t.Errorf("%q: %.40q", l.Subject, l.Text)
			}
		}
		for _, tagID := range []string{lot[0], part, held} {
			want(t, "the page", o.shows(tagID), "")
		}
		if all, err := o.openRecalls(); err != nil || all != 0 {
			t.Errorf("%d, %v", all, err)
		}
		d, err := o.Get(manager, north, id)
		must(t, err)
		want(t, "parties", len(d.Parties), 2)
		want(t, "may change it", d.Own, true)
		house := d.Parties[1]
		if house.Told != "untold" {
			t.Errorf("%+v", house)
		}
		must(t, o.Acknowledge(nobody, o.linkTo(t, "ann@people.example"), "Ann", recall.NoticeAnswer{}, false))
		o.now = o.now.Add(40 * time.Minute)
		for tagID, n := range map[string]float64{part: 20, lot[0]: 10} {
			_, err := o.Account(manager, north, id, recall.NewEntry{PartyID: house.ID, TagID: tagID, Outcome: recall.Returned, Quantity: n})
			must(t, err)
		}
		o.now = o.now.Add(20 * time.Minute)
		must(t, o.End(manager, north, id, "Done", "Still open"))
		r := o.get(id).Result
		if r == nil || r.Minutes != 60 || *r.AccountedMinutes != 40 || *r.Accounted != 100 || *r.Acknowledged != 100 {
			t.Errorf("%+v", r)
		}
		o.work()
		for _, l := range o.sent {
			if !strings.HasPrefix(l.Subject, "DRILL: ") {
				t.Errorf("%q", l.Subject)
			}
		}
	})
}

// RECALL-4: a farm corrects the choice of its drill, which ends with the time from its beginning and
// the score of what it reaches then; nothing else of recalls is a farm's to correct.
func TestAFarmCorrectsItsDrill(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		other := scope.Choice{Tags: []string{otherLot}}
		id := o.declare(manager, recall.Declaration{Kind: recall.Drill, FarmID: north, Words: words(), Choice: other})
		o.work()
		reach, err := o.Preview(manager, north, byDate)
		must(t, err)
		c := recall.Correction{Words: words(), Choice: byDate, Seen: reach.Seen, Why: "The wrong tag"}
		o.now = o.now.Add(30 * time.Minute)
		must(t, o.Correct(manager, north, id, c))
		o.work()
		house := o.party(id, "Harbor House")
		for tagID, n := range map[string]float64{part: 20, lot[0]: 2.5} {
			_, err := o.Account(manager, north, id, recall.NewEntry{PartyID: house.ID, TagID: tagID, Outcome: recall.Returned, Quantity: n})
			must(t, err)
		}
		must(t, o.End(manager, north, id, "Done", "Still open"))
		if r := o.get(id).Result; r == nil || r.Minutes != 30 || *r.Accounted != 75 { // 22.5 of 30 bags, and nothing of Elsewhere's 5
			t.Errorf("%+v", r)
		}
		for _, tagID := range []string{lot[0], otherLot} {
			want(t, "the page", o.shows(tagID), "")
		}
		recalled := o.real()
		if err := o.Correct(manager, north, recalled, c); !fault.Is(err, fault.Denied) {
			t.Errorf("a recall that the farm did not declare: %v", err)
		}
		if err := o.Correct(manager, "", recalled, c); !fault.Is(err, fault.Denied) {
			t.Errorf("as if for all firms: %v", err)
		}
	})
}

func (o *office) openRecalls() (n int, err error) {
	err = o.db.Read(nobody, func(tx *sqldb.Tx) error {
		n, err = reach.CountOpenRecalls(nobody, tx)
		return err
	})
	return n, err
}
