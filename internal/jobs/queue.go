package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// Options tune a queue; the zero value works.
type Options struct {
	Now    func() time.Time // the clock by which jobs are due; time.Now when nil
	Logger *slog.Logger     // slog.Default() when nil
}

// Queue hands out the jobs of one database. Handlers and schedules are set
// before Start; everything else is safe for concurrent use.
type Queue struct {
	db        *sqldb.DB
	now       func() time.Time
	log       *slog.Logger
	pollEvery time.Duration
	kinds     []*kind
	schedules []schedule
	wake      chan struct{}

	mu      sync.Mutex
	running map[*run]struct{}
	active  sync.WaitGroup
	process *process // nil until Start

	prepared bool // by RunUntilIdle
}

// New makes a queue on the database.
func New(db *sqldb.DB, o Options) *Queue {
	q := &Queue{
		db: db, now: o.Now, log: o.Logger, pollEvery: pollEvery,
		wake:    make(chan struct{}, 1),
		running: map[*run]struct{}{},
	}
	if q.now == nil {
		q.now = time.Now
	}
	if q.log == nil {
		q.log = slog.Default()
	}
	return q
}

// Every runs the kind once per interval over all processes, for the first time
// at the first start. Runs missed while no process was up are made up by one, and
// an occurrence never runs beside an earlier one. The handler takes struct{}.
func (q *Queue) Every(interval time.Duration, kind string) {
	q.schedules = append(q.schedules, schedule{kind, interval})
}

// Option changes how a job is enqueued.
type Option func(*draft)

type draft struct {
	args  []byte
	dueAt int64
	key   any
	lane  string
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

// Lane puts the job in a lane of its kind ([PerLane]); jobs without one are not limited.
func Lane(name string) Option {
	return func(d *draft) { d.lane = name }
}

// Enqueue writes a job in the transaction; it runs after the commit, and never
// without it. A kind without a handler is an error, as nobody would run it, and
// so is a time further ahead than the kind says.
func (q *Queue) Enqueue(ctx context.Context, tx *sqldb.Tx, name string, args any, options ...Option) error {
	return q.EnqueueAll(ctx, tx, name, []Task{{args, options}})
}

// Task is a job to be enqueued.
type Task struct {
	Args    any
	Options []Option
}

// EnqueueAll is [Queue.Enqueue] of many jobs of a kind, with few statements.
func (q *Queue) EnqueueAll(ctx context.Context, tx *sqldb.Tx, name string, tasks []Task) error {
	k := q.kind(name)
	if k == nil {
		return fmt.Errorf("no handler for jobs of the kind %q", name)
	}
	now := q.now()
	drafts := make([]draft, len(tasks))
	for i, task := range tasks {
		d := draft{dueAt: sqldb.Millis(now)}
		for _, option := range task.Options {
			option(&d)
		}
		if d.dueAt > sqldb.Millis(now.Add(k.ahead)) {
			return fmt.Errorf("a job of the kind %s is due more than %v ahead", name, k.ahead)
		}
		var err error
		if d.args, err = json.Marshal(task.Args); err != nil {
			return fmt.Errorf("the arguments of %s: %w", name, err)
		}
		drafts[i] = d
	}
	if err := insertJobs(ctx, tx, name, drafts, sqldb.Millis(now)); err != nil {
		return err
	}
	q.poke()
	return nil
}

// poke makes the loop look soon. Nobody tells it when the caller commits, so the
// loop looks several times.
func (q *Queue) poke() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
