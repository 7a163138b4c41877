package blob

import (
	"context"
	"io"
)

// store keeps files under names that [Bucket] has checked.
type store interface {
	put(ctx context.Context, name, contentType string, content []byte) error
	get(ctx context.Context, name string) (*Object, error) // errNoFile where there is none
	delete(ctx context.Context, name string) error         // nil where there is none
	// list shows the files of a folder, in no order; of its folders none.
	list(ctx context.Context, folder string, each func(Listed)) error
	// write stores what the function writes, of any length, whole or not at all.
	write(ctx context.Context, name, contentType string, fill func(io.Writer) error) error
	close() error
}
