package recall_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/tagtest"
)

// RECALL-1 RECALL-2 RECALL-3: the whole night: what is previewed is reached, told once, counted and ended.
func TestARecallFromTheCallToItsEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		reach, err := o.Preview(recaller, "", byDate)
		must(t, err)
		want(t, "tags", reach.Seen.Tags, 3)
		want(t, "firms", len(reach.Firms), 2)
		want(t, "consignees", len(reach.Consignees), 2)
		for i, had := range [][]scope.ReachedQuantity{{{Unit: "bag", Quantity: 100, Left: 40}}, {{Unit: "bag", Quantity: 30, Left: 17.5}}} { // a split counts what was split off once
			if !slices.Equal(reach.Firms[i].Quantities, had) {
				t.Errorf("%s has had %v, want %v", reach.Firms[i].Name, reach.Firms[i].Quantities, had)
			}
		}
		far := reach.Firms[1]
		if far.Name != "Pike Place" || len(far.Path) != 3 || far.Path[0].TagID != lot[0] || far.Path[2].TagID != held {
			t.Errorf("the path: %+v", far)
		}
		if made := (scope.ReachedMade{TagID: held, From: part, Event: "receive"}); len(far.Nearest) != 1 || far.Nearest[0] != made {
			t.Errorf("its tags: %+v", far.Nearest)
		}
		near := reach.Firms[0].Nearest
		if len(near) != 2 || near[0] != (scope.ReachedMade{TagID: lot[0], Event: "receive"}) || near[1] != (scope.ReachedMade{TagID: part, From: lot[0], Event: "split"}) {
			t.Errorf("the tags of the firm that was chosen: %+v", near)
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
		want(t, "mails of recalls", o.rows("jobs WHERE kind = 'mail.recall'"), 3)
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
		if told, err := o.ByToken(nobody, link); err != nil || told.AckedAt != nil || len(told.Lines) != 2 || !strings.HasSuffix(told.Lines[0].On(), " November 2026") {
			t.Fatalf("%+v, %v", told, err)
		}
		want(t, "a look acknowledges nothing", o.party(id, "Harbor House").Told, "delivered")
		three := 3.0
		must(t, o.Acknowledge(nobody, link, "Kim", recall.NoticeAnswer{Note: "In the walk-in", OnHand: &three}, false))
		must(t, o.Acknowledge(nobody, link, "Somebody else", recall.NoticeAnswer{}, false)) // who did not see Kim's answer
		want(t, "who acknowledged, by the audit trail", strings.Join(o.acknowledged(id), "; "), `{"by":"Kim","party":"Harbor House"}`)
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
		if _, err := o.Account(recaller, "", id, recall.NewEntry{PartyID: p.ID, TagID: part, Outcome: recall.Sold, Quantity: 0.001}); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Message != "No more than 0 bags can still be accounted for" {
			t.Errorf("more than was shipped: %v", err)
		}
		must(t, o.TakeBack(recaller, "", id, wrong, "It was destroyed"))
		if err := o.TakeBack(recaller, "", id, wrong, "again"); !fault.Is(err, fault.Conflict) {
			t.Errorf("taken back twice: %v", err)
		}
		entry(p, part, recall.Destroyed, 5)
		entry(p, lot[0], recall.Destroyed, 10)
		entry(bar, held, recall.Sold, 12.5)
		entry(o.party(id, "Pike Place"), part, recall.Returned, 17.5) // received without a recorded shipment, less what it shipped on
		d := o.get(id)
		e := d.Effectiveness
		if *e.Recovered != 79.16 || *e.Accounted != 100 || e.Unaccounted != 0 || e.Answered != 2 || e.Parties != 4 {
			t.Errorf("%+v", e)
		}
		if err := o.End(recaller, "", id, " ", "Still open"); !fault.Is(err, fault.Invalid) {
			t.Errorf("ended for no reason: %v", err)
		}
		o.sent = nil
		must(t, o.End(recaller, "", id, "All accounted for", "Still open"))
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
		denied("ended by staff", o.End(staff, "", id, "x", "Still open"), fault.Denied)
		denied("ended by a manager", o.End(manager, north, id, "x", "Still open"), fault.Denied)
		denied("ended by a manager", o.End(manager, "", id, "x", "Still open"), fault.Denied)
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
		if len(d.Parties) != 3 || len(d.Reach.Firms) != 1 || d.Own || len(d.Reach.Consignees) != 1 {
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
		if !d.Reach.Firms[0].Gone || d.Effectiveness.Totals[0].Shipped != 60 || len(d.Parties) != 4 {
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
		must(t, o.End(recaller, "", open, "Over", "Still open"))
		want(t, "the page after", o.shows(held), "")
	})
}
