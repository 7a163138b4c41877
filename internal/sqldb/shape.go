package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Misshapen says in words where the tables of a database are not those that the
// migrations make: a step that was cut off, or a change by hand.
func Misshapen(ctx context.Context, db *DB) (found []string, err error) {
	want, err := freshShape(ctx)
	if err != nil {
		return nil, err
	}
	have, err := db.shape(ctx)
	if err != nil {
		return nil, err
	}
	for _, table := range slices.Sorted(maps.Keys(want)) {
		columns, there := have[table]
		if !there {
			found = append(found, fmt.Sprintf("The table %s is missing.", table))
			continue
		}
		for _, column := range want[table] {
			if !slices.Contains(columns, column) {
				found = append(found, fmt.Sprintf("The table %s has no column %s.", table, column))
			}
		}
	}
	return found, nil
}

// freshShape returns the shape of a database with all migrations, which are one text for both engines. The
// database is in memory: a container may have no folder for temporary files.
func freshShape(ctx context.Context) (shape map[string][]string, err error) {
	pool, err := sql.Open("sqlite", "file::memory:?_pragma=temp_store(2)")
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1) // each connection would have a database of its own
	db := newDB(&sqliteEngine)
	db.read, db.write, db.migrate = pool, pool, pool

	if _, err = db.Migrate(ctx); err == nil {
		shape, err = db.shape(ctx)
	}
	return shape, errors.Join(err, pool.Close())
}

// shape gives the columns of each table.
func (db *DB) shape(ctx context.Context) (map[string][]string, error) {
	rows, err := db.read.QueryContext(ctx, db.engine.columns)
	if err != nil {
		return nil, db.engine.fault(err)
	}
	defer rows.Close()
	tables := map[string][]string{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			return nil, err
		}
		if !strings.HasPrefix(table, migrationTable) { // goose's own
			tables[table] = append(tables[table], column)
		}
	}
	return tables, rows.Err()
}
