package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
)

// CheckDumpTool returns an error if the program that copies the database is missing, or older than its server,
// whose database it would refuse. SQLite needs no program.
func CheckDumpTool(ctx context.Context, db *DB) error {
	if db.engine != &postgresEngine {
		return nil
	}

	said, err := exec.CommandContext(ctx, "pg_dump", "--version").Output()
	if errors.Is(err, exec.ErrNotFound) {
		return errors.New("pg_dump is not installed; it comes with PostgreSQL's client programs, of the server's version or a newer one")
	}
	if err != nil {
		return fmt.Errorf("pg_dump: %w", err)
	}
	var server int // 180004 is 18.4
	if err := db.read.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int").Scan(&server); err != nil {
		return db.engine.fault(err)
	}
	return compareDumpTool(string(said), server/10000)
}

var dumpToolVersion = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

func compareDumpTool(said string, server int) error {
	found := dumpToolVersion.FindStringSubmatch(said)
	if found == nil {
		return nil // pg_dump will say itself what is wrong
	}
	tool, err := strconv.Atoi(found[1])
	if err != nil || tool >= server {
		return err
	}
	return fmt.Errorf("pg_dump is of PostgreSQL %d and refuses the server, which is PostgreSQL %d; install the client programs of version %d or newer", tool, server, server)
}
