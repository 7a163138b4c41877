package blob

import (
	"context"
	"time"
)

// store keeps files under names that [Bucket] has checked.
type store interface {
	put(ctx context.Context, name, contentType string, content []byte) error
	get(ctx context.Context, name string) (*Object, error)        // errNoFile where there is none
	delete(ctx context.Context, name string) error                // nil where there is none
	newest(ctx context.Context, folder string) (time.Time, error) // the zero time where there is no file
	close() error
}
