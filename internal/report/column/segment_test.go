package column

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/jobs/jobstest"
	"github.com/merroir/merroir/internal/sqldb"
)

// What is stored is what was there; what is damaged is noticed.
func TestSegmentsAreWhole(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := notebookFarm(t, db)
	c := New(db)
	now, _, err := c.refresh(system, farmID, nil)
	must(t, err)
	data := pack(now)
	again, err := unpack(data)
	if err != nil || !slices.Equal(pack(&again), data) || again.seq != now.seq || len(again.sorted.cells) != len(now.sorted.cells) {
		t.Fatalf("packed and unpacked: %v", err)
	}
	for i := range data {
		damaged := slices.Clone(data)
		damaged[i] ^= 1 << (i % 8)
		if _, err := unpack(damaged); err == nil {
			t.Fatalf("byte %d of %d changed, and nobody noticed", i, len(data))
		}
		if _, err := unpack(data[:i]); err == nil {
			t.Fatalf("cut to %d of %d bytes, and nobody noticed", i, len(data))
		}
	}
}

// A damaged or outdated segment is as good as none.
func TestDamagedSegment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := notebookFarm(t, db)
		for _, damage := range []string{"", "data = $2", "format = 99", "epoch = epoch + 1", "upto_seq = upto_seq + 1000"} {
			must(t, smallCache(db).storeSegments(system))
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				if damage == "" {
					return nil
				}
				args := []any{farmID}
				if damage == "data = $2" {
					args = append(args, []byte("no segment at all"))
				}
				n, err := tx.Exec(system, "UPDATE ledger_segments SET "+damage+" WHERE farm_id = $1", args...)
				if n == 0 {
					err = fmt.Errorf("there was no segment to damage")
				}
				return err
			}))
			notebook := Ask{Rows: []Days{{0, 20_000}}, Split: splits()[0]}
			if sums, err := sumsOf(New(db), farmID, notebook); err != nil || sums.Rows[0][0].Inventory() != 2082 {
				t.Errorf("after %q: %+v %v", damage, sums, err)
			}
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, "DELETE FROM ledger_segments")
				return err
			}))
		}
	})
}

// The segment of a ledger that was emptied goes with the next run of the job,
// and one that is new enough is left as it is.
func TestSegmentsAreKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		c := smallCache(db)
		stored := func() (upto int64) {
			must(t, c.storeSegments(system))
			must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
				upto, err = sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT COALESCE(MAX(upto_seq), 0) FROM ledger_segments WHERE farm_id = $1", farmID)
				return err
			}))
			return upto
		}
		if upto := stored(); upto != 0 {
			t.Errorf("of an empty ledger: %d", upto)
		}
		recordAtOnce(t, db, farmID, plantings(places))
		if upto := stored(); upto != 12 {
			t.Errorf("of 12 entries: %d", upto)
		}
		recordAtOnce(t, db, farmID, plantings(places)[:9])
		if upto := stored(); upto != 12 {
			t.Errorf("9 entries later: %d", upto)
		}
		recordAtOnce(t, db, farmID, plantings(places)[:1])
		if upto := stored(); upto != 22 {
			t.Errorf("10 entries later: %d", upto)
		}
		clean(t, db, farmID)
		if upto := stored(); upto != 0 {
			t.Errorf("of an emptied ledger: %d", upto)
		}
	})
}

// A segment is stored and removed part by part, so that no other write waits
// long; whoever reads between two parts finds no segment, or a whole one.
func TestSegmentsAreStoredPartByPart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		for i := range 4 {
			switch i {
			case 0, 1:
				recordAtOnce(t, db, farmID, plantings(places))
			case 2:
				clean(t, db, farmID)
			}
			writes, whole := 0, 0
			db.ObserveWrites(func(w sqldb.WriteTimes) {
				if writes++; w.Rows > 1 {
					t.Errorf("run %d: %d rows were written at once", i, w.Rows)
				}
				must(t, db.Read(system, func(tx *sqldb.Tx) error {
					state, err := StateOf(system, tx, farmID)
					if err != nil {
						return err
					}
					if found := readable(t, tx, farmID, state); found > 0 {
						whole++
					}
					return nil
				}))
			})
			must(t, smallCache(db).storeSegments(system))
			db.ObserveWrites(nil)
			if stores := i < 2; stores != (whole > 0) || stores && writes < 4 {
				t.Errorf("run %d: %d transactions, after %d of which there was a segment", i, writes, whole)
			}
		}
	})
}

// readable is how far the stored segment goes, which must be whole if its first
// part is there.
func readable(t *testing.T, tx *sqldb.Tx, farmID string, state State) int64 {
	t.Helper()
	first, err := sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT count(*) FROM ledger_segments WHERE farm_id = $1 AND part = 0 AND epoch = $2", farmID, state.epoch)
	must(t, err)
	stored, err := readSegment(system, tx, farmID, state)
	if must(t, err); (stored.seq > 0) != (first > 0) {
		t.Errorf("there are %d first parts, and a segment up to %d", first, stored.seq)
	}
	return stored.seq
}

// The queue stores segments by itself, at once and then every five minutes, and
// a service that starts anew reads no more of the ledger than came since.
func TestTheQueueStoresSegments(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, places := historyPlaces(t, db)
		recordAtOnce(t, db, farmID, plantings(places))
		now := noon
		q := jobs.New(db, jobs.Options{Now: func() time.Time { return now }, Logger: slog.New(slog.DiscardHandler)})
		smallCache(db).KeepSegments(q)
		stored := func() (upto int64) {
			t.Helper()
			must(t, q.RunUntilIdle(t.Context()))
			must(t, db.Read(system, func(tx *sqldb.Tx) error {
				state, err := StateOf(system, tx, farmID)
				if err != nil {
					return err
				}
				segment, err := readSegment(system, tx, farmID, state)
				upto = segment.seq
				return err
			}))
			return upto
		}
		if upto := stored(); upto != 12 {
			t.Errorf("at the start: %d", upto)
		}
		recordAtOnce(t, db, farmID, plantings(places)[:10])
		now = noon.Add(segmentEvery - time.Millisecond)
		if upto := stored(); upto != 12 {
			t.Errorf("before its time: %d", upto)
		}
		now = noon.Add(segmentEvery)
		if upto := stored(); upto != 22 {
			t.Errorf("five minutes later: %d", upto)
		}
		if failed := jobstest.Failed(t, db, q); len(failed) != 0 {
			t.Errorf("parked %+v", failed)
		}
	})
}
