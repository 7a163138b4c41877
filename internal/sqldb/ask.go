package sqldb

import (
	"context"
	"database/sql"
)

// Ask gives every row of a query as All does, without a transaction: for what is read most
// often and by one query alone.
func Ask[T any](ctx context.Context, db *DB, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	all, err := All(ctx, db.eachAlone(), scan, query, args...)
	db.note(err)
	return all, err
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
