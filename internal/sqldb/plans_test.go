package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// plansOf looks at the plans that the only connection of the pool keeps.
func plansOf(t *testing.T, db *sql.DB, look func(*planningConn)) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Raw(func(c any) error { look(c.(*planningConn)); return nil }); err != nil {
		t.Fatal(err)
	}
}

func openPlanning(t *testing.T) *sql.DB {
	t.Helper()
	db, err := openKeepingPlans(sqliteSource(filepath.Join(t.TempDir(), "plans.db"), nil))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE numbers (n INTEGER); INSERT INTO numbers VALUES (1), (2), (3)"); err != nil {
		t.Fatal(err)
	}
	return db
}

// A statement that runs while its own rows are read is another one.
func TestAStatementWithinItself(t *testing.T) {
	tx, err := openPlanning(t).Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	const query = "SELECT n FROM numbers WHERE n >= ? ORDER BY n"
	var pairs []string
	outer, err := tx.Query(query, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	for outer.Next() {
		var n, m int
		if err := outer.Scan(&n); err != nil {
			t.Fatal(err)
		}
		if err := tx.QueryRow(query, n+1).Scan(&m); err != nil && n < 3 {
			t.Fatal(err)
		}
		pairs = append(pairs, fmt.Sprint(n, m))
	}
	if got := strings.Join(pairs, ","); got != "1 2,2 3,3 0" {
		t.Errorf("pairs: %s", got)
	}
}

// Plans are kept until others need their room, those used last the longest.
func TestPlansHaveRoom(t *testing.T) {
	db := openPlanning(t)
	long := func(i int) string {
		return fmt.Sprintf("SELECT COUNT(*) FROM numbers WHERE n > ? /* %d%s */", i, strings.Repeat(" ", keptText/8))
	}
	for i := range 40 {
		for _, query := range []string{long(0), long(i)} {
			var n int
			if err := db.QueryRow(query, 1).Scan(&n); err != nil || n != 2 {
				t.Fatalf("%d: %d %v", i, n, err)
			}
		}
	}
	plansOf(t, db, func(c *planningConn) {
		if c.plans[long(0)] == nil || c.plans[long(39)] == nil || c.plans[long(20)] != nil {
			t.Errorf("%d plans are kept, and not those used last", len(c.plans))
		}
		if c.room < 0 || len(c.plans) != c.used.Len() {
			t.Errorf("room %d, %d plans, %d of them used", c.room, len(c.plans), c.used.Len())
		}
	})
	var n int
	if err := db.QueryRow(long(0)+strings.Repeat(" ", keptText), 1).Scan(&n); err != nil || n != 2 {
		t.Errorf("a statement too long to keep: %d %v", n, err)
	}
}

// A plan outlives what it fails at, and a table that changes.
func TestAPlanIsUsedAgain(t *testing.T) {
	db := openPlanning(t)
	const insert, all = "INSERT INTO numbers VALUES (?)", "SELECT * FROM numbers WHERE n = ?"
	for _, change := range []string{"CREATE UNIQUE INDEX once ON numbers (n)", "ALTER TABLE numbers ADD COLUMN word TEXT DEFAULT 'x'", "DELETE FROM numbers WHERE n = 9"} {
		if _, err := db.Exec(change); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(insert, 1); err == nil {
			t.Errorf("after %s: 1 was there and is there again", change)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := db.ExecContext(gone, all, 1); err == nil {
			t.Errorf("after %s: whoever has left gets an answer", change)
		}
		rows, err := db.Query(all, 1)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if want := 1 + strings.Count(change, "word"); err != nil || len(columns) < want || !rows.Next() {
			t.Errorf("after %s: %v %v", change, columns, err)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
