//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// poolerConfig takes the host, the port and the password of PostgreSQL, host and port of PgBouncer, how it
// pools and which settings of a session it drops.
const poolerConfig = `[databases]
postgres = host=%s port=%s user=postgres password=%s
[pgbouncer]
listen_addr = %s
listen_port = %s
auth_type = any
pool_mode = %s
ignore_startup_parameters = %s
`

// meetPoolers starts the program behind PgBouncer: where that takes sessions apart or
// drops their settings, the program must not start, and say why.
func (d *drill) meetPoolers(ctx context.Context) error {
	if err := needs("etcd", "patroni", "pg_config", "pgbouncer"); err != nil {
		return err
	}
	db, err := d.startDatabase(ctx)
	if err != nil {
		return err
	}
	defer db.kill()
	const limits = "statement_timeout, lock_timeout, idle_in_transaction_session_timeout"
	fmt.Print("\nPgBouncer before PostgreSQL\n")
	for i, pooler := range []struct{ mode, drops string }{{"transaction", "extra_float_digits"}, {"transaction", limits}, {"session", limits}} {
		if err := d.meetPooler(ctx, db, fmt.Sprintf("pooler%d", i+1), pooler.mode, pooler.drops); err != nil {
			return fmt.Errorf("%s: %w", pooler.mode, err)
		}
	}
	return nil
}

func (d *drill) meetPooler(ctx context.Context, db *database, name, mode, drops string) error {
	owner, err := credential("postgres")
	if err != nil {
		return err
	}
	addresses, err := freeAddresses(1)
	if err != nil {
		return err
	}
	p, err := d.daemon(owner, name, "pgbouncer", "pgbouncer.ini")
	if err != nil {
		return err
	}
	leader, port, _ := strings.Cut(db.with(ctx, "primary")[0].server, ":")
	host, at, _ := strings.Cut(addresses[0], ":")
	config := fmt.Sprintf(poolerConfig, leader, port, databasePassword, host, at, mode, drops)
	file := filepath.Join(d.dir, name, "pgbouncer.ini")
	if err := errors.Join(os.WriteFile(file, []byte(config), 0o600), os.Chown(file, int(owner.Uid), int(owner.Gid))); err != nil {
		return err
	}
	if err := p.start(); err != nil {
		return err
	}
	defer p.kill()
	behind := *d
	behind.settings = []string{"MERROIR_DATABASE_URL=postgres://postgres:" + databasePassword + "@" + addresses[0] + "/postgres"}
	data := filepath.Join(d.dir, name+"-data")
	if err := makeFolder(data, nil); err != nil {
		return err
	}
	var said string
	if err := until(ctx, "PgBouncer does not answer", func() bool {
		out, _ := behind.merroir(ctx, data, "check").CombinedOutput() // that it fails is what is looked at
		said = strings.TrimSpace(string(out))
		return !strings.Contains(said, "connection refused")
	}); err != nil {
		return err
	}
	fmt.Printf("%s mode, dropping %s:\n%s\n", mode, drops, said)
	if !strings.Contains(said, "PgBouncer") {
		return errors.New("the program does not say what is wrong")
	}
	return nil
}
