package rest

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/merroir/merroir/internal/fault"
)

const (
	maxFormBytes = 64 << 20         // bytes of all forms that a process takes at a time
	formWait     = 10 * time.Second // for others to be done
)

// room keeps the forms that are read at the same time within the memory of the
// process. First come, first served, so that a large file gets its turn too.
type room struct {
	bytes *semaphore.Weighted
	wait  time.Duration
}

func newRoom() *room { return &room{bytes: semaphore.NewWeighted(maxFormBytes), wait: formWait} }

// take waits until there is room for a form of that size, and reserves it until
// free is called.
func (r *room) take(ctx context.Context, size int64) (free func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, r.wait)
	defer cancel()
	if err := r.bytes.Acquire(ctx, size); err != nil {
		return nil, fault.Wrap(fault.Unavailable, "Many files are arriving at this moment. Please try again in a minute.", err)
	}
	return func() { r.bytes.Release(size) }, nil
}
