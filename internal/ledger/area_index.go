package ledger

import (
	"context"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// areaIndex finds the growing areas of a farm by id and by name, and gives an id
// to a name that the farm does not have yet. Case and the spaces around a name do
// not count.
type areaIndex struct {
	leases []farm.Lease // as the farm has them
	names  map[string]string
	byKey  map[string]string
	isNew  map[string]bool
	ended  map[string]Day         // by lease id: the last day of an area that has ended
	lines  map[string][]farm.Line // by lease id: the new lines of an area whose lines change
}

func loadAreas(ctx context.Context, tx *sqldb.Tx, farmID string) (*areaIndex, error) {
	leases, err := farm.Leases(ctx, tx, farmID)
	index := &areaIndex{leases: leases, names: map[string]string{}, byKey: map[string]string{}, isNew: map[string]bool{}, ended: map[string]Day{}, lines: map[string][]farm.Line{}}
	if err != nil {
		return index, err
	}
	for _, lease := range leases {
		index.names[lease.ID], index.byKey[sqldb.Fold(lease.Name)] = lease.Name, lease.ID
		if lease.EndedOn == "" {
			continue
		}
		if index.ended[lease.ID], err = ParseDay(lease.EndedOn); err != nil {
			return index, err
		}
	}
	return index, nil
}

// id is the id of the growing area of that name; empty for no name.
func (b *areaIndex) id(name string) string {
	key := sqldb.Fold(name)
	if key == "" {
		return ""
	}
	id, ok := b.byKey[key]
	if !ok {
		id = sqldb.NewID()
		b.byKey[key], b.names[id], b.isNew[id] = id, name, true
	}
	return id
}

// storeNew stores those of the growing areas that the farm did not have.
func (b *areaIndex) storeNew(ctx context.Context, tx *sqldb.Tx, farmID string, leaseIDs []string, now time.Time) error {
	for _, id := range leaseIDs {
		if !b.isNew[id] {
			continue
		}
		if _, err := farm.AddLease(ctx, tx, farmID, farm.Lease{ID: id, Name: b.names[id], Lines: b.lines[id]}, now); err != nil {
			return err
		}
	}
	return nil
}

// isOf reports whether the farm still has the growing areas that the index was
// made of.
func (b *areaIndex) isOf(leases []farm.Lease) bool {
	return slices.EqualFunc(b.leases, leases, func(x, y farm.Lease) bool {
		return x.ID == y.ID && x.Name == y.Name && x.EndedOn == y.EndedOn && slices.Equal(x.Lines, y.Lines)
	})
}

// setLine gives a growing area the line, or the line its number of spots, unless
// the area has it so already.
func (b *areaIndex) setLine(leaseID string, line farm.Line, spotsGiven bool) {
	lines, changed := b.lines[leaseID]
	if !changed {
		if i := slices.IndexFunc(b.leases, func(l farm.Lease) bool { return l.ID == leaseID }); i >= 0 {
			lines = slices.Clone(b.leases[i].Lines)
		}
	}
	i := slices.IndexFunc(lines, func(l farm.Line) bool { return sqldb.Fold(l.Name) == sqldb.Fold(line.Name) })
	switch {
	case i < 0:
		lines = append(lines, line)
	case spotsGiven && lines[i].Spots != line.Spots:
		lines[i].Spots = line.Spots
	default:
		return
	}
	b.lines[leaseID] = lines
}

// storeLines stores the lines of growing areas that the farm had before.
func (b *areaIndex) storeLines(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	for _, lease := range b.leases {
		if lines, changed := b.lines[lease.ID]; changed {
			if err := farm.SetLines(ctx, tx, farmID, lease, lines); err != nil {
				return err
			}
		}
	}
	return nil
}
