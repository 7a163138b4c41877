package event

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
)

// Ref names a stored version of a tag.
type Ref struct {
	ID      string
	Version int64
}

// Create makes a tag of a farm that the caller may work with. Parents may be
// tags of any farm. With an id that exists it does nothing if that tag is the
// same, and is a Conflict otherwise.
func (s *Service) Create(ctx context.Context, d tag.Draft) (ref Ref, err error) {
	if err := d.Check(); err != nil {
		return ref, err
	}
	if d.ID == "" {
		d.ID = sqldb.NewID()
	}
	t, err := d.Row(d.ID, d.FarmID, d.Type, 1)
	if err != nil {
		return ref, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecord(ctx, tx, d.FarmID); err != nil {
			return err
		}
		ref = Ref{d.ID, t.Version}
		exists, err := s.repeated(ctx, tx, t, d.Parents)
		if err != nil || exists {
			return err
		}
		now := sqldb.Millis(s.now())
		if err := tag.InsertTag(ctx, tx, t, now, tag.CallerID(ctx)); err != nil {
			return err
		}
		if err := indexTag(ctx, tx, t); err != nil {
			return err
		}
		if err := tag.AddParents(ctx, tx, d.ID, d.Parents); err != nil {
			return err
		}
		if err := reach.RecallChosen(ctx, tx, []string{d.ID}); err != nil {
			return err
		}
		return tag.KeepFarm(ctx, tx, d.FarmID, now)
	})
	return ref, err
}

// repeated reports whether the very tag exists; another one under its id is a
// Conflict.
func (s *Service) repeated(ctx context.Context, tx *sqldb.Tx, t tag.Row, parents []string) (bool, error) {
	stored, err := tag.ByID(ctx, tx, t.ID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	storedParents, err := tag.ParentsOf(ctx, tx, t.ID)
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
func (s *Service) Update(ctx context.Context, id string, version int64, c tag.Content) (ref Ref, err error) {
	if err := c.Check(); err != nil {
		return ref, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		stored, err := tag.ByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if _, err := farm.RequireRecord(ctx, tx, stored.FarmID); fault.Is(err, fault.NotFound) {
			return tag.ErrNoTag
		} else if err != nil {
			return err
		}
		before, err := stored.Tag()
		if err != nil {
			return err
		}
		if before.TakenBack != "" {
			return fault.New(fault.Conflict, "This tag was taken back, and says nothing else any more.")
		}
		t, err := c.Row(id, stored.FarmID, stored.Kind, version+1)
		if err != nil {
			return err
		}
		added, err := addedParents(ctx, tx, id, c.Parents)
		if err != nil {
			return err
		}
		if err := tag.AddParents(ctx, tx, id, added); err != nil {
			return err
		}
		// What recalls reach may be made of it, on any farm, and they may name its place.
		if err := reach.CountRecall(ctx, tx, reach.AnyRecall); err != nil {
			return err
		}
		ref = Ref{id, t.Version}
		now := sqldb.Millis(s.now())
		if err := tag.UpdateTag(ctx, tx, t, now, tag.CallerID(ctx)); err != nil {
			return err
		}
		if err := indexTag(ctx, tx, t); err != nil {
			return err
		}
		if err := reach.RecallChosen(ctx, tx, []string{id}); err != nil {
			return err
		}
		return tag.KeepFarm(ctx, tx, stored.FarmID, now)
	})
	return ref, err
}

func addedParents(ctx context.Context, tx *sqldb.Tx, id string, wanted []string) (added []string, err error) {
	stored, err := tag.ParentsOf(ctx, tx, id)
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
