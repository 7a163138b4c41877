package paper

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	system  = actor.With(context.Background(), actor.System)
	manager = actor.With(context.Background(), actor.Actor{UserID: "u1", FarmManager: true})
)

// desk sends reminders, with a clock that the test moves.
type desk struct {
	*Service
	farms  *farm.Service
	queue  *jobs.Queue
	bills  *billing.Service
	mailer *mail.Mailer
	folder *mail.Folder
	sender mail.Sender // the folder, unless a test puts something before it
	time   time.Time
	app    string // whose key comes with a call
	till   *till  // at which cards are charged; nil where invoices are billed by hand
}

func newDesk(t *testing.T, db *sqldb.DB) *desk {
	t.Helper()
	d := &desk{time: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	now := func() time.Time { return d.time }
	var err error
	d.folder, err = mail.NewFolder(t.TempDir())
	must(t, err)
	d.sender = d.folder
	d.farms = farm.New(db, now)
	d.Service = d.restart(db)
	return d
}

// restart makes the service that another process would have.
func (d *desk) restart(db *sqldb.DB) *Service {
	d.queue = jobs.New(db, jobs.Options{Now: func() time.Time { return d.time }, Logger: slog.New(slog.DiscardHandler)})
	d.mailer, _ = mail.New(d.queue, d.sender, mail.Options{From: "noreply@merroir.example", Product: "Merroir", Now: func() time.Time { return d.time }})
	o := billing.Options{Now: func() time.Time { return d.time }, Queue: d.queue, Mail: d.mailer, PublicURL: "https://merroir.example"}
	if d.till != nil {
		d.till.open(&o)
	}
	d.bills = billing.New(db, o)
	d.bills.SettleByJobs()
	d.Service = New(db, Options{
		Now: func() time.Time { return d.time }, Mail: d.mailer, Queue: d.queue, Farms: d.farms, Billing: d.bills,
		App:       func(context.Context) (string, bool) { return d.app, d.app != "" },
		PublicURL: "https://merroir.example", TeamEmail: "team@merroir.example", Contact: Contact{Name: "Robin", Phone: "+1 207 555 0134"},
	})
	d.bills.Listen(d.Service)
	return d.Service
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// farm makes a farm whose subscription is as far as that.
func (d *desk) farm(t *testing.T, email string, sub farm.Subscription) (id string) {
	t.Helper()
	f, err := d.farms.Create(system, farm.Details{Name: "Stony Point", Email: email, Country: "USA", State: "Maine", TimeZone: "UTC"})
	must(t, err)
	must(t, d.farms.SetSubscription(system, f.ID, sub))
	return f.ID
}

func (d *desk) mails(t *testing.T) []mail.Stored {
	t.Helper()
	must(t, d.queue.RunUntilIdle(t.Context()))
	list, err := d.folder.List()
	must(t, err)
	for i, m := range list {
		list[i], err = d.folder.Read(m.Name)
		must(t, err)
	}
	return list
}

var pending = farm.Subscription{TaggingActive: farm.TaggingPending, SetupInvoice: "in_7"}

// AFARM-8: the farm gets a mail with the way to its invoice, once in ten
// minutes, whichever process is asked.
func TestResendSetupEmail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		id, other := d.farm(t, "ann@farm.example", pending), d.farm(t, "ben@farm.example", pending)
		must(t, d.ResendSetupEmail(system, id))
		sent := d.mails(t)
		link := "https://merroir.example/manage/" + id + "/in_7"
		if len(sent) != 1 || !strings.Contains(sent[0].To, "ann@farm.example") || sent[0].Subject != "Enable your Merroir tagging subscription" ||
			!strings.Contains(sent[0].Text, link) || !strings.Contains(sent[0].HTML, `href="`+link+`"`) || !strings.Contains(sent[0].Text, "Stony Point") {
			t.Fatalf("sent: %+v", sent)
		}
		d.time = d.time.Add(reminderPause - time.Millisecond)
		second := d.restart(db)
		err := second.ResendSetupEmail(system, id)
		if !fault.Is(err, fault.TooMany) || fault.As(err).Message != "This farm was reminded less than ten minutes ago. Please wait a little." {
			t.Errorf("too soon: %v", err)
		}
		must(t, second.ResendSetupEmail(system, other))
		d.time = d.time.Add(time.Millisecond)
		must(t, d.ResendSetupEmail(system, id))
		if sent := d.mails(t); len(sent) != 3 {
			t.Errorf("%d mails were sent", len(sent))
		}
	})
}

// AFARM-8: who cannot be reminded, why, and that it then sends nothing and does
// not count.
func TestWhoCannotBeReminded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		d := newDesk(t, db)
		for _, tt := range []struct {
			email string
			sub   farm.Subscription
			kind  fault.Kind
			says  string
		}{
			{"ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOn, SetupInvoice: "in_7"}, fault.Conflict, "This farm's tagging subscription is set up already."},
			{"ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingOff}, fault.Conflict, "This farm has no tagging subscription that waits to be set up."},
			{"ann@farm.example", farm.Subscription{TaggingActive: farm.TaggingPending}, fault.Conflict, "This farm has no tagging subscription that waits to be set up."},
			{"", pending, fault.Invalid, "This farm has no email address. Add one to its details first."},
		} {
			id := d.farm(t, tt.email, tt.sub)
			if err := d.ResendSetupEmail(system, id); fault.KindOf(err) != tt.kind || fault.As(err).Message != tt.says {
				t.Errorf("%s: %v", tt.says, err)
			}
			if err := d.ResendSetupEmail(manager, id); !fault.Is(err, fault.Denied) {
				t.Errorf("by a farm manager: %v", err)
			}
		}
		if err := d.ResendSetupEmail(system, "none"); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown farm: %v", err)
		}
		id := d.farm(t, "ann@farm.example", pending)
		if _, err := d.HandleResend(system, &ResendInput{ID: id, Site: "cross-site"}); !fault.Is(err, fault.Denied) {
			t.Errorf("from another site: %v", err)
		}
		if sent := d.mails(t); len(sent) != 0 {
			t.Errorf("sent: %+v", sent)
		}
		out, err := d.HandleResend(system, &ResendInput{ID: id, Site: "same-origin"})
		if err != nil || out.Body.Message != "Reminder Email Sent" {
			t.Errorf("from our own: %+v %v", out, err)
		}
	})
}
