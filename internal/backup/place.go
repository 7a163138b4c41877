package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	namePrefix = "merroir-"
	nameSuffix = ".backup"
	nameTime   = "20060102T150405.000Z"
	partPrefix = ".part-" // of a backup that is being written
	partLives  = 24 * time.Hour

	farAsked = 15 * time.Second // so often a place that is far is asked at most for what it keeps
)

// Place is where backups are kept: a folder, or a folder of an S3 bucket.
type Place interface {
	// Kept are the backups, the newest first.
	Kept(ctx context.Context) ([]Kept, error)
	// Room is the folder in which the place itself has room for what is in the works; empty where it has none.
	Room() string

	put(ctx context.Context, name string, fill func(io.Writer) error) (Kept, error)
	open(ctx context.Context, name string) (io.ReadCloser, error)
	remove(ctx context.Context, name string) error
}

// Kept is a backup in its place.
type Kept struct {
	Path  string // by which it is restored; the address of a bucket has no secret in it
	Name  string
	At    time.Time // when it was taken, by its name
	Bytes int64
}

// At gives the place at an address: a folder, file:///path/to/folder, or
// s3://bucket/folder with the parameters of a server. The error is a sentence.
func At(ctx context.Context, address string) (Place, error) {
	u, err := url.Parse(address)
	switch {
	case !strings.Contains(address, "://"):
		return folderPlace(address), nil
	case err == nil && u.Scheme == "file" && u.Host == "" && len(u.Path) > 1:
		return folderPlace(u.Path), nil
	case err != nil || u.Scheme != "s3":
		return nil, errors.New("the place for backups must look like /path/to/folder or s3://bucket/folder?region=…")
	}
	folder := strings.Trim(u.Path, "/")
	if folder != "" && !blob.IsName(folder) {
		return nil, errors.New("the folder of a bucket for backups has lower-case letters, digits and . _ - between slashes")
	}
	if folder != "" {
		folder += "/"
	}
	bucket, err := blob.Open(ctx, (&url.URL{Scheme: u.Scheme, Host: u.Host, RawQuery: u.RawQuery}).String())
	if err != nil {
		return nil, err
	}
	return &bucketPlace{bucket: bucket, folder: folder, address: url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/" + folder, RawQuery: u.RawQuery}}, nil
}

// TakenAt is when a backup was taken, by its name, which is lower-case in a bucket; the zero time for another file.
func TakenAt(path string) time.Time {
	name, isOurs := strings.CutPrefix(filepath.Base(path), namePrefix)
	name, ends := strings.CutSuffix(name, nameSuffix)
	at, err := time.Parse(nameTime, strings.ToUpper(name))
	if !isOurs || !ends || err != nil {
		return time.Time{}
	}
	return at
}

// Forget removes all but the newest backups of a place, that many, and gives
// those that it removed.
func Forget(ctx context.Context, place Place, keep int) (gone []Kept, err error) {
	kept, err := place.Kept(ctx)
	if err != nil || keep < 1 || len(kept) <= keep {
		return nil, err
	}
	for _, old := range kept[keep:] {
		if err := place.remove(ctx, old.Name); err != nil {
			return gone, err
		}
		gone = append(gone, old)
	}
	return gone, nil
}

// openBackup opens a backup by its path or its address.
func openBackup(ctx context.Context, address string) (io.ReadCloser, error) {
	in, name, query := address, "", ""
	if strings.Contains(address, "://") {
		in, query, _ = strings.Cut(address, "?")
	} else if info, err := os.Stat(address); err == nil && !info.IsDir() {
		return os.Open(address) // under whatever name
	}
	if TakenAt(in) != (time.Time{}) {
		at := strings.LastIndexAny(in, "/"+string(filepath.Separator)) + 1
		in, name = in[:at], in[at:]
	}
	if query != "" {
		in += "?" + query
	}
	place, err := At(ctx, in)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return nil, whichOf(ctx, place, address)
	}
	return place.open(ctx, name)
}

// whichOf says which backups a place has, to whoever has named the place alone.
func whichOf(ctx context.Context, place Place, address string) error {
	kept, err := place.Kept(ctx)
	if err != nil {
		return err
	}
	if len(kept) == 0 {
		return fmt.Errorf("%s: there is no backup", address)
	}
	return fmt.Errorf("%s has %d backups: name one. The newest is %s", address, len(kept), kept[0].Path)
}

// newestFirst sorts backups, whose names begin with when they were taken.
func newestFirst(kept []Kept) []Kept {
	sorting.By(kept, func(a, b Kept) int { return strings.Compare(b.Name, a.Name) })
	return kept
}

// folderPlace is a folder of this machine.
type folderPlace string

func (f folderPlace) Room() string { return string(f) }

func (f folderPlace) path(name string) string { return filepath.Join(string(f), name) }

func (f folderPlace) Kept(context.Context) (kept []Kept, err error) {
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		at := TakenAt(entry.Name())
		info, err := entry.Info()
		if err == nil && !at.IsZero() && entry.Type().IsRegular() {
			kept = append(kept, Kept{f.path(entry.Name()), entry.Name(), at, info.Size()})
		}
	}
	return newestFirst(kept), nil
}

// put writes the file beside its place, and moves it there once it is on disk.
func (f folderPlace) put(_ context.Context, name string, fill func(io.Writer) error) (kept Kept, err error) {
	file, err := os.CreateTemp(string(f), partPrefix)
	if err != nil {
		return kept, err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	defer sqldb.Gently(file.Name())()
	if err = fill(file); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return kept, err
	}
	if err = os.Rename(file.Name(), f.path(name)); err != nil {
		return kept, err
	}
	info, err := os.Stat(f.path(name))
	if err != nil {
		return kept, err
	}
	return Kept{f.path(name), name, TakenAt(name), info.Size()}, syncFolder(string(f))
}

func (f folderPlace) open(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(f.path(name))
}

func (f folderPlace) remove(_ context.Context, name string) error { return os.Remove(f.path(name)) }

// bucketPlace is a folder of a bucket. What it keeps is remembered for a while: the
// metrics ask for it all the time.
type bucketPlace struct {
	bucket  *blob.Bucket
	folder  string // ends in a slash where it is one
	address url.URL

	mu    sync.Mutex
	asked time.Time
	kept  []Kept
}

func (b *bucketPlace) Room() string { return "" }

func (b *bucketPlace) path(name string) string {
	address := b.address
	address.Path += name
	return address.String()
}

func (b *bucketPlace) Kept(ctx context.Context) ([]Kept, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if since := time.Since(b.asked); since >= 0 && since < farAsked {
		return slices.Clone(b.kept), nil
	}
	files, err := b.bucket.List(ctx, strings.TrimSuffix(b.folder, "/"))
	if err != nil {
		return nil, err
	}
	b.kept = nil
	for _, file := range files {
		if at := TakenAt(file.Name); !at.IsZero() {
			b.kept = append(b.kept, Kept{b.path(file.Name), file.Name, at, file.Size})
		}
	}
	b.asked = time.Now()
	return slices.Clone(newestFirst(b.kept)), nil
}

// changed has it asked anew.
func (b *bucketPlace) changed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = time.Time{}
}

func (b *bucketPlace) put(ctx context.Context, name string, fill func(io.Writer) error) (Kept, error) {
	defer b.changed()
	name = strings.ToLower(name)
	written := counter(0)
	err := b.bucket.Write(ctx, b.folder+name, "application/octet-stream", func(w io.Writer) error {
		return fill(io.MultiWriter(w, &written))
	})
	return Kept{b.path(name), name, TakenAt(name), int64(written)}, err
}

func (b *bucketPlace) open(ctx context.Context, name string) (io.ReadCloser, error) {
	return b.bucket.Get(ctx, b.folder+name)
}

func (b *bucketPlace) remove(ctx context.Context, name string) error {
	defer b.changed()
	return b.bucket.Delete(ctx, b.folder+name)
}

// counter counts bytes.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
