package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/key"
	"github.com/merroir/merroir/internal/ledger"
	farmpeople "github.com/merroir/merroir/internal/people"
	"github.com/merroir/merroir/internal/report/export"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const restoredSettings = "settings-of-backup.env" // in the data folder

// BackupCommand takes a backup, also while the server runs.
type BackupCommand struct {
	Config `group:"settings"`
	Place  string `arg:"" optional:"" help:"Folder for the backup, best on another disk, or s3://bucket/folder?region=…; that of MERROIR_BACKUP_DIR by default."`
}

func (c *BackupCommand) Run(ctx context.Context) error {
	if c.Place == "" {
		c.Place = c.BackupDir
	}
	if c.Place == "" {
		return errors.New("name a place for the backup, or set MERROIR_BACKUP_DIR")
	}
	if err := c.complete(); err != nil {
		return err
	}
	place, err := backup.At(ctx, c.Place)
	if err != nil {
		return err
	}
	files, err := c.openFiles(ctx)
	if err != nil {
		return err
	}
	defer files.Close()
	db, err := c.beside(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer db.Close()
	taken, err := backup.Take(ctx, c.backupSource(db, files), place)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d MB, the database and %d files\n", taken.Path, (taken.Bytes+(1<<20)-1)>>20, taken.Files)
	for _, name := range taken.Missing {
		fmt.Println("missing:", name)
	}
	if c.BackupPassphrase == "" {
		fmt.Println("It is not encrypted: whoever reads it has all that is in it. The key of second factors is not in it; MERROIR_BACKUP_PASSPHRASE encrypts both.")
	}
	return nil
}

// beside opens a database that another process may have open.
func (c *Config) beside(ctx context.Context, rawURL string) (*sqldb.DB, error) {
	db, err := sqldb.Beside(ctx, rawURL)
	if errors.Is(err, sqldb.ErrMissing) {
		return nil, fmt.Errorf("MERROIR_DATABASE_URL: %s: %w", c.databaseAddress(), err)
	}
	return db, err
}

// backupSource is all of this installation that cannot be made again.
func (c *Config) backupSource(db *sqldb.DB, files *blob.Bucket) backup.Source {
	return backup.Source{
		DatabaseURL: c.DatabaseURL, DB: db, Files: files, Named: c.namedFiles, Identity: databaseIdentity,
		SecretFile: c.secretFile(), Settings: c.kept(), Dir: c.DataDir, Version: Version(), Passphrase: c.BackupPassphrase, Now: time.Now,
	}
}

// secretFile is the file with the key of second factors, empty where the key is a
// setting, which whoever runs the server keeps.
func (c *Config) secretFile() string {
	if c.SecretKey != "" {
		return ""
	}
	return filepath.Join(c.DataDir, secretKeyFile)
}

// namedFiles are the files that the database says are there.
func (c *Config) namedFiles(ctx context.Context, tx *sqldb.Tx) ([]string, error) {
	photos, err := farm.PhotoFiles(ctx, tx)
	if err != nil {
		return nil, err
	}
	exports, err := export.Files(ctx, tx, time.Now())
	return append(photos, exports...), err
}

// RestoreCommand puts a backup back.
type RestoreCommand struct {
	Config     `group:"settings"`
	File       string `arg:"" help:"The backup: a file, or its address in a bucket (s3://bucket/folder/merroir-….backup?region=…)."`
	Check      bool   `help:"Only rehearse: restore it beside the database in use, check it, and change nothing."`
	ScratchURL string `help:"With --check of what a database server kept: an empty database there to rehearse in."`
	Anyway     bool   `help:"Restore also where the database was written to after the backup was taken; it is kept beside."`
}

func (c *RestoreCommand) Run(ctx context.Context) (err error) {
	if err := c.complete(); err != nil {
		return err
	}
	if c.Check {
		return c.rehearse(ctx)
	}
	defer func() { err = errors.Join(err, c.giveToOwner(true)) }()

	files, err := c.openFiles(ctx)
	if err != nil {
		return err
	}
	defer files.Close()
	done, err := backup.Restore(ctx, c.File, c.target(files))
	if err != nil {
		return err
	}
	if err := c.settle(ctx, done.Database); err != nil {
		return fmt.Errorf("the backup is restored, but: %w", err)
	}
	fmt.Printf("Restored what was there on %s, with %d files. Start the server; what was recorded since is not in it, and everybody signs in anew.\n",
		done.Taken.Format(time.RFC1123), done.Files)
	if done.Aside != "" {
		fmt.Println("What was there before is in", done.Aside)
	}
	if err := c.tellSettings(done.Settings); err != nil {
		return err
	}
	return c.tellLostFactors(ctx)
}

// tellLostFactors prints how many second factors of the restored database have no key here: the server would not
// start.
func (c *RestoreCommand) tellLostFactors(ctx context.Context) error {
	keys, _, err := c.keysAtHand()
	if err != nil {
		return err
	}
	db, err := c.beside(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer db.Close()

	lost, err := c.lostFactors(ctx, db, keys)
	if lost != "" {
		fmt.Printf("\nThe server will not start yet.\n%s\n", lost)
	}
	return err
}

// tellSettings prints what the server ran with, without secrets, and writes a file that sets it, which
// nothing reads by itself: another machine has other places.
func (c *RestoreCommand) tellSettings(all []backup.Setting) error {
	if len(all) == 0 {
		return nil
	}
	path := filepath.Join(c.DataDir, restoredSettings)
	if err := os.WriteFile(path, []byte(backup.Environment(all)), 0o600); err != nil {
		return fmt.Errorf("the backup is restored, the settings of its server are not written: %w", err)
	}
	fmt.Printf("It was taken with these settings, which are in %s. Set what is to be as it was:\n", path)
	for _, s := range all {
		fmt.Printf("  %s %s\n", s.Name, cmp.Or(s.Shown, "(a secret)"))
	}
	return nil
}

// endAll ends all that opens something: in a backup it is good again where it has ended since.
func endAll(ctx context.Context, tx *sqldb.Tx, now time.Time) error {
	if err := account.EndAll(ctx, tx); err != nil {
		return err
	}
	if err := farmpeople.EndAll(ctx, tx, now); err != nil {
		return err
	}
	return key.EndAll(ctx, tx, now)
}

// settle ends what must not be valid again, and notes the database in the data
// folder, so that the server knows it.
func (c *RestoreCommand) settle(ctx context.Context, id string) error {
	db, err := sqldb.Open(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	err = db.Write(ctx, func(tx *sqldb.Tx) error { return endAll(ctx, tx, time.Now()) })
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	known, err := readKnown(c.DataDir)
	if err != nil {
		return err
	}
	known[c.databaseAddress()] = id
	return writeKnown(c.DataDir, known)
}

func (c *RestoreCommand) target(files *blob.Bucket) backup.Target {
	return backup.Target{
		DatabaseURL: c.DatabaseURL, Files: files, SecretFile: filepath.Join(c.DataDir, secretKeyFile), Dir: c.DataDir,
		Passphrase: c.BackupPassphrase, Anyway: c.Anyway, Now: time.Now,
	}
}

func (c *RestoreCommand) rehearse(ctx context.Context) error {
	return backup.Rehearse(ctx, c.File, c.ScratchURL, c.target(nil), func(r backup.Rehearsal) error {
		db, err := sqldb.Open(ctx, r.DatabaseURL)
		if err != nil {
			return err
		}
		_, err = db.Migrate(ctx)
		if err := errors.Join(err, db.Close()); err != nil {
			return err
		}
		keys, _, err := c.keysAtHand()
		if err != nil {
			return err
		}
		if r.SecretKey != nil {
			key, err := parseKeyFile(secretKeyFile+" of the backup", r.SecretKey)
			if err != nil {
				return err
			}
			keys = append(keys, key)
		}
		found, err := c.flaws(ctx, r.DatabaseURL, keys, func(_ context.Context, name string) (bool, error) { return r.HasFile(name), nil })
		if err != nil {
			return err
		}
		return say(found, fmt.Sprintf("The backup of %s, taken by %s, can be restored, and everything in it adds up.", r.Taken.Format(time.RFC1123), r.Version))
	})
}

// CheckCommand proves the database, also while the server runs.
type CheckCommand struct {
	Config `group:"settings"`
}

func (c *CheckCommand) Run(ctx context.Context) error {
	if err := c.complete(); err != nil {
		return err
	}
	files, err := c.openFiles(ctx)
	if err != nil {
		return err
	}
	defer files.Close()
	keys, _, err := c.keysAtHand()
	if err != nil {
		return err
	}
	found, err := c.flaws(ctx, c.DatabaseURL, keys, func(ctx context.Context, name string) (bool, error) {
		object, err := files.Get(ctx, name)
		if fault.Is(err, fault.NotFound) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		return true, object.Close()
	})
	if err != nil {
		return err
	}
	return say(found, "Everything adds up: the file, the tables, the books, the invoices, the lineage of the tags, and the files.")
}

// say prints what is wrong, or that nothing is.
func say(found []string, sound string) error {
	if len(found) == 0 {
		_, err := fmt.Println(sound)
		return err
	}
	for _, flaw := range found {
		fmt.Fprintln(os.Stdout, flaw)
	}
	return fmt.Errorf("not everything adds up: %d findings", len(found))
}

// flaws says in words what is wrong with a database and the files that it names,
// nothing where all is sound. It changes nothing.
func (c *Config) flaws(ctx context.Context, rawURL string, keys [][]byte, has func(context.Context, string) (bool, error)) ([]string, error) {
	db, err := c.beside(ctx, rawURL)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	found, err := sqldb.Damage(ctx, db)
	if err != nil || len(found) > 0 {
		return found, err // what a damaged file says of its content proves nothing
	}
	if found, err = misplaced(ctx, db); err != nil || len(found) > 0 {
		return found, err
	}
	lost, err := c.lostFactors(ctx, db, keys)
	if err != nil {
		return nil, err
	}
	if lost != "" {
		found = append(found, lost)
	}
	err = db.Read(ctx, func(tx *sqldb.Tx) error {
		for _, check := range []func(context.Context, *sqldb.Tx) ([]string, error){ledger.Check, billing.Check, tag.Check} {
			more, err := check(ctx, tx)
			if err != nil {
				return err
			}
			found = append(found, more...)
		}
		names, err := c.namedFiles(ctx, tx)
		if err != nil {
			return err
		}
		for _, name := range names {
			there, err := has(ctx, name)
			if err != nil {
				return err
			}
			if !there {
				found = append(found, "The file "+name+" is missing.")
			}
		}
		return nil
	})
	return found, err
}

// misplaced says where the schema is not the one that this program works with.
func misplaced(ctx context.Context, db *sqldb.DB) (found []string, err error) {
	var version int64
	if err := db.Read(ctx, func(tx *sqldb.Tx) error { version, err = sqldb.SchemaVersion(ctx, tx); return err }); err != nil {
		return nil, err
	}
	switch newest := sqldb.NewestSchema(); {
	case version < newest:
		return []string{fmt.Sprintf("The schema has taken %d of %d steps: start the server, or run merroir migrate, and check again.", version, newest)}, nil
	case version > newest:
		return []string{fmt.Sprintf("A newer merroir made the database (schema %d, this one has %d): check it with that version.", version, newest)}, nil
	}
	return sqldb.Misshapen(ctx, db)
}
