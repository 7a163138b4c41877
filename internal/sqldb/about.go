package sqldb

import (
	"context"
	"database/sql"
	"time"
)

// About is what a database is.
type About struct {
	Engine  string // SQLite or PostgreSQL
	Version string // of the engine
	Schema  int64  // number of the newest step that the schema has taken
	Bytes   int64  // of all tables and indexes
}

// Describe says what the database is.
func Describe(ctx context.Context, tx *Tx) (a About, err error) {
	if a.Schema, err = SchemaVersion(ctx, tx); err != nil {
		return a, err
	}
	err = tx.sql.QueryRowContext(ctx, tx.engine.about).Scan(&a.Engine, &a.Version, &a.Bytes)
	return a, err
}

// Pool is how the connections to the database are used.
type Pool struct {
	Name        string // read or write
	InUse, Idle int
	Most        int
	Waited      time.Duration // by all who had to wait for one, since the start
}

// Pools tells of the connections for reading and for writing.
func (db *DB) Pools() []Pool {
	var pools []Pool
	for _, pool := range []struct {
		name string
		of   *sql.DB
	}{{"read", db.read}, {"write", db.write}} {
		s := pool.of.Stats()
		pools = append(pools, Pool{Name: pool.name, InUse: s.InUse, Idle: s.Idle, Most: s.MaxOpenConnections, Waited: s.WaitDuration})
	}
	return pools
}
