package report

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
)

// EquipmentInput asks for the containers of a farm whose lots have one of the values in every field named.
type EquipmentInput struct {
	FarmID      string `path:"farmId" maxLength:"64"`
	ActiveLease string `query:"activeLease" maxLength:"64" doc:"leaseId of a growing area; empty or All for the whole farm"`

	ActiveViewBy string `query:"activeViewBy" maxLength:"4000" doc:"Filters as a JSON object, values by field, as of a report; instead of a parameter for each field"`

	OysterType      []string `query:"oysterType" maxItems:"100" maxLength:"200" doc:"Filter: one parameter for each value"`
	SeedSource      []string `query:"seedSource" maxItems:"100" maxLength:"200" doc:"Filter"`
	Year            []string `query:"year" maxItems:"100" maxLength:"200" doc:"Filter"`
	Month           []string `query:"month" maxItems:"100" maxLength:"200" doc:"Filter"`
	SizeLabel       []string `query:"sizeLabel" maxItems:"100" maxLength:"200" doc:"Filter"`
	MeshSize        []string `query:"meshSize" maxItems:"100" maxLength:"200" doc:"Filter"`
	Nickname        []string `query:"nickname" maxItems:"100" maxLength:"200" doc:"Filter"`
	DatePlanted     []string `query:"datePlanted" maxItems:"100" maxLength:"200" doc:"Filter"`
	LocationPlanted []string `query:"locationPlanted" maxItems:"100" maxLength:"200" doc:"Filter"`
}

// EquipmentOutput is the report of containers.
type EquipmentOutput struct{ Body Equipment }

// HandleEquipment answers GET /api/v2/getEquipmentReport/{farmId}.
func (s *Service) HandleEquipment(ctx context.Context, in *EquipmentInput) (*EquipmentOutput, error) {
	own := in.own()
	viewBy, err := in.viewBy(own)
	if err != nil {
		return nil, err
	}

	e, err := s.Equipment(ctx, in.FarmID, in.ActiveLease, viewBy)
	return &EquipmentOutput{e}, asSent(err, own)
}

// asSent returns the error with the names of the parameters that were sent: a filter's own, or activeViewBy.
func asSent(err error, own map[string][]string) error {
	if !fault.Is(err, fault.Invalid) {
		return err
	}

	fields := slices.Clone(fault.As(err).Fields)
	for i, f := range fields {
		if name, is := strings.CutPrefix(f.Name, "activeViewBy."); is && len(own[name]) > 0 {
			fields[i].Name = name
		}
	}

	return fault.ForFields(fields)
}

// own returns the filters that have parameters of their own, values by field.
func (in *EquipmentInput) own() map[string][]string {
	return map[string][]string{
		"oysterType": in.OysterType, "seedSource": in.SeedSource, "year": in.Year, "month": in.Month, "sizeLabel": in.SizeLabel,
		"meshSize": in.MeshSize, "nickname": in.Nickname, "datePlanted": in.DatePlanted, "locationPlanted": in.LocationPlanted,
	}
}

// viewBy returns the filters of all parameters, values by field. A field that both activeViewBy and a
// parameter of its own name is refused.
func (in *EquipmentInput) viewBy(own map[string][]string) (map[string][]string, error) {
	viewBy := map[string][]string{}
	if in.ActiveViewBy != "" {
		if err := json.Unmarshal([]byte(in.ActiveViewBy), &viewBy); err != nil || viewBy == nil {
			return nil, fault.ForField("activeViewBy", `Write the filters as a JSON object, such as {"sizeLabel":["Petite"]}.`)
		}
	}

	for name, values := range own {
		if len(values) == 0 {
			continue
		}
		if len(viewBy[name]) > 0 {
			return nil, fault.ForField(name, "This filter is also in activeViewBy. Please give it once.")
		}
		viewBy[name] = values
	}

	return viewBy, nil
}
