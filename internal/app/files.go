package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// writeWhole replaces a file: it has the old content or the new one, also where
// the power fails. Only this user can read it.
func writeWhole(path string, content []byte) error { return putInPlace(path, content, os.Rename) }

// writeOnce makes a file, unless there is one already, and gives its content. Of
// several processes that make it at once, all get what one of them wrote.
func writeOnce(path string, content []byte) ([]byte, error) {
	err := putInPlace(path, content, func(from, to string) error {
		err := os.Link(from, to)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		return os.Rename(from, to) // where the file system has no links
	})
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.ReadFile(path)
}

// putInPlace writes a file beside its place and lets place move it there.
func putInPlace(path string, content []byte, place func(from, to string) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // gone already after a rename
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return place(file.Name(), path)
}
