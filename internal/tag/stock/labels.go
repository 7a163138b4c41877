package stock

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// Labelled is a tag as its printed label needs it.
type Labelled struct {
	OwnTag
	InStore bool // wet storage has begun and not ended
	Foreign bool // it came, or what it was made of came, from another firm
}

// Labelled gives tags of the firm in the order of the ids, and the firm as the public
// sees it, in the transaction of a caller who has passed the gate. A tag of another
// firm is a fault that names it by its place in the list.
func (s *Service) Labelled(ctx context.Context, tx *sqldb.Tx, farmID string, ids []string) (tag.PublicFarm, []Labelled, error) {
	firm, err := tag.PublicFarmOf(ctx, tx, farmID)
	if err != nil {
		return firm, nil, err
	}
	found, err := ByID(ctx, tx, ids)
	if err != nil {
		return firm, nil, err
	}
	all := make([]*Tag, len(ids))
	for i, id := range ids {
		if all[i] = found[id]; all[i] == nil || all[i].FarmID != farmID {
			return firm, nil, fault.ForField(fmt.Sprintf("tags.%d", i), fmt.Sprintf("There is no tag %.24q of this farm", id))
		}
	}
	own, err := s.ownTags(ctx, tx, all)
	labelled := make([]Labelled, len(own))
	for i, t := range own {
		labelled[i] = Labelled{t, t.WetStorageDate != "" && t.WetStorageEndDate == "", t.ReceiptDate != "" || t.Event == string(tag.Receive)}
	}
	return firm, labelled, err
}
