package billing

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// customerRow is a farm as Stripe knows it.
type customerRow struct {
	farmID, remoteID, methodID, card string
}

// customerWhere gives the row, the zero value where there is none.
func customerWhere(ctx context.Context, tx *sqldb.Tx, where string, arg any) (customerRow, error) {
	row, err := sqldb.One(ctx, tx, func(r sqldb.Row) (c customerRow, err error) {
		return c, r.Scan(&c.farmID, &c.remoteID, &c.methodID, &c.card)
	}, "SELECT farm_id, remote_id, method_id, card FROM billing_customers WHERE "+where, arg)
	if fault.Is(err, fault.NotFound) {
		err = nil
	}
	return row, err
}

func (c *cards) customerOf(ctx context.Context, farmID string) (row customerRow, err error) {
	err = c.s.db.Read(ctx, func(tx *sqldb.Tx) error {
		row, err = customerWhere(ctx, tx, "farm_id = $1", farmID)
		return err
	})
	return row, err
}

// customer gives the customer of the invoice's farm, which is made once.
func (c *cards) customer(ctx context.Context, v Invoice) (id string, err error) {
	row, err := c.customerOf(ctx, v.FarmID)
	if err != nil || row.remoteID != "" {
		return row.remoteID, err
	}
	id, err = c.once(ctx, call{v.FarmID, "", "customer", nil, func(ctx context.Context, key string) (string, error) {
		return c.stripe.CreateCustomer(ctx, key, v.FarmID, v.BillTo[0], v.email)
	}})
	if err != nil {
		return "", err
	}
	return id, c.s.write(ctx, "customer", func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO billing_customers (farm_id, remote_id) VALUES ($1, $2) ON CONFLICT (farm_id) DO NOTHING", v.FarmID, id)
		return err
	})
}

// method gives the saved card by which the invoice's farm is charged.
func (c *cards) method(ctx context.Context, v Invoice) (string, error) {
	row, err := c.customerOf(ctx, v.FarmID)
	if err == nil && row.methodID == "" {
		if row, err = c.lookAtCard(ctx, row); err == nil && row.methodID == "" {
			err = errNoCard
		}
	}
	return row.methodID, err
}

// lookAtCard reads the saved card at Stripe and keeps what we know of it. What an
// earlier look saw does not take a later one back. A card that is to be removed counts as removed.
func (c *cards) lookAtCard(ctx context.Context, row customerRow) (customerRow, error) {
	now := c.s.now()
	method, saved, err := c.stripe.SavedCard(ctx, row.remoteID)
	if err != nil {
		return row, err
	}
	if saved {
		removing, err := c.removing(ctx, row.farmID, method.ID)
		if err != nil {
			return row, err
		}
		if removing {
			method, saved = stripe.Method{}, false
		}
	}
	if row.methodID, row.card = method.ID, ""; saved {
		row.card = method.String()
	}
	return row, c.s.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE billing_customers SET method_id = $2, card = $3, looked_at = $4
			WHERE remote_id = $1 AND (looked_at <= $4 OR looked_at > $5)`,
			row.remoteID, row.methodID, row.card, sqldb.Millis(now), skew.Latest(now, 0))
		if err != nil {
			return fmt.Errorf("store the card of customer %s: %w", row.remoteID, err)
		}

		return nil
	})
}

var errNoCards = fault.New(fault.Conflict, "Invoices are billed by hand here, so no card is kept.")

// CardPage returns the address where the farm saves another card. Its managers may call it, and
// those who set prices. The audit trail has it before Stripe is asked.
func (s *Service) CardPage(ctx context.Context, farmID string) (address string, err error) {
	var c *cards
	v := Invoice{FarmID: farmID}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) (err error) {
		if v.BillTo, v.email, err = s.cardOwner(ctx, tx, farmID); err != nil {
			return err
		}
		if c, err = s.cards(); err != nil {
			return err
		}
		return s.noteCard(ctx, tx, v, "farm.cardPage", nil)
	})
	if err != nil {
		return "", err
	}

	customer, err := c.customer(ctx, v)
	if err != nil {
		return "", unreachable(err)
	}

	address, err = c.stripe.CardPage(ctx, sqldb.NewID(), customer, s.publicURL+"/manage/"+url.PathEscape(farmID)+"?tab=tagging")
	return address, unreachable(err)
}

// removeCardArgs name the card that a job removes at Stripe. A farm may have several: it can save
// another one, and remove that too, while Stripe can't be reached.
type removeCardArgs struct{ FarmID, MethodID string }

// RemoveCard removes the farm's card: at once from our records, and by a job at Stripe. It is not
// charged from then on. Who may is as for CardPage.
func (s *Service) RemoveCard(ctx context.Context, farmID string) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) (err error) {
		v := Invoice{FarmID: farmID}
		if v.BillTo, v.email, err = s.cardOwner(ctx, tx, farmID); err != nil {
			return err
		}
		c, err := s.cards()
		if err != nil {
			return err
		}

		row, err := customerWhere(ctx, tx, "farm_id = $1", farmID)
		if err != nil || row.methodID == "" {
			return err
		}

		if _, err := tx.Exec(ctx, "UPDATE billing_customers SET method_id = '', card = '' WHERE farm_id = $1", farmID); err != nil {
			return err
		}
		args := removeCardArgs{farmID, row.methodID}
		if _, err := c.insert(ctx, tx, c.removal(args)); err != nil {
			return err
		}
		if err := s.noteCard(ctx, tx, v, "farm.card", map[string]any{"removed": row.card}); err != nil {
			return err
		}
		return s.queue.Enqueue(ctx, tx, removeCardJob, args)
	})
}

// removal returns the call that removes a card at Stripe. It is stored before the job runs, so that
// the card counts as removed until then.
func (c *cards) removal(a removeCardArgs) call {
	return call{a.FarmID, "", "remove " + a.MethodID, nil, func(ctx context.Context, key string) (string, error) {
		return a.MethodID, c.stripe.RemoveCard(ctx, key, a.MethodID)
	}}
}

// removing reports whether a job is still to remove the card at Stripe.
func (c *cards) removing(ctx context.Context, farmID, methodID string) (removing bool, err error) {
	err = c.s.db.Read(ctx, func(tx *sqldb.Tx) error {
		n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64],
			"SELECT count(*) FROM provider_calls WHERE farm_id = $1 AND invoice_id = '' AND step = $2 AND answer = ''", farmID, "remove "+methodID)
		removing = n > 0
		return err
	})
	return removing, err
}

// removeCard is the job behind RemoveCard. It may run again at any time.
func (s *Service) removeCard(ctx context.Context, a removeCardArgs) error {
	c, err := s.cards()
	if err != nil {
		return nil // invoices are billed by hand since then
	}
	row, err := c.customerOf(ctx, a.FarmID)
	if err != nil || row.remoteID == "" {
		return err
	}

	if _, err := c.once(ctx, c.removal(a)); err != nil {
		return fmt.Errorf("remove card of farm %s: %w", a.FarmID, err)
	}
	if _, err := c.lookAtCard(ctx, row); err != nil {
		return fmt.Errorf("read card of farm %s: %w", a.FarmID, err)
	}
	return nil
}

func (s *Service) noteCard(ctx context.Context, tx *sqldb.Tx, v Invoice, action string, detail map[string]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "farm", ID: v.FarmID, Name: v.BillTo[0], Detail: detail})
}

// cards returns the provider that charges cards. It returns a Conflict where invoices are billed by hand.
func (s *Service) cards() (*cards, error) {
	c, is := s.provider.(*cards)
	if !is {
		return nil, errNoCards
	}
	return c, nil
}

// cardOwner passes the gate, and returns who the farm is to the provider.
func (s *Service) cardOwner(ctx context.Context, tx *sqldb.Tx, farmID string) (billTo []string, email string, err error) {
	if _, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Pricing); err != nil {
		return nil, "", err
	}
	return addressee(ctx, tx, farmID)
}

// unreachable says that the provider did not do what somebody waits for.
func unreachable(err error) error {
	var f *fault.Fault
	if err == nil || errors.As(err, &f) {
		return err
	}
	return fault.Wrap(fault.Unavailable, "The payment provider does not answer as it should. Please try again in a moment.", err)
}
