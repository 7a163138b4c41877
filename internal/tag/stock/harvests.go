package stock

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// Untagged is a harvest of the book, with what of it is on tags.
type Untagged struct {
	LeaseID   string             `json:"leaseId"`
	Area      string             `json:"area" doc:"Name of the growing area"`
	LotID     string             `json:"lotId"`
	Group     ledger.GroupFields `json:"group"`
	Lot       ledger.LotFields   `json:"lot"`
	Date      string             `json:"date" doc:"YYYY-MM-DD"`
	Harvested int64              `json:"harvested" doc:"Animals, less what was undone"`
	Tagged    int64              `json:"tagged" doc:"Of these, on tags"`
}

const (
	maxUntagged  = 500
	untaggedDays = 30
)

// Untagged gives the harvests of the last days up to a day (today where it is empty),
// the newest first, with what of them is on tags already. The farm's people and those
// who see every farm may ask; anyone else gets NotFound.
func (s *Service) Untagged(ctx context.Context, farmID, until string) (list []Untagged, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Recording.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		to := ledger.Day(ref.Today(s.now()))
		if until != "" {
			if to, err = ledger.ParseDay(until); err != nil {
				return err
			}
		}
		found, err := ledger.HarvestedFrom(ctx, tx, farmID, to-untaggedDays, to, maxUntagged)
		if err != nil {
			return err
		}
		asked := make([]ledger.HarvestedAt, len(found))
		for i, h := range found {
			asked[i] = h.HarvestedAt
		}
		tagged, err := TaggedAt(ctx, tx, farmID, asked)
		list = make([]Untagged, len(found))
		for i, h := range found {
			group, lot := h.Fields()
			list[i] = Untagged{h.LeaseID, h.Area, h.LotID, group, lot, h.Day.String(), h.Animals, tagged[h.HarvestedAt].Animals}
		}
		return err
	})
	return list, err
}

// CopiedLot is a lot as it was when it was tagged.
type CopiedLot struct {
	Group ledger.GroupFields `json:"group"`
	Lot   ledger.LotFields   `json:"lot"`
}
