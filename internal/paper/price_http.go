package paper

import "context"

// PricesOutput is the history of the price list.
type PricesOutput struct {
	Body struct {
		Data []Prices `json:"data" doc:"The one that was set last first"`
	}
}

// HandlePrices answers GET /api/prices.
func (s *Service) HandlePrices(ctx context.Context, _ *struct{}) (out *PricesOutput, err error) {
	out = &PricesOutput{}
	out.Body.Data, err = s.Prices(ctx)
	return out, err
}

// SetPricesInput is a price list that is to come into force.
type SetPricesInput struct{ Body NewPrices }

// SetPricesOutput is the price list that was set.
type SetPricesOutput struct{ Body Prices }

// HandleSetPrices answers POST /api/prices.
func (s *Service) HandleSetPrices(ctx context.Context, in *SetPricesInput) (*SetPricesOutput, error) {
	set, err := s.SetPrices(ctx, in.Body)
	return &SetPricesOutput{set}, err
}
