package billing

import (
	"context"
	"errors"
	"net/url"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// customerRow is a farm as Stripe knows it.
type customerRow struct{ farmID, remoteID, methodID, card string }

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
// earlier look saw does not take a later one back.
func (c *cards) lookAtCard(ctx context.Context, row customerRow) (customerRow, error) {
	at := sqldb.Millis(c.s.now())
	method, saved, err := c.stripe.SavedCard(ctx, row.remoteID)
	if err != nil {
		return row, err
	}
	if row.methodID, row.card = method.ID, ""; saved {
		row.card = method.String()
	}
	return row, c.s.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE billing_customers SET method_id = $2, card = $3, looked_at = $4 WHERE remote_id = $1 AND looked_at <= $4",
			row.remoteID, row.methodID, row.card, at)
		return err
	})
}

var errNoCards = fault.New(fault.Conflict, "Invoices are billed by hand here, so no card is kept.")

// CardPage gives the address where the farm saves another card. Its managers may
// ask, and those who set prices.
func (s *Service) CardPage(ctx context.Context, farmID string) (address string, err error) {
	c, v, err := s.cardOwner(ctx, farmID)
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

// RemoveCard forgets the farm's card. Who may is as for CardPage.
func (s *Service) RemoveCard(ctx context.Context, farmID string) error {
	c, v, err := s.cardOwner(ctx, farmID)
	if err != nil {
		return err
	}
	row, err := c.customerOf(ctx, farmID)
	if err != nil || row.methodID == "" {
		return err
	}
	if err := c.stripe.RemoveCard(ctx, "remove "+row.methodID, row.methodID); err != nil {
		return unreachable(err)
	}
	if _, err := c.lookAtCard(ctx, row); err != nil {
		return unreachable(err)
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: "farm.card", Kind: "farm", ID: farmID, Name: v.BillTo[0], Detail: map[string]any{"removed": row.card}})
	})
}

// cardOwner passes the gate and gives who the farm is to the provider.
func (s *Service) cardOwner(ctx context.Context, farmID string) (c *cards, v Invoice, err error) {
	v.FarmID = farmID
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Pricing); err != nil {
			return err
		}
		v.BillTo, v.email, err = addressee(ctx, tx, farmID)
		return err
	})
	c, is := s.provider.(*cards)
	if err == nil && !is {
		err = errNoCards
	}
	return c, v, err
}

// unreachable says that the provider did not do what somebody waits for.
func unreachable(err error) error {
	var f *fault.Fault
	if err == nil || errors.As(err, &f) {
		return err
	}
	return fault.Wrap(fault.Unavailable, "The payment provider does not answer as it should. Please try again in a moment.", err)
}
