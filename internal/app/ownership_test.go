//go:build unix

package app

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/dbtest"
)

// A restore by root gives what it creates to the owner of the data folder, who runs the server, and nothing else.
func TestRestore_GivesFilesToOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const owner = 65534
	files, db := t.TempDir(), dbtest.SQLiteURL(t)
	source := newBareApp(t, Config{DatabaseURL: db, DataDir: files, BackupPassphrase: "an oyster's passphrase"})
	must(t, source.bucket.Put(t.Context(), "photos/a.jpg", "image/jpeg", []byte("a")))
	place, err := backup.At(t.Context(), t.TempDir())
	must(t, err)
	s := source.config.backupSource(source.db, source.bucket)
	taken, err := backup.Take(t.Context(), s, place)
	must(t, err)
	must(t, source.Close())

	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "of-root")
	must(t, os.WriteFile(outside, nil, 0o600))
	must(t, os.Symlink(outside, filepath.Join(dir, "link")))
	must(t, os.Link(outside, filepath.Join(dir, "hard-link")))
	must(t, os.WriteFile(filepath.Join(dir, "merroir.db"), []byte("what was there"), 0o600))
	old := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(filepath.Join(dir, "merroir.db"), old, old))
	must(t, os.Chown(dir, owner, owner))
	c := &RestoreCommand{Config: Config{
		DataDir: dir, PublicURL: "http://merroir.test", MailFrom: "a@merroir.test", BackupPassphrase: "an oyster's passphrase",
	}, File: taken.Path}
	must(t, c.Run(context.Background()))

	found := map[string]bool{}
	must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		must(t, err)
		info, err := entry.Info()
		must(t, err)
		found[entry.Name()] = true
		mine := entry.Name() == "link" || entry.Name() == "hard-link"
		if uid := info.Sys().(*syscall.Stat_t).Uid; uid != owner && !mine {
			t.Errorf("%s belongs to %d", path, uid)
		}
		return nil
	}))
	for _, name := range []string{"merroir.db", "merroir.db.lock", "databases.json", "secret.key", "settings-of-backup.env"} {
		if !found[name] {
			t.Errorf("%s was not restored", name)
		}
	}
	info, err := os.Stat(outside)
	must(t, err)
	if uid := info.Sys().(*syscall.Stat_t).Uid; uid != 0 {
		t.Errorf("a file of root outside the folder was given to %d", uid)
	}
}
