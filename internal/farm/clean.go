package farm

import (
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

// Contents counts what a clean and a delete of the farm would remove. Only
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

// Removed is what a clean or a delete removes.
type Removed struct {
	Contents
	UnderWay bool // it is hidden; a job removes it soon
}

// Clean removes everything that was ever recorded on the farm and says how much
// that was: the record, its photo and its people stay, and so do tags and
// recalls. Only those who keep farm records may. Seen is the [Contents.Version]
// that somebody saw and confirmed: if it has changed since, nothing is removed
// and the fault is Stale; an empty one is not checked.
//
// One transaction hides the data; from then on the farm is either as it will be
// in the end, or closed. Then the data is removed in pieces, within the call or,
// for a large farm, by a job.
func (s *Service) Clean(ctx context.Context, farmID, seen string) (Removed, error) {
	return s.remove(ctx, emptying{farmID: farmID}, seen)
}

// Delete removes the farm with everything it has, as Clean does, and says how
// much that was. Its tags and the recalls are kept, and their pages stay as they
// are, with the photo. Only those who keep farm records may.
func (s *Service) Delete(ctx context.Context, farmID, seen string) (Removed, error) {
	return s.remove(ctx, emptying{farmID: farmID, deletes: true}, seen)
}

// cleaned is the part of the contents that a clean removes.
func (c Contents) cleaned() Contents {
	c.Users, c.Photo, c.Tags, c.Recalls = 0, false, 0, 0
	return c
}

// deleted is the part of the contents that a delete removes.
func (c Contents) deleted() Contents {
	c.Photo = c.Photo && c.Tags == 0
	c.Tags, c.Recalls = 0, 0
	return c
}

// Version names what was counted and the state of the book. Tags and recalls,
// which are always kept, do not count.
func (c Contents) Version() string {
	c.Tags, c.Recalls = 0, 0
	hash := fnv.New64a()
	_, _ = fmt.Fprintf(hash, "%+v", c) // never fails
	return fmt.Sprintf("%s.%x", c.book, hash.Sum64())
}

var errNotSeen = fault.New(fault.Stale, "The farm has changed since you looked, so nothing was removed. Please look at what it has now.")

func (c Contents) check(seen string) error {
	if seen != "" && seen != c.Version() {
		return errNotSeen
	}
	return nil
}

// remove hides what is to go, and then removes it or lets a job do that.
func (s *Service) remove(ctx context.Context, e emptying, seen string) (r Removed, err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return r, err
	}
	before, err := s.Contents(ctx, e.farmID) // a large farm is counted before anybody has to wait
	if err == nil {
		err = before.check(seen)
	}
	switch fault.KindOf(err) {
	case fault.NotFound, fault.Conflict, fault.Stale: // a repeated call gets its answer all the same
	default:
		if err != nil {
			return r, err
		}
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		r, err = once.Do(ctx, tx, func() (Removed, error) { return s.hide(ctx, tx, e, before, seen) })
		return err
	})
	if err != nil {
		return r, err
	}
	if r.UnderWay { // a job empties the farm, and stops again what this does not reach
		if err := s.stop(ctx, e.farmID); err != nil {
			slog.WarnContext(ctx, "cannot stop uploads of a farm that is being cleaned", "farm", e.farmID, "err", err)
		}
		return r, nil
	}
	if err := s.empty(ctx, e.farmID); err != nil {
		if s.queue == nil {
			return r, err
		}
		slog.WarnContext(ctx, "a farm is not emptied yet; a job goes on", "farm", e.farmID, "err", err)
		r.UnderWay = true
	}
	return r, nil
}

const cleanAction = "farm.clean"

// CleanedAt is when all that was recorded on the farm was last taken away; the zero time
// where it never was.
func CleanedAt(ctx context.Context, tx *sqldb.Tx, farmID string) (time.Time, error) {
	return audit.Newest(ctx, tx, cleanAction, farmID)
}

// Cleaned is when all that was recorded was last taken away, of every farm where it ever was.
func Cleaned(ctx context.Context, tx *sqldb.Tx) (map[string]time.Time, error) {
	return audit.NewestOf(ctx, tx, cleanAction)
}

// hide is the first transaction of a removal. The counts are those made before
// it, unless the book has changed since or is quick to count again.
func (s *Service) hide(ctx context.Context, tx *sqldb.Tx, e emptying, before Contents, seen string) (r Removed, err error) {
	ref, err := Require(ctx, tx, e.farmID)
	if err != nil {
		return r, err
	}
	if book, err := s.book(ctx, tx, e.farmID); err != nil {
		return r, err
	} else if book != before.book || before.Activities <= LargeFarm {
		if before, err = s.count(ctx, tx, e.farmID); err != nil {
			return r, err
		}
	}
	if err := before.check(seen); err != nil {
		return r, err
	}
	action := cleanAction
	r.Contents = before.cleaned()
	if e.deletes {
		action, r.Contents = "farm.delete", before.deleted()
	}
	r.UnderWay = s.queue != nil && before.Activities > s.large
	if err := s.record(ctx, tx, action, e.farmID, ref.Name, map[string]any{"had": before}); err != nil {
		return r, err
	}
	caller, _ := actor.From(ctx)
	e.userID, e.begun, e.expected = caller.UserID, sqldb.Millis(s.now()), before.rows()
	if err := s.markEmptying(ctx, tx, e); err != nil {
		return r, err
	}
	return r, s.enqueueEmptying(ctx, tx, e.farmID, r.UnderWay)
}

// stop ends what is under way for the farm.
func (s *Service) stop(ctx context.Context, farmID string) (err error) {
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
	if err == nil {
		c.book, err = s.book(ctx, tx, farmID)
	}
	return c, err
}

// book names the state of what is recorded on the farm.
func (s *Service) book(ctx context.Context, tx *sqldb.Tx, farmID string) (string, error) {
	for _, k := range s.keepers {
		if k.Book != nil {
			return k.Book(ctx, tx, farmID)
		}
	}
	return "", nil
}
