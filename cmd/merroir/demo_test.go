package main

import (
	"bufio"
	"strings"
	"syscall"
	"testing"
)

// The demo keeps away from real data and from other machines, and a normal
// start on its data says so.
func TestDemoIsKeptApart(t *testing.T) {
	if out, err := run(t, dataDirWithRoot(t), "", "serve", "--demo"); err == nil || !strings.Contains(out, "MERROIR_DEMO: the database holds data that no demo made") {
		t.Errorf("on real data: %v: %s", err, out)
	}
	dir := t.TempDir()
	if out, err := run(t, dir, "", "serve", "--demo", "--addr=:0"); err == nil || !strings.Contains(out, "allow that with --demo-anyone-can-sign-in") {
		t.Errorf("open to all: %v: %s", err, out)
	}
	if said := startAndStop(t, dir, "serve", "--demo", "--addr=:0", "--demo-anyone-can-sign-in"); strings.Contains(said, "WARNING") {
		t.Errorf("the demo: %s", said)
	}
	said := startAndStop(t, dir, "serve")
	if !strings.Contains(said, "WARNING: this database has the accounts of the demo (root, admin, manager, member)") || !strings.Contains(said, "level=WARN") {
		t.Errorf("a normal start on the demo's data: %s", said)
	}
}

// startAndStop gives what a server says until it listens.
func startAndStop(t *testing.T, dir string, args ...string) (said string) {
	t.Helper()
	c := command(t, dir, args...)
	stderr, err := c.StderrPipe()
	must(t, err)
	must(t, c.Start())
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		said += lines.Text() + "\n"
		if listening.MatchString(lines.Text()) {
			must(t, c.Process.Signal(syscall.SIGTERM))
		}
	}
	if err := c.Wait(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
	return said
}
