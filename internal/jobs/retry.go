package jobs

import (
	"errors"
	"strings"
	"time"
)

const (
	maxAttempts = 8
	firstWait   = 15 * time.Second
	waitGrowth  = 4
	maxWait     = 18 * time.Hour
	maxRetry    = 24 * time.Hour // maxWait and its spread lie within it
)

// Permanent marks an error that trying again cannot fix: the job has failed.
func Permanent(err error) error { return permanent{err} }

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Later is the answer of a handler whose job cannot be done yet: it is run again
// after the wait, which is at most a day, and uses up no attempt. The error says
// why; it is nil when waiting is expected.
func Later(wait time.Duration, err error) error { return later{min(wait, maxRetry), err} }

type later struct {
	wait time.Duration
	err  error
}

func (l later) Error() string {
	if l.err == nil {
		return ""
	}
	return l.err.Error()
}

func (l later) Unwrap() error { return l.err }

// Outage marks an error that is not the job's own: something that every job of
// its kind needs does not work until somebody fixes it, such as the password for
// the mail server. The job uses up no attempt, however long that takes, and the
// process leaves its kind alone for a while, a quarter of an hour at most; then
// it tries with one job.
func Outage(err error) error { return outage{err} }

type outage struct{ error }

func (o outage) Unwrap() error { return o.error }

// backoff is the wait after so many failed attempts: 15 s, 1 min, 4 min … 17 h,
// spread by a fifth either way so that what failed together does not come back
// together. random is in [0, 1).
func backoff(attempts int64, random float64) time.Duration {
	wait := firstWait
	for range attempts - 1 {
		wait = min(wait*waitGrowth, maxWait)
	}
	return time.Duration(float64(wait) * (0.8 + 0.4*random))
}

// state is what a job is doing, as it is stored.
type state string

const (
	ready  state = "ready"
	active state = "running"
	done   state = "done"
	failed state = "failed"
)

// outcome is what becomes of a job after a run.
type outcome struct {
	state    state
	wait     time.Duration // for ready: from now
	attempts int64
	reason   string
}

// decide gives the outcome of a run that ended with err on the given attempt.
// A job that a stopping process gives back has not used up its attempt.
func decide(err error, attempts int64, givenBack bool, random float64) outcome {
	var p permanent
	var l later
	switch {
	case err == nil:
		return outcome{state: done, attempts: attempts}
	case errors.As(err, &l):
		return outcome{state: ready, wait: l.wait, attempts: attempts - 1, reason: storable(l.Error())}
	case errors.As(err, &p), attempts >= maxAttempts && !givenBack:
		return outcome{state: failed, attempts: attempts, reason: storable(err.Error())}
	case givenBack:
		return outcome{state: ready, attempts: attempts - 1, reason: "handed back by a stopping process"}
	default:
		return outcome{state: ready, wait: backoff(attempts, random), attempts: attempts, reason: storable(err.Error())}
	}
}

// storable is the text of an error as either engine takes it: valid UTF-8
// without NUL, and no longer than a stack trace.
func storable(reason string) string {
	const longest = 8000
	if len(reason) > longest {
		reason = reason[:longest]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(reason, "?"), "\x00", "?")
}
