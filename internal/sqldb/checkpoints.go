package sqldb

import (
	"context"
	"database/sql"
	"log/slog"
	"net/url"
)

const (
	checkpointAfter = 1_000  // pages that were committed, about
	longestJournal  = 16_000 // pages, 64 MB
	commitPages     = 8      // that a commit takes beside its rows
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
		pages, err := db.journal.move(ctx, db.journal.mode)
		if err == nil && pages > longest {
			pages, err = db.beginJournal(ctx)
		}
		// Where somebody has been reading for long it cannot begin anew yet, and is let grow.
		longest = db.journal.longest * (1 + pages/db.journal.longest)
		if err != nil && ctx.Err() == nil {
			err = db.engine.fault(err)
			slog.Warn("SQLite's journal could not be moved to the file; that is tried again", "err", err)
			db.note(err)
		}
	}
}

// beginJournal has the journal begin anew while nobody writes: what is left to move is little, as
// all that came while others were moving or read is moved just before.
func (db *DB) beginJournal(ctx context.Context) (pages int, err error) {
	if _, err := db.journal.move(ctx, "PASSIVE"); err != nil {
		return 0, err
	}
	if err := db.turns.take(ctx, ""); err != nil {
		return 0, err
	}
	defer db.turns.give("")
	db.endShared()
	return db.journal.move(ctx, "RESTART")
}

// move moves what it can, and gives the pages of the journal; after a whole RESTART that is 0.
func (c *checkpoints) move(ctx context.Context, mode string) (pages int, err error) {
	var busy, moved int
	err = c.pool.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &pages, &moved)
	if mode == "RESTART" && busy == 0 && pages == moved {
		pages = 0
	}
	return pages, err
}
