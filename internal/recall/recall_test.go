package recall_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	mailer "github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

var (
	nobody   = context.Background()
	system   = actor.With(nobody, actor.System)
	manager  = actor.With(nobody, actor.Actor{UserID: "u1", Username: "ann", FarmManager: true})
	recaller = actor.With(nobody, actor.Actor{UserID: "u2", Username: "rea", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Recall}})
	staff    = actor.With(nobody, actor.Actor{UserID: "u3", Username: "bea", Admin: true, Limited: true, Permissions: []actor.Permission{actor.Companies}})
)

func id(kind byte, n int) string { return fmt.Sprintf("%c%023d", kind, n) }

// Firms of the fixture; ann manages North Bay.
var north, trade = id('f', 1), id('f', 2)

var (
	lot      = []string{id('a', 1)} // a tag on paper of North Bay, and what was made of it
	part     = id('a', 2)           // a split of it
	held     = id('b', 1)           // the trader's receipt of the split
	otherLot = id('c', 1)           // another harvest of North Bay
)

// office is a firm that harvests and ships, one that receives and ships on, and mail
// that is kept.
type office struct {
	*recall.Service
	t       *testing.T
	db      *sqldb.DB
	queue   *jobs.Queue
	tags    *tag.Service
	reaches *reach.Service
	events  *event.Service
	farms   *farm.Service
	now     time.Time
	sent    []mailer.Letter
	fail    map[string]bool // addresses that the mail server refuses for good

	smtp   *mailer.SMTP // a mail server in place of what is kept, where there is one
	looked func(n int)  // called at each look at the clock
}

func (o *office) Send(ctx context.Context, l mailer.Letter) error {
	if o.smtp != nil {
		return o.smtp.Send(ctx, l)
	}
	if o.fail[l.To] {
		return jobs.Permanent(fmt.Errorf("550 no such box"))
	}
	o.sent = append(o.sent, l)
	return nil
}

func open(t *testing.T, db *sqldb.DB) *office {
	t.Helper()
	o := &office{t: t, db: db, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), fail: map[string]bool{}}
	var looks atomic.Int64
	clock := func() time.Time {
		if n := int(looks.Add(1)); o.looked != nil {
			o.looked(n)
		}
		return o.now
	}
	o.queue = jobs.New(db, jobs.Options{Now: clock})
	m, err := mailer.New(o.queue, o, mailer.Options{From: "noreply@merroir.test", Product: "Merroir", Now: clock})
	must(t, err)
	o.tags, o.farms = tag.New(db, clock), farm.New(db, clock)
	o.reaches, o.events = reach.New(clock, o.tags), event.New(db, clock, o.tags)
	o.Service = recall.New(db, recall.Options{Now: clock, Queue: o.queue, Mail: m, Reaches: o.reaches, PublicURL: "https://merroir.test"})
	return o
}

func newOffice(t *testing.T, db *sqldb.DB) *office {
	t.Helper()
	o := open(t, db)
	for i, name := range []string{"ann", "rea", "bea"} {
		o.exec(`INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at, is_active)
			VALUES ($1, $2, $2, $3, $3, '', 0, 0, TRUE)`, fmt.Sprintf("u%d", i+1), name, name+"@people.example")
	}
	o.farm(north, farm.Details{Name: "North Bay", Type: farm.TypeFarm, Activities: []string{"Harvest"}, Email: "office@north.example"})
	o.farm(trade, farm.Details{Name: "Pike Place", Type: farm.TypeDistributor, Activities: []string{"Receive", "Order"}})
	must(t, o.farms.LinkUser(system, north, "u1"))
	o.take(north, paper(lot[0], "2026-11-10", 100), paper(otherLot, "2026-11-12", 50))
	o.take(north, event.Event{Key: "split", Kind: tag.Split, TagID: part, Day: day("2026-11-12"), Quantity: 60, Unit: "bag", From: []event.Draw{{TagID: lot[0]}}})
	o.take(trade, event.Event{Key: "receive", Kind: tag.Receive, TagID: held, Day: day("2026-11-12"), Quantity: 30, Unit: "bag", From: []event.Draw{{TagID: part}}})
	o.ship("1", north, part, 20, tag.Consignee{Name: "Harbor House", Email: "chef@harbor.example", Phone: "555 1"})
	o.ship("2", north, lot[0], 10, tag.Consignee{Name: "harbor house ", Email: "Chef@harbor.example"})
	o.ship("3", trade, held, 12.5, tag.Consignee{Name: "Corner Bar", Phone: "555 2"})
	o.ship("4", north, otherLot, 5, tag.Consignee{Name: "Elsewhere", Email: "buyer@elsewhere.example"})
	return o
}

func day(text string) (d ledger.Day) { d, _ = ledger.ParseDay(text); return d }

func paper(id, harvested string, bags float64) event.Event {
	return event.Event{Key: id, Kind: tag.Receive, TagID: id, Day: day("2026-11-12"), Quantity: bags, Unit: "bag", States: event.Stated{
		HarvestDate: harvested, HarvestLocation: "Willapa Bay, WA", SourceCert: "WA-1-SS", Species: "Pacific oyster",
	}}
}

func (o *office) take(farmID string, events ...event.Event) {
	o.t.Helper()
	_, err := o.events.Take(system, farmID, events)
	must(o.t, err)
}

func (o *office) ship(key, farmID, tagID string, bags float64, to tag.Consignee) {
	o.t.Helper()
	o.take(farmID, event.Event{Key: "ship " + key, Kind: tag.Ship, TagID: tagID, Day: day("2026-11-13"), Quantity: bags, Unit: "bag", To: &to})
}

func (o *office) farm(id string, d farm.Details) {
	o.t.Helper()
	d.Country, d.State = "USA", "Washington"
	_, err := o.farms.CreateWithID(system, id, d)
	must(o.t, err)
}

func (o *office) exec(query string, args ...any) {
	o.t.Helper()
	must(o.t, o.db.Write(nobody, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(nobody, query, args...)
		return err
	}))
}

// version is that of a tag now.
func (o *office) version(id string) (version int64) {
	o.t.Helper()
	must(o.t, o.db.Read(nobody, func(tx *sqldb.Tx) (err error) {
		version, err = sqldb.One(nobody, tx, sqldb.Scalar[int64], "SELECT version FROM tags WHERE id = $1", id)
		return err
	}))
	return version
}

func (o *office) work() {
	o.t.Helper()
	must(o.t, o.queue.RunUntilIdle(nobody))
}

var byDate = recall.Choice{Area: "Willapa", From: "2026-11-10", To: "2026-11-10"}

func words() recall.Words {
	return recall.Words{Party: "Washington State", Reason: "Vibrio in two people", Class: "II"}
}

// declare looks and says yes.
func (o *office) declare(who context.Context, d recall.Declaration) string {
	o.t.Helper()
	reach, err := o.Preview(who, d.FarmID, d.Choice)
	must(o.t, err)
	d.Seen = reach.Seen
	id, err := o.Declare(who, d)
	must(o.t, err)
	return id
}

func (o *office) real() string {
	o.t.Helper()
	id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate})
	o.work()
	return id
}

func (o *office) get(id string) recall.RecallDetail {
	o.t.Helper()
	d, err := o.Get(recaller, "", id)
	must(o.t, err)
	return d
}

func (o *office) party(id, name string) recall.PartyDetail {
	o.t.Helper()
	for _, p := range o.get(id).Parties {
		if strings.EqualFold(strings.TrimSpace(p.Name), name) {
			d, err := o.Party(recaller, "", id, p.ID)
			must(o.t, err)
			return d
		}
	}
	o.t.Fatalf("no party %s", name)
	return recall.PartyDetail{}
}

func (o *office) shows(tagID string) string {
	o.t.Helper()
	p, err := o.tags.Public(nobody, tagID)
	must(o.t, err)
	if p.Recall == nil {
		return ""
	}
	return *p.Recall
}

// to are the addresses of what was sent, in order.
func (o *office) to() (all []string) {
	for _, l := range o.sent {
		all = append(all, l.To)
	}
	slices.Sort(all)
	return all
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func want[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// RECALL-2: what another firm has received is not still there, whether or not its shipment
// was recorded; a receipt can be that of a shipment, so both count once.
func TestWhatAnotherFirmReceivedIsNotLeft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		left := func(what string, bags float64) {
			t.Helper()
			reach, err := o.Preview(recaller, "", byDate)
			must(t, err)
			want(t, what, reach.Firms[0].Quantities[0], recall.ReachedQuantity{Unit: "bag", Quantity: 100, Left: bags})
		}
		left("30 of 60 received, 20 of them shipped, 10 others shipped", 60)
		o.ship("more", north, part, 10, tag.Consignee{Name: "Pike Place"})
		left("their shipment is recorded", 60)
		o.ship("most", north, part, 5, tag.Consignee{Name: "Corner Bar"})
		left("more is shipped than was received", 55)
		o.take(trade, event.Event{Key: "again", Kind: tag.Receive, TagID: "7b00000000000000000000aa", Day: day("2026-11-13"), Quantity: 30, Unit: "bag", From: []event.Draw{{TagID: part}}})
		left("all of it is received", 30)
		o.take(trade, event.Event{Key: "mistake", Kind: tag.Void, TagID: "7b00000000000000000000aa", Day: day("2026-11-13"), Note: "Another tag"})
		left("the receipt is taken back", 55)
	})
}

// RECALL-1 RECALL-2 RECALL-3: the whole night: what is previewed is reached, told once, counted and ended.
func TestARecallFromTheCallToItsEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		reach, err := o.Preview(recaller, "", byDate)
		must(t, err)
		want(t, "tags", reach.Seen.Tags, 3)
		want(t, "firms", len(reach.Firms), 2)
		want(t, "consignees", len(reach.Consignees), 2)
		for i, had := range [][]recall.ReachedQuantity{{{"bag", 100, 60}}, {{"bag", 30, 17.5}}} { // a split counts what was split off once
			if !slices.Equal(reach.Firms[i].Quantities, had) {
				t.Errorf("%s has had %v, want %v", reach.Firms[i].Name, reach.Firms[i].Quantities, had)
			}
		}
		far := reach.Firms[1]
		if far.Name != "Pike Place" || len(far.Path) != 3 || far.Path[0].TagID != lot[0] || far.Path[2].TagID != held {
			t.Errorf("the path: %+v", far)
		}
		want(t, "the page before", o.shows(held), "")
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate})
		for _, tagID := range []string{lot[0], part, held} {
			want(t, "the page of "+tagID, o.shows(tagID), "Washington State")
		}
		want(t, "another harvest", o.shows(otherLot), "")
		o.work()
		o.work()
		want(t, "mails", strings.Join(o.to(), " "), "ann@people.example chef@harbor.example office@north.example")
		p := o.party(id, "Harbor House")
		if len(p.Lines) != 2 || p.Totals[0].Shipped != 30 || p.Totals[0].Unaccounted != 30 || p.Told != "delivered" {
			t.Errorf("%+v", p)
		}
		bar := o.party(id, "Corner Bar")
		if bar.Told != "call" || bar.Phone != "555 2" || bar.Totals[0].Shipped != 12.5 {
			t.Errorf("%+v", bar)
		}
		must(t, o.NoteCall(recaller, "", id, bar.ID, "Lou", "has it in the cooler"))
		link := o.linkTo(t, "chef@harbor.example")
		if told, err := o.ByToken(nobody, link); err != nil || told.AckedAt != nil || len(told.Lines) != 2 || !strings.HasSuffix(told.Lines[0].On, " November 2026") {
			t.Fatalf("%+v, %v", told, err)
		}
		want(t, "a look acknowledges nothing", o.party(id, "Harbor House").Told, "delivered")
		three := 3.0
		must(t, o.Acknowledge(nobody, link, "Kim", recall.NoticeAnswer{Note: "In the walk-in", OnHand: &three}))
		must(t, o.Acknowledge(nobody, link, "Somebody else", recall.NoticeAnswer{}))
		p = o.party(id, "Harbor House")
		if p.Told != "acknowledged" || p.AcknowledgedBy != "Kim" || p.Notices[0].Answer.Note != "In the walk-in" || p.Totals[0].Unaccounted != 30 {
			t.Errorf("%+v", p)
		}
		entry := func(party recall.PartyDetail, tagID string, what recall.Outcome, n float64) string {
			t.Helper()
			id, err := o.Account(recaller, "", id, recall.NewEntry{PartyID: party.ID, TagID: tagID, Outcome: what, Quantity: n})
			must(t, err)
			return id
		}
		entry(p, part, recall.Returned, 15)
		wrong := entry(p, part, recall.Sold, 5)
		if _, err := o.Account(recaller, "", id, recall.NewEntry{PartyID: p.ID, TagID: part, Outcome: recall.Sold, Quantity: 0.001}); !fault.Is(err, fault.Invalid) {
			t.Errorf("more than was shipped: %v", err)
		}
		must(t, o.TakeBack(recaller, "", id, wrong, "It was destroyed"))
		if err := o.TakeBack(recaller, "", id, wrong, "again"); !fault.Is(err, fault.Conflict) {
			t.Errorf("taken back twice: %v", err)
		}
		entry(p, part, recall.Destroyed, 5)
		entry(p, lot[0], recall.Destroyed, 10)
		entry(bar, held, recall.Sold, 12.5)
		d := o.get(id)
		e := d.Effectiveness
		if *e.Recovered != 70.58 || *e.Accounted != 100 || e.Unaccounted != 0 || e.Answered != 2 || e.Parties != 4 {
			t.Errorf("%+v", e)
		}
		if err := o.End(recaller, "", id, " "); !fault.Is(err, fault.Invalid) {
			t.Errorf("ended for no reason: %v", err)
		}
		o.sent = nil
		must(t, o.End(recaller, "", id, "All accounted for"))
		o.work()
		want(t, "told of the end", strings.Join(o.to(), " "), "ann@people.example chef@harbor.example office@north.example")
		want(t, "the page after", o.shows(held), "")
		if _, err := o.Account(recaller, "", id, recall.NewEntry{PartyID: p.ID, TagID: part, Outcome: recall.Sold, Quantity: 1}); !fault.Is(err, fault.Conflict) {
			t.Errorf("an entry after the end: %v", err)
		}
		actions := []string{}
		for _, h := range o.get(id).History {
			actions = append(actions, h.Action)
		}
		want(t, "history", strings.Join(actions, " "), "declare call takeBack end")
	})
}

// linkTo is the token in the last mail to somebody.
func (o *office) linkTo(t *testing.T, address string) string {
	t.Helper()
	for i := len(o.sent) - 1; i >= 0; i-- {
		if l := o.sent[i]; l.To == address {
			_, after, found := strings.Cut(l.Text, "https://merroir.test/recall/")
			if !found {
				t.Fatalf("no link in %s", l.Text)
			}
			token, _, _ := strings.Cut(after, "\n")
			return strings.TrimSpace(token)
		}
	}
	t.Fatalf("no mail to %s", address)
	return ""
}

// RECALL-1: a yes to what is no longer so is asked anew; nothing is done.
func TestTheReachHasChangedMeanwhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		reach, err := o.Preview(recaller, "", byDate)
		must(t, err)
		o.ship("5", north, lot[0], 1, tag.Consignee{Name: "New Buyer"})
		d := recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate, Seen: reach.Seen}
		_, err = o.Declare(recaller, d)
		if !fault.Is(err, fault.Stale) || !strings.Contains(err.Error(), "3 consignees instead of 3 tags of 2 firms, 2 consignees") {
			t.Errorf("%v", err)
		}
		want(t, "the page", o.shows(lot[0]), "")
		if list, err := o.List(recaller, "", "", page.Slice{Limit: 20, Page: 1}); err != nil || len(list.Data) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// RECALL-2: who is reached later is told then, once, and what they were shipped is in the book.
func TestWhoIsReachedLater(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		o.sent = nil
		// What was shipped already turns out to be made of what is recalled.
		_, err := o.events.Update(system, otherLot, o.version(otherLot), tag.Content{Parents: []string{lot[0]}})
		must(t, err)
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		want(t, "mails", strings.Join(o.to(), " "), "buyer@elsewhere.example")
		want(t, "shipped", o.party(id, "Elsewhere").Totals[0].Shipped, 5)
	})
}

// A correction that reaches less sets the rest free, on record; what was never taken
// out stays recalled, whatever the tags say afterwards.
func TestACorrectionReachesLess(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		wide := recall.Choice{Tags: []string{lot[0], otherLot}}
		id := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: wide})
		o.work()
		want(t, "before", o.shows(otherLot), "Washington State")
		reach, err := o.Preview(recaller, "", byDate)
		must(t, err)
		c := recall.Correction{Words: words(), Choice: byDate, Seen: reach.Seen}
		c.Party = "Washington DOH"
		if err := o.Correct(recaller, "", id, c); !fault.Is(err, fault.Invalid) {
			t.Errorf("without a reason: %v", err)
		}
		c.Why = "The other harvest is of another bay"
		o.sent = nil
		must(t, o.Correct(recaller, "", id, c))
		want(t, "free", o.shows(otherLot), "")
		want(t, "still", o.shows(held), "Washington DOH")
		o.work()
		want(t, "told", strings.Join(o.to(), " "), "buyer@elsewhere.example")
		if !strings.Contains(o.sent[0].Subject, "No longer affected") {
			t.Errorf("%q", o.sent[0].Subject)
		}
		d := o.get(id)
		last := d.History[len(d.History)-1]
		if last.Action != "correct" || last.Detail["why"] != c.Why || last.Detail["rootsRemoved"].(map[string]any)["count"] != 1.0 {
			t.Errorf("%+v", last)
		}
		if p := o.party(id, "Elsewhere"); p.ReleasedAt == nil || len(p.Lines) != 0 {
			t.Errorf("%+v", p)
		}
		want(t, "shipped in all", d.Effectiveness.Totals[0].Shipped, 42.5)
	})
}

// RECALL-4: a farm's drill reaches no page, no consignee and nobody of another firm, says DRILL,
// and ends with its time and its score.
func TestADrillOfAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.declare(manager, recall.Declaration{Kind: recall.Drill, FarmID: north, Words: recall.Words{Party: "North Bay", Reason: "Yearly drill"}, Choice: byDate})
		o.work()
		want(t, "mails", strings.Join(o.to(), " "), "ann@people.example office@north.example")
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
		must(t, o.Acknowledge(nobody, o.linkTo(t, "ann@people.example"), "Ann", recall.NoticeAnswer{}))
		o.now = o.now.Add(40 * time.Minute)
		for tagID, n := range map[string]float64{part: 20, lot[0]: 10} {
			_, err := o.Account(manager, north, id, recall.NewEntry{PartyID: house.ID, TagID: tagID, Outcome: recall.Returned, Quantity: n})
			must(t, err)
		}
		o.now = o.now.Add(20 * time.Minute)
		must(t, o.End(manager, north, id, "Done"))
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
		other := recall.Choice{Tags: []string{otherLot}}
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
		must(t, o.End(manager, north, id, "Done"))
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

// Who may what: recalls take the permission, a farm's people see and enter their own
// part alone.
func TestWhoMayRecall(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		denied := func(what string, err error, kind fault.Kind) {
			t.Helper()
			if !fault.Is(err, kind) {
				t.Errorf("%s: %v", what, err)
			}
		}
		_, err := o.Preview(staff, "", byDate)
		denied("preview by staff", err, fault.Denied)
		_, err = o.Declare(manager, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate})
		denied("declared by a manager", err, fault.Denied)
		_, err = o.Declare(manager, recall.Declaration{Kind: recall.Real, FarmID: north, Words: words(), Choice: byDate})
		denied("declared at a farm", err, fault.Invalid)
		denied("ended by staff", o.End(staff, "", id, "x"), fault.Denied)
		denied("ended by a manager", o.End(manager, north, id, "x"), fault.Denied)
		denied("ended by a manager", o.End(manager, "", id, "x"), fault.Denied)
		denied("corrected by a manager", o.Correct(manager, north, id, recall.Correction{Words: words(), Choice: byDate, Why: "x"}), fault.Denied)
		if _, err := o.Get(staff, "", id); err != nil {
			t.Errorf("staff look: %v", err)
		}
		_, err = o.Get(manager, "", id)
		denied("a manager looks at all", err, fault.Denied)
		_, err = o.Get(manager, trade, id)
		denied("a manager looks at another firm", err, fault.NotFound)
		d, err := o.Get(manager, north, id)
		must(t, err)
		if len(d.Parties) != 2 || len(d.Reach.Firms) != 1 || d.Own || len(d.Reach.Consignees) != 1 {
			t.Errorf("%+v", d)
		}
		bar := o.party(id, "Corner Bar")
		_, err = o.Party(manager, north, id, bar.ID)
		denied("another firm's consignee", err, fault.NotFound)
		_, err = o.Account(manager, north, id, recall.NewEntry{PartyID: bar.ID, TagID: held, Outcome: recall.Sold, Quantity: 1})
		denied("another firm's accounts", err, fault.NotFound)
		house := o.party(id, "Harbor House")
		_, err = o.Account(manager, north, id, recall.NewEntry{PartyID: house.ID, TagID: part, Outcome: recall.Sold, Quantity: 1})
		must(t, err)
		_, err = o.Account(staff, north, id, recall.NewEntry{PartyID: house.ID, TagID: part, Outcome: recall.Sold, Quantity: 1})
		denied("staff without the permission", err, fault.Denied)
		_, err = o.ByToken(nobody, strings.Repeat("0", 64))
		denied("no token", err, fault.NotFound)
	})
}

// A farm asks, and staff answer once: by a recall, or with a reason.
func TestAFarmAsksForARecall(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		first, err := o.Ask(manager, north, recall.Choice{Tags: []string{lot[0]}}, "A guest fell ill")
		must(t, err)
		second, err := o.Ask(manager, north, recall.Choice{Tags: []string{otherLot}}, "A doubt")
		must(t, err)
		want(t, "nothing is recalled", o.shows(lot[0]), "")
		open, err := o.Requests(recaller, "")
		must(t, err)
		if len(open) != 2 || open[0].ID != first || open[0].Farm != "North Bay" || open[0].Reason != "A guest fell ill" {
			t.Errorf("%+v", open)
		}
		if err := o.Decline(staff, second, "x"); !fault.Is(err, fault.Denied) {
			t.Errorf("declined by staff: %v", err)
		}
		must(t, o.Decline(recaller, second, "The sample was clean"))
		reach, err := o.Preview(recaller, "", open[0].Choice)
		must(t, err)
		id, err := o.Declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: open[0].Choice, Seen: reach.Seen, RequestID: first})
		must(t, err)
		if err := o.Decline(recaller, first, "x"); !fault.Is(err, fault.Conflict) {
			t.Errorf("answered twice: %v", err)
		}
		own, err := o.Requests(manager, north)
		must(t, err)
		if len(own) != 2 || own[0].Why != "The sample was clean" || own[1].RecallID != id || own[1].Answer != "declared" {
			t.Errorf("%+v", own)
		}
	})
}

// The book outlives the farm, which stays in it by name.
func TestTheBookOutlivesAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		o.farms.Keep(o.tags.Keeper(), o.reaches.Keeper())
		id := o.real()
		_, err := o.farms.Delete(system, north, "")
		must(t, err)
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		d := o.get(id)
		want(t, "the firm", d.Parties[0].Name, "North Bay")
		if !d.Reach.Firms[0].Gone || d.Effectiveness.Totals[0].Shipped != 42.5 || len(d.Parties) != 4 {
			t.Errorf("%+v", d)
		}
	})
}

// A mail that is given up says so, and can be sent again.
func TestAMailThatIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		o.fail["chef@harbor.example"] = true
		id := o.real()
		p := o.party(id, "Harbor House")
		if p.Told != "failed" || !strings.Contains(p.Notices[0].Trouble, "550") {
			t.Errorf("%+v", p)
		}
		o.fail = map[string]bool{}
		must(t, o.SendAgain(manager, north, id, p.ID))
		o.work()
		p = o.party(id, "Harbor House")
		if p.Told != "delivered" || len(p.Notices) != 2 || p.Notices[1].By != "ann" {
			t.Errorf("%+v", p)
		}
		if err := o.SendAgain(recaller, "", id, o.party(id, "Corner Bar").ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("without an address: %v", err)
		}
	})
}

// RECALL-1: a recall that was made before there were books has one too: it is listed as what it
// was, whoever is reached is told, and one that has ended stays so.
func TestARecallWithoutABookGetsOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		open := tagtest.Recall(t, db, o.reaches, system, "State of Old", lot[0])
		ended := tagtest.Recall(t, db, o.reaches, system, "Customs", otherLot)
		tagtest.End(t, db, o.reaches, system, ended)
		o.exec("UPDATE recalls SET choice = ''") // as the first release left it
		o.now = o.now.Add(2 * time.Minute)
		o.work()
		o.work()
		list, err := o.List(recaller, "", "", page.Slice{Limit: 10, Page: 1})
		must(t, err)
		if len(list.Data) != 2 {
			t.Fatalf("%+v", list.Data)
		}
		d := o.get(open)
		if d.Party != "State of Old" || d.Reason != "for a test" || d.EndedAt != nil || !slices.Equal(d.Choice.Tags, lot) || len(d.Parties) != 4 || d.DeclaredAt != o.now.Add(-2*time.Minute).UnixMilli() {
			t.Errorf("%+v", d)
		}
		want(t, "mails", strings.Join(o.to(), " "), "ann@people.example chef@harbor.example office@north.example")
		want(t, "the page", o.shows(held), "State of Old")
		if d := o.get(ended); d.EndedAt == nil || len(d.Parties) != 0 || len(d.History) != 2 {
			t.Errorf("%+v", d)
		}
		must(t, o.End(recaller, "", open, "Over"))
		want(t, "the page after", o.shows(held), "")
	})
}

// RECALL-4: what a farm has asked for it takes back itself, while nobody has answered; nobody is asked
// any more, and another firm cannot.
func TestAFarmWithdrawsItsRequest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		asked, err := o.Ask(manager, north, recall.Choice{Tags: []string{lot[0]}}, "A guest fell ill")
		must(t, err)
		if err := o.Withdraw(manager, trade, asked); !fault.Is(err, fault.NotFound) {
			t.Errorf("another firm: %v", err)
		}
		if err := o.Withdraw(recaller, trade, asked); !fault.Is(err, fault.NotFound) {
			t.Errorf("of another firm: %v", err)
		}
		if err := o.Withdraw(staff, north, asked); !fault.Is(err, fault.Denied) {
			t.Errorf("staff without the permission: %v", err)
		}
		must(t, o.Withdraw(manager, north, asked))
		if err := o.Withdraw(manager, north, asked); !fault.Is(err, fault.Conflict) {
			t.Errorf("twice: %v", err)
		}
		if err := o.Decline(recaller, asked, "x"); !fault.Is(err, fault.Conflict) {
			t.Errorf("declined afterwards: %v", err)
		}
		reach, err := o.Preview(recaller, "", byDate)
		must(t, err)
		if _, err := o.Declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate, Seen: reach.Seen, RequestID: asked}); !fault.Is(err, fault.Conflict) {
			t.Errorf("declared afterwards: %v", err)
		}
		waiting, err := o.Requests(recaller, "")
		must(t, err)
		own, err := o.Requests(manager, north)
		must(t, err)
		if len(waiting) != 0 || len(own) != 1 || own[0].Answer != "withdrawn" || own[0].AnsweredBy != "ann" || own[0].AnsweredAt == nil {
			t.Errorf("%+v, %+v", waiting, own)
		}
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			n, err := recall.CountRequests(nobody, tx)
			want(t, "waiting", n, 0)
			return err
		}))
	})
}
