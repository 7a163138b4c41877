package report

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// TransformSchema lists the metrics of reports in the API document.
func (Query) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["metric"].Description = strings.Join(named(Metric.IsReport), ", ")
	return s
}

// ReportInput asks for a report of a farm.
type ReportInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   Query
}

// ReportOutput is a report.
type ReportOutput struct{ Body Report }

// HandleInventory answers PUT /api/v2/getFarmInventory/{farmId}, whose name is
// older than all metrics but the inventory.
func (s *Service) HandleInventory(ctx context.Context, in *ReportInput) (*ReportOutput, error) {
	report, err := s.Report(ctx, in.FarmID, in.Body)
	return &ReportOutput{report}, err
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
	return FiltersOutputOf(filters), err
}

// FiltersOutputOf is the answer with the filters.
func FiltersOutputOf(filters Filters) *FiltersOutput { return &FiltersOutput{filterOptions{filters}} }
