//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	databasePassword = "only-of-the-drill"
)

// database is PostgreSQL on three nodes of this machine: Patroni chooses the leader,
// with etcd, and lets a commit wait until a second node has it.
type database struct {
	etcd  *daemon
	nodes []*node
}

// node is one PostgreSQL server with its Patroni.
type node struct {
	patroni      *daemon
	line         *line // to etcd
	data         string
	server, rest string // addresses
}

// patroniConfig takes the address of etcd (of a line to it, which is all that Patroni may use), the name of the node, the addresses of its
// Patroni and its PostgreSQL, its folder, that of PostgreSQL's programs, and the
// password. A leader that is gone is missed for ttl at most, and less than 20 s Patroni
// does not take.
const patroniConfig = `
scope: merroir
name: %[2]s
etcd3: {host: '%[1]s', use_proxies: true}
restapi: {listen: '%[3]s'}
bootstrap:
  dcs: {ttl: 20, loop_wait: 3, retry_timeout: 5, synchronous_mode: true, postgresql: {use_pg_rewind: true}}
  initdb: [encoding: UTF8, locale: C.UTF-8, data-checksums]
postgresql:
  listen: '%[4]s'
  data_dir: %[5]s/data
  bin_dir: %[6]s
  pgpass: %[5]s/pgpass
  authentication:
    superuser: {username: postgres, password: "%[7]s"}
    replication: {username: replicator, password: "%[7]s"}
  pg_hba: ['host all all 127.0.0.0/8 scram-sha-256', 'host replication all 127.0.0.0/8 scram-sha-256']
  parameters: {max_connections: 100, unix_socket_directories: ''}
`

// startDatabase starts all of it, and waits until it takes writes that one node may die after.
func (d *drill) startDatabase(ctx context.Context) (_ *database, err error) {
	programs, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output()
	if err != nil {
		return nil, fmt.Errorf("pg_config: %w", err)
	}
	owner, err := credential("postgres")
	if err != nil {
		return nil, err
	}
	addresses, err := freeAddresses(8)
	if err != nil {
		return nil, err
	}
	db := &database{}
	defer func() {
		if err != nil {
			db.kill()
		}
	}()
	etcd, peers := addresses[6], "http://"+addresses[7]
	if db.etcd, err = d.daemon(owner, "etcd", "etcd", "--listen-client-urls=http://"+etcd, "--advertise-client-urls=http://"+etcd,
		"--listen-peer-urls="+peers, "--initial-advertise-peer-urls="+peers, "--initial-cluster=default="+peers); err != nil {
		return nil, err
	}
	if err := db.etcd.start(); err != nil {
		return nil, err
	}
	if err := until(ctx, "etcd does not answer", func() bool { return decided(ctx, etcd) }); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, db.etcd.said())
	}
	for i := range 3 {
		name := "node" + strconv.Itoa(i+1)
		dir := filepath.Join(d.dir, name)
		n := &node{data: filepath.Join(dir, "data"), server: addresses[2*i], rest: addresses[2*i+1]}
		if n.line, err = newLine(etcd); err != nil {
			return nil, err
		}
		if n.patroni, err = d.daemon(owner, name, "patroni", "patroni.yml"); err != nil {
			return nil, err
		}
		db.nodes = append(db.nodes, n)
		config := fmt.Sprintf(patroniConfig, n.line.Addr(), name, n.rest, n.server, dir, strings.TrimSpace(string(programs)), databasePassword)
		file := filepath.Join(dir, "patroni.yml")
		if err := errors.Join(os.WriteFile(file, []byte(config), 0o600), os.Chown(file, int(owner.Uid), int(owner.Gid)), n.patroni.start()); err != nil {
			return nil, err
		}
	}
	return db, db.stands(ctx)
}

// decided asks etcd whether it knows which version its cluster has: a Patroni that starts before ends at once.
func decided(ctx context.Context, etcd string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+etcd+"/version", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	var version struct{ EtcdCluster string }
	return json.NewDecoder(response.Body).Decode(&version) == nil && strings.Contains(version.EtcdCluster, ".")
}

// url names all nodes: the program finds the one that takes writes.
func (db *database) url() string {
	var servers []string
	for _, n := range db.nodes {
		servers = append(servers, n.server)
	}
	return "postgres://postgres:" + databasePassword + "@" + strings.Join(servers, ",") + "/postgres?target_session_attrs=read-write"
}

// is asks the Patroni of the node whether it has the role: primary, replica or synchronous.
func (n *node) is(ctx context.Context, role string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.rest+"/"+role, nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

func (db *database) with(ctx context.Context, role string) []*node {
	var found []*node
	for _, n := range db.nodes {
		if n.is(ctx, role) {
			found = append(found, n)
		}
	}
	return found
}

// stands waits until there are a leader, a standby that commits wait for, and a third node.
func (db *database) stands(ctx context.Context) error {
	err := until(ctx, "PostgreSQL does not stand on three nodes", func() bool {
		return len(db.with(ctx, "primary")) == 1 && len(db.with(ctx, "synchronous")) == 1 && len(db.with(ctx, "replica")) == len(db.nodes)-1
	})
	if err != nil {
		all := []string{db.etcd.said()}
		for _, n := range db.nodes {
			all = append(all, n.patroni.said())
		}
		err = fmt.Errorf("%w\n%s", err, strings.Join(all, "\n"))
	}
	return err
}

// kill ends the machine of the node, as it were: Patroni and PostgreSQL at once.
func (n *node) kill() error {
	n.patroni.kill()
	text, err := os.ReadFile(filepath.Join(n.data, "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	return syscall.Kill(pid, syscall.SIGKILL)
}

// killLeader gives the node that was the leader, when another has taken its place.
func (db *database) killLeader(ctx context.Context) (*node, error) {
	leaders := db.with(ctx, "primary")
	if len(leaders) != 1 {
		return nil, fmt.Errorf("PostgreSQL has %d leaders", len(leaders))
	}
	dead := leaders[0]
	if err := dead.kill(); err != nil {
		return nil, err
	}
	return dead, until(ctx, "PostgreSQL has no leader", func() bool { return len(db.with(ctx, "primary")) == 1 })
}

// partLeader cuts the leader off from etcd, though people still reach it, and gives it
// when another has taken its place.
func (db *database) partLeader(ctx context.Context) (*node, error) {
	leaders := db.with(ctx, "primary")
	if len(leaders) != 1 {
		return nil, fmt.Errorf("PostgreSQL has %d leaders", len(leaders))
	}
	parted := leaders[0]
	parted.line.setCut(true)
	return parted, until(ctx, "PostgreSQL has no other leader", func() bool {
		now := db.with(ctx, "primary")
		return len(now) == 1 && now[0] != parted
	})
}

func (db *database) kill() {
	for _, n := range db.nodes {
		_ = n.kill() // it may never have begun
		_ = n.line.Close()
	}
	db.etcd.kill()
}
