package sales

import "context"

// The names by which the API document tells these from those of the reports.
type (
	SalesQuery       Query
	SalesFigure      Figure
	SalesExplanation Explanation
)

// SalesInput asks what a farm's harvests were sold for.
type SalesInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   SalesQuery
}

// SalesOutput is what they were sold for.
type SalesOutput struct{ Body Sales }

// HandleSales answers PUT /api/v2/sales/{farmId}.
func (s *Service) HandleSales(ctx context.Context, in *SalesInput) (*SalesOutput, error) {
	sales, err := s.Sales(ctx, in.FarmID, Query(in.Body))
	return &SalesOutput{sales}, err
}

// FigureInput asks for the harvests that make a number.
type FigureInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   SalesFigure
}

// FigureOutput holds them.
type FigureOutput struct{ Body SalesExplanation }

// HandleExplain answers PUT /api/v2/sales/{farmId}/harvests.
func (s *Service) HandleExplain(ctx context.Context, in *FigureInput) (*FigureOutput, error) {
	e, err := s.Explain(ctx, in.FarmID, Figure(in.Body))
	return &FigureOutput{SalesExplanation(e)}, err
}
