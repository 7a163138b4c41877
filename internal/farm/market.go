package farm

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/sqldb"
)

// The bounds of a market size, in tenths of a millimetre. A farm that has not said begins with
// three inches.
const (
	minMarketSize = 5_0
	maxMarketSize = 300_0
)

// Market is from which length a farm sells.
type Market struct {
	MM float64 `json:"marketMm" doc:"From 5 to 300, to one decimal"`
}

// MarketOf is the farm's.
func MarketOf(ctx context.Context, tx *sqldb.Tx, farmID string) (Market, error) {
	tenths, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT market_size FROM farms WHERE id = $1", farmID)
	return Market{float64(tenths) / 10}, err
}

// SetMarket stores from which length the farm sells, unless that is not what was seen any more.
func (s *Service) SetMarket(ctx context.Context, farmID string, market Market, seen *Market) (Market, error) {
	size, err := tenthsOf(market.MM, minMarketSize, maxMarketSize, "marketMm",
		fmt.Sprintf("A market size is from %d to %d mm.", minMarketSize/10, maxMarketSize/10))
	if err != nil {
		return Market{}, err
	}
	return setFigures(ctx, s, farmID, "farm.marketSize", seen, MarketOf, "UPDATE farms SET market_size = $1 WHERE id = $2", size)
}

// MarketInput sets the market size of a farm.
type MarketInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Body   struct {
		Market
		Seen *Market `json:"seen" required:"false" doc:"What was shown when the change was begun: a Conflict if something else is stored by now; not checked without it"`
	}
}

// MarketOutput is the market size as it is stored.
type MarketOutput struct{ Body Market }

// HandleMarketSize answers GET /api/farms/{id}/market-size.
func (s *Service) HandleMarketSize(ctx context.Context, in *IDInput) (*MarketOutput, error) {
	stored, err := figuresOf(ctx, s, in.ID, MarketOf)
	return &MarketOutput{stored}, err
}

// HandleSetMarketSize answers PUT /api/farms/{id}/market-size.
func (s *Service) HandleSetMarketSize(ctx context.Context, in *MarketInput) (*MarketOutput, error) {
	stored, err := s.SetMarket(ctx, in.FarmID, in.Body.Market, in.Body.Seen)
	return &MarketOutput{stored}, err
}
