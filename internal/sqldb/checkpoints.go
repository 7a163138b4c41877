package sqldb

import (
	"context"
	"database/sql"
	"log/slog"
	"net/url"
	"time"
)

const (
	checkpointAfter = 1_000  // pages that were committed, about
	longestJournal  = 16_000 // pages, 64 MB
	commitPages     = 8      // that a commit takes beside its rows

	shortMove = 20 * time.Millisecond // during which little is committed; one that is longer is followed by another,
	mostMoves = 5                     // up to as many
	fewPages  = 500                   // that may be left to move while nobody can write
)

// checkpoints moves what was committed from SQLite's journal to the file. SQLite does so within
// the commit that makes the journal long, and while others read within every one after it, and
// all writers wait for the disk: so it is done beside them.
//
// A file that another program copies is left to that program ([Mirrored]), unless that makes none.
type checkpoints struct {
	pool    *sql.DB // of one connection
	mode    string  // of most checkpoints: PASSIVE, or NOOP where another program makes them
	longest int     // pages
	since   int     // pages that were committed since the last, about; of who has the turn to write
	due     chan struct{}
	end     func()
	ended   chan struct{}
}

func (db *DB) openCheckpoints(path string, o opening) (err error) {
	c := &checkpoints{mode: "PASSIVE", longest: o.journal, due: make(chan struct{}, 1), ended: make(chan struct{})}
	if o.mirrored {
		c.mode = "NOOP"
	}
	// It waits for no reader for long, as writers may wait for it.
	if c.pool, err = sql.Open("sqlite", sqliteSource(path, url.Values{"_pragma": {"busy_timeout(25)", "synchronous(FULL)"}})); err != nil {
		return err
	}
	c.pool.SetMaxOpenConns(1)
	ctx, end := context.WithCancel(context.Background())
	c.end, db.journal = end, c
	go db.keepCheckpoints(ctx)
	return nil
}

// committed counts a commit. The caller has the turn to write.
func (c *checkpoints) committed(rows int64) {
	if c == nil {
		return
	}
	if c.since += commitPages + int(min(rows, checkpointAfter)); c.since < checkpointAfter {
		return
	}
	c.since = 0
	select {
	case c.due <- struct{}{}:
	default: // one is to begin already
	}
}

func (c *checkpoints) close() error {
	if c == nil {
		return nil
	}
	c.end()
	<-c.ended
	return c.pool.Close()
}

// keepCheckpoints makes a checkpoint whenever one is due. One that fails loses nothing, and the
// next makes up for it; a disk that fails gives the database up, as in a commit.
func (db *DB) keepCheckpoints(ctx context.Context) {
	defer close(db.journal.ended)
	longest := db.journal.longest
	for {
		select {
		case <-ctx.Done():
			return
		case <-db.journal.due:
		}
		pages, err := db.checkpoint(ctx, longest)
		// Where somebody has been reading for long it cannot begin anew yet, and is let grow.
		longest = db.journal.longest * (1 + pages/db.journal.longest)
		if err != nil && ctx.Err() == nil {
			err = db.engine.fault(err)
			slog.Warn("SQLite's journal could not be moved to the file; that is tried again", "err", err)
			db.note(err)
		}
	}
}

// checkpoint moves what was committed to the file, and has a journal of more pages than longest begin anew.
// No piece of large work is written meanwhile: its commit would wait for the disk as long as the checkpoint
// does, all others behind it, and the next checkpoint would have the more to move.
func (db *DB) checkpoint(ctx context.Context, longest int) (pages int, err error) {
	if err := db.turns.take(ctx, pieces); err != nil {
		return 0, err
	}
	defer db.turns.give(pieces)
	if pages, _, err = db.journal.move(ctx, db.journal.mode); err != nil || pages <= longest {
		return pages, err
	}
	return db.beginJournal(ctx)
}

// beginJournal has the journal begin anew where little is left to move while nobody can write: what came during
// the last move, and a short one where the disk allows it. Where somebody reads what was to be moved, it is let be.
func (db *DB) beginJournal(ctx context.Context) (pages int, err error) {
	left := 0
	for range mostMoves {
		began := time.Now()
		if pages, left, err = db.journal.move(ctx, "PASSIVE"); err != nil {
			return 0, err
		}
		if left <= fewPages && time.Since(began) < shortMove {
			break
		}
		if err := pause(ctx, shortMove); err != nil { // who reads may have done so then
			return 0, err
		}
	}
	if left > fewPages {
		return pages, nil
	}
	return db.restartJournal(ctx)
}

func (db *DB) restartJournal(ctx context.Context) (pages int, err error) {
	if err := db.turns.take(ctx, ""); err != nil {
		return 0, err
	}
	defer db.turns.give("")
	db.endShared()
	pages, _, err = db.journal.move(ctx, "RESTART")
	return pages, err
}

// move moves what it can, and gives the pages of the journal, which after a whole RESTART are 0, and how many of them
// are left as somebody reads older ones.
func (c *checkpoints) move(ctx context.Context, mode string) (pages, left int, err error) {
	var busy, moved int
	err = c.pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &pages, &moved)
	if left = pages - moved; mode == "RESTART" && busy == 0 && left == 0 {
		pages = 0
	}
	return pages, left, err
}
