package report

import "context"

// GrowthInput asks how animals grow.
type GrowthInput struct {
	FarmID      string `path:"farmId" maxLength:"64"`
	ActiveLease string `query:"activeLease" maxLength:"64" doc:"leaseId of a growing area; empty or All for the whole farm"`
	LotID       string `query:"lotId" maxLength:"64" doc:"One lot alone; empty for all"`
	To          string `query:"to" maxLength:"10" doc:"YYYY-MM-DD: as of the end of this day; empty for today"`
}

// GrowthOutput is how animals grow.
type GrowthOutput struct{ Body Growth }

// HandleGrowth answers GET /api/v2/growth/{farmId}.
func (s *Service) HandleGrowth(ctx context.Context, in *GrowthInput) (*GrowthOutput, error) {
	g, err := s.Growth(ctx, in.FarmID, GrowthQuery{LeaseID: in.ActiveLease, LotID: in.LotID, To: in.To})
	return &GrowthOutput{g}, err
}
