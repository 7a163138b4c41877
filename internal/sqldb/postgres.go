package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	postgresPool  = 12              // of readers, and of writers
	connectWithin = 5 * time.Second // the watch is quicker where a connection is made and nothing is said
)

func openPostgres(ctx context.Context, rawURL string) (*DB, error) {
	config, err := pgx.ParseConfig(rawURL)
	if err != nil {
		return nil, fmt.Errorf("the database URL cannot be read: %w", err)
	}
	if config.ConnectTimeout == 0 || config.ConnectTimeout > connectWithin {
		config.ConnectTimeout = connectWithin
	}
	config.RuntimeParams["application_name"] = cmp.Or(config.RuntimeParams["application_name"], "merroir")
	w := newWatch(lookBy(config.Copy()))
	config.DialFunc = w.dial(config.DialFunc)
	db := &DB{engine: &postgresEngine, watch: w, failed: make(chan struct{})}
	patient := config.Copy()
	patient.RuntimeParams["statement_timeout"], patient.RuntimeParams["lock_timeout"] = "0", "0"
	db.migrate = stdlib.OpenDB(*patient)
	limited := withLimits(config, map[string]string{
		"statement_timeout":                   "30s", // a little longer than a request, which waits for a lock that long
		"idle_in_transaction_session_timeout": "10s",
	})
	// Readers have connections of their own, so that they never wait for writers to get theirs.
	db.write, db.read = stdlib.OpenDB(*limited), stdlib.OpenDB(*limited)
	for _, pool := range []*sql.DB{db.write, db.read} {
		pool.SetMaxOpenConns(postgresPool)
		pool.SetMaxIdleConns(postgresPool)
	}
	db.migrate.SetMaxIdleConns(0)
	if err := db.read.PingContext(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("the PostgreSQL server at %s cannot be reached: %w", config.Host, err)
	}
	return db, nil
}

// withLimits is the config with settings of the session, but for those that the
// URL sets.
func withLimits(config *pgx.ConnConfig, limits map[string]string) *pgx.ConnConfig {
	config = config.Copy()
	for name, value := range limits {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
		}
	}
	return config
}
