package sqldb

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/merroir/merroir/internal/fault"
)

// Tx is a running transaction. It must not outlive the closure it was given to.
type Tx struct {
	sql      statements
	engine   *engine
	readOnly bool
	patient  bool             // a statement that runs is not broken off, as that would undo what other writers share
	rows     int64            // written so far
	tables   []string         // written to
	inserted map[string]int64 // rows of [Tx.InsertRows], by table
	beside   []string         // written to by others who share its commit, before it
	until    time.Time        // that a piece may take
}

// statements runs one after the other: in a transaction, or else by the pool of readers. It is no
// interface: what a statement is given would be allocated for each, and the binary 30 KB larger.
type statements struct {
	tx   *sql.Tx
	pool *sql.DB
}

func (s statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if s.tx == nil {
		return s.pool.ExecContext(ctx, query, args...)
	}
	return s.tx.ExecContext(ctx, query, args...)
}

func (s statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if s.tx == nil {
		return s.pool.QueryContext(ctx, query, args...)
	}
	return s.tx.QueryContext(ctx, query, args...)
}

func (s statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if s.tx == nil {
		return s.pool.QueryRowContext(ctx, query, args...)
	}
	return s.tx.QueryRowContext(ctx, query, args...)
}

// ReadOnly reports whether nothing can be written in the transaction.
func (tx *Tx) ReadOnly() bool { return tx.readOnly }

// during is the context in which a statement runs.
func (tx *Tx) during(ctx context.Context) context.Context {
	if tx.patient && ctx.Err() == nil {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// fault gives a driver's error its kind, so that a caller can tell a conflict
// from an outage without knowing the driver.
func (e *engine) fault(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if kind, message := e.explain(err); kind != fault.Internal {
		return fault.Wrap(kind, message, err)
	}
	return err
}

// Exec runs a statement and gives the number of rows that it touched.
func (tx *Tx) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	tx.writes(query)
	result, err := tx.sql.ExecContext(tx.during(ctx), query, args...)
	if err != nil {
		return 0, tx.engine.fault(fmt.Errorf("%s: %w", firstWords(query), err))
	}
	touched, err := result.RowsAffected()
	tx.rows += touched
	return touched, tx.engine.fault(err)
}

// InsertRows inserts all rows with few statements, of as many rows each as far as
// there are enough, so that they are planned once.
func (tx *Tx) InsertRows(ctx context.Context, table string, columns []string, rows [][]any) error {
	return tx.insertRows(ctx, table, columns, rows, "")
}

// InsertNew is [Tx.InsertRows] but for the rows whose key, a unique column, is there already.
func (tx *Tx) InsertNew(ctx context.Context, table, key string, columns []string, rows [][]any) error {
	return tx.insertRows(ctx, table, columns, rows, " ON CONFLICT ("+key+") DO NOTHING")
}

func (tx *Tx) insertRows(ctx context.Context, table string, columns []string, rows [][]any, conflict string) error {
	const maxRows = 200 // longer statements gain nothing and take memory to parse
	perStatement := min(maxRows, tx.engine.maxParams/len(columns))
	for len(rows) > 0 {
		size := min(perStatement, len(rows))
		count := len(rows) / size * size
		if err := tx.insertParts(ctx, table, columns, rows[:count], size, conflict); err != nil {
			return err
		}
		rows = rows[count:]
		if tx.inserted == nil {
			tx.inserted = map[string]int64{}
		}
		tx.inserted[table] += int64(count)
	}
	return nil
}

// insertParts inserts rows, a multiple of size, that many at a time.
func (tx *Tx) insertParts(ctx context.Context, table string, columns []string, rows [][]any, size int, conflict string) error {
	var query strings.Builder
	fmt.Fprintf(&query, "INSERT INTO %s (%s) VALUES ", table, strings.Join(columns, ", "))
	for i := range size {
		if i > 0 {
			query.WriteString(", ")
		}
		query.WriteString("(" + tx.engine.values(i*len(columns)+1, len(columns)) + ")")
	}
	query.WriteString(conflict)
	args := make([]any, 0, size*len(columns))
	for part := range slices.Chunk(rows, size) {
		args = args[:0]
		for _, row := range part {
			args = append(args, row...)
		}
		if _, err := tx.Exec(ctx, query.String(), args...); err != nil {
			return err
		}
	}
	return nil
}

// Row is one row of a result, to be scanned once.
type Row interface{ Scan(into ...any) error }

// Scalar scans a row of a single column.
func Scalar[T any](r Row) (T, error) {
	var v T
	err := r.Scan(&v)
	return v, err
}

// Besides is the row for who scans its first columns; those after them come into more.
func Besides(r Row, more ...any) Row { return besides{r, more} }

type besides struct {
	Row
	more []any
}

func (b besides) Scan(into ...any) error { return b.Row.Scan(append(into, b.more...)...) }

// One gives the only row of the query; no row is a NotFound fault.
func One[T any](ctx context.Context, tx *Tx, scan func(Row) (T, error), query string, args ...any) (T, error) {
	tx.writes(query)
	v, err := scan(tx.sql.QueryRowContext(tx.during(ctx), query, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return v, fault.Wrap(fault.NotFound, "No such record.", err)
	}
	if err != nil {
		return v, tx.engine.fault(fmt.Errorf("%s: %w", firstWords(query), err))
	}
	return v, nil
}

// All gives every row of the query, an empty slice when there is none.
func All[T any](ctx context.Context, tx *Tx, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	tx.writes(query)
	rows, err := tx.sql.QueryContext(tx.during(ctx), query, args...)
	if err != nil {
		return nil, tx.engine.fault(fmt.Errorf("%s: %w", firstWords(query), err))
	}
	all, err := scanAll(rows, scan)
	if err != nil {
		return nil, tx.engine.fault(fmt.Errorf("%s: %w", firstWords(query), err))
	}
	return all, nil
}

// In gives n parameters counted from first, for a list: In(3, 2) is "$3, $4".
func In(first, n int) string {
	var list strings.Builder
	for i := range n {
		if i > 0 {
			list.WriteString(", ")
		}
		list.WriteString("$" + strconv.Itoa(first+i))
	}
	return list.String()
}

// Among is In for as many texts as there are, with one parameter, the number n,
// whose value is made by [List]: t.id IN Among(1).
func (tx *Tx) Among(n int) string { return fmt.Sprintf(tx.engine.among, n) }

// List are texts as the one parameter of [Tx.Among].
func List(texts []string) string {
	list, _ := json.Marshal(append([]string{}, texts...)) // texts always can be
	return string(list)
}

// Args are texts as the parameters of a list.
func Args(texts []string) []any {
	args := make([]any, len(texts))
	for i, text := range texts {
		args[i] = text
	}
	return args
}

// Like escapes text for a LIKE pattern with ESCAPE '!'.
func Like(text string) string {
	return strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text)
}

// Millis is the instant as it is stored: Unix milliseconds.
func Millis(t time.Time) int64 { return t.UnixMilli() }

// firstWords names a statement in an error without its whole text.
func firstWords(query string) string {
	words := strings.Fields(query)
	return strings.Join(words[:min(4, len(words))], " ")
}

// Fold makes texts that a person takes for the same name equal: case, width
// and composition of letters, and the space around them, do not count. Both
// engines sort and compare the folded text alike, which they do not for case.
func Fold(text string) string {
	return cases.Fold().String(norm.NFKC.String(strings.TrimSpace(text)))
}
