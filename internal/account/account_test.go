package account

import (
	"context"
	"strings"
	"testing"
	"time"
)

// S20: however often strangers guess, the account opens again in a quarter of an hour.
func TestWaitAfter(t *testing.T) {
	for failed, want := range map[int64]time.Duration{
		1: 0, 4: 0, 5: time.Second, 6: 2 * time.Second, 9: 16 * time.Second, 14: 512 * time.Second, 15: longWait, 99: longWait, 100: longWait, 1 << 40: longWait,
	} {
		if got := waitAfter(failed); got != want {
			t.Errorf("after %d: %s, want %s", failed, got, want)
		}
	}
}

func TestPasswordHash(t *testing.T) {
	ctx := context.Background()
	h := newHasher()
	one, err := h.hash(ctx, turn{}, "merroir-demo")
	if err != nil {
		t.Fatal(err)
	}
	two, err := h.hash(ctx, turn{}, "merroir-demo")
	if err != nil {
		t.Fatal(err)
	}
	if one == two || !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hashes %s and %s", one, two)
	}
	tests := []struct {
		hash, password string
		want           bool
	}{{one, "merroir-demo", true}, {two, "merroir-demo", true}, {one, "merroir-dem0", false}, {one, "", false}, {"", "", false}, {"", "merroir-demo", false}}
	for _, tt := range tests {
		if got, err := h.verify(ctx, turn{}, tt.hash, tt.password); err != nil || got != tt.want {
			t.Errorf("verify(%q, %q) = %v, %v", tt.hash, tt.password, got, err)
		}
	}
	if _, err := h.verify(ctx, turn{}, "$argon2id$v=19$m=1,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "x"); err == nil {
		t.Error("a hash with weak parameters was accepted")
	}
}

// A crowd waits for a place and leaves when its request ends.
func TestHashingIsBounded(t *testing.T) {
	h := newHasher()
	for range hashesAtOnce {
		h.places <- struct{}{}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := h.hash(ctx, turn{trusted: true}, "x"); err == nil {
		t.Error("hashed without a place")
	}
}
