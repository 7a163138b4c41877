package paper

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	advanceJob = "paper.advance"
	sweepJob   = "paper.sweep"
	sweepEvery = time.Hour
)

type advanceArgs struct{ FarmID string }

// advanceSoon lets a job take the farm's next steps after the commit.
func (s *Service) advanceSoon(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	return s.queue.Enqueue(ctx, tx, advanceJob, advanceArgs{farmID})
}

// sweep advances the farms that have a step to take, in case the job that should
// have taken it was given up.
func (s *Service) sweep(ctx context.Context) error {
	var farms []string
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		farms, err = sqldb.All(ctx, tx, sqldb.Scalar[string], `SELECT farm_id FROM paper_stock
			WHERE state = 'stocked' AND shipped - printed <= next_reminder OR state = 'reminded' AND shipped - printed <= next_finalized
			UNION SELECT farm_id FROM paper_orders WHERE state = 'waiting'`)
		return err
	})
	for _, id := range farms {
		if err == nil {
			err = s.advance(ctx, id)
		}
	}
	return err
}

// advance takes the steps that are due for a farm, each in a transaction of its
// own: what the stock calls for, then the invoice of each order. A step looks
// anew at what is stored, so it may be repeated, and begun again after a crash.
func (s *Service) advance(ctx context.Context, farmID string) error {
	if err := s.write(ctx, farmID, func(tx *sqldb.Tx) error { return s.look(ctx, tx, farmID) }); err != nil {
		return err
	}
	if err := s.reached("looked"); err != nil {
		return err
	}
	var waiting []Order
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		waiting, err = ordersOf(ctx, tx, farmID, Waiting)
		return err
	})
	for _, o := range waiting {
		if err != nil {
			return err
		}
		if err = s.write(ctx, farmID, func(tx *sqldb.Tx) error { return s.billWaiting(ctx, tx, farmID, o.ID) }); err == nil {
			err = s.reached("billed")
		}
	}
	return err
}

// look does what the stock of each type calls for: it reminds, orders or stops.
// Types that are due together are one order; one that is on hold is an order by
// itself, which waits for as long as the hold is there.
func (s *Service) look(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	f, err := load(ctx, tx, farmID)
	if fault.Is(err, fault.NotFound) {
		return nil // deleted
	}
	if err != nil || f.state != farm.TaggingOn {
		return err
	}
	all, err := stocks(ctx, tx, farmID)
	if err != nil {
		return err
	}
	holds, err := holdsOf(ctx, tx, farmID)
	if err != nil {
		return err
	}
	var reminded, stopped, together []Type
	var orders [][]Type
	for _, t := range Types {
		stock := all[t]
		if f.settings.custom(t) != nil {
			if !f.prints(t) {
				continue // nobody prints on it, so nobody needs more
			}
			if err := s.lookAtCustom(ctx, tx, f, stock); err != nil {
				return err
			}
			continue
		}
		switch f.due(stock) {
		case nothing:
			continue
		case relax:
			stock.State = stock.relaxed()
		case remind:
			stock.State, reminded = Reminded, append(reminded, t)
		case stop:
			stock.State, stopped = Stopped, append(stopped, t)
		case order:
			if stock.State = Ordered; holds.on(t) {
				orders = append(orders, []Type{t})
			} else {
				together = append(together, t)
			}
		}
		if err := storeStock(ctx, tx, farmID, *stock); err != nil {
			return err
		}
	}
	if len(together) > 0 {
		orders = append(orders, together)
	}
	for _, types := range orders {
		o := Order{Kind: RefillOrder, State: Waiting, Types: types, tellTeam: f.settings.SendFullfillmentEmail}
		if err := s.insertOrder(ctx, tx, f, &o); err != nil {
			return err
		}
	}
	if err := s.tellOfStock(ctx, tx, f, all, reminded, stopped); err != nil {
		return err
	}
	return s.reached("looking")
}

// billWaiting prices and invoices an order that waits, unless a hold is on it.
func (s *Service) billWaiting(ctx context.Context, tx *sqldb.Tx, farmID, orderID string) error {
	f, err := load(ctx, tx, farmID)
	if err != nil {
		return err
	}
	o, err := orderByID(ctx, tx, farmID, orderID)
	if err != nil || o.State != Waiting {
		return err
	}
	holds, err := holdsOf(ctx, tx, farmID)
	if err != nil || holds.on(o.Types...) {
		return err
	}
	prices, err := s.pricesNow(ctx, tx)
	if err != nil {
		return err
	}
	var portions []Portion
	for _, t := range o.Types {
		if p := f.settings.portion(t); p.Rolls > 0 {
			portions = append(portions, p)
		}
	}
	if len(portions) == 0 { // nobody wants a refill any more
		return s.cancel(ctx, tx, &o, "There is nothing to refill any more.")
	}
	o.Lines = prices.refill(portions, f.buyer())
	if err := o.storeLines(ctx, tx); err != nil {
		return err
	}
	if err := s.invoice(ctx, tx, &o); err != nil {
		return err
	}
	if err := s.tellFarm(ctx, tx, f, "paperOrdered", mailData{
		Lines: o.Lines, Total: billing.Dollars(o.Total), Link: s.link("/manage/" + farmID + "/" + o.InvoiceID),
	}); err != nil {
		return err
	}
	return s.reached("billing")
}

// cancel ends an order that was not sent. Refills of its types are stopped, so
// that none is made in its place until more paper comes or somebody switches
// Auto Replenishment on; its printers are no longer charged for.
func (s *Service) cancel(ctx context.Context, tx *sqldb.Tx, o *Order, why string) error {
	moved, err := o.setState(ctx, tx, Cancelled, why)
	if err != nil || !moved {
		return err
	}
	if o.Kind != RefillOrder {
		_, err := tx.Exec(ctx, "UPDATE paper_printers SET is_charged = FALSE WHERE farm_id = $1 AND order_id = $2", o.FarmID, o.ID)
		return err
	}
	for _, t := range o.Types {
		if _, err := tx.Exec(ctx, "UPDATE paper_stock SET state = 'stopped' WHERE farm_id = $1 AND type = $2 AND state = 'ordered'", o.FarmID, string(t)); err != nil {
			return err
		}
	}
	return nil
}

// lookAtCustom tells the team once that half of the newest custom rolls is left.
func (s *Service) lookAtCustom(ctx context.Context, tx *sqldb.Tx, f *account, stock *Stock) error {
	prices, err := s.pricesNow(ctx, tx)
	if err != nil {
		return err
	}
	left, newest, err := s.customLeft(ctx, tx, f, &prices.PriceList, stock)
	if err != nil {
		return err
	}
	key := newest.Date + " " + rollsOf(newest.Count, stock.Type.label())
	half := part(newest.Count*prices.PaperCosts.of(Roll(stock.Type)).TagCountPerRoll, 2)
	if left > half || stock.CustomTold == key {
		return nil
	}
	stock.CustomTold = key
	if err := storeStock(ctx, tx, f.id, *stock); err != nil {
		return err
	}
	return s.tellTeam(ctx, tx, f, "paperCustomHalf", mailData{Paper: stock.Type.label(), Left: left, Rolls: newest.Count, Date: newest.day(), Link: s.deskLink(f.id)})
}

// customLeft gives the tags left on custom paper of the stock's type, and its newest rolls.
func (s *Service) customLeft(ctx context.Context, tx *sqldb.Tx, f *account, prices *PriceList, stock *Stock) (left int64, newest CustomRolls, err error) {
	entries := f.settings.custom(stock.Type)
	for _, entry := range entries {
		if entry.Date >= newest.Date {
			newest = entry
		}
	}
	adjusted, err := sqldb.One(ctx, tx, sqldb.Scalar[int64],
		"SELECT CAST(coalesce(sum(delta), 0) AS BIGINT) FROM paper_adjustments WHERE farm_id = $1 AND kind = 'customPaperRolls' AND type = $2", f.id, string(stock.Type))
	return customStock(entries, adjusted, prices.PaperCosts.of(Roll(stock.Type)).TagCountPerRoll, stock.Printed), newest, err
}

var errUnderWay = fault.New(fault.Conflict, "An order or invoice of this farm is still open. Send or cancel it first.")

// refuseDelete says that money or paper of the farm is under way.
func refuseDelete(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	open, err := ordersOf(ctx, tx, farmID, Waiting, Unpaid, Ready)
	if err != nil {
		return err
	}
	invoices, _, err := billing.Owed(ctx, tx, farmID)
	if err == nil && (len(open) > 0 || invoices > 0) {
		err = errUnderWay
	}
	return err
}
