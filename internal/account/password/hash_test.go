package password

import (
	"context"
	"strings"
	"sync"
	"testing"
)

func TestPasswordHash(t *testing.T) {
	ctx := context.Background()
	h := NewHasher(Cost{})
	one, err := h.Hash(ctx, Requester{}, "merroir-demo")
	if err != nil {
		t.Fatal(err)
	}
	two, err := h.Hash(ctx, Requester{}, "merroir-demo")
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
		if got, err := h.Verify(ctx, Requester{}, tt.hash, tt.password); err != nil || got != tt.want {
			t.Errorf("Verify(%q, %q) = %v, %v", tt.hash, tt.password, got, err)
		}
	}
	if _, err := h.Verify(ctx, Requester{}, "$argon2id$v=19$m=1,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "x"); err == nil {
		t.Error("a hash with weak parameters was accepted")
	}
}

// A crowd waits for a slot and leaves when its request ends.
func TestHashingIsBounded(t *testing.T) {
	h := NewHasher(Cost{})
	for range maxHashing {
		h.slots <- struct{}{}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := h.Hash(ctx, Requester{Trusted: true}, "x"); err == nil {
		t.Error("hashed without a slot")
	}
}

// Those who hash at once are counted, each by who asks.
func TestHashedAtOnce(t *testing.T) {
	h := NewHasher(Cost{})
	var all sync.WaitGroup
	for _, who := range []string{"a", "a", "b", "c"} {
		all.Go(func() {
			if _, err := h.Hash(t.Context(), Requester{Key: who}, "x"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := h.Hashed(); n != 4 || len(h.waiting) != 0 {
		t.Errorf("%d hashed, waiting: %v", n, h.waiting)
	}
}
