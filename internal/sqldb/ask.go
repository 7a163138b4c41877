package sqldb

import (
	"context"
	"database/sql"
	"fmt"
)

// Ask gives every row of a query as All does, without a transaction: for what is read most
// often and by one query alone.
func Ask[T any](ctx context.Context, db *DB, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := db.read.QueryContext(ctx, query, args...)
	if err == nil {
		var all []T
		if all, err = scanAll(rows, scan); err == nil {
			return all, nil
		}
	}
	err = db.engine.fault(fmt.Errorf("%s: %w", firstWords(query), err))
	db.note(err)
	return nil, err
}

func scanAll[T any](rows *sql.Rows, scan func(Row) (T, error)) ([]T, error) {
	defer rows.Close()
	all := []T{}
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
