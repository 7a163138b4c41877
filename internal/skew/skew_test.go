package skew

import (
	"testing"
	"time"
)

func TestAhead(t *testing.T) {
	now := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		at   time.Duration
		want bool
	}{{-time.Hour, false}, {0, false}, {10*time.Minute + Slack, false}, {10*time.Minute + Slack + time.Millisecond, true}, {24 * time.Hour, true}} {
		if got := Ahead(now.Add(c.at).UnixMilli(), now, 10*time.Minute); got != c.want {
			t.Errorf("%v ahead: %v, want %v", c.at, got, c.want)
		}
	}
}
