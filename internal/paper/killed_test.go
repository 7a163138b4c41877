package paper

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// What a process that is to be killed is told.
const (
	killPoint  = "MERROIR_TEST_KILL_AT"
	killFarm   = "MERROIR_TEST_KILL_FARM"
	killStripe = "MERROIR_TEST_KILL_STRIPE"
	killMail   = "MERROIR_TEST_KILL_MAIL"
	killBatch  = "MERROIR_TEST_KILL_BATCH"
	killTime   = "MERROIR_TEST_KILL_TIME"
	drill      = "MERROIR_DRILL" // how often it is killed at each point on each engine; once at those that say most if empty
)

// postbag delivers mail by writing a line into a file: its Message-ID and subject.
type postbag struct {
	file    string
	reached func(point string)
}

func (b postbag) Send(_ context.Context, l mail.Letter) error {
	b.reached("before mailing")
	out, err := os.OpenFile(b.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, l.ID, l.Subject)
	b.reached("after mailing")
	if err != nil {
		return err
	}
	return out.Close()
}

// delivered gives how often each subject was delivered, not counting what was
// marked as a repeat by its Message-ID, and the number of those.
func (b postbag) delivered(t *testing.T) (subjects map[string]int, repeats int) {
	t.Helper()
	content, err := os.ReadFile(b.file)
	must(t, err)
	seen := map[string]bool{}
	subjects = map[string]int{}
	for line := range strings.Lines(string(content)) {
		id, subject, _ := strings.Cut(strings.TrimSpace(line), " ")
		if seen[id] {
			repeats++
			continue
		}
		seen[id] = true
		subjects[subject]++
	}
	return subjects, repeats
}

// watched is a desk that says where it has come to.
func watched(t *testing.T, db *sqldb.DB, l *till, bag postbag, at time.Time) *desk {
	t.Helper()
	d := newDesk(t, db)
	d.till, d.sender = l, bag
	l.reached = bag.reached
	d.setTime(at)
	d.restart(db)
	d.reached = func(point string) error {
		bag.reached(point)
		return nil
	}
	return d
}

// chargeAndShip is what is done to a farm from the prints to the parcel: all that it
// has in stock, and as much anew. It may be done again from its begin, of the same batch.
func (d *desk) chargeAndShip(t *testing.T, id, batch string) {
	t.Helper()
	must(t, d.Print(system, id, PrintBatch{BatchID: batch, Prints: []Prints{{"mobile", stocked}}}))
	d.run(t)
	for _, o := range d.queuedOf(t, id, ToSend) {
		must(t, d.Send(system, []Parcel{{o.ID, id, "UPS", "1Z"}}))
	}
	d.run(t)
}

// SUB-11 R3: the process is killed (kill -9) between any two steps from the prints to the
// parcel, and another carries on: one charge, one parcel, one mail of each, and at
// most one more, marked as a repeat by its Message-ID. On PostgreSQL, where a process takes three
// times as long, it is killed at a point of each kind. The drill kills it at each point on both.
func TestPaperOfAKilledProcess(t *testing.T) {
	dbtest.EachKilled(t, killedAtWork, func(t *testing.T, k *dbtest.Killed) {
		s := &killing{Killed: k, t: t, till: newTill(t), now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
		s.bag = postbag{filepath.Join(t.TempDir(), "mail"), func(string) {}}
		s.killAtPoints()
	})
}

// onPostgres is one point of each kind: in a transaction, before a call of Stripe and after it, in
// what is done once there is money, and in a mail.
var onPostgres = []string{"looking", "before the commit of key of invoice", "before line 2", "before the commit of answer to charge 1", "before the commit of books", "after mailing"}

// killAtPoints kills a process at each point, or, but in the drill, at those that say most.
func (s *killing) killAtPoints() {
	s.t.Helper()
	points := s.points()
	for _, one := range append(onPostgres, "after charge 1", "sending") {
		if len(points) < 40 || !slices.Contains(points, one) {
			s.t.Fatalf("%d points, without %q: %q", len(points), one, points)
		}
	}
	rounds := atoi(os.Getenv(drill))
	for range max(1, rounds) {
		s.newFarm()
		for i, point := range points {
			if rounds > 0 || s.tells(point, points[i+1:]) {
				s.killAt(i+1, point)
			}
		}
	}
}

// tells is whether a process that is killed at the point leaves what one leaves at no other. After a
// step and before the next one the database and Stripe have the same, and before it a transaction may be open too.
func (s *killing) tells(point string, next []string) bool {
	if s.OnPostgres() {
		return slices.Contains(onPostgres, point)
	}
	return !strings.HasPrefix(point, "after ") || len(next) == 0 || !strings.HasPrefix(next[0], "before ")
}

const stocked = 1320 // tags that the farm has before and after

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func killedAtWork(t *testing.T, db *sqldb.DB) {
	count, at := 0, atoi(os.Getenv(killPoint))
	bag := postbag{os.Getenv(killMail), func(point string) {
		if count++; count == at {
			dbtest.Here(point)
		}
	}}
	now, err := time.Parse(time.RFC3339, os.Getenv(killTime))
	must(t, err)
	watched(t, db, &till{url: os.Getenv(killStripe)}, bag, now).chargeAndShip(t, os.Getenv(killFarm), os.Getenv(killBatch))
}

// killing is a database on which processes are killed, and the farm that they are at work for.
type killing struct {
	*dbtest.Killed
	t       *testing.T
	till    *till
	bag     postbag
	now     time.Time
	id      string
	refills int // that the farm has had, each in what is killed once
}

// desk opens the database for a while.
func (s *killing) desk(use func(d *desk)) {
	s.t.Helper()
	s.Open(s.t, func(db *sqldb.DB) { use(watched(s.t, db, s.till, s.bag, s.now)) })
}

// newFarm makes a farm whose setup was paid and sent, and which has a card.
func (s *killing) newFarm() {
	s.t.Helper()
	s.desk(func(d *desk) {
		s.id, s.refills = d.farm(s.t, "ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff}), 0
		(&story{d, weather{order: calm}, s.t, s.id}).setUp()
		s.now = d.time
	})
}

// begin is before the next refill: of mail and charges only those of the refill count.
func (s *killing) begin() (batch string) {
	s.t.Helper()
	s.till.fake.Do(func() { s.till.fake.Charges = 0 })
	must(s.t, os.Remove(s.bag.file))
	s.refills++
	return fmt.Sprint("b", s.refills)
}

// points are those that a process comes to, in their order.
func (s *killing) points() (all []string) {
	s.t.Helper()
	s.newFarm()
	s.desk(func(d *desk) {
		add := func(point string) { all = append(all, point) }
		watched(s.t, d.db, s.till, postbag{s.bag.file, add}, s.now).chargeAndShip(s.t, s.id, s.begin())
		s.check(d, "nowhere")
	})
	return all
}

// killAt kills a process at the point of that number, and lets another carry on.
func (s *killing) killAt(number int, point string) {
	s.t.Helper()
	batch := s.begin()
	for name, value := range map[string]string{
		killPoint: strconv.Itoa(number), killFarm: s.id, killStripe: s.till.url, killMail: s.bag.file, killBatch: batch, killTime: s.now.Format(time.RFC3339),
	} {
		s.t.Setenv(name, value)
	}
	if at := s.Kill(s.t, nil); at != point {
		s.t.Fatalf("it was killed at %q instead of %q", at, point)
	}
	s.desk(func(d *desk) {
		d.chargeAndShip(s.t, s.id, batch)
		for range 3 { // what the dead process had taken is free again
			d.wait(s.t, 1, 2*time.Minute)
			d.chargeAndShip(s.t, s.id, batch)
		}
		s.now = d.time
		s.check(d, point)
	})
}

// check is what must hold in the end.
func (s *killing) check(d *desk, point string) {
	s.t.Helper()
	r := d.record(s.t, s.id)
	list, err := d.bills.List(system, s.id, "", page.Slice{Limit: 100, Page: 1})
	must(s.t, err)
	charges, keyless, atStripe := 0, 0, 0
	s.till.fake.Do(func() {
		charges, keyless = s.till.fake.Charges, s.till.fake.Keyless
		for _, v := range s.till.fake.Invoices {
			if v.Customer == r.StripeCustomerID {
				atStripe++
			}
		}
	})
	orders := 1 + s.refills
	if len(list.Data) != orders || list.Data[0].State != billing.Paid || charges != 1 || keyless != 0 {
		s.t.Errorf("killed at %s: %d charges, %d calls without a key, invoices %+v", point, charges, keyless, list.Data)
	}
	if atStripe != orders {
		s.t.Errorf("killed at %s: %d invoices at Stripe", point, atStripe)
	}
	if h := r.TaggingInvoices.Mobile; len(h) != orders || h[0].State != Sent || r.TagsInStock.Mobile != stocked {
		s.t.Errorf("killed at %s: stock %d, history %+v", point, r.TagsInStock.Mobile, h)
	}
	subjects, repeats := s.bag.delivered(s.t)
	if want := map[string]int{"Paper was ordered for Stony Point": 1, "Your paper is on its way to Stony Point": 1}; !maps.Equal(subjects, want) || repeats > 1 {
		s.t.Errorf("killed at %s: mails %v, %d repeats", point, subjects, repeats)
	}
}
