package billing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

var errNoCard = errors.New("no card is saved")

// charge charges the saved card by the attempt whose time has come. Whether an
// attempt that was cut short has charged is seen on Stripe's invoice, at which the
// caller has just looked.
func (c *cards) charge(ctx context.Context, v *Invoice) error {
	attempt := v.Attempts + 1
	err := c.step(ctx, *v, fmt.Sprintf("charge %d", attempt), func(ctx context.Context, key string) error {
		method, err := c.method(ctx, *v)
		if err != nil {
			return err
		}
		return c.stripe.Charge(ctx, key, v.remoteID, method)
	})
	declined, is := stripe.Declined(err)
	switch {
	case is:
		return c.chargeFailed(ctx, v, attempt, declined.Message)
	case errors.Is(err, errNoCard):
		return c.chargeFailed(ctx, v, attempt, "No card is saved.")
	case err != nil:
		return err
	}
	remote, err := c.stripe.Invoice(ctx, v.remoteID)
	if err != nil {
		return err
	}
	if remote.Status != "paid" {
		return fmt.Errorf("the charge of invoice %s is under way", v.Number)
	}
	return c.follow(ctx, v, remote)
}

// chargeFailed notes an attempt that failed, once, and when the next one is.
func (c *cards) chargeFailed(ctx context.Context, v *Invoice, attempt int, why string) error {
	return c.change(ctx, v, "failed charge", func(tx *sqldb.Tx, v *Invoice) error {
		if v.State != Open || v.Attempts != attempt-1 {
			return nil
		}
		v.Attempts, v.Trouble, v.NextAttemptAt = attempt, why, nil
		if attempt < len(chargeAfter) {
			v.NextAttemptAt = millis(time.UnixMilli(v.CreatedAt).Add(chargeAfter[attempt]))
		}
		if err := updateInvoice(ctx, tx, *v); err != nil {
			return err
		}
		if err := c.s.note(ctx, tx, "invoice.chargeFailed", *v, map[string]any{"attempt": attempt, "why": why}); err != nil {
			return err
		}
		if err := c.s.tell(func(l Listener) error { return l.ChargeFailed(ctx, tx, *v, attempt) }); err != nil {
			return err
		}
		return c.s.writeOfFailure(ctx, tx, *v)
	})
}

// writeOfFailure tells the farm by mail that its card could not be charged.
func (s *Service) writeOfFailure(ctx context.Context, tx *sqldb.Tx, v Invoice) error {
	if !mail.IsAddress(v.email) {
		slog.WarnContext(ctx, "a farm without an address is not told of a failed charge", "farm", v.FarmID, "invoice", v.Number)
		return nil
	}
	next := ""
	if v.NextAttemptAt != nil {
		next = time.UnixMilli(*v.NextAttemptAt).UTC().Format(mail.DateStyle)
	}
	return s.mail.Send(ctx, tx, mail.Message{
		To: v.email, Template: "paymentFailed", Key: fmt.Sprintf("payment-failed:%s:%d", v.ID, v.Attempts),
		Data: map[string]string{
			"Farm": v.BillTo[0], "Number": v.Number, "Title": v.Title, "Amount": Dollars(v.Total), "Why": v.Trouble, "Next": next,
			"Link": s.publicURL + "/manage/" + url.PathEscape(v.FarmID) + "/" + url.PathEscape(v.ID),
		},
	})
}
