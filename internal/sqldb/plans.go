package sqldb

import (
	"container/list"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"modernc.org/sqlite"
)

// keptText is how long all statements together are whose plans a connection keeps,
// those used last.
const keptText = 512 << 10

// planKeeper makes connections to SQLite that keep the plans of their statements, as
// the driver of PostgreSQL does by itself: planning one anew takes longer than most
// take to run.
type planKeeper struct{ driver.Connector }

func openKeepingPlans(source string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(source)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(planKeeper{connector}), nil
}

// Connect opens a connection.
func (k planKeeper) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &planningConn{sqliteConn: conn.(sqliteConn), plans: map[string]*list.Element{}, room: keptText}, nil
}

// sqliteConn is what the driver's connections can do and database/sql makes use of.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// planningConn is a connection with plans. As any connection it is used by one
// goroutine at a time.
type planningConn struct {
	sqliteConn
	plans map[string]*list.Element
	used  list.List // of *plan, the one used last in front
	room  int       // bytes of text left
}

// plan is a statement that is prepared.
type plan struct {
	driver.Stmt
	text    string
	order   []int // of its parameters: which argument each is, counted from 0; nil where they come in order
	reading bool  // its rows are not all read, so it cannot run again yet
}

// ExecContext runs a statement that gives no rows.
func (c *planningConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	p, err := c.plan(ctx, query)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	return p.Stmt.(driver.StmtExecContext).ExecContext(ctx, p.inOrder(args))
}

// QueryContext runs a statement that gives rows.
func (c *planningConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if tell, asked := ctx.Value(explained{}).(func(string, []string)); asked {
		if err := c.explain(ctx, query, args, tell); err != nil {
			return nil, err
		}
	}
	p, err := c.plan(ctx, query)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := p.Stmt.(driver.StmtQueryContext).QueryContext(ctx, p.inOrder(args))
	if err != nil {
		return nil, err
	}
	p.reading = true
	return &plannedRows{rows, p}, nil
}

type explained struct{}

// Explained gives a context in which tell hears of each statement that reads from SQLite,
// and in which steps it is going to. It is for tests: a plan that reads too much of a
// table shows only on a large one otherwise.
func Explained(ctx context.Context, tell func(query string, steps []string)) context.Context {
	return context.WithValue(ctx, explained{}, tell)
}

func (c *planningConn) explain(ctx context.Context, query string, args []driver.NamedValue, tell func(string, []string)) error {
	rows, err := c.sqliteConn.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query, args)
	if err != nil {
		return err
	}
	defer rows.Close()
	var steps []string
	for row := make([]driver.Value, len(rows.Columns())); ; {
		switch err := rows.Next(row); {
		case errors.Is(err, io.EOF):
			tell(query, steps)
			return nil
		case err != nil:
			return err
		}
		steps = append(steps, fmt.Sprint(row[len(row)-1]))
	}
}

// plan gives the plan of the statement, or none where it is in use or too long to be kept.
func (c *planningConn) plan(ctx context.Context, query string) (*plan, error) {
	if at := c.plans[query]; at != nil {
		p := at.Value.(*plan)
		if p.reading {
			return nil, nil
		}
		c.used.MoveToFront(at)
		return p, nil
	}
	if len(query) > keptText/4 {
		return nil, nil
	}
	unnamed, order := withoutNames(query)
	statement, err := c.PrepareContext(ctx, unnamed)
	if err != nil {
		return nil, err
	}
	p := &plan{Stmt: statement, text: query, order: order}
	c.plans[query] = c.used.PushFront(p)
	c.room -= len(query)
	return p, c.makeRoom()
}

// makeRoom forgets the plans that were used the longest time ago.
func (c *planningConn) makeRoom() error {
	for at := c.used.Back(); c.room < 0 && at != nil; {
		p, before := at.Value.(*plan), at.Prev()
		if !p.reading && at != c.used.Front() {
			c.used.Remove(at)
			delete(c.plans, p.text)
			c.room += len(p.text)
			if err := p.Close(); err != nil {
				return err
			}
		}
		at = before
	}
	return nil
}

// Close closes the connection and its statements.
func (c *planningConn) Close() error {
	for at := c.used.Front(); at != nil; at = at.Next() {
		_ = at.Value.(*plan).Close() // goes with the connection
	}
	return c.sqliteConn.Close()
}

// plannedRows are the rows of a statement that can be used again when they are closed.
type plannedRows struct {
	driver.Rows
	plan *plan
}

// Close ends the reading.
func (r *plannedRows) Close() error {
	r.plan.reading = false
	return r.Rows.Close()
}
