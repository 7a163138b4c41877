package scan

import "context"

// ScansInput asks for the scans of a firm's tags.
type ScansInput struct {
	FarmID string `path:"id" maxLength:"64"`
	From   string `query:"from" maxLength:"10" doc:"YYYY-MM-DD, the first day in UTC; thirty days before the last where it is left out"`
	To     string `query:"to" maxLength:"10" doc:"YYYY-MM-DD, the last day in UTC; today where it is left out"`
}

// ScansOutput is what was scanned.
type ScansOutput struct{ Body Scans }

// HandleScans answers GET /api/farms/{id}/scans.
func (s *Service) HandleScans(ctx context.Context, in *ScansInput) (*ScansOutput, error) {
	scans, err := s.Of(ctx, in.FarmID, in.From, in.To)
	return &ScansOutput{scans}, err
}
