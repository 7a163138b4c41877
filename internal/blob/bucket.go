package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
)

const maxName = 200

// nameForm is lower-case parts between slashes. A part begins with a letter or
// digit, so that no part is hidden or leads up.
var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$`)

// Bucket is where files are kept. It is safe for concurrent use.
type Bucket struct {
	store   store
	drawing chan struct{} // holds a token while a photo is drawn, which takes much memory

	photoMemory int64 // that drawing one may take, bytes
}

// Open gives the bucket at the address, file:///path/to/folder or s3://name with
// the parameters of a server; a missing folder is made. The error is a sentence.
func Open(_ context.Context, rawURL string) (*Bucket, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, errors.New("the address of the files must look like file:///path/to/folder or s3://bucket?region=…")
	}
	var opened store
	switch {
	case u.Scheme == "file" && u.Host == "" && len(u.Path) > 1:
		opened, err = openFolder(u.Path)
	case u.Scheme == "s3" && u.Host != "":
		opened, err = openS3(u)
	default:
		return nil, errors.New("the address of the files must look like file:///path/to/folder or s3://bucket?region=…")
	}
	if err != nil {
		return nil, fmt.Errorf("the place for files cannot be opened: %w", err)
	}
	return &Bucket{store: opened, drawing: make(chan struct{}, 1), photoMemory: UsualPhotoMemory}, nil
}

// Close releases the bucket.
func (b *Bucket) Close() error { return b.store.close() }

// Put stores the content under the name, in place of what was there.
func (b *Bucket) Put(ctx context.Context, name, contentType string, content []byte) error {
	if err := checkName(name); err != nil {
		return err
	}
	if err := b.store.put(ctx, name, contentType, content); err != nil {
		return fmt.Errorf("storing %s: %w", name, err)
	}
	return nil
}

// Object is a stored file, open for reading; it must be closed.
type Object struct {
	io.ReadSeekCloser
	ContentType string
	Size        int64
	Modified    time.Time
}

// Get opens the file of that name; a NotFound fault where there is none.
func (b *Bucket) Get(ctx context.Context, name string) (*Object, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	object, err := b.store.get(ctx, name)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return object, err
}

// Delete removes the file of that name, if there is one.
func (b *Bucket) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	if err := b.store.delete(ctx, name); err != nil {
		return fmt.Errorf("deleting %s: %w", name, err)
	}
	return nil
}

// Write stores what the function writes under the name, as [Bucket.Put] does, however much it
// is. Where the function fails, or the store, nothing is stored.
func (b *Bucket) Write(ctx context.Context, name, contentType string, fill func(io.Writer) error) error {
	if err := checkName(name); err != nil {
		return err
	}
	if err := b.store.write(ctx, name, contentType, fill); err != nil {
		return fmt.Errorf("storing %s: %w", name, err)
	}
	return nil
}

var errNoFile = fault.New(fault.NotFound, "No such file.")

// IsName reports whether a file, or a folder, may be named so.
func IsName(name string) bool { return len(name) <= maxName && nameForm.MatchString(name) }

// checkName lets a name through that is one, and takes any other for a file
// that does not exist.
func checkName(name string) error {
	if !IsName(name) || strings.HasSuffix(name, detailSuffix) {
		return errNoFile
	}
	return nil
}
