package ledger

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// HarvestedAt names what was harvested: animals of a lot, in a growing area, on a day.
type HarvestedAt struct {
	LeaseID, LotID string
	Day            Day
}

// HarvestOf is what the book has of one.
type HarvestOf struct {
	HarvestedAt
	Animals int64  // less what was undone
	Area    string // name of the growing area
	Lot     Lot
}

// Fields give the lot as an answer gives it.
func (h HarvestOf) Fields() (GroupFields, LotFields) { return h.Lot.fields(), h.Lot.lotFields() }

const harvestedFrom = `
	FROM entries e
	JOIN leases p ON p.farm_id = e.farm_id AND p.id = e.lease_id
	JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id
	JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
	WHERE e.farm_id = $1 AND e.kind = 'harvest' AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`

func harvested(ctx context.Context, tx *sqldb.Tx, where string, args ...any) ([]HarvestOf, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h HarvestOf, err error) {
		return h, r.Scan(append([]any{&h.LeaseID, &h.LotID, &h.Day, &h.Animals, &h.Area}, h.Lot.columns()...)...)
	}, "SELECT e.lease_id, e.lot_id, e.day, CAST(-SUM(e.delta) AS BIGINT), p.name, "+lotColumns+harvestedFrom+where+
		" GROUP BY e.lease_id, e.lot_id, e.day, p.name, "+lotColumns, args...)
}

// Harvested gives what the farm's book has of the harvests, and keeps it from being
// changed until the transaction has ended. The caller has passed the gate.
func Harvested(ctx context.Context, tx *sqldb.Tx, farmID string, asked []HarvestedAt) (map[HarvestedAt]HarvestOf, error) {
	if len(asked) == 0 {
		return map[HarvestedAt]HarvestOf{}, nil
	}
	if _, err := lockState(ctx, tx, farmID); err != nil {
		return nil, err
	}
	return harvestedAt(ctx, tx, farmID, asked)
}

// harvestedAt gives what the farm's book has of the harvests at this moment.
func harvestedAt(ctx context.Context, tx *sqldb.Tx, farmID string, asked []HarvestedAt) (map[HarvestedAt]HarvestOf, error) {
	found := map[HarvestedAt]HarvestOf{}
	for where, args := range WhereAt(farmID, "e.", asked) {
		some, err := harvested(ctx, tx, " AND "+where, args...)
		if err != nil {
			return nil, err
		}
		for _, h := range some {
			found[h.HarvestedAt] = h
		}
	}
	return found, nil
}

// WhereAt gives the conditions that a row is of any of the farm's harvests, with their
// arguments: one for each as many as a statement should ask for. Its columns are
// farm_id, lot_id, lease_id and day, after the table's name and dot, if it has one.
func WhereAt(farmID, table string, asked []HarvestedAt) iter.Seq2[string, []any] {
	return func(yield func(string, []any) bool) {
		for chunk := range slices.Chunk(asked, askedAtOnce) {
			args, each := []any{farmID}, make([]string, len(chunk))
			for i, at := range chunk {
				n := len(args)
				args = append(args, at.LotID, at.LeaseID, int64(at.Day))
				each[i] = fmt.Sprintf("(%[1]sfarm_id = $1 AND %[1]slot_id = $%[2]d AND %[1]slease_id = $%[3]d AND %[1]sday = $%[4]d)", table, n+1, n+2, n+3)
			}
			if !yield("("+strings.Join(each, " OR ")+")", args) {
				return
			}
		}
	}
}

// HarvestedFrom gives what was harvested from one day to another, the newest first,
// at most so many. The caller has passed the gate.
func HarvestedFrom(ctx context.Context, tx *sqldb.Tx, farmID string, from, to Day, most int) ([]HarvestOf, error) {
	found, err := harvested(ctx, tx, " AND e.day BETWEEN $2 AND $3", farmID, int64(from), int64(to))
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(h HarvestOf) bool { return h.Animals <= 0 })
	sorting.By(found, func(a, b HarvestOf) int {
		if a.Day != b.Day {
			return int(b.Day - a.Day)
		}
		return strings.Compare(a.Area+a.LotID, b.Area+b.LotID)
	})
	return found[:min(len(found), most)], nil
}

// Tagged is what of a harvest is on tags.
type Tagged struct {
	Animals int64
	Tags    []string // what they are called
}

// TaggedOf gives what of the harvests of a farm is on tags.
type TaggedOf func(ctx context.Context, tx *sqldb.Tx, farmID string, asked []HarvestedAt) (map[HarvestedAt]Tagged, error)

// KeepTagged sets what is on tags, so that less is never harvested than that. It is
// called once, before the first recording.
func (s *Service) KeepTagged(tagged TaggedOf, rows TagRows) { s.tagged, s.tagRows = tagged, rows }

// refuseTagged refuses to undo a harvest that is on tags, unless the batch harvests
// as much again. The book is locked by now, if anything will be stored.
func (b *Recording) refuseTagged(ctx context.Context, tx *sqldb.Tx) error {
	less, undoing := map[HarvestedAt]int64{}, map[HarvestedAt][]int{}
	for _, i := range b.pending {
		for _, e := range b.originals[b.acts[i].reverses].entries {
			if at := (HarvestedAt{e.at.leaseID, e.at.lotID, e.day}); e.kind == Harvest {
				undoing[at] = append(undoing[at], int(i))
			}
		}
	}
	if b.tagged == nil || len(undoing) == 0 {
		return nil
	}
	var asked []HarvestedAt
	for i := range b.sweep.entries {
		if e := &b.sweep.entries[i]; e.kind.kind() == Harvest {
			where := b.placeIDs[e.at]
			less[HarvestedAt{where.leaseID, where.lotID, Day(e.day)}] += e.delta
		}
	}
	for at := range undoing {
		if less[at] > 0 {
			asked = append(asked, at)
		}
	}
	tagged, err := b.tagged(ctx, tx, b.farmID, asked)
	if err != nil || len(tagged) == 0 {
		return err
	}
	have, err := harvestedAt(ctx, tx, b.farmID, asked)
	if err != nil {
		return err
	}
	for at, on := range tagged {
		left := have[at].Animals - less[at]
		if left >= on.Animals {
			continue
		}
		for _, i := range undoing[at] {
			b.refuse(Refusal{Activity: i, Field: FieldReverses, Conflict: true, Reason: fmt.Sprintf("it would leave %s harvested in %s on %s, where %s are on tags: %s",
				humanize.Comma(left), have[at].Area, at.Day.Words(), humanize.Comma(on.Animals), inShort(on.Tags))})
		}
	}
	return nil
}

// inShort lists the first of many names.
func inShort(names []string) string {
	const most = 10
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
