package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// openOnce opens the database as every command does, and closes it.
func openOnce(t *testing.T, config Config) error {
	t.Helper()
	config.PublicURL, config.WebsiteURL, config.FarmAppURL = "http://merroir.test", "http://merroir.test", "http://merroir.test"
	db, err := openDatabase(context.Background(), &config)
	if err == nil {
		must(t, db.Close())
	}
	return err
}

func refusedIn(t *testing.T, words string, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%v, want %q", err, words)
	}
}

// A database that was there is not made anew where it is missing or empty.
func TestALostDatabaseIsNotMadeAnew(t *testing.T) {
	dir := t.TempDir()
	config, path := Config{DataDir: dir}, filepath.Join(dir, "merroir.db")
	must(t, openOnce(t, config)) // the first start makes it
	must(t, openOnce(t, config))
	whole, err := os.ReadFile(path)
	must(t, err)

	must(t, os.Remove(path))
	refusedIn(t, "merroir.db is missing or empty", openOnce(t, config))
	if _, err := os.Stat(path); err == nil {
		t.Error("a refused start has made the file")
	}
	must(t, os.WriteFile(path, nil, 0o600))
	refusedIn(t, "merroir.db is missing or empty", openOnce(t, config))
	for _, size := range []int{100, 5000, len(whole) / 2, len(whole) - 1} {
		must(t, os.WriteFile(path, whole[:size], 0o600))
		refusedIn(t, "is damaged or cut short; restore it from a backup", openOnce(t, config))
	}
	must(t, os.WriteFile(path, whole, 0o600)) // a backup
	must(t, openOnce(t, config))

	moved := filepath.Join(t.TempDir(), "elsewhere")
	must(t, os.Rename(dir, moved))
	must(t, openOnce(t, Config{DataDir: moved}))
	must(t, os.Remove(filepath.Join(moved, "merroir.db")))
	refusedIn(t, "--allow-new-database", openOnce(t, Config{DataDir: moved}))
	must(t, openOnce(t, Config{DataDir: moved, AllowNewDatabase: true}))
	must(t, openOnce(t, Config{DataDir: moved}))
}

// Nor is another database taken in its place.
func TestAnotherDatabaseIsRefused(t *testing.T) {
	dir := t.TempDir()
	must(t, openOnce(t, Config{DataDir: dir}))
	other, err := os.ReadFile(strings.TrimPrefix(dbtest.SQLiteURL(t), "sqlite://"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "merroir.db"), other, 0o600))
	must(t, openOnce(t, Config{DataDir: dir})) // it has no id yet, as a backup from before there were ids: it gets the one that is known
	must(t, os.WriteFile(filepath.Join(dir, knownFile), []byte(`{"merroir.db":"f00"}`), 0o600))
	refusedIn(t, "is another database", openOnce(t, Config{DataDir: dir}))
	must(t, openOnce(t, Config{DataDir: dir, AllowNewDatabase: true}))
	must(t, openOnce(t, Config{DataDir: dir}))
}

func TestAnEmptiedPostgresIsRefused(t *testing.T) {
	config := Config{DataDir: t.TempDir(), DatabaseURL: dbtest.PostgresURL(t)}
	must(t, openOnce(t, config))
	must(t, openOnce(t, config))
	again := Config{DataDir: t.TempDir(), DatabaseURL: config.DatabaseURL}
	must(t, openOnce(t, again)) // another copy's folder learns the same id
	ctx := context.Background()
	db, err := sqldb.Open(ctx, config.DatabaseURL)
	must(t, err)
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "DROP SCHEMA public CASCADE")
		return err
	}))
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "CREATE SCHEMA public")
		return err
	}))
	must(t, db.Close())
	refusedIn(t, "is missing or empty", openOnce(t, config))
	config.AllowNewDatabase = true
	must(t, openOnce(t, config))
	config.AllowNewDatabase = false
	must(t, openOnce(t, config))
	refusedIn(t, "is another database", openOnce(t, again))
}
