package recall_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	mailer "github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/asked"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
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
var north, trade, later = id('f', 1), id('f', 2), id('f', 3)

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
	asked   *asked.Service
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

	smtp   *mailer.SMTP           // a mail server in place of what is kept, where there is one
	looked func(n int)            // called at each look at the clock
	wrote  func(sqldb.WriteTimes) // called after each write
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
	o.reaches, o.events = reach.New(db, clock, o.tags), event.New(db, clock, o.tags)
	o.asked = asked.New(db, clock)
	o.Service = recall.New(db, recall.Options{Now: clock, Queue: o.queue, Mail: m, Reaches: o.reaches, PublicURL: "https://merroir.test"})
	return o
}

func newOffice(t *testing.T, db *sqldb.DB) *office {
	t.Helper()
	o := open(t, db)
	db.ObserveWrites(func(w sqldb.WriteTimes) {
		if o.wrote != nil {
			o.wrote(w)
		}
	})
	for i, name := range []string{"ann", "rea", "bea"} {
		o.exec(`INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at, is_active, is_farmmanager)
			VALUES ($1, $2, $2, $3, $3, '', 0, 0, TRUE, TRUE)`, fmt.Sprintf("u%d", i+1), name, name+"@people.example")
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
	d.Country, d.State, d.TimeZone = "USA", "Washington", "UTC"
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

func (o *office) work() {
	o.t.Helper()
	must(o.t, o.queue.RunUntilIdle(nobody))
}

var byDate = scope.Choice{Area: "Willapa", From: "2026-11-10", To: "2026-11-10"}

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

// acknowledged is what the audit trail has of those who acknowledged a recall.
func (o *office) acknowledged(id string) (details []string) {
	o.t.Helper()
	must(o.t, o.db.Read(nobody, func(tx *sqldb.Tx) (err error) {
		details, err = sqldb.All(nobody, tx, sqldb.Scalar[string], "SELECT detail FROM audit WHERE action = 'recall.acknowledge' AND subject_id = $1 ORDER BY id", id)
		return err
	}))
	return details
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
