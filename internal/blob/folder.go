package blob

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/merroir/merroir/internal/fault"
)

// folderStore keeps each file under its name in a folder, and its content type
// in a file beside it. Nothing leads out of the folder, not by a link either.
type folderStore struct{ root *os.Root }

const (
	detailSuffix = ".attrs" // of the file beside a file; earlier releases wrote the same
	anyType      = "application/octet-stream"

	partPrefix = ".part-"       // of a file that is being written
	partLives  = 24 * time.Hour // far longer than any write takes
)

// sweep removes the parts that a crash left behind. Another process may be
// writing into the same folder, so a young part stays; so does one that cannot
// be reached, since it costs nothing but room.
func (f *folderStore) sweep(now time.Time) {
	_ = fs.WalkDir(f.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasPrefix(entry.Name(), partPrefix) {
			return nil
		}
		if info, err := entry.Info(); err == nil && now.Sub(info.ModTime()) >= partLives {
			_ = f.root.Remove(name)
		}
		return nil
	})
}

// details are what is known of a file beside its content.
type details struct {
	ContentType string `json:"user.content_type"`
}

func openFolder(dir string) (*folderStore, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &folderStore{root}
	f.sweep(time.Now())
	return f, nil
}

func (f *folderStore) close() error { return f.root.Close() }

func (f *folderStore) put(ctx context.Context, name, contentType string, content []byte) error {
	return f.write(ctx, name, contentType, func(w io.Writer) error { _, err := w.Write(content); return err })
}

// write writes both files beside their places and moves them there: whoever reads
// meanwhile, or after a crash, finds the old file or the new one, whole.
func (f *folderStore) write(_ context.Context, name, contentType string, fill func(io.Writer) error) error {
	text, err := json.Marshal(details{contentType})
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return f.makeFolder(path.Dir(name)) },
		func() error {
			return f.replace(name+detailSuffix, func(w io.Writer) error { _, err := w.Write(text); return err })
		},
		func() error { return f.replace(name, fill) },
		func() error { return f.sync(path.Dir(name)) },
	} {
		if err := step(); err != nil {
			return inWords(err)
		}
	}
	return nil
}

// makeFolder makes a folder that outlives a crash.
func (f *folderStore) makeFolder(dir string) error {
	if _, err := f.root.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parent := path.Dir(dir)
	if err := f.makeFolder(parent); err != nil {
		return err
	}
	if err := f.root.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return f.sync(parent)
}

// replace puts what the function writes in the place of the file. Its first name is no
// name of a file, so that nobody takes a part for the whole.
func (f *folderStore) replace(name string, fill func(io.Writer) error) error {
	part := path.Join(path.Dir(name), partPrefix+rand.Text())
	if err := f.fill(part, fill); err != nil {
		return errors.Join(err, f.root.Remove(part))
	}
	return f.root.Rename(part, name)
}

func (f *folderStore) fill(name string, fill func(io.Writer) error) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err = fill(file); err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// sync makes sure that the names in a folder outlive a crash.
func (f *folderStore) sync(dir string) error {
	folder, err := f.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (f *folderStore) get(_ context.Context, name string) (*Object, error) {
	file, err := f.root.Open(name)
	if err != nil {
		return nil, orNoFile(err)
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = errNoFile
	}
	about := details{ContentType: anyType}
	if text, missing := f.root.ReadFile(name + detailSuffix); err == nil && missing == nil {
		err = json.Unmarshal(text, &about)
	}
	if err != nil {
		return nil, inWords(errors.Join(err, file.Close()))
	}
	return &Object{file, about.ContentType, info.Size(), info.ModTime()}, nil
}

func (f *folderStore) delete(_ context.Context, name string) error {
	for _, each := range []string{name, name + detailSuffix} {
		if err := f.root.Remove(each); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return inWords(err)
		}
	}
	return nil
}

func orNoFile(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errNoFile
	}
	return inWords(err)
}

// inWords gives an error of the folder its kind and a sentence for a person, where
// whoever keeps the server can mend what it comes from.
func inWords(err error) error {
	for _, trouble := range []struct {
		says string
		of   []error
	}{
		{"The disk for files is full. No file can be kept until there is room again.", []error{syscall.ENOSPC, syscall.EDQUOT}},
		{"The folder for files takes no changes at the moment. Please try again later.", []error{syscall.EROFS, fs.ErrPermission}},
		{"Too many files are open on the server. Please try again.", []error{syscall.EMFILE, syscall.ENFILE}},
		{"The disk for files fails. No file can be kept until it is mended.", []error{syscall.EIO}},
	} {
		for _, sign := range trouble.of {
			if errors.Is(err, sign) {
				return fault.Wrap(fault.Unavailable, trouble.says, err)
			}
		}
	}
	return err
}
