package farm

import (
	"bytes"
	"context"
	"log/slog"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Photos holds the use cases of farms' photos, whose files are in the bucket.
type Photos struct {
	farms  *Service
	bucket *blob.Bucket
}

// NewPhotos makes the service.
func NewPhotos(farms *Service, bucket *blob.Bucket) *Photos { return &Photos{farms, bucket} }

// Set stores a picture as the farm's photo in place of the one it had. One that
// cannot be a photo is an Invalid fault of the field photo. Those who keep farm
// records may, and the farm's own people.
func (p *Photos) Set(ctx context.Context, farmID string, picture []byte) (Farm, error) {
	if err := p.allowed(ctx, farmID); err != nil { // before the work of drawing it
		return Farm{}, err
	}
	name, err := p.bucket.PutPhoto(ctx, bytes.NewReader(picture))
	if err != nil {
		return Farm{}, err
	}
	f, err := p.replace(ctx, farmID, name)
	if err != nil {
		p.remove(ctx, name)
	}
	return f, err
}

// Clear removes the farm's photo. The same may as may set it.
func (p *Photos) Clear(ctx context.Context, farmID string) (Farm, error) {
	if err := p.allowed(ctx, farmID); err != nil {
		return Farm{}, err
	}
	return p.replace(ctx, farmID, "")
}

// Keeper tells the service how a photo is removed with its farm.
func (p *Photos) Keeper() Keeper { return Keeper{DropPhoto: p.remove} }

// allowed also refuses a read-only view, before a picture is read or drawn.
func (p *Photos) allowed(ctx context.Context, farmID string) error {
	if caller, _ := actor.From(ctx); caller.Viewing != "" {
		return actor.ErrViewing
	}

	return p.farms.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := RequireTo(ctx, tx, farmID, actor.Companies)
		return err
	})
}

// replace stores the name and then removes the file of the old one: while the
// farm is there, its tag pages show the photo that it has now.
func (p *Photos) replace(ctx context.Context, farmID, name string) (Farm, error) {
	var old string
	f, err := p.farms.edit(ctx, "farm.photo", farmID, 0, func(f *Farm) error {
		old, f.photoName = f.photoName, name
		return nil
	})
	if err == nil && old != "" {
		p.remove(ctx, old)
	}
	return f, err
}

// remove deletes a file that no record names any more. It must not fail the
// call, which has done its work; a file that is left only takes up room.
func (p *Photos) remove(ctx context.Context, name string) {
	if err := p.bucket.DeletePhoto(context.WithoutCancel(ctx), name); err != nil && !fault.Is(err, fault.NotFound) {
		slog.ErrorContext(ctx, "an old photo could not be removed", "name", name, "err", err)
	}
}

// PhotoFiles are the names of the files of all farms' photos.
func PhotoFiles(ctx context.Context, tx *sqldb.Tx) (files []string, err error) {
	photos, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT photo FROM farms WHERE photo <> '' ORDER BY id")
	for _, photo := range photos {
		files = append(files, blob.PhotoFiles(photo)...)
	}
	return files, err
}
