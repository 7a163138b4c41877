package farm

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// OpenRecall is a recall in force that reaches tags of the farm, as package tag
// tells it: what anybody reads who scans one of them, and no more.
type OpenRecall struct {
	ID          string `json:"_id"`
	Party       string `json:"party" doc:"Who recalls"`
	At          int64  `json:"date" doc:"Since when, Unix milliseconds"`
	Tags        int64  `json:"tags" doc:"Of the farm that it reaches"`
	TagID       string `json:"tag" doc:"One of them, whose public page shows the recall"`
	HarvestDate string `json:"harvestDate" doc:"That this tag states: YYYY-MM-DD or empty"`
	Place       string `json:"harvestLocation" doc:"That this tag states, or empty"`
	Species     string `json:"species" doc:"What the recalled tags are of: oysters, clams, mussels, scallops, geoducks, or shellfish if they differ or say nothing"`

	LeaseIDs []string `json:"leaseIds" doc:"Growing areas of the farm that any of its tags names as the place or the parcel of the harvest"`
}

// recalls gives the recalls that reach the farm's tags, the oldest first.
func (s *Service) recalls(ctx context.Context, tx *sqldb.Tx, farmID string) ([]OpenRecall, error) {
	for _, k := range s.keepers {
		if k.Recalls != nil {
			found, err := k.Recalls(ctx, tx, []string{farmID})
			return append([]OpenRecall{}, found[farmID]...), err
		}
	}
	return []OpenRecall{}, nil
}
