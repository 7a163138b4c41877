package account

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	touchAfter    = time.Minute      // a session's last use is stored at most this often
	touchDelay    = time.Second      // for uses to gather before they are stored together
	touchWait     = 10 * time.Second // for a busy writer; then they keep gathering
	touchesAtOnce = 200              // sessions in a transaction, so that nobody waits long for it
	maxTouches    = 100_000          // bounds the memory; the use of more sessions is not stored
)

// touch is a use of a session that is not stored yet.
type touch struct {
	sessionID, userID string
	at                int64 // Unix milliseconds
}

// touches gathers the uses of sessions and stores them in the background, so that
// a request that only reads never waits for a writer. What is not stored yet
// counts in this process all the same: a session in use does not end because
// the writer was busy for long. A process that is killed loses the uses of its
// last moments.
type touches struct {
	store func(context.Context, []touch) error

	mu        sync.Mutex
	pending   map[string]touch // by session
	scheduled bool
	closed    bool
	writing   sync.Mutex // held while some are stored
}

// note takes note of a use of a session.
func (t *touches) note(used touch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, gathered := t.pending[used.sessionID]; t.closed || !gathered && len(t.pending) >= maxTouches {
		return
	}
	t.pending[used.sessionID] = used
	if !t.scheduled {
		t.scheduled = true
		time.AfterFunc(touchDelay, t.inBackground)
	}
}

// lastSeen is when the session was last used; stored is what the database has.
func (t *touches) lastSeen(sessionID string, stored int64) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return max(stored, t.pending[sessionID].at)
}

func (t *touches) inBackground() {
	t.mu.Lock()
	t.scheduled = false
	closed := t.closed
	t.mu.Unlock()
	if closed {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), touchWait)
	defer cancel()
	if err := t.flush(ctx); err != nil {
		slog.Warn("the use of sessions is not stored yet", "error", err)
	}
}

// flush stores what has gathered. What cannot be stored is kept for the next time.
func (t *touches) flush(ctx context.Context) error {
	t.writing.Lock()
	defer t.writing.Unlock()
	for {
		batch := t.some()
		if len(batch) == 0 {
			return nil
		}
		if err := t.store(ctx, batch); err != nil {
			return err
		}
		t.forget(batch)
	}
}

// some gives as much of what has gathered as one transaction takes.
func (t *touches) some() (batch []touch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, used := range t.pending {
		if batch = append(batch, used); len(batch) == touchesAtOnce {
			break
		}
	}
	return batch
}

// forget drops what was stored, except for sessions that were used again since.
func (t *touches) forget(stored []touch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, used := range stored {
		if t.pending[used.sessionID] == used {
			delete(t.pending, used.sessionID)
		}
	}
}

// Flush stores the uses of sessions that have gathered.
func (s *Service) Flush(ctx context.Context) error { return s.touches.flush(ctx) }

// Close stores what has gathered and takes no more. The database must be open.
func (s *Service) Close(ctx context.Context) error {
	s.touches.mu.Lock()
	s.touches.closed = true
	s.touches.mu.Unlock()
	return s.Flush(ctx)
}

func (s *Service) storeTouches(ctx context.Context, batch []touch) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, used := range batch {
			if err := touchSession(ctx, tx, used); err != nil {
				return err
			}
		}
		return nil
	})
}
