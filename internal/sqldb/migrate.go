package sqldb

import (
	"context"
	"embed"
	"fmt"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

const migrationTable = "migration"

// Migrate brings the schema up to date and gives the number of steps taken. Of
// several processes that start at once on one PostgreSQL, one works and the
// others wait; on SQLite the file belongs to this process alone.
func (db *DB) Migrate(ctx context.Context) (int, error) {
	provider, err := db.migrationProvider()
	if err != nil {
		return 0, err
	}
	current, target, err := provider.GetVersions(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading the version of the database: %w", err)
	}
	if current > target {
		return 0, fmt.Errorf("the database was made by a newer merroir (schema %d, this one has %d); start that version instead", current, target)
	}
	done, err := provider.Up(ctx)
	if err != nil {
		return len(done), fmt.Errorf("migrating the database: %w", err)
	}
	return len(done), nil
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
		options = append(options, goose.WithLocker(locker))
	}
	return goose.NewProvider(db.engine.dialect, db.migrate, files, options...)
}
