package jobs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	pollEvery   = time.Second
	firstLook   = 2 * time.Millisecond // after a poke
	lastLook    = 512 * time.Millisecond
	runTimeout  = 10 * time.Minute // a handler's context ends then
	settleTries = 20               // a second apart, so within the lease
	stopGrace   = 2 * time.Second  // for handlers to see that their context ended
	tidyEvery   = time.Hour
	maxRows     = 1000 // rows that one transaction changes at most
	keepDone    = 7 * 24 * time.Hour
	keepFailed  = 90 * 24 * time.Hour
)

var errStopping = errors.New("the process is stopping")

// run is one job while its handler works.
type run struct {
	claimed
	cancel   context.CancelCauseFunc
	begun    time.Time
	leaseEnd time.Time // read and written under the queue's lock
}

// process is what Start has started.
type process struct {
	endLoop  context.CancelFunc
	loopDone chan struct{}
	endRenew context.CancelFunc
	renewed  chan struct{}
}

// Start takes jobs until Stop. The context gives its values to the handlers;
// its end does not end them, as a stopping program lets them finish first.
func (q *Queue) Start(ctx context.Context) error {
	if err := q.prepare(ctx); err != nil {
		return fmt.Errorf("starting the jobs: %w", err)
	}
	base := context.WithoutCancel(ctx)
	loopCtx, endLoop := context.WithCancel(base)
	renewCtx, endRenew := context.WithCancel(base)
	p := &process{endLoop, make(chan struct{}), endRenew, make(chan struct{})}
	q.process = p
	go func() { defer close(p.loopDone); q.loop(loopCtx, base) }()
	go func() { defer close(p.renewed); q.renewUntil(renewCtx) }()
	return nil
}

func (q *Queue) prepare(ctx context.Context) error {
	if err := q.register(ctx); err != nil {
		return err
	}
	return q.bringBack(ctx)
}

// Stop takes no more jobs and waits for those that run. When ctx ends first
// their contexts are cancelled, and a handler that then returns an error gives
// its job back at once. One that does not return is named in the error; another
// process takes its job over when the lease has ended.
func (q *Queue) Stop(ctx context.Context) error {
	p := q.process
	if p == nil {
		return nil
	}
	p.endLoop()
	<-p.loopDone
	defer func() { p.endRenew(); <-p.renewed }()
	idle := make(chan struct{})
	go func() { q.active.Wait(); close(idle) }()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
	}
	for _, r := range q.runs() {
		r.cancel(errStopping)
	}
	select {
	case <-idle:
		return nil
	case <-time.After(stopGrace):
		return fmt.Errorf("%d jobs did not end in time", len(q.runs()))
	}
}

// RunUntilIdle runs in the caller's goroutine, one after the other, all jobs
// that are due by the clock, those too that they enqueue; what Start does once
// it does the first time. It is for tests and for commands that must not leave
// work behind.
func (q *Queue) RunUntilIdle(ctx context.Context) error {
	if !q.prepared {
		if err := q.prepare(ctx); err != nil {
			return err
		}
		q.prepared = true
	}
	for {
		if err := q.tick(ctx); err != nil {
			return err
		}
		taken, err := q.take(ctx, 1)
		if err != nil || len(taken) == 0 {
			return err
		}
		runCtx, r := q.begin(ctx, taken[0])
		q.work(runCtx, r)
	}
}

// loop takes jobs until ctx ends; the handlers get base.
func (q *Queue) loop(ctx, base context.Context) {
	var lastTidy time.Time
	troubled := false
	for wait := time.Duration(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-q.wake:
			wait = firstLook
		case <-time.After(wait):
			wait = q.nextWait(wait)
		}
		err := q.round(ctx, base)
		// A clock that was set back counts as an hour that has passed.
		if age := q.now().Sub(lastTidy); err == nil && (age >= tidyEvery || age < 0) {
			lastTidy, err = q.now(), q.tidy(ctx)
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if wait = q.pollEvery; !troubled {
				q.log.Error("jobs cannot be taken; trying on", "err", err)
			}
		case troubled:
			q.log.Info("jobs are taken again")
		}
		troubled = err != nil
	}
}

// nextWait is the wait after one that ended without a poke. A poke comes before the
// commit it announces, so after it the loop looks often at first.
func (q *Queue) nextWait(wait time.Duration) time.Duration {
	if wait == 0 || wait*4 > lastLook {
		return q.pollEvery
	}
	return wait * 4
}

// tidy is what is done once an hour.
func (q *Queue) tidy(ctx context.Context) error {
	if err := q.bringBack(ctx); err != nil {
		return err
	}
	return q.prune(ctx)
}

// round starts what is due, as far as this process has room. It looks until nothing is
// left to start, as what a full lane hid is found by the next look.
func (q *Queue) round(ctx, base context.Context) error {
	if err := q.tick(ctx); err != nil {
		return err
	}
	for {
		taken, err := q.take(ctx, math.MaxInt32)
		if err != nil || len(taken) == 0 {
			return err
		}
		for _, j := range taken {
			runCtx, r := q.begin(base, j)
			q.active.Go(func() {
				q.work(runCtx, r)
				q.poke() // there is room for another
			})
		}
	}
}

func (q *Queue) begin(ctx context.Context, j claimed) (context.Context, *run) {
	ctx, cancel := context.WithCancelCause(ctx)
	r := &run{j, cancel, q.now(), time.UnixMilli(j.leaseEnd)}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running[r] = struct{}{}
	return ctx, r
}

func (q *Queue) runs() []*run {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := make([]*run, 0, len(q.running))
	for r := range q.running {
		all = append(all, r)
	}
	return all
}

// work runs the handler and writes the outcome.
func (q *Queue) work(ctx context.Context, r *run) {
	defer func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.running, r)
		r.cancel(nil)
	}()
	limited, cancel := context.WithTimeout(ctx, runTimeout)
	defer cancel()
	err := q.call(limited, r.claimed)
	var down outage
	if errors.As(err, &down) {
		err = Later(q.pauseKind(r.kind), err)
	} else {
		q.resumeKind(r.kind)
	}
	o := decide(err, r.attempts, errors.Is(context.Cause(ctx), errStopping), rand.Float64())
	switch {
	case o.state == failed:
		q.log.Error("a job failed for good", "job", r.id, "kind", r.kind, "attempts", r.attempts, "err", err)
	case down.error != nil:
		q.log.Error("jobs of a kind wait until something that they need works again", "job", r.id, "kind", r.kind, "for", o.wait, "err", err)
	case o.state == ready && o.reason != "":
		q.log.Warn("a job will run again", "job", r.id, "kind", r.kind, "attempts", r.attempts, "in", o.wait, "err", err)
	}
	q.settle(ctx, r.claimed, o)
}

type attemptKey struct{}

// Attempt returns which try of its job the handler with this context is, from 1;
// 1 outside a job.
func Attempt(ctx context.Context) int64 {
	if n, is := ctx.Value(attemptKey{}).(int64); is {
		return n
	}
	return 1
}

// call turns a panic of the handler into an error.
func (q *Queue) call(ctx context.Context, j claimed) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return q.kind(j.kind).handler(context.WithValue(ctx, attemptKey{}, j.attempts), j.args)
}

// settle writes the outcome, and keeps trying while the lease lasts: a job whose
// outcome is not written runs again.
func (q *Queue) settle(ctx context.Context, j claimed, o outcome) {
	log := q.log.With("job", j.id, "kind", j.kind)
	for try := 1; ; try++ {
		ours, err := q.settleOnce(context.WithoutCancel(ctx), j, o)
		switch {
		case err == nil && ours:
			return
		case err == nil:
			log.Warn("a job was taken over before its outcome was written")
			return
		case try == settleTries || ctx.Err() != nil:
			log.Error("the outcome of a job was not written; it will run again", "err", err)
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func (q *Queue) settleOnce(ctx context.Context, j claimed, o outcome) (ours bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	now := q.now()
	err = q.db.Write(ctx, func(tx *sqldb.Tx) error {
		ours, err = settleJob(ctx, tx, j, o, now)
		return err
	})
	return ours, err
}
