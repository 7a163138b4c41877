package report

import "context"

// BagsInput asks what hung where.
type BagsInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	To     string `query:"to" maxLength:"10" doc:"YYYY-MM-DD: the last day; empty for today"`
}

// BagsOutput is what hung where, day by day.
type BagsOutput struct{ Body Bags }

// HandleBags answers GET /api/v2/bags/{farmId}.
func (s *Service) HandleBags(ctx context.Context, in *BagsInput) (*BagsOutput, error) {
	b, err := s.Bags(ctx, in.FarmID, in.To)
	return &BagsOutput{b}, err
}
