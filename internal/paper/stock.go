package paper

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// StockState is where the paper of one type stands (docs/paper.md).
type StockState string

const (
	Idle     StockState = "idle"     // counted; nothing was ever shipped that a refill follows
	Stocked  StockState = "stocked"  // more is left than the reminder count
	Reminded StockState = "reminded" // the farm was told that a refill comes soon
	Ordered  StockState = "ordered"  // a refill is under way
	Stopped  StockState = "stopped"  // the shipment count is reached and no order is to be made
)

// Stock is what a farm has of one type, in tags.
type Stock struct {
	Type          Type
	Shipped       int64 // with adjustments
	Printed       int64
	NextReminder  int64 // tags left
	NextFinalized int64 // tags left
	State         StockState
	CustomTold    string
}

// left is what is in stock; less than nothing where the farm printed on other paper.
func (s Stock) left() int64 { return s.Shipped - s.Printed }

// step is what the machine does about a type.
type step string

const (
	nothing step = ""
	remind  step = "remind"
	order   step = "order"
	stop    step = "stop"
	relax   step = "relax" // more is left again than when something was done
)

// due gives the step that the stock calls for, where a refill has rolls.
func (s Stock) due(autoReplenish bool) step {
	low, soon := s.left() <= s.NextFinalized, s.left() <= s.NextReminder
	switch {
	case s.State == Idle || s.State == Ordered:
		return nothing
	case s.State == Stopped:
		if !low {
			return relax
		}
		return nothing
	case low && !autoReplenish:
		return stop
	case low:
		return order
	case soon && s.State == Stocked:
		return remind
	case !soon && s.State == Reminded:
		return relax
	}
	return nothing
}

// relaxed is the state after a rise: that of somebody who was reminded as long
// as the reminder count is not passed.
func (s Stock) relaxed() StockState {
	if s.left() <= s.NextReminder {
		return Reminded
	}
	return Stocked
}

// arrive adds tags that were shipped. A shipment that a refill follows sets when
// the next one is due: the reminder when half of it is left, the shipment when a
// quarter is, both rounded up.
func (s *Stock) arrive(tags int64, followed bool) {
	s.Shipped += tags
	if followed {
		s.NextReminder, s.NextFinalized, s.State = part(tags, 2), part(tags, 4), Stocked
	}
}

// part gives that share of a count of tags, rounded up.
func part(count, of int64) int64 { return (count + of - 1) / of }

const stockColumns = "type, shipped, printed, next_reminder, next_finalized, state, custom_told"

func scanStock(r sqldb.Row) (s Stock, err error) {
	return s, r.Scan(&s.Type, &s.Shipped, &s.Printed, &s.NextReminder, &s.NextFinalized, &s.State, &s.CustomTold)
}

// stocks gives the farm's stock of every type.
func stocks(ctx context.Context, tx *sqldb.Tx, farmID string) (map[Type]*Stock, error) {
	all := map[Type]*Stock{}
	for _, t := range Types {
		all[t] = &Stock{Type: t, State: Idle}
	}
	stored, err := sqldb.All(ctx, tx, scanStock, "SELECT "+stockColumns+" FROM paper_stock WHERE farm_id = $1", farmID)
	for _, s := range stored {
		all[s.Type] = &s
	}
	return all, err
}

func storeStock(ctx context.Context, tx *sqldb.Tx, farmID string, s Stock) error {
	_, err := tx.Exec(ctx, `INSERT INTO paper_stock (farm_id, type, shipped, printed, next_reminder, next_finalized, state, custom_told)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (farm_id, type) DO UPDATE SET shipped = EXCLUDED.shipped, printed = EXCLUDED.printed,
		next_reminder = EXCLUDED.next_reminder, next_finalized = EXCLUDED.next_finalized, state = EXCLUDED.state, custom_told = EXCLUDED.custom_told`,
		farmID, string(s.Type), s.Shipped, s.Printed, s.NextReminder, s.NextFinalized, string(s.State), s.CustomTold)
	return err
}
