package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/sqldb"
)

// Target is where a backup is put back.
type Target struct {
	DatabaseURL string
	Files       *blob.Bucket
	SecretFile  string // gets the key of second factors
	Dir         string // data folder, in which the backup is unpacked
	Passphrase  string
	Anyway      bool // also in the place of a database that is newer
	Now         func() time.Time
}

// asideDir returns the folder for what was there before. It is on the disk of the database, whose file is moved.
func (t Target) asideDir() string {
	if path := sqldb.FilePath(t.DatabaseURL); path != "" {
		return filepath.Dir(path)
	}
	return t.Dir
}

// Restored is what [Restore] has done.
type Restored struct {
	About
	Files    int
	Aside    string    // the folder with what was there before; empty where nothing was
	Settings []Setting // that the server ran with which took the backup
}

// Restore puts a backup, named by its path or its address, in the place of what is there. It looks through all of
// the backup first, and refuses, leaving everything as it is, where that is not
// whole, is of another kind of database or of a newer program, or where
// [sqldb.Load] finds something in the way.
func Restore(ctx context.Context, path string, t Target) (done Restored, err error) {
	u, err := open(ctx, path, t)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, u.work.remove()) }()

	done.About = u.About
	if have := sqldb.Kind(t.DatabaseURL); have != u.Kind {
		return done, unusable(fmt.Sprintf("it is of a %s database, and MERROIR_DATABASE_URL names a %s one", u.Kind, have))
	}
	if newest := sqldb.NewestSchema(); u.Schema > newest {
		return done, unusable(fmt.Sprintf("a newer merroir took it (schema %d, this one has %d); use that version", u.Schema, newest))
	}
	if done.Settings, err = u.settings(); err != nil {
		return done, unusable("its settings cannot be read")
	}
	away := aside(t.asideDir(), "before-restore-", t.Now())
	if err := sqldb.Load(ctx, t.DatabaseURL, u.database(), away, u.Taken, t.Anyway); err != nil {
		return done, err
	}
	if done.Files, err = u.putFiles(ctx, t.Files); err != nil {
		return done, fmt.Errorf("the database is restored, its files are not: %w; restore again with --anyway", err)
	}
	if err := u.putKey(t.SecretFile, away); err != nil {
		return done, fmt.Errorf("the database is restored, the key of second factors is not: %w", err)
	}
	if _, err := os.Stat(away); err == nil {
		done.Aside = away
	}
	return done, nil
}

// Rehearsal is a backup that was restored beside the database in use.
type Rehearsal struct {
	About
	DatabaseURL string
	SecretKey   []byte // contents of the file with the key of second factors; nil if the backup has none
	HasFile     func(name string) bool
}

// Rehearse restores the database of a backup beside the one in use, shows it to
// the function, and removes it. A database that is a file needs no scratch database;
// another is restored into that one, which must be empty, and stays there.
func Rehearse(ctx context.Context, path, scratchURL string, t Target, look func(Rehearsal) error) (err error) {
	u, err := open(ctx, path, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, u.work.remove()) }()

	if own := sqldb.InFolder(u.Kind, u.dir); own != "" {
		scratchURL = own
	}
	if scratchURL == "" || sqldb.Kind(scratchURL) != u.Kind {
		return unusable(fmt.Sprintf("it is of a %s database; name an empty one of that kind to rehearse in by --scratch-url", u.Kind))
	}
	if err := sqldb.Load(ctx, scratchURL, u.database(), filepath.Join(u.dir, "aside"), u.Taken, false); err != nil {
		return err
	}
	key, err := os.ReadFile(u.work.path(keyEntry))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return look(Rehearsal{u.About, scratchURL, key, func(name string) bool { _, there := u.types[name]; return there }})
}

func open(ctx context.Context, path string, t Target) (*unpacked, error) {
	file, err := openBackup(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()

	work, err := newWork(t.Dir, restoringPrefix)
	if err != nil {
		return nil, err
	}
	u, err := unpack(file, t.Passphrase, work.dir)
	if err != nil {
		return nil, errors.Join(err, work.remove())
	}
	u.work = work
	return u, nil
}

// putFiles stores the files. A file of the same name has the same content: names
// are made anew for every picture and every spreadsheet.
func (u *unpacked) putFiles(ctx context.Context, files *blob.Bucket) (count int, err error) {
	for name, contentType := range u.types {
		content, err := os.ReadFile(filepath.Join(u.dir, filesFolder, filepath.FromSlash(name)))
		if err != nil {
			return count, err
		}
		if err := files.Put(ctx, name, contentType, content); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

// putKey writes the key of second factors, and puts another one aside.
func (u *unpacked) putKey(path, away string) error {
	key, err := os.ReadFile(filepath.Join(u.dir, keyEntry))
	if errors.Is(err, fs.ErrNotExist) || path == "" {
		return nil
	}
	if err != nil {
		return err
	}
	have, err := os.ReadFile(path)
	switch {
	case err == nil && bytes.Equal(have, key):
		return nil
	case err == nil:
		if err := os.MkdirAll(away, 0o700); err != nil {
			return err
		}
		if err := os.Rename(path, filepath.Join(away, filepath.Base(path))); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.WriteFile(path, key, 0o600); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}
