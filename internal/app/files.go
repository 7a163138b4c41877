package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// writeWhole replaces a file: it has the old content or the new one, also where
// the power fails. Only this user can read it.
func writeWhole(path string, content []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // gone already after the rename
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// writeOnce makes a file, unless there is one already, and gives its content. Of
// several processes that make it at once, all get what one of them wrote: they
// take turns by a lock on the folder, which leaves nothing behind and needs no
// hard links.
func writeOnce(path string, content []byte) ([]byte, error) {
	turn := flock.New(filepath.Dir(path), flock.SetFlag(os.O_RDONLY))
	if err := turn.Lock(); err != nil {
		return nil, err
	}
	defer turn.Unlock() //nolint:errcheck // closing the folder ends it in any case
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := writeWhole(path, content); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(path)
}
