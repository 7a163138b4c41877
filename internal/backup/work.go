package backup

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

const (
	takingPrefix    = "backing-up-" // folder with the copy of a database
	restoringPrefix = "restoring-"  // folder with the unpacked contents of a backup
)

// work is a folder within the data folder for contents that are not encrypted. It exists while a backup is
// taken or restored. Its process holds a lock on it, which the end of the process releases, so that Sweep
// recognizes the folder of a killed process.
type work struct {
	dir  string
	lock *flock.Flock
}

// newWork creates a work folder in the data folder, after removing those of killed processes.
func newWork(dataDir, prefix string) (*work, error) {
	if err := os.MkdirAll(dataDir, 0o750); err != nil {
		return nil, err
	}

	if _, err := Sweep(dataDir); err != nil {
		return nil, err
	}

	// Sweep takes the same lock, so it never sees a folder that is not locked yet.
	unlock, err := lockFolder(dataDir)
	if err != nil {
		return nil, err
	}
	defer unlock()

	dir, err := os.MkdirTemp(dataDir, prefix)
	if err != nil {
		return nil, err
	}

	lock := flock.New(dir, flock.SetFlag(os.O_RDONLY))
	if err := lock.Lock(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &work{dir, lock}, nil
}

// path returns the path of a file in the folder.
func (w *work) path(name string) string { return filepath.Join(w.dir, name) }

// remove deletes the folder and all that is in it.
func (w *work) remove() error { return errors.Join(os.RemoveAll(w.dir), w.lock.Unlock()) }

// Sweep deletes what backups and restores of killed processes left in the data folder, which is not
// encrypted, and returns the names of the deleted folders. Folders of running processes stay.
func Sweep(dataDir string) (swept []string, err error) {
	unlock, err := lockFolder(dataDir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer unlock()

	entries, err := os.ReadDir(dataDir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if !entry.IsDir() || !isWork(entry.Name()) {
			continue
		}
		removed, err := removeDead(filepath.Join(dataDir, entry.Name()))
		if err != nil {
			return swept, err
		}
		if removed {
			swept = append(swept, entry.Name())
		}
	}
	return swept, nil
}

func isWork(name string) bool {
	return strings.HasPrefix(name, takingPrefix) || strings.HasPrefix(name, restoringPrefix)
}

// removeDead deletes a work folder and reports true, unless a running process holds its lock.
func removeDead(dir string) (removed bool, err error) {
	lock := flock.New(dir, flock.SetFlag(os.O_RDONLY))
	free, err := lock.TryLock()
	if err != nil || !free {
		return false, err
	}
	return true, errors.Join(os.RemoveAll(dir), lock.Unlock())
}

// lockFolder waits for the lock on a folder. The lock leaves no file behind.
func lockFolder(dir string) (unlock func(), err error) {
	lock := flock.New(dir, flock.SetFlag(os.O_RDONLY))
	if err := lock.Lock(); err != nil {
		return nil, err
	}
	return func() { _ = lock.Unlock() }, nil
}
