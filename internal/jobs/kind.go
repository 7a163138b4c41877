package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// kind is how the jobs of one name are run.
type kind struct {
	name    string
	handler func(context.Context, []byte) error
	rank    int           // kinds of a lower rank are claimed first
	atOnce  int           // jobs that a process runs at the same time
	perLane int           // of them, those in one lane; zero for any number
	slow    time.Duration // a job that has run that long leaves its place to another; zero for never
	slowMax int           // jobs that may have left their place and still run
	ahead   time.Duration // how far ahead of now one may be due
	pause   pause         // read and written under the queue's lock
}

// KindOption says how the jobs of a kind are run.
type KindOption func(*kind)

// AtOnce lets a process run n jobs of the kind at the same time, instead of one.
func AtOnce(n int) KindOption { return func(k *kind) { k.atOnce = n } }

// Rank sets the order in which kinds are claimed: lower first, 0 by default.
func Rank(n int) KindOption { return func(k *kind) { k.rank = n } }

// PerLane limits how many jobs of one lane ([Lane]) a process runs at the same time.
func PerLane(n int) KindOption { return func(k *kind) { k.perLane = n } }

// SlowAfter lets another job start when one has run for the duration, for up to n such jobs,
// so that one that hangs delays only itself and its lane.
func SlowAfter(d time.Duration, n int) KindOption {
	return func(k *kind) { k.slow, k.slowMax = d, n }
}

// Ahead lets jobs of the kind be enqueued that far ahead, instead of a day.
func Ahead(d time.Duration) KindOption {
	return func(k *kind) { k.ahead = max(d, maxRetry) }
}

// Handle sets the function that runs the jobs of a kind; their arguments travel
// as JSON. A kind has one handler: a second one is a mistake in the program.
func Handle[Args any](q *Queue, name string, handler func(context.Context, Args) error, options ...KindOption) {
	if q.kind(name) != nil {
		panic("jobs: two handlers for " + name)
	}
	k := &kind{name: name, atOnce: 1, ahead: maxRetry}
	for _, option := range options {
		option(k)
	}
	k.handler = func(ctx context.Context, stored []byte) error {
		var args Args
		if err := json.Unmarshal(stored, &args); err != nil {
			return Permanent(fmt.Errorf("the arguments cannot be read: %w", err))
		}
		return handler(ctx, args)
	}
	q.kinds = append(q.kinds, k)
}

// kind is the one of that name, nil where nobody handles it.
func (q *Queue) kind(name string) *kind {
	for _, k := range q.kinds {
		if k.name == name {
			return k
		}
	}
	return nil
}

// isSlow reports whether a job that began at the instant has left its place to another.
func (k *kind) isSlow(begun, now time.Time) bool {
	return k.slow > 0 && now.Sub(begun) >= k.slow
}

const (
	firstPause = 15 * time.Second
	maxPause   = 15 * time.Minute
)

// pause holds a kind back while something that all its jobs need is down.
type pause struct {
	until time.Time
	last  time.Duration // zero when all is well
}

// pauseKind gives how long the kind waits after an outage: longer each time.
// Several jobs that met the same outage count as one.
func (q *Queue) pauseKind(name string) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	p, now := &q.kind(name).pause, q.now()
	if left := p.until.Sub(now); left > 0 && left <= p.last {
		return left
	}
	p.last = min(max(2*p.last, firstPause), maxPause)
	p.until = now.Add(p.last)
	return p.last
}

func (q *Queue) resumeKind(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.kind(name).pause = pause{}
}

// room returns how many more jobs of the kind may be started: none while it is paused,
// then one to see whether the outage is over. Slow jobs are among the running ones.
// It is called under the lock.
func (k *kind) room(running, slow int, now time.Time) int {
	switch left := k.pause.until.Sub(now); {
	case left > 0 && left <= k.pause.last:
		return 0
	case k.pause.last > 0:
		return 1 - running
	}
	return k.atOnce - running + min(slow, k.slowMax)
}
