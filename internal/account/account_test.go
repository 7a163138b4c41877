package account

import (
	"testing"
	"time"
)

// S20: however often somebody guesses, the account opens again in a quarter of an hour.
func TestWaitAfter(t *testing.T) {
	for failed, want := range map[int64]time.Duration{
		1: 0, 4: 0, 5: time.Second, 6: 2 * time.Second, 9: 16 * time.Second, 14: 512 * time.Second, 15: longWait, 99: longWait, 100: longWait, 1 << 40: longWait,
	} {
		if got := waitAfter(failed); got != want {
			t.Errorf("after %d: %s, want %s", failed, got, want)
		}
	}
}
