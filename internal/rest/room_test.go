package rest

import (
	"context"
	"testing"

	"github.com/merroir/merroir/internal/fault"
)

// Forms are taken as long as there is room for them; who waits too long is
// refused in words, and who waits gets the room that becomes free.
func TestRoomForForms(t *testing.T) {
	r := newRoom()
	var free []func()
	for range maxFormBytes / maxFile {
		done, err := r.take(t.Context(), maxFile)
		if err != nil {
			t.Fatal(err)
		}
		free = append(free, done)
	}
	inTime := r.wait
	r.wait = 0
	if _, err := r.take(t.Context(), maxFile); !fault.Is(err, fault.Unavailable) || fault.As(err).Message == "" {
		t.Errorf("one more: %v", err)
	}
	r.wait = inTime
	if done, err := r.take(t.Context(), 1<<20); err != nil {
		t.Errorf("a small one: %v", err)
	} else {
		done()
	}
	got := make(chan error)
	go func() { _, err := r.take(context.Background(), maxFile); got <- err }()
	free[0]()
	if err := <-got; err != nil {
		t.Errorf("who waited: %v", err)
	}
}
