package today

import (
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
)

// Area is a growing area with what lives there.
type Area struct {
	LeaseID string      `json:"leaseId"`
	Name    string      `json:"name"`
	Ends    string      `json:"ends" doc:"YYYY-MM-DD where the lease has expired, or soon will; otherwise empty"`
	Animals int64       `json:"animals"`
	Sizes   []SizeClass `json:"sizes" doc:"By their labels"`
	Used    int64       `json:"used" doc:"Containers with living animals"`
	Spots   int64       `json:"spots" doc:"On which containers can hang; 0 where nobody said"`
}

// SizeClass is the animals of a growing area in one size class.
type SizeClass struct {
	Label   string `json:"sizeLabel" doc:"Empty where nobody gave one"`
	Animals int64  `json:"animals"`
}

func areasOf(leases []farm.Lease, ending []farm.EndingLease, living []ledger.Living) []Area {
	areas := []Area{}
	for _, l := range leases {
		if l.EndedOn != "" {
			continue
		}
		area := Area{LeaseID: l.ID, Name: l.Name, Spots: int64(l.Spots()), Sizes: []SizeClass{}}
		if slices.ContainsFunc(ending, func(e farm.EndingLease) bool { return e.ID == l.ID }) {
			area.Ends = l.DateOfExpiration
		}
		for _, in := range living {
			if in.LeaseID == l.ID {
				area.Animals += in.Animals
				area.Used += in.Containers
				area.Sizes = append(area.Sizes, SizeClass{in.SizeLabel, in.Animals})
			}
		}
		areas = append(areas, area)
	}
	return areas
}
