package billing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	system  = actor.With(context.Background(), actor.System)
	manager = actor.With(context.Background(), actor.Actor{UserID: "u1", Username: "ann", FarmManager: true})
	start   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
)

// office is the service with a clock that the test moves and a listener that
// stores what it hears, so that a transaction that is taken back takes that back
// too.
type office struct {
	*Service
	t      *testing.T
	time   time.Time
	farm   string
	folder *mail.Folder
	told   []string // by the last transaction that was not taken back, and before
	refuse error    // what the listener answers
}

func newOffice(t *testing.T, db *sqldb.DB, change ...func(*Options)) *office {
	t.Helper()
	o := &office{t: t, time: start}
	now := func() time.Time { return o.time }
	quiet := slog.New(slog.DiscardHandler)
	var err error
	o.folder, err = mail.NewFolder(t.TempDir())
	must(t, err)
	queue := jobs.New(db, jobs.Options{Now: now, Logger: quiet})
	mailer, err := mail.New(queue, o.folder, mail.Options{From: "noreply@merroir.example", Product: "Merroir", Now: now})
	must(t, err)
	options := Options{Now: now, Queue: queue, Mail: mailer, PublicURL: "https://merroir.example"}
	for _, c := range change {
		c(&options)
	}
	o.Service = New(db, options)
	o.Listen(o)
	o.SettleByJobs()
	return o
}

// withFarm makes the farm that is billed.
func (o *office) withFarm() *office {
	o.t.Helper()
	f, err := farm.New(o.db, o.now).Create(system, farm.Details{
		Name: "Stony Point", CompanyName: "Bay Center Selects LLC", Email: "june@farm.example", Address1: "12 Tide Street", City: "Bath", State: "Maine", Zip: "04530", Country: "USA",
	})
	must(o.t, err)
	o.farm = f.ID
	return o
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (o *office) heard(what string, v Invoice) error {
	o.told = append(o.told, what+" "+v.Key)
	return o.refuse
}

func (o *office) InvoicePaid(_ context.Context, _ *sqldb.Tx, v Invoice) error {
	return o.heard("paid", v)
}
func (o *office) InvoiceRefunded(_ context.Context, _ *sqldb.Tx, v Invoice) error {
	return o.heard("refunded", v)
}
func (o *office) InvoiceVoided(_ context.Context, _ *sqldb.Tx, v Invoice) error {
	return o.heard("void", v)
}
func (o *office) ChargeFailed(_ context.Context, _ *sqldb.Tx, v Invoice, attempt int) error {
	return o.heard(fmt.Sprintf("failed %d", attempt), v)
}

func (o *office) heardOf(want ...string) {
	o.t.Helper()
	if got := strings.Join(o.told, ", "); got != strings.Join(want, ", ") {
		o.t.Errorf("the listener heard %q, want %q", got, want)
	}
}

var printer = []Line{{"TSC ALPHA-30RB with mobile paper", 28900}, {"Tagging setup", 10000}}

// issue issues an invoice in a transaction of its own.
func (o *office) issue(key string, charge bool, lines ...Line) Invoice {
	o.t.Helper()
	v, err := o.tryIssue(NewInvoice{Key: key, FarmID: o.farm, Kind: "setup", Title: "Tagging subscription", Lines: lines, Charge: charge})
	must(o.t, err)
	return v
}

func (o *office) tryIssue(n NewInvoice) (v Invoice, err error) {
	err = o.db.Write(system, func(tx *sqldb.Tx) error {
		v, err = o.Issue(system, tx, n)
		return err
	})
	return v, err
}

func (o *office) write(do func(tx *sqldb.Tx) error) error { return o.db.Write(system, do) }

func (o *office) get(v Invoice) Invoice {
	o.t.Helper()
	v, err := o.Get(system, v.FarmID, v.ID)
	must(o.t, err)
	return v
}

// balance is what a farm's money adds up to: payments less refunds.
func (o *office) balance() (cents int64) {
	o.t.Helper()
	must(o.t, o.db.Read(system, func(tx *sqldb.Tx) (err error) {
		cents, err = sqldb.One(system, tx, sqldb.Scalar[int64],
			"SELECT CAST(coalesce(sum(CASE kind WHEN 'payment' THEN cents ELSE -cents END), 0) AS BIGINT) FROM invoice_payments WHERE farm_id = $1", o.farm)
		return err
	}))
	return cents
}

func wantFault(t *testing.T, err error, kind fault.Kind, says string) {
	t.Helper()
	if !fault.Is(err, kind) || says != "" && fault.As(err).Message != says {
		t.Errorf("%v, want %s: %s", err, kind, says)
	}
}

// FARM-6: an invoice is issued once per key, with its lines, numbered without
// gaps, addressed as on its day, and paid by what staff note.
func TestAnInvoiceByHand(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db).withFarm()
		v := o.issue("setup-1", true, printer...)
		again := o.issue("setup-1", true, printer...)
		if v.ID != again.ID || v.Number != "M-1001" || v.Total != 38900 || v.State != Open || v.DueAt != sqldb.Millis(start.AddDate(0, 0, 30)) {
			t.Fatalf("issued: %+v, again %+v", v, again)
		}
		if second := o.issue("setup-2", false, printer[0]); second.Number != "M-1002" {
			t.Errorf("the second is %s", second.Number)
		}
		_, err := o.tryIssue(NewInvoice{Key: "setup-1", FarmID: o.farm, Kind: "setup", Title: "T", Lines: printer[:1]})
		wantFault(t, err, fault.Conflict, "That was invoiced already, with other amounts.")
		got := o.get(v)
		if strings.Join(got.BillTo, "|") != "Stony Point|Bay Center Selects LLC|12 Tide Street|Bath, Maine 04530|USA" ||
			len(got.Lines) != 2 || got.Lines[1] != printer[1] || Sum(got.Lines) != got.Total || got.Pay != PayTransfer {
			t.Errorf("stored: %+v", got)
		}
		_, err = o.Pay(system, o.farm, v.ID)
		wantFault(t, err, fault.Conflict, "")
		paid, err := o.RecordPayment(system, o.farm, v.ID, " Transfer 77 ")
		must(t, err)
		if paid.State != Paid || paid.Payment == nil || *paid.Payment != (InvoicePayment{38900, ByHand, "Transfer 77", "system", sqldb.Millis(start)}) || paid.Pay != PayNone {
			t.Errorf("paid: %+v %+v", paid, paid.Payment)
		}
		_, err = o.RecordPayment(system, o.farm, v.ID, "Transfer 78")
		wantFault(t, err, fault.Conflict, "This invoice is paid already.")
		must(t, o.write(func(tx *sqldb.Tx) error {
			wantFault(t, o.Void(system, tx, v.ID, "late"), fault.Conflict, "This invoice is paid already.")
			return nil
		}))
		refunded, err := o.RecordRefund(system, o.farm, v.ID, "Sent back by transfer 5")
		must(t, err)
		if refunded.State != Refunded || refunded.Refund.Cents != 38900 || refunded.Refund.Reference != "Sent back by transfer 5" || o.balance() != 0 {
			t.Errorf("refunded: %+v %+v, balance %d", refunded, refunded.Refund, o.balance())
		}
		_, err = o.RecordRefund(system, o.farm, v.ID, "Again")
		wantFault(t, err, fault.Conflict, "This invoice was refunded already.")
		o.heardOf("paid setup-1", "refunded setup-1")
	})
}

// SUB-11: an invoice over nothing is paid as it is issued; a void one is not to be
// paid; one that the listener refuses to hear of is as it was.
func TestVoidAndNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db).withFarm()
		free := o.issue("free", true, Line{"Stickers, free", 0})
		if free.State != Paid || o.get(free).State != Paid || o.balance() != 0 {
			t.Errorf("free: %+v", free)
		}
		v := o.issue("one", false, printer...)
		for range 2 {
			must(t, o.write(func(tx *sqldb.Tx) error { return o.Void(system, tx, v.ID, "Replaced") }))
		}
		if got := o.get(v); got.State != Void || got.Note != "Replaced" {
			t.Errorf("void: %+v", got)
		}
		_, err := o.RecordPayment(system, o.farm, v.ID, "T")
		wantFault(t, err, fault.Conflict, "This invoice is void: nothing is to be paid.")
		_, err = o.RecordRefund(system, o.farm, v.ID, "T")
		wantFault(t, err, fault.Conflict, "This invoice is not paid, so there is nothing to give back.")
		o.heardOf("paid free", "void one")

		w := o.issue("two", false, printer...)
		o.refuse = errors.New("no")
		if _, err := o.RecordPayment(system, o.farm, w.ID, "T"); !errors.Is(err, o.refuse) {
			t.Errorf("refused: %v", err)
		}
		if got := o.get(w); got.State != Open || got.Payment != nil {
			t.Errorf("after the refusal: %+v", got)
		}
	})
}

// What no invoice can be is refused before anything is stored.
func TestWhatCannotBeInvoiced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db).withFarm()
		for name, n := range map[string]NewInvoice{
			"no lines":       {Title: "T"},
			"negative":       {Title: "T", Lines: []Line{{"Discount", -1}}},
			"too much":       {Title: "T", Lines: []Line{{"A", maxTotal}, {"B", 1}}},
			"over the edge":  {Title: "T", Lines: []Line{{"A", 1 << 62}, {"B", 1 << 62}}},
			"no description": {Title: "T", Lines: []Line{{" ", 1}}},
			"hidden text":    {Title: "T", Lines: []Line{{"A\u202eB", 1}}},
			"no title":       {Lines: printer},
		} {
			n.Key, n.FarmID, n.Kind = name, o.farm, "setup"
			_, err := o.tryIssue(n)
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, err := o.tryIssue(NewInvoice{Key: "k", FarmID: "none", Kind: "setup", Title: "T", Lines: printer})
		wantFault(t, err, fault.NotFound, "")
		for _, reference := range []string{"", "  ", strings.Repeat("x", 201), "a\nb"} {
			_, err := o.RecordPayment(system, o.farm, "none", reference)
			wantFault(t, err, fault.Invalid, "")
		}
	})
}

// FARM-6: the demo's button pays once, and says where to go on.
func TestTheDemosButton(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db, func(o *Options) { o.Demo = true }).withFarm()
		v := o.issue("setup", false, printer...)
		must(t, o.write(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, created_at, updated_at)
				VALUES ('u1', 'ann', 'ann', 'ann@farm.example', 'ann@farm.example', '', 0, 0)`)
			return err
		}))
		must(t, farm.New(db, o.now).LinkUser(system, o.farm, "u1"))
		if got, err := o.Get(manager, o.farm, v.ID); err != nil || got.Pay != PayDemo {
			t.Fatalf("to pay: %+v %v", got, err)
		}
		for range 2 {
			address, err := o.Pay(manager, o.farm, v.ID)
			if err != nil || address != "/manage/"+o.farm+"?invoicePaid=true" {
				t.Fatalf("paid: %q %v", address, err)
			}
		}
		if got := o.get(v); got.State != Paid || got.Payment.Who != "ann" || o.balance() != 38900 {
			t.Errorf("afterwards: %+v", got)
		}
		o.heardOf("paid setup")
	})
}

// The invoices of a farm, the newest first, and what is owed; they outlive it.
func TestInvoicesOfAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db).withFarm()
		for i := range 7 {
			o.issue(fmt.Sprint(i), false, Line{"Paper", int64(100 * (i + 1))})
		}
		list, err := o.List(system, o.farm, "", page.Slice{Limit: 5, Page: 2})
		must(t, err)
		if len(list.Data) != 2 || list.Items.Total != 7 || list.Data[0].Number != "M-1002" || len(list.Data[0].Lines) != 1 {
			t.Errorf("page 2: %+v", list)
		}
		_, err = o.RecordPayment(system, o.farm, list.Data[0].ID, "T")
		must(t, err)
		if list, err = o.List(system, o.farm, Paid, page.Slice{Limit: 5, Page: 1}); err != nil || list.Items.Total != 1 {
			t.Errorf("paid: %+v %v", list, err)
		}
		account, err := o.Standing(system, o.farm)
		if err != nil || account != (Standing{Provider: ByHand, HasPaymentMethod: true, Open: 6, Owed: 2600}) {
			t.Errorf("account: %+v %v", account, err)
		}
		_, err = farm.New(db, o.now).Delete(system, o.farm, "")
		must(t, err)
		if list, err = o.List(system, o.farm, "", page.Slice{Limit: 5, Page: 1}); err != nil || list.Items.Total != 7 {
			t.Errorf("after the farm is gone: %+v %v", list, err)
		}
	})
}

// Amounts are written as people write them.
func TestDollars(t *testing.T) {
	for cents, want := range map[int64]string{0: "$0.00", 5: "$0.05", 123456: "$1,234.56", 100_000_000: "$1,000,000.00", -2550: "-$25.50"} {
		if got := Dollars(cents); got != want {
			t.Errorf("%d: %s, want %s", cents, got, want)
		}
	}
}
