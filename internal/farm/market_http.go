package farm

import "context"

// MarketSizeInput sets the length from which a farm sells.
type MarketSizeInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Body   struct {
		MarketMM float64 `json:"marketMm" doc:"From 5 to 300, to one decimal"`
	}
}

// MarketSizeOutput is that length as it is stored.
type MarketSizeOutput struct {
	Body struct {
		MarketMM float64 `json:"marketMm"`
	}
}

// HandleMarketSize answers PUT /api/farms/{id}/market-size.
func (s *Service) HandleMarketSize(ctx context.Context, in *MarketSizeInput) (*MarketSizeOutput, error) {
	out := &MarketSizeOutput{}
	stored, err := s.SetMarketSize(ctx, in.FarmID, in.Body.MarketMM)
	out.Body.MarketMM = stored
	return out, err
}
