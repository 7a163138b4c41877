package column

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// State says which entries a farm has.
type State struct {
	seq   int64 // of the newest
	epoch int64 // grows when entries are taken away as a whole
}

// Empty reports whether nothing was ever recorded.
func (s State) Empty() bool { return s.seq == 0 }

// StateOf reads which entries the farm has.
func StateOf(ctx context.Context, tx *sqldb.Tx, farmID string) (State, error) {
	states, err := StatesOf(ctx, tx, []string{farmID})
	return states[farmID], err
}

// StatesOf reads which entries the farms have, by farm.
func StatesOf(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string]State, error) {
	states := map[string]State{}
	const atOnce = 10_000
	for some := range slices.Chunk(farmIDs, atOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var farmID string
			var s State
			err := r.Scan(&farmID, &s.seq, &s.epoch)
			states[farmID] = s
			return struct{}{}, err
		}, "SELECT farm_id, seq, epoch FROM farm_state WHERE farm_id IN ("+sqldb.In(1, len(some))+")", sqldb.Args(some)...)
		if err != nil {
			return nil, err
		}
	}
	return states, nil
}

const (
	entriesAtOnce = 1 << 15 // in one transaction, so that a snapshot is not held for long
	entriesInText = 1 << 13 // in one text
)

// catchUp adds the entries that the ledger has and the builder has not, in the caller's
// transaction: there are few.
func (b *builder) catchUp(ctx context.Context, tx *sqldb.Tx, farmID string, state State, fresh bool) error {
	for b.now.seq < state.seq {
		s, err := stretchOf(ctx, tx, farmID, b.now.seq, min(b.now.seq+entriesAtOnce, state.seq), b.knownBefore)
		if err == nil {
			err = b.addStretch(ctx, tx, farmID, s, fresh)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// errEmptied is the end of a reading during which the farm was emptied.
var errEmptied = errors.New("the farm was emptied meanwhile")

// catchUpAtOnce is catchUp of many: some read ahead, each on a connection of its own, while one
// adds. What a farm has up to a number stays as it is until it is emptied, so each stretch may
// be read in a transaction of its own that finds the farm's epoch unchanged.
func (b *builder) catchUpAtOnce(ctx context.Context, db *sqldb.DB, farmID string, state State, fresh bool) error {
	const readers = 2
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reading, ctx := errgroup.WithContext(ctx)
	starts, read := make(chan reader), make(chan reader, readers)
	for range readers {
		reading.Go(func() error {
			for r := range starts {
				s, err := r.stretch(ctx, db, farmID, state)
				if err != nil {
					return err
				}
				r.found <- s
			}
			return nil
		})
	}
	reading.Go(func() error {
		defer close(read)
		defer close(starts)
		for from := b.now.seq; from < state.seq; from += entriesAtOnce {
			r := reader{from, min(from+entriesAtOnce, state.seq), make(chan stretch, 1)}
			for _, to := range []chan reader{read, starts} {
				select {
				case to <- r:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		return nil
	})
	for r := range read {
		select {
		case s := <-r.found:
			if err := db.Read(ctx, func(tx *sqldb.Tx) error { return b.addStretch(ctx, tx, farmID, s, fresh) }); err != nil {
				cancel()
				if failed := reading.Wait(); failed != nil && !errors.Is(failed, context.Canceled) {
					return failed
				}
				return err
			}
		case <-ctx.Done():
			return reading.Wait()
		}
	}
	return reading.Wait()
}

// reader reads the entries after one up to another.
type reader struct {
	from, to int64
	found    chan stretch
}

func (r reader) stretch(ctx context.Context, db *sqldb.DB, farmID string, state State) (s stretch, err error) {
	err = db.Read(ctx, func(tx *sqldb.Tx) error {
		now, err := StateOf(ctx, tx, farmID)
		if err == nil && now.epoch != state.epoch {
			err = errEmptied
		}
		if err == nil {
			s, err = stretchOf(ctx, tx, farmID, r.from, r.to, 0)
		}
		return err
	})
	return s, err
}

// stretch is entries of the ledger that follow each other.
type stretch struct {
	to      int64             // number of the last
	wheres  []where           // that the entries name by number
	known   map[string]uint32 // their numbers
	entries []entry
}

// where is a place by its ids.
type where struct{ leaseID, lotID string }

// stretchOf reads the entries as a few long texts: either engine writes one faster than it hands
// over as many rows. The subquery has them in order, and one aggregate takes them as they come.
// Where a moment is given, what was recorded then or later is left out.
func stretchOf(ctx context.Context, tx *sqldb.Tx, farmID string, after, until, knownBefore int64) (stretch, error) {
	s := stretch{to: until, known: map[string]uint32{}}
	recorded := ""
	if knownBefore != 0 {
		recorded = fmt.Sprintf(" JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq AND a.at < %d", knownBefore)
	}
	for from := after; from < until; from += entriesInText {
		text, err := sqldb.One(ctx, tx, sqldb.Scalar[string], `SELECT COALESCE(string_agg(entry, ';'), '') FROM (
			SELECT e.lease_id || ' ' || e.lot_id || ' ' || e.kind || ' ' || e.day || ' ' || (e.delta + e.size_sum) || ' '
				|| CASE WHEN e.containers + e.size_n = 0 THEN '' ELSE '' || (e.containers + e.size_n) END || CASE WHEN e.seq = e.activity_seq THEN '' ELSE '+' END AS entry
			FROM entries e`+recorded+` WHERE e.farm_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq) told`, farmID, from, min(from+entriesInText, until))
		if err != nil {
			return s, err
		}
		for row := range strings.SplitSeq(text, ";") {
			if err := s.read(row); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// read reads an entry. A sample has no animals and no containers, everything else has no
// sizes, so that two numbers stand for four.
func (s *stretch) read(row string) error {
	if row == "" {
		return nil
	}
	words := [5]string{}
	rest := row
	for i := range words {
		words[i], rest, _ = strings.Cut(rest, " ")
	}
	e := entry{kind: sampled, where: s.where(row[:len(words[0])+1+len(words[1])])}
	if kind := ledger.Kind(words[2]); kind != ledger.Size {
		e.kind = int8(flowOf(kind))
	}
	more, later := strings.CutSuffix(rest, "+")
	e.first = !later
	day, err := strconv.ParseInt(words[3], 10, 32)
	e.day = int32(day)
	if err == nil {
		e.value, err = strconv.ParseInt(words[4], 10, 64)
	}
	if err == nil && more != "" {
		e.more, err = strconv.ParseInt(more, 10, 64)
	}
	if err != nil {
		return fmt.Errorf("an entry of the ledger cannot be read: %w", err)
	}
	s.entries = append(s.entries, e)
	return nil
}

// where numbers a place, whose text is a part of a longer one.
func (s *stretch) where(text string) uint32 {
	n, seen := s.known[text]
	if !seen {
		n = uint32(len(s.wheres))
		text = strings.Clone(text)
		s.known[text] = n
		leaseID, lotID, _ := strings.Cut(text, " ")
		s.wheres = append(s.wheres, where{leaseID, lotID})
	}
	return n
}

// addStretch adds the entries, and first the lots that they name and nobody knows yet.
func (b *builder) addStretch(ctx context.Context, tx *sqldb.Tx, farmID string, s stretch, fresh bool) error {
	var unknown []string
	for _, w := range s.wheres {
		if _, known := b.interner.lotAt[w.lotID]; !known && !slices.Contains(unknown, w.lotID) {
			unknown = append(unknown, w.lotID)
		}
	}
	if err := b.addLots(ctx, tx, farmID, unknown); err != nil {
		return err
	}
	b.add(s, fresh)
	b.now.seq = s.to
	return nil
}

// addLots reads the lots with these ids.
func (b *builder) addLots(ctx context.Context, tx *sqldb.Tx, farmID string, ids []string) error {
	const atOnce = 200
	for some := range slices.Chunk(ids, atOnce) {
		lots, err := field.Lots(ctx, tx, farmID, some...)
		if err != nil {
			return err
		}
		for _, l := range lots {
			for i, f := range field.All {
				l.Values[i] = f.Form.Written(l.Values[i])
			}
			b.interner.addLot(l.ID, l.GroupID, l.Values)
		}
	}
	return nil
}
