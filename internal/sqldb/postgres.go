package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	postgresPool  = 12              // of readers, and of writers
	connectWithin = 5 * time.Second // the watch is quicker where a connection is made and nothing is said
)

func openPostgres(ctx context.Context, rawURL string, o opening) (*DB, error) {
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
	db := newDB(&postgresEngine)
	db.watch = w
	patient := config.Copy()
	patient.RuntimeParams["statement_timeout"], patient.RuntimeParams["lock_timeout"] = "0", lockWithin
	db.migrate = stdlib.OpenDB(*patient)
	limited := withLimits(config, map[string]string{
		"statement_timeout":                   "30s", // a little longer than a request, which waits for a lock that long
		"idle_in_transaction_session_timeout": "10s",
	})
	// Readers have connections of their own, so that they never wait for writers to get theirs.
	db.write = sql.OpenDB(o.sessions("writers", stdlib.GetConnector(*limited)))
	db.read = sql.OpenDB(o.sessions("readers", stdlib.GetConnector(*limited, stdlib.OptionAfterConnect(onlyRead))))
	for _, pool := range []*sql.DB{db.write, db.read} {
		pool.SetMaxOpenConns(postgresPool)
		pool.SetMaxIdleConns(postgresPool)
	}
	db.migrate.SetMaxIdleConns(0)
	if err := db.findWholeSessions(ctx, limited.RuntimeParams["statement_timeout"] != "0"); err != nil {
		_ = db.Close()
		if !errors.Is(err, errPooler) {
			err = explainConnect(config, err)
		}
		return nil, err
	}
	return db, nil
}

// explainConnect says why no session could be opened, and what to do about it.
func explainConnect(config *pgx.ConnConfig, err error) error {
	server := "the PostgreSQL server at " + config.Host
	var answer *pgconn.PgError
	if !errors.As(err, &answer) {
		if strings.Contains(err.Error(), "server refused TLS connection") {
			return fmt.Errorf("%s does not offer TLS, which sslmode in the database URL asks for: %w", server, err)
		}
		return fmt.Errorf("%s cannot be reached: %w", server, err)
	}

	what := "refuses the connection"
	switch answer.Code {
	case "28P01":
		what = fmt.Sprintf("refuses the password of the role %s", config.User)
	case "28000":
		what = fmt.Sprintf("does not admit the role %s; create it (createuser %s), or admit it in pg_hba.conf", config.User, config.User)
	case "3D000":
		what = fmt.Sprintf("has no database %s; create it: createdb --owner=%s %s", config.Database, config.User, config.Database)
	case "42501":
		what = fmt.Sprintf("does not let the role %s use the database %s; make it the owner: ALTER DATABASE %s OWNER TO %s",
			config.User, config.Database, pgx.Identifier{config.Database}.Sanitize(), pgx.Identifier{config.User}.Sanitize())
	}
	return fmt.Errorf("%s %s: %w", server, what, answer)
}

// onlyRead lets a session write nothing. It is said once the server is chosen: an address that asks
// for one that takes writes would take none whose sessions begin so.
func onlyRead(ctx context.Context, session *pgx.Conn) error {
	_, err := session.Exec(ctx, "SET default_transaction_read_only = on")
	return err
}

// errPooler refuses what would break prepared statements and the limits of a session.
var errPooler = errors.New("a pooler such as PgBouncer stands before PostgreSQL, and takes a session apart or drops its settings: " +
	"the address must be that of PostgreSQL itself, or of a pooler that leaves sessions whole")

// findWholeSessions refuses a server where a session is not the same from one
// statement to the next, while another session works, or has no limits although it
// was begun with some.
func (db *DB) findWholeSessions(ctx context.Context, limits bool) error {
	first, err := db.write.Conn(ctx)
	if err != nil {
		return dropsSettings(err)
	}
	defer first.Close()
	before, err := backendOf(ctx, first)
	if err != nil {
		return err
	}
	other, err := db.read.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = other.Rollback() }() // it has only read
	beside, err := backendOf(ctx, other)
	if err != nil {
		return err
	}
	after, err := backendOf(ctx, first)
	if err != nil {
		return err
	}
	if before != after || before.process == beside.process || limits && before.limit == "0" {
		return errPooler
	}
	return nil
}

// dropsSettings tells the answer of PgBouncer to settings that it does not know.
func dropsSettings(err error) error {
	var said *pgconn.PgError
	if errors.As(err, &said) && said.Code == "08P01" && strings.Contains(said.Message, "startup parameter") {
		return errPooler
	}
	return err
}

// backend is what PostgreSQL says of the session by which a statement has come.
type backend struct {
	process int
	limit   string // of a statement's time
}

func backendOf(ctx context.Context, session interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (b backend, err error) {
	err = session.QueryRowContext(ctx, "SELECT pg_backend_pid(), current_setting('statement_timeout')", pgx.QueryExecModeSimpleProtocol).Scan(&b.process, &b.limit)
	return b, err
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
