package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Those who write to SQLite while others wait share a transaction: each has a savepoint in
// it, hands it to the next in line, and waits until the last of them has committed. What
// the disk takes to keep a commit, 200 ms on a slow one, is then taken once for all, and
// nobody is told of a write that is not kept.
const (
	shareTime    = 15 * time.Millisecond  // that a shared transaction may be old when the next one is let in,
	longestShare = 500 * time.Millisecond // or as long as the commit before took, up to this
	shareMost    = 32                     // writers
)

// shared is a transaction of several writers. Whoever has the turn owns it.
type shared struct {
	sql     *sql.Tx
	began   time.Time
	writers int           // whose writes are in it
	tables  []string      // that they wrote to
	rows    int64         // that they wrote
	ended   chan struct{} // closed when it is
	err     error         // of its commit, once it has ended
}

// errUndone is what a writer finds whose write was undone with that of another. It writes
// once more, alone.
var errUndone = errors.New("undone with the write of another")

// writeShared is one attempt of a write to SQLite by who has the turn, which it gives back.
// One that goes alone neither finds others in its transaction nor lets any in.
func (db *DB) writeShared(ctx context.Context, start time.Time, alone bool, times *WriteTimes, fn func(*Tx) error) (err error) {
	owns := true // the turn
	defer func() {
		if owns {
			db.endTurn()
		}
	}()
	if alone {
		db.endShared()
	}
	began := time.Now()
	if times.Attempts == 1 {
		times.Waited = began.Sub(start)
	}
	g, err := db.openShared(ctx)
	if err != nil {
		return err
	}
	tx := &Tx{sql: statements{tx: g.sql}, engine: db.engine, patient: true, beside: g.tables}
	defer func() { db.told(tx.tables) }() // also after an error, which may have hidden a commit
	err = db.runShared(ctx, g, tx, fn)
	times.Rows = tx.rows
	if err != nil {
		times.Held += time.Since(began)
		db.note(err)
		return err
	}
	g.writers++
	g.tables, g.rows = append(g.tables, tx.tables...), g.rows+tx.rows
	if alone || g.writers == shareMost || time.Since(g.began) > db.shareFor || !db.turns.hand("") {
		db.endShared()
		times.Held += time.Since(began)
		return g.err
	}
	owns = false
	times.Held += time.Since(began)
	<-g.ended
	return g.err
}

// openShared gives the transaction that the one before left open, or begins one.
func (db *DB) openShared(ctx context.Context) (*shared, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if db.shared == nil {
		running, err := db.begin(context.WithoutCancel(ctx), db.write, &sql.TxOptions{Isolation: db.engine.writeIsolation})
		if err != nil {
			return nil, err
		}
		db.shared = &shared{sql: running, began: time.Now(), ended: make(chan struct{})}
	}
	return db.shared, nil
}

// runShared runs fn within a savepoint of the transaction. What fn did is undone where it
// fails, and if that cannot be done alone, all of the transaction is.
func (db *DB) runShared(ctx context.Context, g *shared, tx *Tx, fn func(*Tx) error) (err error) {
	patient := context.WithoutCancel(ctx)
	step := func(statement string) error {
		_, err := g.sql.ExecContext(patient, statement)
		return db.engine.fault(err)
	}
	kept := false
	defer func() { // also when fn panics
		if !kept && (g.writers == 0 || errors.Join(step("ROLLBACK TO writer"), step("RELEASE writer")) != nil) {
			db.dropShared()
		}
	}()
	if err := step("SAVEPOINT writer"); err != nil {
		return fmt.Errorf("beginning a transaction: %w", err)
	}
	if err := fn(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := step("RELEASE writer"); err != nil { // there is none where the engine has undone all by itself
		return fmt.Errorf("committing: %w", err)
	}
	kept = true
	return nil
}

// endTurn gives the turn to the next writer; the shared transaction, if one is open, is ended
// where nobody waits for it.
func (db *DB) endTurn() {
	if db.shared != nil && db.turns.hand("") {
		return
	}
	db.endShared()
	db.turns.give("")
}

// endShared commits the shared transaction, if one is open, and tells its writers.
func (db *DB) endShared() {
	g := db.shared
	if g == nil {
		return
	}
	db.shared = nil
	g.err = db.engine.fault(db.file.check())
	if g.err == nil {
		began := time.Now()
		if err := g.sql.Commit(); err != nil {
			g.err = db.engine.fault(fmt.Errorf("committing: %w", err))
		}
		db.journal.committed(g.rows)
		db.shareFor = max(shareTime, min(time.Since(began), longestShare))
	}
	_ = g.sql.Rollback() // after a commit this does nothing
	db.note(g.err)
	if g.err != nil && g.writers > 1 && !db.engine.fatal(g.err) { // one of them may be the cause
		g.err = errUndone
	}
	close(g.ended)
}

// dropShared undoes all of the shared transaction; its writers do theirs over.
func (db *DB) dropShared() {
	g := db.shared
	db.shared = nil
	_ = g.sql.Rollback()
	g.err = errUndone
	close(g.ended)
}
