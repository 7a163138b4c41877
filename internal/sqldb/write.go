package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"runtime"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
)

const (
	writePatience = 25 * time.Second // for retries where the context sets no end, as long as a request may take
	firstBackoff  = 2 * time.Millisecond
	maxBackoff    = 128 * time.Millisecond
)

// WriteTimes is what a call of [DB.Write] took.
type WriteTimes struct {
	By       string        // the function that called, as "ledger.Service.Record"
	Waited   time.Duration // until its first transaction had begun
	Held     time.Duration // from begin to end of its transactions; on SQLite, where those who wait share one, only while no other write ran
	Attempts int
	Rows     int64 // that its last transaction wrote, without what a query changed
}

// ObserveWrites sets a function that is told of each write when it has ended.
// It is called by many at once, and must be set before the first write.
func (db *DB) ObserveWrites(observe func(WriteTimes)) { db.observe = observe }

// Read runs fn in a transaction that sees one state of the database throughout.
func (db *DB) Read(ctx context.Context, fn func(*Tx) error) error {
	return db.readUntilDone(ctx, "", fn)
}

// ReadLong is Read for what no request waits for with its time: a statement may take as long as it
// needs.
func (db *DB) ReadLong(ctx context.Context, fn func(*Tx) error) error {
	return db.readUntilDone(ctx, db.engine.unlimited, fn)
}

func (db *DB) readUntilDone(ctx context.Context, first string, fn func(*Tx) error) error {
	for {
		err := db.readOnce(ctx, first, fn)
		if waited, waiting := untilDone(ctx, err); !waiting || waited != nil {
			return cmp.Or(waited, err)
		}
	}
}

// readOnce is one attempt of a read, which begins with a statement for the engine, if there is one.
func (db *DB) readOnce(ctx context.Context, first string, fn func(*Tx) error) error {
	running, err := db.begin(ctx, db.read, &sql.TxOptions{ReadOnly: true, Isolation: db.engine.readIsolation})
	if err != nil {
		return err
	}
	err = db.run(ctx, running, &Tx{sql: statements{tx: running}, engine: db.engine, readOnly: true}, func(tx *Tx) error {
		if first != "" {
			if _, err := running.ExecContext(ctx, first); err != nil {
				return db.engine.fault(err)
			}
		}
		return fn(tx)
	})
	db.note(err)
	return err
}

// ReadEach runs fn as Read does, but each statement sees what was committed before it: without a
// transaction there are two round trips fewer to PostgreSQL, of five or so. It is for what is asked
// all day, and whose statements need not agree on one moment.
func (db *DB) ReadEach(ctx context.Context, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := fn(db.eachAlone())
	db.note(err)
	return err
}

// eachAlone runs each statement by itself: it stands for a transaction where there is none.
func (db *DB) eachAlone() *Tx {
	return &Tx{sql: statements{pool: db.read}, engine: db.engine, readOnly: true}
}

// Later is the error by which the function of a transaction waits for what others are doing: the
// transaction is undone, as there are few connections and all others need them, and the function runs
// again once Done is closed, unless what was waited for has failed.
type Later struct {
	Done   <-chan struct{}
	Failed func() error // asked once Done is closed; nil where it cannot fail
	Says   string       // to whoever has no time left to wait
}

func (Later) Error() string { return "waiting for others" }

// untilDone waits where the error says so.
func untilDone(ctx context.Context, err error) (waited error, waiting bool) {
	var later Later
	if !errors.As(err, &later) {
		return nil, false
	}
	select {
	case <-ctx.Done():
		if later.Says != "" && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return fault.Wrap(fault.Unavailable, later.Says, ctx.Err()), true
		}
		return ctx.Err(), true
	case <-later.Done:
		if later.Failed != nil {
			return later.Failed(), true
		}
		return nil, true
	}
}

// Write runs fn in a transaction as if no other ran beside it, and commits. It
// runs fn again when the engine found that it could not keep that promise.
func (db *DB) Write(ctx context.Context, fn func(*Tx) error) error {
	return db.writeInTurn(ctx, "", false, fn)
}

// WriteTo is Write for rows that many write to at once, such as those of one
// farm. Writers of this process that name the same key take turns in the order
// in which they came, before their transactions begin; otherwise each would make
// the others start over. Only speed depends on it: the database keeps apart the
// writers of other processes and those that name no key. Such a write must not be
// made inside another.
func (db *DB) WriteTo(ctx context.Context, key string, fn func(*Tx) error) error {
	return db.writeInTurn(ctx, key, false, fn)
}

func (db *DB) writeInTurn(ctx context.Context, key string, alone bool, fn func(*Tx) error) error {
	if caller, _ := actor.From(ctx); caller.Viewing != "" {
		return actor.ErrViewing // the routes refuse views first; this is the second line
	}
	times := WriteTimes{}
	start := time.Now()
	if db.observe != nil {
		times.By = callerOutside()
		defer func() {
			if times.Attempts > 0 {
				db.observe(times)
			}
		}()
	}
	if db.engine.oneWriter && alone {
		if err := db.turns.take(ctx, pieces); err != nil {
			return err
		}
		defer db.turns.give(pieces)
		start = time.Now()
	}
	if db.engine.oneWriter { // all wait for the same connection, which database/sql hands out in no order
		return db.writeUntilDone(ctx, start, maxBackoff, func() error {
			if err := db.turns.take(ctx, ""); err != nil {
				return err
			}
			times.Attempts++
			err := db.writeShared(ctx, start, alone, &times, fn)
			alone = alone || errors.Is(err, errUndone)
			return err
		})
	}
	var inserted map[string]int64
	defer func() { db.tellGrowth(ctx, inserted) }() // after the next writer has the turn
	longest := maxBackoff
	if key != "" {
		if err := db.turns.take(ctx, key); err != nil {
			return err
		}
		defer db.turns.give(key)
		longest = firstBackoff // only the first in line of each process competes, and one that waits longer would lose again
	}
	return db.writeUntilDone(ctx, start, longest, func() error {
		times.Attempts++
		var err error
		inserted, err = db.writeOnce(ctx, start, &times, fn)
		return err
	})
}

// writeUntilDone attempts a write until it is done or fails for good.
func (db *DB) writeUntilDone(ctx context.Context, start time.Time, longest time.Duration, attempt func() error) error {
	wait := firstBackoff
	for {
		err := attempt()
		waited, waiting := untilDone(ctx, err)
		if waited != nil {
			return waited
		}
		if waiting || errors.Is(err, errUndone) {
			continue
		}
		if err == nil || !db.engine.retry(err) {
			return err
		}
		if time.Since(start) > writePatience {
			return fault.Wrap(fault.Unavailable, "Too many people are writing at once. Please try again.", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait/2 + mathrand.N(wait)):
		}
		wait = min(wait*2, longest)
	}
}

// writeOnce is one attempt of a write to PostgreSQL. It gives how many rows of which tables it has inserted.
func (db *DB) writeOnce(ctx context.Context, start time.Time, times *WriteTimes, fn func(*Tx) error) (inserted map[string]int64, err error) {
	running, err := db.begin(ctx, db.write, &sql.TxOptions{Isolation: db.engine.writeIsolation})
	if err != nil {
		return nil, err
	}
	tx, began := &Tx{sql: statements{tx: running}, engine: db.engine}, time.Now()
	if times.Attempts == 1 {
		times.Waited = began.Sub(start)
	}
	defer func() { times.Held, times.Rows = times.Held+time.Since(began), tx.rows }()
	defer func() { db.told(tx.tables) }() // also after an error, which may have hidden a commit
	err = db.run(ctx, running, tx, fn)
	db.note(err)
	if err != nil {
		return nil, err
	}
	return tx.inserted, nil
}

func (db *DB) begin(ctx context.Context, pool *sql.DB, options *sql.TxOptions) (*sql.Tx, error) {
	tx, err := pool.BeginTx(ctx, options)
	if err != nil {
		if gone := ctx.Err(); gone != nil { // of which SQLite's driver says only that it was interrupted
			return nil, gone
		}
		return nil, db.engine.fault(fmt.Errorf("beginning a transaction: %w", err))
	}
	return tx, nil
}

// run runs fn in the transaction and ends it.
func (db *DB) run(ctx context.Context, running *sql.Tx, tx *Tx, fn func(*Tx) error) error {
	defer func() { _ = running.Rollback() }() // after a commit this does nothing
	if err := fn(tx); err != nil {
		return err
	}
	if err := running.Commit(); err != nil {
		if gone := ctx.Err(); gone != nil && errors.Is(err, sql.ErrTxDone) { // undone as the caller gave up
			return gone
		}
		return db.engine.fault(fmt.Errorf("committing: %w", err))
	}
	return nil
}

// callerOutside names the function outside this package that is running.
func callerOutside() string {
	var counters [8]uintptr
	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters[:])])
	for {
		frame, more := frames.Next()
		name := frame.Function[strings.LastIndexByte(frame.Function, '/')+1:]
		if !strings.HasPrefix(name, "sqldb.") {
			name, _, _ = strings.Cut(name, ".func")
			return strings.NewReplacer("(*", "", ")", "").Replace(name)
		}
		if !more {
			return "sqldb"
		}
	}
}
