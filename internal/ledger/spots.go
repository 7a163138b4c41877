package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// loadHanging loads the containers with living animals in the growing areas whose
// lines change.
func (b *Recording) loadHanging(ctx context.Context, tx *sqldb.Tx) error {
	b.hanging = map[placeID]int64{}
	for leaseID := range b.areas.lines {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			where, count := placeID{leaseID: leaseID}, int64(0)
			err := r.Scan(&where.lotID, &count)
			b.hanging[where] = count
			return struct{}{}, err
		}, "SELECT lot_id, containers FROM balances WHERE farm_id = $1 AND lease_id = $2 AND on_hand > 0 AND containers > 0", b.farmID, leaseID)
		if err != nil {
			return err
		}
	}
	return nil
}

// refuseSpots refuses rows that take spots from a growing area so that more
// containers hang there, once the batch is recorded, than it has spots for. The
// form refuses the same.
func (b *Recording) refuseSpots() {
	for _, l := range b.areas.leases {
		now, changed := b.areas.lines[l.ID]
		if !changed {
			continue
		}
		left, hanging := farm.Room(now), b.hangingIn(l.ID)
		if hanging <= left || left >= farm.Room(l.Lines) {
			continue
		}
		b.sweep.again = b.skip
		reason := fmt.Sprintf("%s containers hang in %s, and its lines would have room for %s", humanize.Comma(hanging), l.Name, humanize.Comma(left))
		delete(b.areas.lines, l.ID)
		b.areaLines = slices.DeleteFunc(b.areaLines, func(said AreaLine) bool {
			if b.areas.id(said.Area) != l.ID {
				return false
			}
			if !lowers(said, l.Lines) {
				b.areas.setLine(l.ID, said.Line, said.SpotsGiven)
				return false
			}
			for _, row := range said.Rows {
				b.refuseRow(row, FieldSpots, reason)
			}
			return true
		})
	}
}

// lowers reports whether a row gives a line fewer spots than it had.
func lowers(said AreaLine, before []farm.Line) bool {
	i := slices.IndexFunc(before, func(line farm.Line) bool { return sqldb.Fold(line.Name) == sqldb.Fold(said.Line.Name) })
	return said.SpotsGiven && i >= 0 && farm.Room([]farm.Line{said.Line}) < farm.Room(before[i:i+1])
}

// hangingIn counts the containers with living animals in a growing area after
// the batch.
func (b *Recording) hangingIn(leaseID string) (sum int64) {
	for where, count := range b.hanging {
		if _, touched := b.placeIDIndex[where]; !touched && where.leaseID == leaseID {
			sum += count
		}
	}
	for i, where := range b.placeIDs {
		if h := &b.sweep.closings[i]; where.leaseID == leaseID && h.animals > 0 {
			sum += h.containers
		}
	}
	return sum
}

// refuseRow refuses the activity of a row.
func (b *Recording) refuseRow(row int, field, reason string) {
	i, found := slices.BinarySearchFunc(b.acts, row, func(a act, row int) int { return cmp.Compare(int(a.line), row) })
	if found && !b.out[i] {
		b.refuse(Refusal{Activity: i, Field: field, Reason: reason})
	}
}
