package billing

import (
	"context"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	settleJob     = "billing.settle"
	sweepJob      = "billing.sweep"
	cardJob       = "billing.card"
	removeCardJob = "billing.removeCard"
	nightJob      = "billing.reconcile"
	sweepEvery    = time.Minute
	sweepBatch    = 100 // invoices
	firstPause    = 15 * time.Second
	maxPause      = time.Hour
)

type settleArgs struct{ FarmID, InvoiceID string }

// SettleByJobs sets the jobs that speak to the provider: one after each change, and
// a sweep for what an outage or a crash has left.
func (s *Service) SettleByJobs() {
	jobs.Handle(s.queue, settleJob, func(ctx context.Context, a settleArgs) error { return s.settle(ctx, a) }, jobs.AtOnce(4))
	jobs.Handle(s.queue, sweepJob, func(ctx context.Context, _ struct{}) error { return s.sweep(ctx) })
	jobs.Handle(s.queue, cardJob, s.lookAtCards)
	jobs.Handle(s.queue, removeCardJob, s.removeCard)
	jobs.Handle(s.queue, nightJob, func(ctx context.Context, _ struct{}) error { return s.reconcileNightly(ctx) })
	if !s.ByHand() { // else there is nobody to speak to
		s.queue.Every(sweepEvery, sweepJob)
		s.queue.Every(24*time.Hour, nightJob)
	}
}

// sweep settles every invoice whose time has come.
func (s *Service) sweep(ctx context.Context) error {
	var due []settleArgs
	now := s.now()
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		due, err = sqldb.All(ctx, tx, func(r sqldb.Row) (a settleArgs, err error) { return a, r.Scan(&a.FarmID, &a.InvoiceID) },
			`SELECT farm_id, id FROM invoices WHERE work_at <= $1 OR work_at > $2 AND (next_attempt_at IS NULL OR work_at <> next_attempt_at)
			ORDER BY work_at LIMIT $3`, sqldb.Millis(now), skew.Latest(now, maxPause), sweepBatch)
		return err
	})
	if err != nil {
		return err
	}
	for _, a := range due {
		if err := s.settle(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// settle speaks to the provider about one invoice, if its time has come. What
// goes wrong there is tried again, later each time; no job has to fail for it.
func (s *Service) settle(ctx context.Context, a settleArgs) error {
	var v Invoice
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		v, err = s.find(ctx, tx, a.FarmID, a.InvoiceID)
		return err
	})
	if err != nil || !v.isDue(s.now()) || v.Provider != s.provider.name() {
		return err
	}
	if err = s.provider.settle(ctx, v); err == nil {
		return nil
	}
	slog.WarnContext(ctx, "the payment provider could not be told of an invoice; trying again later", "invoice", v.Number, "err", err)
	return s.change(context.WithoutCancel(ctx), a, func(_ *sqldb.Tx, v *Invoice) error {
		v.workFailures++
		v.workAt = millis(s.now().Add(pause(v.workFailures)))
		return nil
	})
}

// isDue reports whether the provider must be called about the invoice now. A retry that lies further ahead than
// the longest pause was stored by a clock that was wrong. The next charge of a card may lie days ahead.
func (v Invoice) isDue(now time.Time) bool {
	if v.workAt == nil {
		return false
	}

	charges := v.NextAttemptAt != nil && *v.NextAttemptAt == *v.workAt
	return *v.workAt <= sqldb.Millis(now) || !charges && skew.Ahead(*v.workAt, now, maxPause)
}

// pause is the wait after so many failures.
func pause(failures int) time.Duration {
	wait := firstPause
	for range failures - 1 {
		wait = min(2*wait, maxPause)
	}
	return wait
}

// change changes an invoice as it is now.
func (s *Service) change(ctx context.Context, a settleArgs, do func(tx *sqldb.Tx, v *Invoice) error) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		v, err := s.find(ctx, tx, a.FarmID, a.InvoiceID)
		if err != nil {
			return err
		}
		if err := do(tx, &v); err != nil {
			return err
		}
		return updateInvoice(ctx, tx, v)
	})
}
