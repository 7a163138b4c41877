package backup

import (
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/blob/s3test"
)

// The metrics, the page of root and the daily backup may ask a bucket at once; each may do as they like with the answer.
func TestABucketIsAskedAtOnce(t *testing.T) {
	server := s3test.Serve(t)
	server.Objects["every/day/merroir-20261101T010203.000Z.backup"] = s3test.Object{Content: []byte("a backup")}
	place, err := At(ctx, server.Address("every/day"))
	must(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			kept, err := place.Kept(ctx)
			if err != nil || len(kept) != 1 {
				t.Errorf("%+v %v", kept, err)
				return
			}
			kept[0].Bytes = 0
		})
	}
	all.Wait()
	if kept, err := place.Kept(ctx); err != nil || len(kept) != 1 || kept[0].Bytes != 8 {
		t.Errorf("%+v %v", kept, err)
	}
}
