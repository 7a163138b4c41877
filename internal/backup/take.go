package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Source is what is backed up.
type Source struct {
	DatabaseURL string
	DB          *sqldb.DB // the same database, open for reading at least
	Files       *blob.Bucket
	// Named gives the names of the files that must be there for what the database says.
	Named func(context.Context, *sqldb.Tx) ([]string, error)
	// Identity gives the id of the database.
	Identity func(context.Context, *sqldb.Tx) (string, error)
	// SecretFile has the key of second factors; empty, or missing, where it is a
	// setting. It goes into encrypted backups only: beside a database that
	// everybody can read it would open what it is there to close.
	SecretFile string
	Settings   []Setting // that the server runs with; what is secret of them goes into encrypted backups only
	Dir        string    // data folder: the copy of the database is in it until it is encrypted
	Version    string
	Passphrase string // empty for a backup that everybody can read
	Now        func() time.Time
}

// Taken is what [Take] has done.
type Taken struct {
	About
	Kept
	Files   int
	Missing []string // files that the database names and that are not there
}

// Take writes a backup into a place. It is there whole, and on disk, or not at
// all. The server may run and write meanwhile.
func Take(ctx context.Context, s Source, place Place) (taken Taken, err error) {
	if room := place.Room(); room != "" {
		if err := os.MkdirAll(room, 0o700); err != nil {
			return taken, err
		}
		sweepParts(room, s.Now())
	}

	work, err := newWork(s.Dir, takingPrefix)
	if err != nil {
		return taken, err
	}
	defer func() { err = errors.Join(err, work.remove()) }()

	taken.About = About{Format: format, Version: s.Version, Kind: sqldb.Kind(s.DatabaseURL), Taken: s.Now().UTC()}
	var named []string
	err = s.DB.Read(ctx, func(tx *sqldb.Tx) error {
		if taken.Database, err = s.Identity(ctx, tx); err != nil {
			return err
		}
		if taken.Schema, err = sqldb.SchemaVersion(ctx, tx); err != nil {
			return err
		}
		named, err = s.Named(ctx, tx)
		return err
	})
	if err != nil {
		return taken, err
	}
	if newest := sqldb.NewestSchema(); taken.Schema > newest {
		return taken, fmt.Errorf("a newer merroir made the database (schema %d, this one has %d); take the backup with that version", taken.Schema, newest)
	}

	taken.Kept, err = place.put(ctx, namePrefix+taken.Taken.Format(nameTime)+nameSuffix, func(w io.Writer) error {
		return s.write(ctx, w, work.path(databaseEntry), named, &taken)
	})
	return taken, err
}

// write writes the archive; the copy of the database lies in the file dump meanwhile. The files that were named before the database is
// copied come first and those named since come last: whatever the copy names is
// among them.
func (s Source) write(ctx context.Context, w io.Writer, dump string, named []string, taken *Taken) error {
	a, err := newArchive(w, s.Passphrase, taken.About)
	if err != nil {
		return err
	}
	settings := s.Settings
	if s.Passphrase == "" {
		settings = hide(settings)
	}
	if err := a.addJSON(settingsEntry, settings); err != nil {
		return err
	}
	if err := s.addNamed(ctx, a, named, taken); err != nil {
		return err
	}
	if err := sqldb.Dump(ctx, s.DatabaseURL, dump); err != nil {
		return err
	}
	if err := a.addFile(databaseEntry, dump); err != nil {
		return err
	}
	if err := s.DB.Read(ctx, func(tx *sqldb.Tx) error { named, err = s.Named(ctx, tx); return err }); err != nil {
		return err
	}
	taken.Missing = nil // those that are gone were named by nothing that is kept
	if err := s.addNamed(ctx, a, named, taken); err != nil {
		return err
	}
	if s.SecretFile != "" && s.Passphrase != "" {
		if err := a.addFile(keyEntry, s.SecretFile); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return a.close()
}

// addNamed adds the files that are not in the archive yet.
func (s Source) addNamed(ctx context.Context, a *archive, names []string, taken *Taken) error {
	for _, name := range names {
		entry := filesFolder + "/" + name
		if a.sums[entry] != "" {
			continue
		}
		object, err := s.Files.Get(ctx, name)
		if fault.Is(err, fault.NotFound) {
			taken.Missing = append(taken.Missing, name)
			continue
		}
		if err != nil {
			return err
		}
		err = a.add(entry, object.ContentType, object.Size, object)
		if err := errors.Join(err, object.Close()); err != nil {
			return fmt.Errorf("copying the file %s: %w", name, err)
		}
		taken.Files++
	}
	return nil
}

// sweepParts deletes what backups left in their place that were cut off more than a day ago: encrypted where
// they are. Another machine may be writing a newer one.
func sweepParts(folder string, now time.Time) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && strings.HasPrefix(entry.Name(), partPrefix) && now.Sub(info.ModTime()) >= partLives {
			_ = os.RemoveAll(filepath.Join(folder, entry.Name()))
		}
	}
}

func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// aside is the name of a folder that is not there yet.
func aside(dir, prefix string, now time.Time) string {
	return filepath.Join(dir, prefix+now.UTC().Format("20060102T150405Z")+"-"+strings.ToLower(rand.Text()[:4]))
}
