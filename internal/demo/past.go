package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/paper"
)

// Past is the tagging subscription by a clock that is set back. Invoices are
// billed by hand there, whoever collects today's.
type Past struct {
	Now      func() time.Time
	Queue    *jobs.Queue
	Papers   *paper.Service
	Invoices *billing.Service
}

// event is something that happened to a farm's subscription.
type happening func(ctx context.Context, p Past, farmID string) error

// tellPast lets the subscriptions of new farms happen day by day, all by one
// clock, so that invoices are numbered in the order of their days. It goes on
// where an earlier start was interrupted.
func (s Services) tellPast(ctx context.Context) error {
	p, begun, err := s.progress(ctx)
	if err != nil || !begun {
		return err
	}
	clock := p.today()
	past, err := s.Past(func() time.Time { return clock })
	if err != nil {
		return err
	}
	farms, err := s.told(ctx, p)
	if err != nil {
		return err
	}
	for ; p.Day >= 0; p.Day-- {
		if err := s.storeProgress(ctx, p); err != nil {
			return err
		}
		clock = p.today().AddDate(0, 0, -p.Day)
		for _, f := range farms {
			onceAs := func(what string) (context.Context, error) {
				return once.With(ctx, fmt.Sprint("demo ", p.Today, f.ID, p.Day, what), nil, s.Now())
			}
			if err := f.tagging.on(ctx, p.Day, past, f.ID, onceAs); err != nil {
				return fmt.Errorf("the subscription of %s, %d days ago: %w", f.Details.Name, p.Day, err)
			}
		}
		if p.Day%7 == 0 { // when they print
			if err := past.Queue.RunUntilIdle(ctx); err != nil {
				return err
			}
		}
	}
	return s.Note(ctx, "")
}

// Days after a print, or after the setup was ordered, on which staff do their part.
const (
	payAfter  = 3
	sendAfter = 5
)

// on lets happen what happened so many days ago, once also when the day is begun
// again: prints, payments and parcels are so by themselves.
func (t *tagging) on(ctx context.Context, day int, p Past, farmID string, onceAs func(what string) (context.Context, error)) error {
	var happens happening
	switch since := 7*t.weeks - day; {
	case since == 0:
		happens = func(_ context.Context, p Past, farmID string) error {
			ctx, err := onceAs("setup")
			if err != nil {
				return err
			}
			return t.enable(ctx, p, farmID)
		}
	case since < 0 || t.pending:
	case since > 7 && since%7 == 0:
		happens = t.print(since / 7)
	case since%7 == payAfter && day > t.owing:
		happens = pay
	case since%7 == sendAfter && day > t.waiting:
		happens = send
	}
	if happens != nil {
		if err := happens(ctx, p, farmID); err != nil {
			return err
		}
	}
	besides := t.events[day]
	if besides == nil {
		return nil
	}
	ctx, err := onceAs("besides")
	if err != nil {
		return err
	}
	return besides(ctx, p, farmID)
}

func (t *tagging) enable(ctx context.Context, p Past, farmID string) error {
	form := t.form
	form.CustomPaperRolls = slices.Clone(form.CustomPaperRolls)
	for i := range form.CustomPaperRolls {
		form.CustomPaperRolls[i].Date = p.Now().Format(time.DateOnly)
	}
	return p.Papers.Subscribe(ctx, farmID, form)
}

func (t *tagging) print(week int) happening {
	return func(ctx context.Context, p Past, farmID string) error {
		return p.Papers.Print(ctx, farmID, paper.PrintBatch{BatchID: fmt.Sprintf("demo week %d", week), Prints: t.weekly})
	}
}

// pay notes a payment of each open invoice.
func pay(ctx context.Context, p Past, farmID string) error {
	open, err := p.Invoices.List(ctx, farmID, billing.Open, page.Slice{Limit: 100, Page: 1})
	for _, v := range open.Data {
		if err == nil {
			_, err = p.Invoices.RecordPayment(ctx, farmID, v.ID, "Transfer "+v.Number)
		}
	}
	return err
}

// send sends what is to be sent.
func send(ctx context.Context, p Past, farmID string) error {
	ready, err := p.Papers.Queue(ctx, paper.QueueQuery{State: paper.ToSend, FarmID: farmID, Page: page.Slice{Limit: 100, Page: 1}})
	if err != nil || len(ready.Data) == 0 {
		return err
	}
	parcels := make([]paper.Parcel, len(ready.Data))
	for i, o := range ready.Data {
		parcels[i] = paper.Parcel{OrderID: o.ID, FarmID: farmID, Carrier: "UPS", Tracking: "1Z58A4030" + o.InvoiceNumber[2:]}
	}
	return p.Papers.Send(ctx, parcels)
}

func more(form paper.MoreForm) happening {
	return func(ctx context.Context, p Past, farmID string) error {
		_, err := p.Papers.SendMore(ctx, farmID, form)
		return err
	}
}

func adjust(a paper.Adjustment) happening {
	return func(ctx context.Context, p Past, farmID string) error { return p.Papers.Adjust(ctx, farmID, a) }
}

func hold(paperType, reason string) happening {
	return func(ctx context.Context, p Past, farmID string) error {
		return p.Papers.PlaceHold(ctx, farmID, paperType, reason)
	}
}

// refundNewest gives back what was paid last for paper that staff sent.
func refundNewest(why string) happening {
	return func(ctx context.Context, p Past, farmID string) error {
		paid, err := p.Invoices.List(ctx, farmID, billing.Paid, page.Slice{Limit: 100, Page: 1})
		if err != nil {
			return err
		}
		newest := slices.IndexFunc(paid.Data, func(v billing.Invoice) bool { return v.Kind == string(paper.MoreOrder) })
		if newest < 0 {
			return nil
		}
		_, err = p.Invoices.RecordRefund(ctx, farmID, paid.Data[newest].ID, why)
		return err
	}
}
