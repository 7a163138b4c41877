package key

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	useEvery = time.Minute      // the last use of a key is stored at most this often
	useWait  = 10 * time.Second // for a busy writer
)

// uses stores when keys were last used, in the background, so that a call that only reads never
// waits for a writer.
type uses struct {
	db  *sqldb.DB
	log *slog.Logger

	mu     sync.Mutex
	last   map[string]int64 // Unix milliseconds, by key, as stored or about to be
	closed bool
	work   sync.WaitGroup
}

func newUses(db *sqldb.DB, log *slog.Logger) *uses {
	return &uses{db: db, log: log, last: map[string]int64{}}
}

func (u *uses) note(farmID, id string, at int64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	before, known := u.last[id]
	if u.closed || known && at-before < useEvery.Milliseconds() {
		return
	}
	u.last[id] = at
	u.work.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), useWait)
		defer cancel()
		err := u.db.Write(ctx, func(tx *sqldb.Tx) error { return touchKey(ctx, tx, farmID, id, at) })
		if err == nil {
			return
		}
		u.log.Warn("the last use of a key was not stored", "key", id, "err", err)
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.last, id) // its next use is
	})
}

func (u *uses) close() {
	u.mu.Lock()
	u.closed = true
	u.mu.Unlock()
	u.work.Wait()
}
