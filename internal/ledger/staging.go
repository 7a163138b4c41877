package ledger

import (
	"context"
	"errors"
	"math"
	"sort"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// A long recording is staged: its activities and entries are stored piece by
// piece, under numbers beyond the farm's newest one, where nobody reads. Then one
// short transaction makes them count: it stores the balances and the new newest
// number. Until then people go on recording, with the numbers that are kept free
// for them.

const (
	longRecording = 2_000 // entries; so many still fit into one transaction of under 200 ms
	minFree       = 500   // numbers kept free for those who record meanwhile, or a tenth of the recording where that is more
	calmRounds    = 3     // after which nobody else may record until the upload is in
	maxRounds     = 6
	aliveFor      = time.Minute // a process that dies holds nobody up for longer
)

// Staging names a run that stages a recording.
type Staging struct {
	ID      string
	Attempt int64 // of several runs under the ID
}

var (
	errNotStaged  = fault.New(fault.Unavailable, "The upload paused for too long, or another one to this farm began. Please try again.")
	errHeld       = fault.New(fault.Unavailable, "A long upload is being recorded on this farm. Please try again in a minute.")
	errLeftBehind = fault.New(fault.Unavailable, "A long upload is being tidied up on this farm. Please try again in a minute.")
	errBusy       = fault.New(fault.Unavailable, "The farm's book changed again and again while the upload was recorded. Please try again.")
)

func (s *Service) isLong(b *Recording) bool { return b.sweep != nil && len(b.sweep.entries) > s.long }

// enterStaged stages what was checked and makes it count. If something that others
// recorded meanwhile affects it, it is checked and staged anew.
func (s *Service) enterStaged(ctx context.Context, r *Recording, by Staging, progress func(float64), also func(*sqldb.Tx, *Recording) error) (*Recording, error) {
	for round := 1; round <= maxRounds; round++ {
		first, err := s.beginStaging(ctx, r, by, round > calmRounds)
		if err != nil {
			return nil, err
		}
		s.step()
		if round > 1 {
			if r, err = s.Check(ctx, r.farmID, r.draft); err != nil {
				return nil, err
			}
			if !s.isLong(r) {
				if err := s.Unstage(ctx, r.farmID, by.ID); err != nil {
					return nil, err
				}
				return s.enterAtOnce(ctx, r, progress, also)
			}
		}
		r.renumber(first - 1)
		r.progress = progress
		err = s.stage(ctx, r, by)
		if fault.Is(err, fault.Conflict) {
			continue // somebody recorded an activity with the same key
		}
		if err != nil {
			return nil, err
		}
		s.step()
		if counts, err := s.finishStaging(ctx, r, by, also); err != nil || counts {
			return r, err
		}
	}
	return nil, errBusy
}

// beginStaging removes what an earlier run left behind, and gives the number that
// the first entry is to have.
func (s *Service) beginStaging(ctx context.Context, r *Recording, by Staging, hold bool) (first int64, err error) {
	err = s.db.InPieces(ctx, func(tx *sqldb.Tx, rows int) (more bool, err error) {
		if _, err := farm.Require(ctx, tx, r.farmID); err != nil {
			return false, err
		}
		if removed, err := dropStaged(ctx, tx, r.farmID, rows); err != nil || removed > 0 {
			return true, err
		}
		now, err := lockState(ctx, tx, r.farmID)
		if err != nil {
			return false, err
		}
		first = now.seq + 1 + max(minFree, int64(len(r.sweep.entries)/10))
		_, err = tx.Exec(ctx, `INSERT INTO ledger_staged (farm_id, upload_id, attempt, first_seq, last_seq, alive_until, holds)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, r.farmID, by.ID, by.Attempt, first, noLast, s.aliveUntil(), hold)
		return false, err
	})
	return first, err
}

func (s *Service) aliveUntil() int64 { return sqldb.Millis(s.now().Add(aliveFor)) }

// staged is a range of numbers whose entries are stored and do not count.
type staged struct {
	by          Staging
	first, last int64 // last is noLast until somebody begins to remove them
	aliveUntil  int64
	holds       bool
}

const noLast = int64(math.MaxInt64 / 2)

// isWhole reports whether the range is still that of the run, with all that the run
// stored. A run that paused for long may have been taken for dead.
func (s *staged) isWhole(by Staging) bool { return s != nil && s.by == by && s.last == noLast }

// isAlive reports whether the run may still be working. One whose clock was wrong counts as dead.
func (s *staged) isAlive(now time.Time) bool {
	return s.aliveUntil > sqldb.Millis(now) && !skew.Ahead(s.aliveUntil, now, aliveFor)
}

func readStaged(ctx context.Context, tx *sqldb.Tx, farmID string) (*staged, error) {
	found, err := sqldb.All(ctx, tx, func(r sqldb.Row) (s staged, err error) {
		return s, r.Scan(&s.by.ID, &s.by.Attempt, &s.first, &s.last, &s.aliveUntil, &s.holds)
	}, "SELECT upload_id, attempt, first_seq, last_seq, alive_until, holds FROM ledger_staged WHERE farm_id = $1", farmID)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// newestStaged gives the number of the newest staged entry, or one less than the
// first number where there is none.
func newestStaged(ctx context.Context, tx *sqldb.Tx, farmID string, s *staged) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT COALESCE(MAX(seq), $2 - 1) FROM entries WHERE farm_id = $1 AND seq BETWEEN $2 AND $3",
		farmID, s.first, s.last)
}

// renumber gives the entries the numbers that follow this one.
func (b *Recording) renumber(after int64) {
	for _, i := range b.pending {
		b.numbers[i] += after - b.after
	}
	b.after = after
}

// stage stores the activities and entries. Each transaction reads from the
// database how far it has come, as it may be one that is tried again.
func (s *Service) stage(ctx context.Context, r *Recording, by Staging) error {
	return s.db.InPieces(ctx, func(tx *sqldb.Tx, rows int) (more bool, err error) {
		mine, err := readStaged(ctx, tx, r.farmID)
		if err != nil {
			return false, err
		}
		if !mine.isWhole(by) {
			if _, err := farm.Require(ctx, tx, r.farmID); err != nil {
				return false, err // it is being cleaned, or gone
			}
			return false, errNotStaged
		}
		if _, err := tx.Exec(ctx, "UPDATE ledger_staged SET alive_until = $2 WHERE farm_id = $1", r.farmID, s.aliveUntil()); err != nil {
			return false, err
		}
		newest, err := newestStaged(ctx, tx, r.farmID, mine)
		if err != nil {
			return false, err
		}
		from := sort.Search(len(r.pending), func(i int) bool { return r.numbers[r.pending[i]] > newest })
		to := min(len(r.pending), from+max(1, rows/2))
		for to > from+1 && r.firstEntry(to)-r.firstEntry(from)+int64(to-from) > int64(rows) {
			to--
		}
		if err := r.storePending(ctx, tx, s.recorder(ctx), from, to); err != nil {
			return false, err
		}
		r.progress(float64(to) / float64(len(r.pending)))
		return to < len(r.pending), nil
	})
}

// finishStaging makes what is staged count, together with what the caller adds; it
// gives false where the book changed since the check so that it matters.
func (s *Service) finishStaging(ctx context.Context, r *Recording, by Staging, also func(*sqldb.Tx, *Recording) error) (counts bool, err error) {
	err = s.db.WriteTo(ctx, r.farmID, func(tx *sqldb.Tx) error {
		counts = false
		if _, err := farm.Require(ctx, tx, r.farmID); err != nil {
			return err
		}
		now, err := lockState(ctx, tx, r.farmID)
		if err != nil {
			return err
		}
		mine, err := readStaged(ctx, tx, r.farmID)
		if err != nil {
			return err
		}
		if !mine.isWhole(by) {
			return errNotStaged
		}
		if same, err := r.unaffected(ctx, tx, now); err != nil || !same {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM ledger_staged WHERE farm_id = $1", r.farmID); err != nil {
			return err
		}
		if err := r.close(ctx, tx, s.now()); err != nil {
			return err
		}
		counts = true
		return also(tx, r)
	})
	return counts, err
}

// unaffected reports whether what was recorded since the check leaves the
// recording as it is: it touched other places only, and made no lot nor, where that
// matters, a tag.
func (b *Recording) unaffected(ctx context.Context, tx *sqldb.Tx, now state) (bool, error) {
	leases, err := farm.Leases(ctx, tx, b.farmID)
	if err != nil || now.epoch != b.state.epoch || now.dimsVersion != b.state.dimsVersion || !b.areas.isOf(leases) {
		return false, err
	}
	if same, err := b.tagsAsBefore(ctx, tx); err != nil || !same || now.seq == b.state.seq {
		return same, err
	}
	touched, err := sqldb.All(ctx, tx, func(r sqldb.Row) (where placeID, err error) {
		return where, r.Scan(&where.leaseID, &where.lotID)
	}, "SELECT DISTINCT lease_id, lot_id FROM entries WHERE farm_id = $1 AND seq > $2 AND seq <= $3", b.farmID, b.state.seq, now.seq)
	if err != nil {
		return false, err
	}
	for _, where := range touched {
		if _, ours := b.placeIDIndex[where]; ours {
			return false, nil
		}
	}
	return true, nil
}

// refuseWhileStaged keeps a recording from taking the numbers of one that is
// staged, and from changing a book that is held for it.
func (b *Recording) refuseWhileStaged(ctx context.Context, tx *sqldb.Tx, now time.Time) error {
	other, err := readStaged(ctx, tx, b.farmID)
	if err != nil || other == nil {
		return err
	}
	alive := other.isAlive(now)
	room := b.state.seq+int64(len(b.sweep.entries)) < other.first
	switch {
	case alive && (other.holds || !room):
		return errHeld
	case !room:
		return errLeftBehind
	}
	return nil
}

// write runs a transaction that records. If a run that died left staged entries
// in its way, they are removed first.
func (s *Service) write(ctx context.Context, farmID string, fn func(*sqldb.Tx) error) error {
	err := s.db.WriteTo(ctx, farmID, fn)
	if !errors.Is(err, errLeftBehind) {
		return err
	}
	now := s.now()
	if err := s.unstage(ctx, farmID, func(other *staged) bool { return !other.isAlive(now) }); err != nil {
		return err
	}
	return s.db.WriteTo(ctx, farmID, fn)
}

// Unstage removes what a run staged and did not finish.
func (s *Service) Unstage(ctx context.Context, farmID, id string) error {
	return s.unstage(ctx, farmID, func(mine *staged) bool { return mine.by.ID == id })
}

func (s *Service) unstage(ctx context.Context, farmID string, which func(*staged) bool) error {
	return s.db.InPieces(ctx, func(tx *sqldb.Tx, rows int) (more bool, err error) {
		found, err := readStaged(ctx, tx, farmID)
		if err != nil || found == nil || !which(found) {
			return false, err
		}
		removed, err := dropStaged(ctx, tx, farmID, rows)
		return removed > 0, err
	})
}

// dropStaged removes at most about so many entries and activities that are stored
// and do not count, the newest first, as an activity that undoes another refers to
// it. It gives how many it removed: 0 when nothing is left.
func dropStaged(ctx context.Context, tx *sqldb.Tx, farmID string, most int) (removed int64, err error) {
	s, err := readStaged(ctx, tx, farmID)
	if err != nil || s == nil {
		return 0, err
	}
	last, err := newestStaged(ctx, tx, farmID, s)
	if err != nil {
		return 0, err
	}
	if last < s.first {
		_, err := tx.Exec(ctx, "DELETE FROM ledger_staged WHERE farm_id = $1", farmID)
		return 0, err
	}
	from := max(s.first, last-int64(max(1, most/2))+1)
	for _, table := range []string{"entries", "counts", "activities"} {
		n, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE farm_id = $1 AND seq BETWEEN $2 AND $3", farmID, from, last)
		if err != nil {
			return removed, err
		}
		removed += n
	}
	_, err = tx.Exec(ctx, "UPDATE ledger_staged SET last_seq = $2 WHERE farm_id = $1", farmID, from-1)
	return removed, err
}
