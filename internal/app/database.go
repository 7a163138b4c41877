package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/merroir/merroir/internal/sqldb"
)

// openDatabase opens the database and brings its schema up to date. If one was
// used with this data folder before and is now missing, empty or another one, it
// refuses and makes none: whoever mounts the wrong disk must not begin an empty
// database beside the lost one.
func openDatabase(ctx context.Context, c *Config) (*sqldb.DB, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	known, err := readKnown(c.DataDir)
	if err != nil {
		return nil, err
	}
	address := c.databaseAddress()
	id := known[address]
	open := sqldb.OpenKnown
	if id == "" || c.AllowNewDatabase {
		id, open = sqldb.NewID(), sqldb.Open
	}
	db, err := open(ctx, c.DatabaseURL, sqldb.PageCache(c.shares.pages), sqldb.Mirrored(c.MirrorURL != ""))
	if errors.Is(err, sqldb.ErrMissing) {
		return nil, fmt.Errorf("MERROIR_DATABASE_URL: %s is missing or empty, but %s has a note that it was there; "+
			"put it back or restore a backup, or begin with an empty one by --allow-new-database", address, c.DataDir)
	}
	if err != nil {
		return nil, fmt.Errorf("MERROIR_DATABASE_URL: %w", err)
	}
	if err := c.recognise(ctx, db, known, id); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// recognise migrates the database and checks that it is the one that was used with
// the data folder before; a new one is noted there.
func (c *Config) recognise(ctx context.Context, db *sqldb.DB, known map[string]string, id string) error {
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	has, err := identify(ctx, db, id)
	if err != nil {
		return err
	}
	address := c.databaseAddress()
	switch {
	case known[address] == has:
		return nil
	case known[address] != "" && !c.AllowNewDatabase:
		return fmt.Errorf("MERROIR_DATABASE_URL: %s is another database than the one that %s has a note of; "+
			"put that one back, or go on with this one by --allow-new-database", address, c.DataDir)
	}
	known[address] = has
	return writeKnown(c.DataDir, known)
}

// identity is the row of the table settings with the id of the database.
const identity = "id of the database"

// identify gives the database the id, unless it has one, and gives the one that
// it has. A copy or a backup has the id of the original.
func identify(ctx context.Context, db *sqldb.DB, id string) (has string, err error) {
	err = db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", identity, id); err != nil {
			return err
		}
		has, err = databaseIdentity(ctx, tx)
		return err
	})
	return has, err
}

// databaseIdentity gives the id of the database.
func databaseIdentity(ctx context.Context, tx *sqldb.Tx) (string, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT value FROM settings WHERE name = $1", identity)
}

// databaseAddress names the database without secrets, and one in the data
// folder so that the folder may move.
func (c *Config) databaseAddress() string {
	if path := sqldb.FilePath(c.DatabaseURL); path != "" {
		if inside, err := filepath.Rel(c.DataDir, path); err == nil && filepath.IsLocal(inside) {
			return inside
		}
		return path
	}
	u, err := url.Parse(c.DatabaseURL)
	if err != nil {
		return "the database" // that cannot be opened either
	}
	return strings.TrimPrefix((&url.URL{Host: u.Host, Path: u.Path}).String(), "//")
}

// knownFile holds the ids of the databases that were used with a data folder,
// by their addresses.
const knownFile = "databases.json"

func readKnown(dir string) (map[string]string, error) {
	known := map[string]string{}
	text, err := os.ReadFile(filepath.Join(dir, knownFile))
	if errors.Is(err, os.ErrNotExist) {
		return known, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &known)
	}
	if err != nil {
		return nil, fmt.Errorf("MERROIR_DATA_DIR: %s cannot be read: %w", knownFile, err)
	}
	return known, nil
}

func writeKnown(dir string, known map[string]string) error {
	text, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(dir, knownFile), append(text, '\n')); err != nil {
		return fmt.Errorf("MERROIR_DATA_DIR: %w", err)
	}
	return nil
}
