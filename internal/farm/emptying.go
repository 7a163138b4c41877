package farm

import (
	"context"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	emptyJob = "farm.emptying"
	askedJob = "farm.empty"    // of the release before, with its farm as yet untouched
	maxRun   = 5 * time.Minute // of the job, which then enqueues another one
	laterBy  = time.Minute     // after which the job checks whether a call finished
)

// LargeFarm is how many activities a farm may have to be emptied while the
// caller waits, which takes some seconds.
const LargeFarm = 20_000

// emptying is a farm that is being emptied.
type emptying struct {
	farmID   string
	deletes  bool
	userID   string
	begun    int64 // Unix milliseconds
	expected int64 // rows to remove, about
}

// emptyArgs name a farm to the job.
type emptyArgs struct {
	FarmID string `json:"farmId"`
}

// EmptyByJobs lets the queue empty farms with more than limit activities, and
// those whose call did not finish. It is called once, before the queue starts.
func (s *Service) EmptyByJobs(queue *jobs.Queue, limit int64) {
	s.queue, s.large = queue, limit
	jobs.Handle(queue, emptyJob, s.emptyLater)
	jobs.Handle(queue, askedJob, s.emptyAsAsked)
}

func (s *Service) enqueueEmptying(ctx context.Context, tx *sqldb.Tx, farmID string, now bool) error {
	if s.queue == nil {
		return nil
	}
	due := s.now()
	if !now {
		due = due.Add(laterBy)
	}
	return s.queue.Enqueue(ctx, tx, emptyJob, emptyArgs{farmID}, jobs.At(due))
}

// emptyLater is the job. The right of whoever asked for it was checked when the
// farm was hidden.
func (s *Service) emptyLater(ctx context.Context, args emptyArgs) error {
	limited, cancel := context.WithTimeout(ctx, maxRun)
	defer cancel()
	err := s.empty(limited, args.FarmID)
	if err == nil || limited.Err() == nil || ctx.Err() != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error { return s.enqueueEmptying(ctx, tx, args.FarmID, true) })
}

// askedArgs are what the release before tells its job.
type askedArgs struct {
	FarmID string `json:"farmId"`
	UserID string `json:"userId"` // who asked
	Delete bool   `json:"delete"`
}

// emptyAsAsked does what somebody was promised before an update of the program.
// A farm that is gone, or a caller who may not any more, is the end of it.
func (s *Service) emptyAsAsked(ctx context.Context, args askedArgs) error {
	var caller actor.Actor
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		caller, err = account.Acting(ctx, tx, args.UserID)
		return err
	})
	if err == nil {
		_, err = s.remove(actor.With(ctx, caller), emptying{farmID: args.FarmID, deletes: args.Delete}, "")
	}
	switch fault.KindOf(err) {
	case fault.NotFound, fault.Denied, fault.Unauthenticated, fault.Conflict:
		slog.InfoContext(ctx, "a farm was not emptied", "farm", args.FarmID, "err", err)
		return nil
	}
	return err
}

// markEmptying closes the farm: see [Require]. One that is deleted is gone from
// all lists, and nobody is linked to it any more.
func (s *Service) markEmptying(ctx context.Context, tx *sqldb.Tx, e emptying) error {
	fresh, err := tx.Exec(ctx, `INSERT INTO farm_emptying (farm_id, deletes, user_id, begun_at, expected) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (farm_id) DO NOTHING`, e.farmID, e.deletes, e.userID, e.begun, e.expected)
	if err != nil {
		return err
	}
	if fresh == 0 {
		return errBeingCleaned
	}
	for _, k := range s.keepers {
		if e.deletes && k.Refuse != nil {
			if err := k.Refuse(ctx, tx, e.farmID); err != nil {
				return err
			}
		}
		if k.Hide == nil {
			continue
		}
		if err := k.Hide(ctx, tx, e.farmID); err != nil {
			return err
		}
	}
	if !e.deletes {
		return nil
	}
	if _, err := tx.Exec(ctx, "DELETE FROM farm_users WHERE farm_id = $1", e.farmID); err != nil {
		return err
	}
	return unlistFarm(ctx, tx, e.farmID)
}

// empty removes piece by piece what is hidden of the farm. It can be interrupted
// anywhere, started again, and run twice at once. What is under way for the farm stops first.
func (s *Service) empty(ctx context.Context, farmID string) error {
	if err := s.stop(ctx, farmID); err != nil {
		return err
	}

	var gone Contents // of a farm whose removal ended with the last piece
	err := s.db.InPieces(ctx, func(tx *sqldb.Tx, rows int) (more bool, err error) {
		gone = Contents{}
		deletes, err := sqldb.One(ctx, tx, sqldb.Scalar[bool], "SELECT deletes FROM farm_emptying WHERE farm_id = $1", farmID)
		if fault.Is(err, fault.NotFound) {
			return false, nil // it is done
		}
		if err != nil {
			return false, err
		}
		removed, err := s.removeSome(ctx, tx, farmID, rows)
		switch {
		case err != nil:
			return false, err
		case removed > 0:
			_, err := tx.Exec(ctx, "UPDATE farm_emptying SET removed = removed + $2 WHERE farm_id = $1", farmID, removed)
			return true, err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM farm_emptying WHERE farm_id = $1", farmID); err != nil || !deletes {
			return false, err
		}
		gone, err = s.deleteFarm(ctx, tx, farmID)
		return false, err
	})
	for _, k := range s.keepers {
		if err == nil && gone.Photo && k.DropPhoto != nil {
			k.DropPhoto(ctx, gone.photoName)
		}
	}
	return err
}

// removeSome removes at most about limit rows of what a clean removes, and says
// how many; none when there is nothing left.
func (s *Service) removeSome(ctx context.Context, tx *sqldb.Tx, farmID string, limit int) (int64, error) {
	for _, k := range s.keepers {
		if k.Clean == nil {
			continue
		}
		if removed, err := k.Clean(ctx, tx, farmID, limit); err != nil || removed > 0 {
			return removed, err
		}
	}
	return tx.Exec(ctx, "DELETE FROM leases WHERE farm_id = $1 AND id IN (SELECT id FROM leases WHERE farm_id = $1 ORDER BY id LIMIT $2)", farmID, limit)
}

// deleteFarm removes what a clean leaves, and says what that was.
func (s *Service) deleteFarm(ctx context.Context, tx *sqldb.Tx, farmID string) (Contents, error) {
	last, err := s.count(ctx, tx, farmID)
	if err != nil {
		return last, err
	}
	for _, k := range s.keepers {
		if k.Delete == nil {
			continue
		}
		if err := k.Delete(ctx, tx, farmID); err != nil {
			return last, err
		}
	}
	for _, statement := range []string{"DELETE FROM farm_users WHERE farm_id = $1", "DELETE FROM farms WHERE id = $1"} {
		if _, err := tx.Exec(ctx, statement, farmID); err != nil {
			return last, err
		}
	}
	slog.InfoContext(ctx, "a farm was deleted", "farm", farmID)
	return last.deleted(), nil
}

// Cleaning says how far the cleaning of a farm has come.
type Cleaning struct {
	Since   int64 `json:"since" doc:"Unix milliseconds"`
	Percent int64 `json:"percent" doc:"About, 0 to 99"`
}

// cleaningOf gives nil for a farm that is not being cleaned.
func cleaningOf(ctx context.Context, tx *sqldb.Tx, farmID string) (*Cleaning, error) {
	found, err := sqldb.All(ctx, tx, func(r sqldb.Row) (c Cleaning, err error) {
		var expected, removed int64
		err = r.Scan(&c.Since, &expected, &removed)
		c.Percent = min(99, removed*100/max(1, expected))
		return c, err
	}, "SELECT begun_at, expected, removed FROM farm_emptying WHERE farm_id = $1", farmID)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}
