package report

import "context"

// EquipmentInput asks for the containers of a farm.
type EquipmentInput struct {
	FarmID      string `path:"farmId" maxLength:"64"`
	ActiveLease string `query:"activeLease" maxLength:"64" doc:"leaseId of a growing area; empty or All for the whole farm"`
}

// EquipmentOutput is the report of containers.
type EquipmentOutput struct{ Body Equipment }

// HandleEquipment answers GET /api/v2/getEquipmentReport/{farmId}.
func (s *Service) HandleEquipment(ctx context.Context, in *EquipmentInput) (*EquipmentOutput, error) {
	e, err := s.Equipment(ctx, in.FarmID, in.ActiveLease)
	return &EquipmentOutput{e}, err
}
