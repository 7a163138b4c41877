package reach

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/lineage"
)

// Reckoned is what a choice means and reaches, as of the transaction that reckoned it. That
// takes seconds where it is much, so a write is given what a read has reckoned, and asks
// whether it still holds ([Service.Holds]).
type Reckoned struct {
	Choice    Choice
	Roots     []string // sorted
	Tags      Reached
	Shipments []ReachedShipment

	prepared Preparation // of a recall that is to name the roots, where there is one

	said   spoken
	mark   lineage.Mark
	among  map[string]int // the tags that are reached
	latest latest
	lately []string // shipments of them, as latest finds them
}

// Reckon gives what a recall of the choice means and reaches. It asks for no right.
func (s *Service) Reckon(ctx context.Context, tx *sqldb.Tx, c Choice) (r *Reckoned, err error) {
	r = &Reckoned{latest: latest{since: time.Now().Add(-overlap)}}
	if r.mark, err = s.tags.Graph.Mark(ctx, tx); err != nil { // before anything is read
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	r.Choice = c
	if r.said, err = c.spoken(ctx, tx); err != nil {
		return nil, err
	}
	if r.Roots, err = r.said.roots(ctx, tx); err != nil {
		return nil, err
	}
	reached, err := s.follow(ctx, tx, r.Roots)
	if err != nil {
		return nil, err
	}
	r.among = reached.at
	if r.Tags, err = reached.reached(ctx, tx); err != nil {
		return nil, err
	}
	r.Shipments = reached.shipments
	for _, f := range r.Tags.Firms {
		r.latest.firms = append(r.latest.firms, f.FarmID)
	}
	r.lately, err = r.latest.of(ctx, tx, r.among)
	return r, err
}

const maxFresh = 2_000 // tags that are looked at one by one

// Holds says whether the choice still means and reaches what was reckoned: the same tags, and
// of them the same shipments. It looks only at what has come since, and says no where that is
// not known or is much. In between a tag may have been made of one that is reached, or come to
// be meant, and the words of a growing area or certificate may have changed.
func (s *Service) Holds(ctx context.Context, tx *sqldb.Tx, r *Reckoned) (bool, error) {
	if _, err := s.tags.Graph.Mark(ctx, tx); err != nil {
		return false, err
	}
	fresh, known := s.tags.Graph.Since(r.mark)
	if !known || len(fresh) > maxFresh {
		return false, nil
	}
	ids := make([]string, 0, len(fresh))
	for id, parents := range fresh {
		if slices.ContainsFunc(append(parents, id), func(one string) bool { _, reached := r.among[one]; return reached }) {
			return false, nil
		}
		ids = append(ids, id)
	}
	said, err := r.Choice.spoken(ctx, tx)
	if err != nil || !reflect.DeepEqual(said, r.said) {
		return false, err
	}
	if len(ids) > 0 {
		if meant, err := said.meeting(ctx, tx, ids); err != nil || len(meant) > 0 {
			return false, err
		}
	}
	lately, err := r.latest.of(ctx, tx, r.among)
	return err == nil && slices.Equal(lately, r.lately), err
}

// latest finds the shipments of some firms that were recorded since a moment, by clocks.
type latest struct {
	firms []string
	since time.Time
}

func (l latest) of(ctx context.Context, tx *sqldb.Tx, tags map[string]int) (ids []string, err error) {
	_, err = sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var id, tagID string
		err := row.Scan(&id, &tagID)
		if _, reached := tags[tagID]; reached {
			ids = append(ids, id)
		}
		return struct{}{}, err
	}, "SELECT id, tag_id FROM tag_events WHERE kind = 'ship' AND id >= $1 AND id < $2 AND farm_id IN "+tx.Among(3)+" ORDER BY id",
		sqldb.FirstID(l.since), sqldb.FirstID(time.Now().Add(overlap)), sqldb.List(l.firms))
	return ids, err
}
