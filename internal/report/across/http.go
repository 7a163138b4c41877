package across

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/report"
)

// FarmsInput asks for a page of farms.
type FarmsInput struct {
	DateRange string `query:"dateRange" enum:"Last 7 Days,Last 30 days,Last 90 days,Last 180 days,Last 365 days,Season to date,From the first planting,All time,Last week,Last month,Custom" default:"Last 90 days" doc:"As of a report, on each farm by its own calendar and season"`
	StartDate string `query:"startDate" maxLength:"10" doc:"First day of a Custom range, YYYY-MM-DD"`
	EndDate   string `query:"endDate" maxLength:"10" doc:"Last day of a Custom range, YYYY-MM-DD"`
	KnownOn   string `query:"knownOn" maxLength:"10" doc:"The figures as they were known at the end of this day, YYYY-MM-DD, by each farm's clock: what was recorded later is left out, and it takes the place of today; empty for all that is known now"`
	LastYear  bool   `query:"lastYear" doc:"Beside each figure that of the same days a year before"`
	Name      string `query:"name" maxLength:"200" doc:"Part of the name or company name"`
	Sort      string `query:"sort" enum:"name,-name,animals,-animals,harvest,-harvest,mortality,-mortality,intervalMortality,-intervalMortality,size,-size" default:"name" doc:"Order; a minus is descending. What is not known comes last"`
	LotsInput
	page.Slice
}

// LotsInput chooses lots: a lot passes that has, of each field that is asked for, one of the values.
type LotsInput struct {
	OysterType      []string `query:"oysterType" maxItems:"200" maxLength:"200" doc:"Only lots with one of these values; the key is repeated"`
	SeedSource      []string `query:"seedSource" maxItems:"200" maxLength:"200" doc:"As oysterType"`
	Year            []string `query:"year" maxItems:"200" maxLength:"200" doc:"As oysterType"`
	Month           []string `query:"month" maxItems:"200" maxLength:"200" doc:"As oysterType"`
	SizeLabel       []string `query:"sizeLabel" maxItems:"200" maxLength:"200" doc:"As oysterType"`
	MeshSize        []string `query:"meshSize" maxItems:"200" maxLength:"200" doc:"As oysterType"`
	Nickname        []string `query:"nickname" maxItems:"200" maxLength:"200" doc:"As oysterType"`
	DatePlanted     []string `query:"datePlanted" maxItems:"200" maxLength:"200" doc:"As oysterType, YYYY-MM-DD"`
	LocationPlanted []string `query:"locationPlanted" maxItems:"200" maxLength:"200" doc:"As oysterType"`
}

func (in LotsInput) viewBy() map[string][]string {
	return map[string][]string{
		"oysterType": in.OysterType, "seedSource": in.SeedSource, "year": in.Year, "month": in.Month, "sizeLabel": in.SizeLabel,
		"meshSize": in.MeshSize, "nickname": in.Nickname, "datePlanted": in.DatePlanted, "locationPlanted": in.LocationPlanted,
	}
}

// FarmsOutput is a page of farms, side by side.
type FarmsOutput struct{ Body Across }

// HandleFarms answers GET /api/farms/figures.
func (s *Service) HandleFarms(ctx context.Context, in *FarmsInput) (*FarmsOutput, error) {
	farms, err := s.Farms(ctx, Query{
		Query: report.Query{DateRange: in.DateRange, StartDate: in.StartDate, EndDate: in.EndDate, KnownOn: in.KnownOn, LastYear: in.LastYear, ActiveViewBy: in.viewBy()},
		Name:  in.Name, Sort: in.Sort, Slice: in.Slice,
	})
	return &FarmsOutput{farms}, inAddress(err)
}

// inAddress names the fields of a fault as they stand in the address: filters by themselves.
func inAddress(err error) error {
	var bad *fault.Fault
	if !errors.As(err, &bad) {
		return err
	}
	named := *bad
	named.Fields = slices.Clone(bad.Fields)
	for i := range named.Fields {
		named.Fields[i].Name = strings.TrimPrefix(named.Fields[i].Name, "activeViewBy.")
	}
	return &named
}

// HandleFilters answers GET /api/farms/figures/filters.
func (s *Service) HandleFilters(ctx context.Context, _ *struct{}) (*report.FiltersOutput, error) {
	filters, err := s.Filters(ctx)
	return report.FiltersOutputOf(filters), err
}
