package farm_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

func photoFixture(t *testing.T, db *sqldb.DB) (*farm.Service, *farm.Photos, *blob.Bucket) {
	t.Helper()
	s := fixture(t, db, 2)
	bucket, err := blob.Open(t.Context(), "file://"+t.TempDir())
	must(t, err)
	t.Cleanup(func() { must(t, bucket.Close()) })
	return s, farm.NewPhotos(s, bucket), bucket
}

func picture(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	must(t, png.Encode(&out, image.NewGray(image.Rect(0, 0, 40, 20))))
	return out.Bytes()
}

// stored reports whether the photo of that path is in the bucket.
func stored(t *testing.T, bucket *blob.Bucket, photo string) bool {
	t.Helper()
	object, err := bucket.Get(t.Context(), strings.TrimPrefix(photo, "/"))
	if fault.Is(err, fault.NotFound) {
		return false
	}
	must(t, err)
	must(t, object.Close())
	return true
}

// AFARM-9 FARM-10: a photo takes the place of the one before, whose file goes; what is
// refused changes nothing.
func TestPhotoOfAFarm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, photos, bucket := photoFixture(t, db)
		first, err := photos.Set(system, firstFarm, picture(t))
		must(t, err)
		if path.Dir(first.Photo) != "/photos" || !stored(t, bucket, first.Photo) || get(t, s).Photo != first.Photo || first.Version != 2 {
			t.Errorf("first: %q, version %d", first.Photo, first.Version)
		}
		second, err := photos.Set(system, firstFarm, picture(t))
		must(t, err)
		if second.Photo == first.Photo || stored(t, bucket, first.Photo) || !stored(t, bucket, second.Photo) {
			t.Errorf("first %q, second %q", first.Photo, second.Photo)
		}
		_, damaged := photos.Set(system, firstFarm, picture(t)[:50])
		_, page := photos.Set(system, firstFarm, []byte("<html><script>alert(1)</script>"))
		for name, err := range map[string]error{"damaged": damaged, "a page": page} {
			if !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != "photo" {
				t.Errorf("%s: %v", name, err)
			}
		}
		_, another := photos.Set(manager, fmt.Sprintf("%024d", 2), picture(t))
		_, cleared := photos.Clear(member, firstFarm)
		_, looking := photos.Set(limited(actor.Export), firstFarm, picture(t))
		_, unknown := photos.Set(system, "nothing", picture(t))
		if !fault.Is(another, fault.NotFound) || !fault.Is(cleared, fault.NotFound) || !fault.Is(looking, fault.Denied) || !fault.Is(unknown, fault.NotFound) {
			t.Errorf("another's farm: %v; a member: %v; an admin for exports: %v; no farm: %v", another, cleared, looking, unknown)
		}
		if f := get(t, s); f.Photo != second.Photo || f.Version != second.Version || !stored(t, bucket, f.Photo) {
			t.Errorf("after refusals: %q, version %d", f.Photo, f.Version)
		}
		third, err := photos.Set(manager, firstFarm, picture(t))
		must(t, err)
		if stored(t, bucket, second.Photo) || !stored(t, bucket, third.Photo) {
			t.Error("the farm's own manager put no photo in the place of the one before")
		}
		second = third
		gone, err := photos.Clear(manager, firstFarm)
		must(t, err)
		if gone.Photo != "" || get(t, s).Photo != "" || stored(t, bucket, second.Photo) {
			t.Errorf("cleared: %q", gone.Photo)
		}
		_, err = photos.Clear(system, firstFarm)
		must(t, err)
	})
}

// Of photos that arrive at the same moment one stays, with its file, and no other file.
func TestPhotosAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, photos, bucket := photoFixture(t, db)
		var wg sync.WaitGroup
		var mu sync.Mutex
		var made []string
		for range 5 {
			wg.Go(func() {
				f, err := photos.Set(system, firstFarm, picture(t))
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				made = append(made, f.Photo)
			})
		}
		wg.Wait()
		last := get(t, s).Photo
		for _, photo := range made {
			if stored(t, bucket, photo) != (photo == last) {
				t.Errorf("%s: stored %v, the farm's is %s", photo, stored(t, bucket, photo), last)
			}
		}
	})
}
