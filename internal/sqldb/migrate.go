package sqldb

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	migrationTable = "migration"

	// A step that waits for the lock of a table has everybody else wait behind it, also those whom
	// the holder of the lock lets work: so it gives up soon, and lets them through for a while.
	lockWithin  = "1s"
	lockedPause = time.Second
)

// Migrate brings the schema up to date and gives the number of steps taken. Of
// several processes that start at once on one PostgreSQL, one works and the
// others wait; on SQLite the file belongs to this process alone. Copies of the release
// before may be at work: a step whose locks they hold is tried again until it has them.
func (db *DB) Migrate(ctx context.Context) (int, error) {
	provider, err := db.migrationProvider()
	if err != nil {
		return 0, err
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return 0, db.explainMigrate(ctx, fmt.Errorf("reading the version of the database: %w", err))
	}
	if current > target {
		return 0, fmt.Errorf("the database was made by a newer merroir (schema %d, this one has %d); start that version instead", current, target)
	}
	for steps := 0; ; {
		done, err := provider.Up(ctx)
		var partial *goose.PartialError
		if errors.As(err, &partial) {
			done = partial.Applied
		}
		if steps += len(done); err == nil {
			return steps, nil
		}
		if !db.engine.lockedOut(err) {
			return steps, db.explainMigrate(ctx, fmt.Errorf("migrating the database: %w", err))
		}
		slog.InfoContext(ctx, "a step of the schema waits for those who work with its tables, and is tried again", "err", err)
		select {
		case <-ctx.Done():
			return steps, ctx.Err()
		case <-time.After(lockedPause):
		}
	}
}

// explainMigrate says what to do if the role may not create tables, as only the owner of a database may since
// PostgreSQL 15.
func (db *DB) explainMigrate(ctx context.Context, err error) error {
	var answer *pgconn.PgError
	if !errors.As(err, &answer) || answer.Code != "42501" {
		return err
	}

	var database, role string
	if db.migrate.QueryRowContext(ctx, "SELECT current_database(), current_user").Scan(&database, &role) != nil {
		return err
	}
	return fmt.Errorf("the role %s may not change tables of the database %s; make it the owner: ALTER DATABASE %s OWNER TO %s: %w",
		role, database, pgx.Identifier{database}.Sanitize(), pgx.Identifier{role}.Sanitize(), err)
}

func (db *DB) migrationProvider() (*goose.Provider, error) {
	files, err := migrationFiles()
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithTableName(migrationTable), goose.WithDisableGlobalRegistry(true)}
	locker, err := db.engine.locker()
	if err != nil {
		return nil, err
	}
	if locker != nil {
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(db.engine.dialect, db.migrate, files, options...)
}
