package tag

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Ref names a stored version of a tag.
type Ref struct {
	ID      string
	Version int64
}

// Create makes a tag of a farm that the caller may work with. Parents may be
// tags of any farm. With an id that exists it does nothing if that tag is the
// same, and is a Conflict otherwise.
func (s *EventService) Create(ctx context.Context, d Draft) (ref Ref, err error) {
	if err := d.check(); err != nil {
		return ref, err
	}
	if d.ID == "" {
		d.ID = sqldb.NewID()
	}
	t, err := d.row(d.ID, d.FarmID, d.Type, 1)
	if err != nil {
		return ref, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecord(ctx, tx, d.FarmID); err != nil {
			return err
		}
		ref = Ref{d.ID, t.version}
		exists, err := s.repeated(ctx, tx, t, d.Parents)
		if err != nil || exists {
			return err
		}
		now := sqldb.Millis(s.now())
		if err := insertTag(ctx, tx, t, now, callerID(ctx)); err != nil {
			return err
		}
		if err := indexTag(ctx, tx, t); err != nil {
			return err
		}
		if err := addParents(ctx, tx, d.ID, d.Parents); err != nil {
			return err
		}
		if err := recallChosen(ctx, tx, []string{d.ID}); err != nil {
			return err
		}
		return keepFarm(ctx, tx, d.FarmID, now)
	})
	return ref, err
}

// repeated reports whether the very tag exists; another one under its id is a
// Conflict.
func (s *EventService) repeated(ctx context.Context, tx *sqldb.Tx, t row, parents []string) (bool, error) {
	stored, err := tagByID(ctx, tx, t.id)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	storedParents, err := parentsOf(ctx, tx, t.id)
	if err != nil {
		return false, err
	}
	if stored != t || !slices.Equal(storedParents, parents) {
		return false, fault.New(fault.Conflict, "Another tag has this id.")
	}
	return true, nil
}

// Update changes what a tag states, from the version that the caller saw; a
// newer one is a Conflict. Parents can be added only: a tag must not lose what
// a recall reaches it through. The caller may work with the tag's farm.
func (s *EventService) Update(ctx context.Context, id string, version int64, c Content) (ref Ref, err error) {
	if err := c.check(); err != nil {
		return ref, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		stored, err := tagByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if _, err := farm.RequireRecord(ctx, tx, stored.farmID); fault.Is(err, fault.NotFound) {
			return errNoTag
		} else if err != nil {
			return err
		}
		before, err := stored.tag()
		if err != nil {
			return err
		}
		if before.TakenBack != "" {
			return fault.New(fault.Conflict, "This tag was taken back, and says nothing else any more.")
		}
		t, err := c.row(id, stored.farmID, stored.kind, version+1)
		if err != nil {
			return err
		}
		added, err := addedParents(ctx, tx, id, c.Parents)
		if err != nil {
			return err
		}
		if err := addParents(ctx, tx, id, added); err != nil {
			return err
		}
		// What recalls reach may be made of it, on any farm, and they may name its place.
		if err := countRecall(ctx, tx, anyRecall); err != nil {
			return err
		}
		ref = Ref{id, t.version}
		now := sqldb.Millis(s.now())
		if err := updateTag(ctx, tx, t, now, callerID(ctx)); err != nil {
			return err
		}
		if err := indexTag(ctx, tx, t); err != nil {
			return err
		}
		if err := recallChosen(ctx, tx, []string{id}); err != nil {
			return err
		}
		return keepFarm(ctx, tx, stored.farmID, now)
	})
	return ref, err
}

func addedParents(ctx context.Context, tx *sqldb.Tx, id string, wanted []string) (added []string, err error) {
	stored, err := parentsOf(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	for _, parent := range stored {
		if !slices.Contains(wanted, parent) {
			return nil, fault.ForField("parents", "What a tag was made from cannot be taken away")
		}
	}
	return slices.DeleteFunc(slices.Clone(wanted), func(p string) bool { return slices.Contains(stored, p) }), nil
}

func (c Content) row(id, farmID, kind string, version int64) (row, error) {
	doc, err := json.Marshal(document{Fields: c.Fields, Item: c.Item})
	return row{id: id, farmID: farmID, kind: kind, doc: string(doc), version: version}, err
}
