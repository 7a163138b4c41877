package sqldb

import (
	"context"
	"log/slog"
	"sync"
)

// growthLooked is the least number of new rows for which PostgreSQL is asked whether it knows of them.
const growthLooked = 1000

// growth counts the rows that this process has added to tables of PostgreSQL. Until autovacuum comes by, at most
// once a minute, the planner takes a table for as large as it was when it was last analyzed; and where
// that was next to nothing, it looks for each row that a new one refers to among all of the farm's.
type growth struct {
	mu     sync.Mutex
	tables map[string]*grown
}

type grown struct {
	rows    int64 // since it was last looked at
	look    int64 // how many they must be for that
	looking bool
}

// add counts rows, and gives how many have come to each table that is to be looked at.
func (g *growth) add(rows map[string]int64) map[string]int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	due := map[string]int64{}
	for table, n := range rows {
		t := g.tables[table]
		if t == nil {
			t = &grown{look: growthLooked}
			g.tables[table] = t
		}
		if t.rows += n; t.rows >= t.look && !t.looking {
			t.looking, due[table] = true, t.rows
		}
	}
	return due
}

// looked ends the look at a table of so many rows. The next one is when it has doubled.
func (g *growth) looked(table string, rows int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tables[table] = &grown{look: max(rows, growthLooked)}
}

// tellGrowth counts the rows that a transaction has added, and has PostgreSQL analyze a table where more have come than
// it knows of at all.
func (db *DB) tellGrowth(ctx context.Context, rows map[string]int64) {
	ctx = context.WithoutCancel(ctx)
	for table, added := range db.growth.add(rows) {
		known, err := db.knownRows(ctx, table)
		if err == nil && known < added {
			if _, err = db.write.ExecContext(ctx, "ANALYZE (SKIP_LOCKED) "+table); err == nil {
				known, err = db.knownRows(ctx, table)
			}
		}
		if err != nil {
			slog.WarnContext(ctx, "PostgreSQL was not told that a table has grown, and works slowly with it until it finds out", "table", table, "err", err)
		}
		db.growth.looked(table, known)
	}
}

// knownRows is how many rows the planner takes a table for; -1 where it was never analyzed.
func (db *DB) knownRows(ctx context.Context, table string) (rows int64, err error) {
	err = db.write.QueryRowContext(ctx, "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = to_regclass($1)", table).Scan(&rows)
	return rows, err
}
