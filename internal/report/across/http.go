package across

import (
	"context"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/report"
)

// FarmsInput asks for a page of farms.
type FarmsInput struct {
	DateRange string `query:"dateRange" enum:"Last 7 Days,Last 30 days,Last 90 days,Last 180 days,Last 365 days,Season to date,From the first planting,All time,Last week,Last month,Custom" default:"Last 90 days" doc:"As of a report, on each farm by its own calendar and season"`
	StartDate string `query:"startDate" maxLength:"10" doc:"First day of a Custom range, YYYY-MM-DD"`
	EndDate   string `query:"endDate" maxLength:"10" doc:"Last day of a Custom range, YYYY-MM-DD"`
	Name      string `query:"name" maxLength:"200" doc:"Part of the name or company name"`
	Sort      string `query:"sort" enum:"name,-name,animals,-animals,harvest,-harvest,mortality,-mortality,intervalMortality,-intervalMortality,size,-size" default:"name" doc:"Order; a minus is descending. What is not known comes last"`
	page.Slice
}

// FarmsOutput is a page of farms, side by side.
type FarmsOutput struct{ Body Across }

// HandleFarms answers GET /api/farms/figures.
func (s *Service) HandleFarms(ctx context.Context, in *FarmsInput) (*FarmsOutput, error) {
	farms, err := s.Farms(ctx, Query{
		Query: report.Query{DateRange: in.DateRange, StartDate: in.StartDate, EndDate: in.EndDate},
		Name:  in.Name, Sort: in.Sort, Slice: in.Slice,
	})
	return &FarmsOutput{farms}, err
}
