package skew

import "time"

// Slack is how far the clocks of instances may differ.
const Slack = 5 * time.Minute

// Ahead reports whether an instant in Unix milliseconds, which lies at most so far ahead of the time at which
// it is stored, was stored by a clock that was wrong. It says nothing then.
func Ahead(at int64, now time.Time, most time.Duration) bool { return at > Latest(now, most) }

// Latest returns the last instant, in Unix milliseconds, that is not ahead.
func Latest(now time.Time, most time.Duration) int64 { return now.Add(most + Slack).UnixMilli() }
