package reach

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
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

	closure   *closure
	uncovered uncoveredReceipts
	left      map[handed]map[string]int64 // see closure.flow

	said   spoken
	mark   lineage.Mark
	among  map[string]int // the tags that are reached
	latest latest
	counts map[string]int64 // of its shipments, by firm
	lately []string         // those of them that are of tags that are reached, sorted
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
	r.closure, r.among = reached, reached.at
	if r.Tags, err = reached.reached(ctx, tx); err != nil {
		return nil, err
	}
	r.Shipments = reached.shipments
	r.uncovered = reached.uncovered()
	if r.left, err = reached.flow(ctx, tx, r.uncovered); err != nil {
		return nil, err
	}
	for _, f := range r.Tags.Firms {
		r.latest.firms = append(r.latest.firms, f.FarmID)
	}
	if r.counts, err = r.latest.counts(ctx, tx); err != nil {
		return nil, err
	}
	r.lately, err = r.latest.of(ctx, tx, r.latest.firms, r.among)
	return r, err
}

// Kinds returns the kind of shellfish of the reached tags of firms, by firm.
func (r *Reckoned) Kinds(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string]tag.Shellfish, error) {
	var ids []string
	for i, t := range r.closure.tags {
		if slices.Contains(farmIDs, t.farmID) {
			ids = append(ids, r.closure.ids[i])
		}
	}
	slices.Sort(ids)

	kinds := map[string]tag.Shellfish{}
	for some := range slices.Chunk(ids, kindsAtOnce) {
		states, err := tag.StatesOf(ctx, tx, some)
		if err != nil {
			return nil, fmt.Errorf("read reached tags: %w", err)
		}
		for id, f := range states {
			farmID := r.closure.tags[r.closure.at[id]].farmID
			if kind, known := kinds[farmID]; known {
				kinds[farmID] = kind.And(f.Kind())
			} else {
				kinds[farmID] = f.Kind()
			}
		}
	}
	return kinds, nil
}

const kindsAtOnce = 1_000 // tags that are read together

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
	counts, err := r.latest.counts(ctx, tx)
	if err != nil {
		return false, err
	}
	var shipped []string // firms that have since
	for firmID, n := range counts {
		if n != r.counts[firmID] {
			shipped = append(shipped, firmID)
		}
	}
	lately, err := r.latest.of(ctx, tx, shipped, r.among)
	return err == nil && !slices.ContainsFunc(lately, func(id string) bool { _, known := slices.BinarySearch(r.lately, id); return !known }), err
}

// latest are the shipments of some firms that were recorded since a moment, by clocks. None ever goes.
type latest struct {
	firms []string
	since time.Time
}

const lateShipments = " FROM tag_events WHERE kind = 'ship' AND id >= $1 AND id < $2 AND farm_id IN "

func (l latest) args(firms []string) []any {
	return []any{sqldb.FirstID(l.since), sqldb.FirstID(time.Now().Add(overlap)), sqldb.List(firms)}
}

// counts counts them by firm. An index has what it asks for, so that a write may ask however many there are.
func (l latest) counts(ctx context.Context, tx *sqldb.Tx) (map[string]int64, error) {
	counts := map[string]int64{}
	_, err := sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var firmID string
		var n int64
		err := row.Scan(&firmID, &n)
		counts[firmID] = n
		return struct{}{}, err
	}, "SELECT farm_id, count(*)"+lateShipments+tx.Among(3)+" GROUP BY farm_id", l.args(l.firms)...)
	return counts, err
}

// of gives those of some of the firms that are of the tags, sorted.
func (l latest) of(ctx context.Context, tx *sqldb.Tx, firms []string, tags map[string]int) (ids []string, err error) {
	if len(firms) == 0 {
		return nil, nil
	}
	_, err = sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var id, tagID string
		err := row.Scan(&id, &tagID)
		if _, reached := tags[tagID]; reached {
			ids = append(ids, id)
		}
		return struct{}{}, err
	}, "SELECT id, tag_id"+lateShipments+tx.Among(3), l.args(firms)...)
	slices.Sort(ids)
	return ids, err
}
