package report

import (
	"context"

	"github.com/danielgtaylor/huma/v2"
)

// TransformSchema lists the metrics of squares in the API document.
func (Square) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	metric := s.Properties["metric"]
	for _, name := range named(func(m Metric) bool { return m.Square != "" }) {
		metric.Enum = append(metric.Enum, name)
	}
	metric.PrecomputeMessages()
	return s
}

// DashboardInput asks for the caller's dashboard of a farm.
type DashboardInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   struct {
		ActiveLease string `json:"activeLease" required:"false" maxLength:"64" doc:"leaseId of a growing area; empty or All for the whole farm"`
	}
}

// DashboardOutput is the squares with their numbers.
type DashboardOutput struct{ Body []SquareResult }

// HandleDashboard answers PUT /api/v2/getDashboard/{farmId}.
func (s *Service) HandleDashboard(ctx context.Context, in *DashboardInput) (*DashboardOutput, error) {
	results, err := s.Dashboard(ctx, in.FarmID, in.Body.ActiveLease)
	return &DashboardOutput{results}, err
}

// SaveDashboardInput holds the squares of the caller's dashboard.
type SaveDashboardInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   struct {
		DashboardReports []Square `json:"dashboardReports" doc:"At most six; the first half is the first row"`
	}
}

// SaveDashboardOutput is the squares as they are stored.
type SaveDashboardOutput struct{ Body []Square }

// HandleSaveDashboard answers PUT /api/v2/updateDashboard/{farmId}.
func (s *Service) HandleSaveDashboard(ctx context.Context, in *SaveDashboardInput) (*SaveDashboardOutput, error) {
	squares, err := s.SaveDashboard(ctx, in.FarmID, in.Body.DashboardReports)
	return &SaveDashboardOutput{squares}, err
}
