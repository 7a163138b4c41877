package sqldb

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/skew"
)

// Copy is a process that works on the database.
type Copy struct {
	ID      string
	Name    string // for a person
	Files   string // the place of its files; copies that share one have the same
	Key     string // id of the key with which it encrypts; empty where that is not known
	Zones   string // version of its table of time zones; empty of an older release
	Started time.Time
	Seen    time.Time
}

const forgetCopies = 24 * time.Hour // after their last sign of life

// Beat stores that the copy is alive, and deletes those that were last seen long ago, or far in the future
// by a clock that was wrong.
func Beat(ctx context.Context, tx *Tx, c Copy) error {
	if _, err := tx.Exec(ctx, `INSERT INTO copies (id, name, files, key_id, zones, started_at, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (id) DO UPDATE SET zones = excluded.zones, seen_at = excluded.seen_at`,
		c.ID, c.Name, c.Files, c.Key, c.Zones, Millis(c.Started), Millis(c.Seen)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM copies WHERE seen_at < $1 OR seen_at > $2",
		Millis(c.Seen.Add(-forgetCopies)), skew.Latest(c.Seen, forgetCopies))
	return err
}

// OtherCopies returns the other copies that were seen within the duration before now. A copy that was seen in
// the future stopped while its clock was wrong, and is left out.
func OtherCopies(ctx context.Context, tx *Tx, self string, now time.Time, within time.Duration) ([]Copy, error) {
	return All(ctx, tx, scanCopy, `SELECT id, name, files, key_id, zones, started_at, seen_at FROM copies
		WHERE id <> $1 AND seen_at >= $2 AND seen_at <= $3 ORDER BY started_at, id`,
		self, Millis(now.Add(-within)), skew.Latest(now, 0))
}

func scanCopy(r Row) (c Copy, err error) {
	var started, seen int64
	err = r.Scan(&c.ID, &c.Name, &c.Files, &c.Key, &c.Zones, &started, &seen)
	c.Started, c.Seen = time.UnixMilli(started), time.UnixMilli(seen)
	return c, err
}

// ForgetCopy removes a copy that has ended.
func ForgetCopy(ctx context.Context, tx *Tx, id string) error {
	_, err := tx.Exec(ctx, "DELETE FROM copies WHERE id = $1", id)
	return err
}

// OneProcess says whether no other process can have the database open.
func (db *DB) OneProcess() bool { return db.file != nil }

// WritersBusy says whether a new write must wait until others of this process
// have ended, and so proves nothing when it is late.
func (db *DB) WritersBusy() bool {
	if db.engine.oneWriter {
		return db.turns.busy("")
	}
	pool := db.write.Stats()
	return pool.InUse == pool.MaxOpenConnections && !db.watch.isSilent()
}

// CheckFile checks that the file of a SQLite database is still the one that was
// opened. If it is not, the database has failed.
func (db *DB) CheckFile() error {
	err := db.file.check()
	db.note(err)
	return err
}
