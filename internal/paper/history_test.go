package paper

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// points are between every two steps from the prints to the parcel: in a
// transaction, which is then taken back, and between two.
var points = []string{"printing", "looking", "looked", "billing", "billed", "sending"}

var errCrash = errors.New("the process died here")

// crashAt lets the service die at the point for the nth time that it comes there.
func (d *desk) crashAt(point string, n int) {
	d.reached = func(at string) error {
		if at != point {
			return nil
		}
		if n--; n == 0 {
			return errCrash
		}
		return nil
	}
}

// history is one farm of the machine, and what a person would have noted on paper.
type history struct {
	*desk
	t       *testing.T
	db      *sqldb.DB
	id      string
	printed map[Type]int64
	shipped map[Type]int64
	batches []PrintBatch
	parcels []Parcel
}

// refused passes over what a rule refuses, and a crash.
func refused(t *testing.T, err error) bool {
	t.Helper()
	if err != nil && !errors.Is(err, errCrash) && !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.NotFound) {
		t.Fatal(err)
	}
	return err != nil
}

func (h *history) print(r *rapid.T) {
	b := PrintBatch{BatchID: fmt.Sprint("b", len(h.batches)), Prints: []Prints{{string(rapid.SampledFrom(Types).Draw(r, "type")), rapid.Int64Range(1, 900).Draw(r, "count")}}}
	if refused(h.t, h.Print(system, h.id, b)) {
		must(h.t, h.restarted().Print(system, h.id, b)) // the app sends it again
	}
	h.batches = append(h.batches, b)
	t, _ := typeOf(b.Prints[0].PaperType)
	h.printed[t] += b.Prints[0].Count
}

func (h *history) repeatBatch(r *rapid.T) {
	if len(h.batches) > 0 {
		refused(h.t, h.Print(system, h.id, rapid.SampledFrom(h.batches).Draw(r, "again")))
	}
}

func (h *history) send(r *rapid.T) {
	for _, sh := range h.queuedOf(h.t, h.id, ToSend) {
		if !rapid.Bool().Draw(r, "send") {
			continue
		}
		p := Parcel{sh.ID, h.id, "UPS", "1Z"}
		if err := h.Send(system, []Parcel{p}); errors.Is(err, errCrash) {
			must(h.t, h.restarted().Send(system, []Parcel{p}))
		} else if refused(h.t, err) {
			continue // its payment is being given back
		}
		h.parcels = append(h.parcels, p)
		for _, l := range sh.Lines {
			h.shipped[l.Type] += l.Tags
		}
	}
}

func (h *history) repeatParcel(r *rapid.T) {
	if len(h.parcels) > 0 {
		refused(h.t, h.Send(system, []Parcel{rapid.SampledFrom(h.parcels).Draw(r, "parcel")}))
	}
}

func (h *history) adjust(r *rapid.T) {
	a := Adjustment{byDate, string(rapid.SampledFrom(Types).Draw(r, "type")), rapid.Int64Range(-300, 300).Draw(r, "delta"), "Counted."}
	if a.Delta != 0 && !refused(h.t, h.Adjust(system, h.id, a)) {
		h.shipped[Type(a.Type)] += a.Delta
	}
}

func (h *history) more(r *rapid.T) {
	_, err := h.SendMore(system, h.id, MoreForm{MobileRolls: rapid.Int64Range(0, 3).Draw(r, "rolls"), MobileStickerRolls: 1, SendForFree: rapid.Bool().Draw(r, "free")})
	refused(h.t, err)
}

func (h *history) money(r *rapid.T) {
	for _, v := range h.invoices() {
		switch what := rapid.IntRange(0, 5).Draw(r, "money"); {
		case what == 0 && v.State == billing.Open:
			_, err := h.bills.RecordPayment(system, h.id, v.ID, "cheque")
			refused(h.t, err)
		case what == 1 && v.State == billing.Paid && v.Kind != string(SetupOrder):
			_, err := h.bills.RecordRefund(system, h.id, v.ID, "wire")
			refused(h.t, err)
		}
	}
}

func (h *history) hold(r *rapid.T) {
	t := string(rapid.SampledFrom(Types).Draw(r, "type"))
	if rapid.Bool().Draw(r, "place") {
		refused(h.t, h.PlaceHold(system, h.id, t, "Storm."))
	} else {
		refused(h.t, h.RemoveHold(system, h.id, t))
	}
}

func (h *history) crash(r *rapid.T) {
	h.crashAt(rapid.SampledFrom(points).Draw(r, "point"), rapid.IntRange(1, 3).Draw(r, "nth"))
}

// jobs runs what is due; a job that died is taken again by another process.
func (h *history) jobs(*rapid.T) {
	if refused(h.t, h.advance(system, h.id)) {
		h.restarted()
	}
	h.run(h.t)
}

func (h *history) restarted() *Service { return h.restart(h.db) }

func (h *history) invoices() (all []billing.Invoice) {
	ids := []string{}
	must(h.t, h.db.Read(system, func(tx *sqldb.Tx) (err error) {
		ids, err = sqldb.All(system, tx, sqldb.Scalar[string], "SELECT id FROM invoices WHERE farm_id = $1 ORDER BY id", h.id)
		for _, id := range ids {
			v, err := billing.ByID(system, tx, id)
			if err != nil {
				return err
			}
			all = append(all, v)
		}
		return err
	}))
	return all
}

// check holds the books against what was noted.
func (h *history) check() {
	invoices, orders := h.invoices(), []Order{}
	must(h.t, h.db.Read(system, func(tx *sqldb.Tx) (err error) {
		orders, err = ordersOf(system, tx, h.id, Waiting, Unpaid, Ready, Sent, Cancelled)
		if err != nil {
			return err
		}
		all, err := stocks(system, tx, h.id)
		for _, t := range Types {
			if s := all[t]; s.Shipped != h.shipped[t] || s.Printed != h.printed[t] || s.left() != h.shipped[t]-h.printed[t] {
				h.t.Fatalf("%s: %+v, but %d were shipped and %d printed", t, s, h.shipped[t], h.printed[t])
			}
		}
		return err
	}))
	open := map[Type]int{}
	for _, o := range orders {
		of := slices.DeleteFunc(slices.Clone(invoices), func(v billing.Invoice) bool { return v.Key != "paper:"+o.ID })
		switch {
		case o.State == Waiting && len(of) == 0 || o.State == Cancelled && len(of) == 0:
		case len(of) != 1 || of[0].ID != o.InvoiceID:
			h.t.Fatalf("order %+v has %d invoices", o, len(of))
		case of[0].Total != o.Total || billing.Sum(of[0].Lines) != o.Total:
			h.t.Fatalf("order %+v has the invoice %+v", o, of[0])
		case of[0].State == billing.Refunded && o.State != Sent && o.State != Cancelled:
			h.t.Fatalf("a refunded order is %s", o.State)
		case of[0].Provider == billing.ByStripe && of[0].PaidAt == nil && (o.State == Ready || o.State == Sent):
			h.t.Fatalf("nobody paid for order %+v, and it is %s", o, o.State)
		}
		if o.Kind == RefillOrder && o.State != Sent && o.State != Cancelled {
			for _, t := range o.Types {
				if open[t]++; open[t] > 1 {
					h.t.Fatalf("%s has two open refills", t)
				}
			}
		}
	}
	if len(invoices) > len(orders) {
		h.t.Fatalf("%d invoices of %d orders", len(invoices), len(orders))
	}
	for _, v := range invoices {
		h.balances(v)
	}
}

// balances holds the money that moved against the state of the invoice.
func (h *history) balances(v billing.Invoice) {
	in, back := cents(v.Payment), cents(v.Refund)
	want := map[billing.State][2]int64{billing.Open: {}, billing.Paid: {v.Total, 0}, billing.Refunded: {v.Total, v.Total}, billing.Void: {in, in}}[v.State]
	if v.State == billing.Void && v.Refund == nil {
		want = [2]int64{in, 0} // it came late and is on its way back
	}
	if in != want[0] || back != want[1] || in != 0 && in != v.Total {
		h.t.Fatalf("%d cents came in and %d went back for the invoice %+v", in, back, v)
	}
}

func cents(p *billing.InvoicePayment) int64 {
	if p == nil {
		return 0
	}
	return p.Cents
}

// SUB-11: the process dies at each point, once: the next one carries on, and there
// are one order, one invoice, one shipment and one mail of each.
func TestDyingAtEachPoint(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for _, point := range points {
			t.Run(point, func(t *testing.T) {
				d := newDesk(t, db)
				id := d.subscribed(t, alpha())
				before := len(d.subjects(t, 0))
				d.crashAt(point, 1)
				batch := PrintBatch{BatchID: "b1", Prints: []Prints{{"mobile", 1000}}}
				if err := d.Print(system, id, batch); err != nil {
					if !errors.Is(err, errCrash) {
						t.Fatal(err)
					}
					must(t, d.Print(system, id, batch))
				}
				if err := d.advance(system, id); err != nil && !errors.Is(err, errCrash) {
					t.Fatal(err)
				}
				h := &history{desk: d, t: t, db: db, id: id}
				d.reached = func(string) error { return nil }
				if point == "sending" {
					d.crashAt(point, 1)
				}
				d.run(t)
				mine := func(state QueueState) []Shipment { return d.queuedOf(t, id, state) }
				toSend := mine(ToSend)
				if len(toSend) != 1 || len(h.invoices()) != 2 {
					t.Fatalf("%d orders, %d invoices", len(toSend), len(h.invoices()))
				}
				parcel := []Parcel{{toSend[0].ID, id, "UPS", "1Z"}}
				if err := d.Send(system, parcel); err != nil && !errors.Is(err, errCrash) {
					t.Fatal(err)
				}
				must(t, d.restart(db).Send(system, parcel))
				d.run(t)
				if r := d.record(t, id); r.TagsInStock.Mobile != 2640-1000 || len(mine(Was)) != 2 {
					t.Errorf("stock %d, %d sent", r.TagsInStock.Mobile, len(mine(Was)))
				}
				if got := d.subjects(t, before); !slices.Equal(got, []string{"Paper was ordered for Stony Point", "Your paper is on its way to Stony Point"}) {
					t.Errorf("mails: %q", got)
				}
			})
		}
	})
}
