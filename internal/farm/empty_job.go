package farm

import (
	"context"
	"log/slog"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

const emptyJob = "farm.empty"

// LargeFarm is how many activities a farm may have to be emptied while the
// caller waits. It is one transaction however many there are, and this many
// take some seconds; a million would outlast the request.
const LargeFarm = 200_000

// emptyArgs name a farm to its job.
type emptyArgs struct {
	FarmID string `json:"farmId"`
	UserID string `json:"userId"` // who asked
	Delete bool   `json:"delete"`
}

// largeFarms says which farms are emptied by the queue.
type largeFarms struct {
	queue *jobs.Queue
	above int64 // activities
}

// EmptyByJobs lets the queue clean and delete farms with more activities than
// that. It is called once, before the queue starts.
func (s *Service) EmptyByJobs(queue *jobs.Queue, most int64) {
	s.large = &largeFarms{queue, most}
	jobs.Handle(queue, emptyJob, s.emptyLater)
}

// later enqueues what the caller asks for where the farm is a large one, and
// tells what it will take.
func (s *Service) later(ctx context.Context, farmID string, delete bool) (c Contents, large bool, err error) {
	if s.large == nil {
		return c, false, nil
	}
	if c, err = s.Contents(ctx, farmID); err != nil || c.Activities <= s.large.above {
		return c, false, err
	}
	caller, _ := actor.From(ctx)
	return c, true, s.db.Write(ctx, func(tx *sqldb.Tx) error {
		return s.large.queue.Enqueue(ctx, tx, emptyJob, emptyArgs{farmID, caller.UserID, delete})
	})
}

// emptyLater is the job. A farm that is gone, or a caller who may not any more,
// is the end of it.
func (s *Service) emptyLater(ctx context.Context, args emptyArgs) error {
	var caller actor.Actor
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		caller, err = account.Acting(ctx, tx, args.UserID)
		return err
	})
	ctx = actor.With(ctx, caller)
	if err == nil && args.Delete {
		_, err = s.deleteNow(ctx, args.FarmID)
	} else if err == nil {
		_, err = s.cleanNow(ctx, args.FarmID)
	}
	switch fault.KindOf(err) {
	case fault.NotFound, fault.Denied, fault.Unauthenticated:
		slog.InfoContext(ctx, "a farm was not emptied", "farm", args.FarmID, "err", err)
		return nil
	}
	return err
}
