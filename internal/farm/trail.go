package farm

import (
	"context"
	"maps"

	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/sqldb"
)

// record puts what was done to a farm, or to what belongs to it, into the audit
// trail.
func (s *Service) record(ctx context.Context, tx *sqldb.Tx, action, farmID, name string, detail map[string]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "farm", ID: farmID, Name: name, Detail: detail})
}

// recordEdit is record with what an edit changed; one that changed nothing is
// not recorded.
func (s *Service) recordEdit(ctx context.Context, tx *sqldb.Tx, action string, before, after Farm) error {
	before.Version = after.Version
	changed, err := audit.Changes(before, after)
	if err != nil || len(changed) == 0 && before.photoName == after.photoName {
		return err
	}
	return s.record(ctx, tx, action, after.ID, after.Name, changed)
}

// recordArea is record for a growing area of the farm.
func (s *Service) recordArea(ctx context.Context, tx *sqldb.Tx, action string, ref Ref, l Lease, changed map[string]any) error {
	detail := map[string]any{"area": l.Name}
	maps.Copy(detail, changed)
	return s.record(ctx, tx, action, ref.ID, ref.Name, detail)
}
