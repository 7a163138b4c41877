package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

const (
	beatEvery = 10 * time.Second
	aliveFor  = 30 * time.Second // after the last beat
	folderID  = ".folder-id"     // a name that no stored file can have
)

// newCopy is this process as the others see it; key is the id of the key with
// which it encrypts.
func (c *Config) newCopy(key string, now time.Time) (sqldb.Copy, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "a host without a name"
	}
	files, err := c.placeOfFiles()
	if err != nil {
		return sqldb.Copy{}, fmt.Errorf("MERROIR_BLOB_URL: %w", err)
	}
	return sqldb.Copy{ID: sqldb.NewID(), Name: fmt.Sprintf("%s, process %d", host, os.Getpid()), Files: files, Key: key, Zones: timezone.Current().Version, Started: now, Seen: now}, nil
}

// placeOfFiles is the same for two copies only if they keep photos and exports in
// the same place. A folder is recognised by a file in it, as copies may reach one
// folder by different paths, and different folders by the same path.
func (c *Config) placeOfFiles() (string, error) {
	folder := c.folderOfFiles()
	if folder == "" {
		u, err := url.Parse(c.BlobURL)
		if err != nil {
			return "", err
		}
		return u.Scheme + "://" + u.Host + u.Path, nil
	}
	path := filepath.Join(folder, folderID)
	id, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		id, err = writeOnce(path, []byte(sqldb.NewID()))
	}
	return "folder " + strings.TrimSpace(string(id)), err
}

// folderOfFiles is the folder of photos and exports, empty where they are
// elsewhere.
func (c *Config) folderOfFiles() string {
	folder, ok := strings.CutPrefix(c.BlobURL, "file://")
	if !ok {
		return ""
	}
	folder, _, _ = strings.Cut(folder, "?")
	return folder
}

// join adds this process to the copies that work on the database, unless it does
// not go with those that are there. Of two that start at once the database lets
// one see the other.
func (a *App) join(ctx context.Context) error {
	var others []sqldb.Copy
	err := a.db.Write(ctx, func(tx *sqldb.Tx) (err error) {
		if err := sqldb.Beat(ctx, tx, a.self); err != nil {
			return err
		}
		others, err = a.otherCopies(ctx, tx, a.self.Seen)
		return err
	})
	if err != nil {
		return err
	}
	for _, other := range others {
		if err := a.goesWith(other); err != nil {
			return errors.Join(a.leave(ctx), err)
		}
	}
	for _, other := range others {
		if other.Zones != "" && other.Zones != a.self.Zones {
			a.log.WarnContext(ctx, "another instance has other rules of time zones; update the older one, or its days differ",
				"instance", other.Name, "theirs", other.Zones, "ours", a.self.Zones)
		}
	}
	if len(others) > 0 && a.config.SMTPURL == "" {
		a.log.WarnContext(ctx, "several copies work on this database and this one has no mail server: its mail stays in its own folder; set MERROIR_SMTP_URL for all",
			"copies", len(others)+1, "folder", a.config.mailDir())
	}
	return nil
}

// otherCopies are those that live beside this process.
func (a *App) otherCopies(ctx context.Context, tx *sqldb.Tx, now time.Time) ([]sqldb.Copy, error) {
	if a.db.OneProcess() {
		return nil, nil // what a killed process left is no copy
	}
	return sqldb.OtherCopies(ctx, tx, a.self.ID, now, aliveFor)
}

// goesWith is an error if this process and another copy could not use what the
// other one stores.
func (a *App) goesWith(other sqldb.Copy) error {
	who := fmt.Sprintf("another copy (%s, seen %s) works on this database and", other.Name, other.Seen.UTC().Format(time.TimeOnly+" MST"))
	switch {
	case other.Files != a.self.Files:
		return fmt.Errorf("MERROIR_BLOB_URL: %s keeps its files in another place, so that each would miss the photos of the other; "+
			"give all copies one place (s3://… or a shared folder), or stop that copy first", who)
	case other.Key != "" && !a.accounts.HasKey(other.Key):
		return fmt.Errorf("MERROIR_SECRET_KEY: %s encrypts second factors with a key that this one does not have, so that neither could read those of the other; "+
			"give all copies the same key, or stop that copy first", who)
	}
	return nil
}

// leave takes this process off the list of copies.
func (a *App) leave(ctx context.Context) error {
	return a.db.Write(ctx, func(tx *sqldb.Tx) error { return sqldb.ForgetCopy(ctx, tx, a.self.ID) })
}
