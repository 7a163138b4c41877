package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
)

// asked are the statements of [Ask], which SQLite would otherwise plan anew each time. Each
// reading connection keeps its own plan of them. PostgreSQL's driver keeps plans by itself.
type asked struct {
	mu         sync.RWMutex
	statements map[string]*sql.Stmt
}

func (a *asked) statement(ctx context.Context, pool *sql.DB, query string) (*sql.Stmt, error) {
	a.mu.RLock()
	statement := a.statements[query]
	a.mu.RUnlock()
	if statement != nil {
		return statement, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if statement := a.statements[query]; statement != nil {
		return statement, nil
	}
	statement, err := pool.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if a.statements == nil {
		a.statements = map[string]*sql.Stmt{}
	}
	a.statements[query] = statement
	return statement, nil
}

// Ask gives every row of a query as All does, without a transaction: for what is read most
// often and by one query alone. The query must be one of a few, as all of them stay prepared.
func Ask[T any](ctx context.Context, db *DB, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	all, err := ask(ctx, db, scan, query, args)
	if err != nil {
		err = db.engine.fault(fmt.Errorf("%s: %w", firstWords(query), err))
		db.note(err)
		return nil, err
	}
	return all, nil
}

func ask[T any](ctx context.Context, db *DB, scan func(Row) (T, error), query string, args []any) ([]T, error) {
	rows, err := db.ask(ctx, query, args)
	if err != nil {
		return nil, err
	}
	return scanAll(rows, scan)
}

func (db *DB) ask(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if !db.engine.keepsPlans {
		statement, err := db.asked.statement(ctx, db.read, query)
		if err != nil {
			return nil, err
		}
		return statement.QueryContext(ctx, args...)
	}
	return db.read.QueryContext(ctx, query, args...)
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
