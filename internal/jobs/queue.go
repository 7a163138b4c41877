package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// Options tune a queue; the zero value works.
type Options struct {
	Now     func() time.Time // the clock by which jobs are due; time.Now when nil
	Logger  *slog.Logger     // slog.Default() when nil
	Workers int              // jobs that this process runs at once; 4 when 0
}

// Queue hands out the jobs of one database. Handlers and schedules are set
// before Start; everything else is safe for concurrent use.
type Queue struct {
	db        *sqldb.DB
	now       func() time.Time
	log       *slog.Logger
	workers   int
	pollEvery time.Duration
	handlers  map[string]func(context.Context, []byte) error
	kinds     []any // the kinds that have a handler, as arguments of a statement
	schedules []schedule
	wake      chan struct{}

	mu      sync.Mutex
	running map[*run]struct{}
	active  sync.WaitGroup
	process *process // nil until Start
}

// New makes a queue on the database.
func New(db *sqldb.DB, o Options) *Queue {
	q := &Queue{
		db: db, now: o.Now, log: o.Logger, workers: o.Workers, pollEvery: pollEvery,
		handlers: map[string]func(context.Context, []byte) error{},
		wake:     make(chan struct{}, 1),
		running:  map[*run]struct{}{},
	}
	if q.now == nil {
		q.now = time.Now
	}
	if q.log == nil {
		q.log = slog.Default()
	}
	if q.workers == 0 {
		q.workers = 4
	}
	return q
}

// Handle sets the function that runs the jobs of a kind; their arguments travel
// as JSON. A kind has one handler: a second one is a mistake in the program.
func Handle[Args any](q *Queue, kind string, handler func(context.Context, Args) error) {
	if _, taken := q.handlers[kind]; taken {
		panic("jobs: two handlers for " + kind)
	}
	q.kinds = append(q.kinds, kind)
	q.handlers[kind] = func(ctx context.Context, stored []byte) error {
		var args Args
		if err := json.Unmarshal(stored, &args); err != nil {
			return Permanent(fmt.Errorf("the arguments cannot be read: %w", err))
		}
		return handler(ctx, args)
	}
}

// Every runs the kind once per interval over all processes, for the first time
// at the first start. Time missed while nothing ran is made up by one run, and
// an occurrence never runs beside an earlier one. The handler takes struct{}.
func (q *Queue) Every(interval time.Duration, kind string) {
	q.schedules = append(q.schedules, schedule{kind, interval})
}

// Option changes how a job is enqueued.
type Option func(*draft)

type draft struct {
	dueAt int64
	key   any
}

// At lets the job start at t and not before.
func At(t time.Time) Option {
	return func(d *draft) { d.dueAt = sqldb.Millis(t) }
}

// Unique makes the job once: enqueueing does nothing when a job with this key
// exists, waiting, running or finished and not yet pruned.
func Unique(key string) Option {
	return func(d *draft) { d.key = key }
}

// Enqueue writes a job in the transaction; it runs after the commit, and never
// without it. A kind without a handler is an error, as nobody would run it.
func (q *Queue) Enqueue(ctx context.Context, tx *sqldb.Tx, kind string, args any, options ...Option) error {
	if !slices.Contains(q.kinds, any(kind)) {
		return fmt.Errorf("no handler for jobs of the kind %q", kind)
	}
	stored, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("the arguments of %s: %w", kind, err)
	}
	now := sqldb.Millis(q.now())
	d := draft{dueAt: now}
	for _, option := range options {
		option(&d)
	}
	if err := insertJob(ctx, tx, kind, stored, d, now); err != nil {
		return err
	}
	q.poke()
	return nil
}

// poke makes the loop look soon. It cannot know when the caller commits, so the
// loop looks several times.
func (q *Queue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
