package sqldb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
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

// freshShape is the shape of a database that was made just now. The migrations
// are one text for both engines, so it is that of either.
func freshShape(ctx context.Context) (shape map[string][]string, err error) {
	dir, err := os.MkdirTemp("", "merroir-shape-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := openSQLite(ctx, filepath.Join(dir, "fresh.db"), usual)
	if err != nil {
		return nil, err
	}
	if _, err = db.Migrate(ctx); err == nil {
		shape, err = db.shape(ctx)
	}
	return shape, errors.Join(err, db.Close())
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
