package farm

import (
	"context"
	"fmt"
	"math"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// The length from which a farm sells, in tenths of a millimetre. A farm that has not said
// begins with three inches.
const (
	minMarketSize = 5_0
	maxMarketSize = 300_0
)

// MarketSize is the length from which the farm sells, in tenths of a millimetre.
func MarketSize(ctx context.Context, tx *sqldb.Tx, farmID string) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT market_size FROM farms WHERE id = $1", farmID)
}

// SetMarketSize stores the length in mm from which the farm sells, to one decimal, and gives it
// as it is stored. The farm's people may, and those who see every farm.
func (s *Service) SetMarketSize(ctx context.Context, farmID string, mm float64) (stored float64, err error) {
	size := int64(math.Round(min(max(mm, 0), 2*maxMarketSize) * 10))
	if size < minMarketSize || size > maxMarketSize {
		return 0, fault.ForField("marketMm", fmt.Sprintf("A market size is from %d to %d mm.", minMarketSize/10, maxMarketSize/10))
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		before, err := MarketSize(ctx, tx, farmID)
		if err != nil || before == size {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE farms SET market_size = $1 WHERE id = $2", size, farmID); err != nil {
			return err
		}
		return s.record(ctx, tx, "farm.marketSize", ref.ID, ref.Name, map[string]any{
			"marketMm": map[string]any{"from": float64(before) / 10, "to": float64(size) / 10},
		})
	})
	return float64(size) / 10, err
}
