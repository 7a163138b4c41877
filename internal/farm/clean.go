package farm

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/sqldb"
)

// Contents counts what a clean and a delete of the farm would take. Only
// those who keep farm records may ask.
func (s *Service) Contents(ctx context.Context, farmID string) (c Contents, err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return c, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := Require(ctx, tx, farmID); err != nil {
			return err
		}
		c, err = s.count(ctx, tx, farmID)
		return err
	})
	return c, err
}

// Removed is what a clean or a delete took away.
type Removed struct {
	Contents
	UnderWay bool // it is a large farm: a job takes it away soon
}

// Clean takes away all that was ever recorded on the farm, in one transaction,
// and says how much it was: the record, its photo and its people stay, tags and
// recalls too. Only those who keep farm records may.
func (s *Service) Clean(ctx context.Context, farmID string) (Removed, error) {
	c, large, err := s.later(ctx, farmID, false)
	if err == nil && !large {
		c, err = s.cleanNow(ctx, farmID)
	}
	return Removed{c.cleaned(), large}, err
}

// Delete takes the farm away with all that it has, in one transaction, and says
// how much it was. Its tags and the recalls are kept, and their pages stay as
// they are, with the photo. Only those who keep farm records may.
func (s *Service) Delete(ctx context.Context, farmID string) (Removed, error) {
	c, large, err := s.later(ctx, farmID, true)
	if err == nil && !large {
		c, err = s.deleteNow(ctx, farmID)
	}
	return Removed{c.deleted(), large}, err
}

// cleaned are those of the contents that a clean takes.
func (c Contents) cleaned() Contents {
	c.Users, c.Photo, c.Tags, c.Recalls = 0, false, 0, 0
	return c
}

// deleted are those of the contents that a delete takes.
func (c Contents) deleted() Contents {
	c.Photo = c.Photo && c.Tags == 0
	c.Tags, c.Recalls = 0, 0
	return c
}

func (s *Service) cleanNow(ctx context.Context, farmID string) (Contents, error) {
	return s.empty(ctx, "farm.clean", farmID, func(*sqldb.Tx) error { return nil })
}

func (s *Service) deleteNow(ctx context.Context, farmID string) (before Contents, err error) {
	before, err = s.empty(ctx, "farm.delete", farmID, func(tx *sqldb.Tx) error {
		for _, k := range s.keepers {
			if k.Delete == nil {
				continue
			}
			if err := k.Delete(ctx, tx, farmID); err != nil {
				return err
			}
		}
		return deleteFarm(ctx, tx, farmID)
	})
	for _, k := range s.keepers {
		if err == nil && before.deleted().Photo && k.DropPhoto != nil {
			k.DropPhoto(ctx, before.photoName)
		}
	}
	return before, err
}

// empty counts what the farm has and takes away what a clean takes, and then
// what else is asked for.
func (s *Service) empty(ctx context.Context, action, farmID string, also func(*sqldb.Tx) error) (before Contents, err error) {
	if err := s.stop(ctx, farmID); err != nil {
		return before, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if before, err = s.count(ctx, tx, farmID); err != nil {
			return err
		}
		if err := s.record(ctx, tx, action, farmID, ref.Name, map[string]any{"had": before}); err != nil {
			return err
		}
		if err := s.clean(ctx, tx, farmID); err != nil {
			return err
		}
		return also(tx)
	})
	if err != nil {
		return Contents{}, err
	}
	return before, nil
}

func (s *Service) clean(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	for _, k := range s.keepers {
		if k.Clean == nil {
			continue
		}
		if err := k.Clean(ctx, tx, farmID); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "DELETE FROM leases WHERE farm_id = $1", farmID)
	return err
}

// stop ends what is under way for a farm that the caller may empty.
func (s *Service) stop(ctx context.Context, farmID string) error {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return err
	}
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := Require(ctx, tx, farmID)
		return err
	})
	for i := 0; err == nil && i < len(s.keepers); i++ {
		if stop := s.keepers[i].Stop; stop != nil {
			err = stop(ctx, farmID)
		}
	}
	return err
}

func (s *Service) count(ctx context.Context, tx *sqldb.Tx, farmID string) (c Contents, err error) {
	c, err = sqldb.One(ctx, tx, func(r sqldb.Row) (c Contents, err error) {
		err = r.Scan(&c.photoName, &c.Leases, &c.Users)
		c.Photo = c.photoName != ""
		return c, err
	}, `SELECT photo, (SELECT count(*) FROM leases WHERE farm_id = $1), (SELECT count(*) FROM farm_users WHERE farm_id = $1)
		FROM farms WHERE id = $1`, farmID)
	for i := 0; err == nil && i < len(s.keepers); i++ {
		if count := s.keepers[i].Count; count != nil {
			err = count(ctx, tx, farmID, &c)
		}
	}
	return c, err
}

func deleteFarm(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM farm_users WHERE farm_id = $1", farmID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM farms WHERE id = $1", farmID); err != nil {
		return err
	}
	return unlistFarm(ctx, tx, farmID)
}
