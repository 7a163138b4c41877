package recall

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

const (
	followJob  = "recall.follow"
	watchJob   = "recall.watch"
	endJob     = "recall.end"
	tidyJob    = "recall.tidy"
	tidyAfter  = time.Hour // a preparation that takes longer begins again
	watchEvery = time.Minute
)

// Options are what the service works with.
type Options struct {
	Now       func() time.Time
	Queue     *jobs.Queue
	Mail      *mail.Mailer
	Reaches   *reach.Service
	PublicURL string
}

// Service holds the use cases of recalls.
type Service struct {
	db        *sqldb.DB
	now       func() time.Time
	queue     *jobs.Queue
	mail      *mail.Mailer
	reaches   *reach.Service
	publicURL string
	atOnce    int
	reached   func(ctx context.Context, tx *sqldb.Tx, farmID string) error // nil where nobody asks
	reckoned  func(n int)                                                  // is called between reading and writing; for tests
}

// OnReached has f called in the transaction that enters a farm's firm as reached. It is
// called before the queue starts.
func (s *Service) OnReached(f func(ctx context.Context, tx *sqldb.Tx, farmID string) error) {
	s.reached = f
}

// New makes the service and sets its jobs on the queue.
func New(db *sqldb.DB, o Options) *Service {
	s := &Service{db: db, now: o.Now, queue: o.Queue, mail: o.Mail, reaches: o.Reaches, publicURL: o.PublicURL, atOnce: atOnce}
	jobs.Handle(o.Queue, followJob, s.follow)
	jobs.Handle(o.Queue, endJob, s.tellEnd)
	jobs.Handle(o.Queue, tidyJob, s.tidy)
	jobs.Handle(o.Queue, watchJob, func(ctx context.Context, _ struct{}) error { return s.watch(ctx) })
	o.Queue.Every(watchEvery, watchJob)
	return s
}

// open gives a recall that has not ended, in which the caller may enter something.
func open(ctx context.Context, tx *sqldb.Tx, farmID, id string) (*book, error) {
	if err := scope.Enter(ctx, tx, farmID); err != nil {
		return nil, err
	}
	b, err := bookOf(ctx, tx, farmID, id)
	if err == nil && b.EndedAt != nil {
		return nil, errEnded
	}
	return b, err
}

// bookOf gives a recall that the firm may see a part of; of an empty firm, any.
func bookOf(ctx context.Context, tx *sqldb.Tx, farmID, id string) (*book, error) {
	b, err := bookByID(ctx, tx, id)
	if err != nil || farmID == "" {
		return b, err
	}
	reached, err := reaches(ctx, tx, id, farmID)
	if err == nil && (!b.shownTo(farmID) || !reached && b.FarmID != farmID) {
		err = errNoRecall
	}
	return b, err
}

// deeds are the names in the audit trail of what is done to a recall. Of what has none
// package tag tells the trail.
var deeds = map[Kind]map[string]string{
	Real: {
		"correct": "recall.correct", "reach": "recall.reach", "again": "recall.again", "call": "recall.call", "takeBack": "recall.takeBack",
		"answer": "recall.answer",
	},
	Drill: {
		"declare": "drill.declare", "correct": "drill.correct", "reach": "drill.reach", "again": "drill.again", "call": "drill.call",
		"takeBack": "drill.takeBack", "end": "drill.end", "answer": "drill.answer",
	},
}

// mark writes what was done to a recall into its history and into the audit trail.
func (s *Service) mark(ctx context.Context, tx *sqldb.Tx, b *book, action string, doc map[string]any) error {
	return s.markBy(ctx, tx, b, scope.NameOf(ctx), action, doc)
}

// markBy is mark for a person who may not be signed in.
func (s *Service) markBy(ctx context.Context, tx *sqldb.Tx, b *book, by, action string, doc map[string]any) error {
	if err := insertHistory(ctx, tx, b.ID, sqldb.Millis(s.now()), by, action, doc); err != nil {
		return err
	}
	deed := deeds[b.Kind][action]
	if deed == "" {
		return nil
	}
	return recordBy(ctx, tx, audit.Entry{At: s.now(), Action: deed, Kind: "recall", ID: b.ID, Name: b.Party, Detail: doc})
}

func stale(was, is scope.Seen) error {
	return fault.Newf(fault.Stale, "What is affected has changed: %s. Please look at it again.", was.Change(is))
}

// Preview gives what a recall of the choice would reach. Those who may recall may ask;
// of a farm, its people, who are shown the farm's own part.
func (s *Service) Preview(ctx context.Context, farmID string, c scope.Choice) (shown scope.RecallReach, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := scope.Enter(ctx, tx, farmID); err != nil {
			return err
		}
		r, err := scope.Of(ctx, tx, s.reaches, c, farmID)
		if err == nil {
			shown = r.Shown()
		}
		return err
	})
	return shown, err
}
