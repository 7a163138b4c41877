package report

import "context"

// InventoryInput asks for a report of a farm.
type InventoryInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   Query
}

// InventoryOutput is a report.
type InventoryOutput struct{ Body Inventory }

// HandleInventory answers PUT /api/v2/getFarmInventory/{farmId}.
func (s *Service) HandleInventory(ctx context.Context, in *InventoryInput) (*InventoryOutput, error) {
	report, err := s.Inventory(ctx, in.FarmID, in.Body)
	return &InventoryOutput{report}, err
}

// FiltersInput names a farm.
type FiltersInput struct {
	ID string `path:"id" maxLength:"64"`
}

type filterOptions struct {
	Filters Filters `json:"filters"`
}

// FiltersOutput holds the options of the view-by filters.
type FiltersOutput struct{ Body filterOptions }

// HandleFilters answers GET /api/farms/{id}/filters.
func (s *Service) HandleFilters(ctx context.Context, in *FiltersInput) (*FiltersOutput, error) {
	filters, err := s.Filters(ctx, in.ID)
	return &FiltersOutput{filterOptions{filters}}, err
}
