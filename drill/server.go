//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	rootUser     = "root"
	rootPassword = "a root's password"
	startsWithin = 30 * time.Second
)

// server is the running program.
type server struct {
	url     string
	process *exec.Cmd
	ended   chan struct{}

	mu   sync.Mutex
	said bytes.Buffer
}

// merroir is a command of the program on the folder, run by the owner of the folder and
// with the settings of the drill and none of whoever runs it.
func (d *drill) merroir(ctx context.Context, data string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, d.program, args...)
	if d.resolvers != "" { // in a namespace of its own, where the file lies over the machine's
		bind := []string{"--mount", "sh", "-c", `mount --bind "$0" /etc/resolv.conf && exec "$@"`, d.resolvers, d.program}
		c = exec.CommandContext(ctx, "unshare", append(bind, args...)...)
	}
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if info, err := os.Stat(data); err == nil {
		owner := info.Sys().(*syscall.Stat_t)
		c.SysProcAttr.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
	}
	for _, setting := range os.Environ() {
		if !strings.HasPrefix(setting, "MERROIR_") {
			c.Env = append(c.Env, setting)
		}
	}
	c.Env = append(append(c.Env, "MERROIR_DATA_DIR="+data), d.settings...)
	return c
}

// prepare makes the database, and the user that the drill signs in with.
func (d *drill) prepare(ctx context.Context, data string) error {
	c := d.merroir(ctx, data, "user", "create", "--root", rootUser, "root@drill.example")
	c.Stdin = strings.NewReader(rootPassword + "\n")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("making the user: %w: %s", err, out)
	}
	return nil
}

// check lets the program prove its database.
func (d *drill) check(ctx context.Context, data string) error {
	if out, err := d.merroir(ctx, data, "check").CombinedOutput(); err != nil {
		return fmt.Errorf("merroir check: %w: %s", err, out)
	}
	return nil
}

var listeningAt = regexp.MustCompile(`listening.*url=(\S+)`)

// serve starts the server on the folder, at any address, and ready to end at once,
// unless the arguments say otherwise.
func (d *drill) serve(ctx context.Context, data string, args ...string) (*server, error) {
	c := d.merroir(ctx, data, append([]string{"serve", "--addr=127.0.0.1:0", "--shutdown-grace=0s"}, args...)...)
	stderr, err := c.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	s := &server{process: c, ended: make(chan struct{})}
	listening := make(chan string, 1)
	go s.listen(stderr, listening)
	select {
	case s.url = <-listening:
		return s, nil
	case <-s.ended:
	case <-time.After(startsWithin):
		s.kill()
	}
	return nil, fmt.Errorf("the program did not start:\n%s", s.lastWords())
}

// listen keeps what the server says until it ends.
func (s *server) listen(stderr io.Reader, listening chan<- string) {
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		s.mu.Lock()
		fmt.Fprintln(&s.said, lines.Text())
		s.mu.Unlock()
		if found := listeningAt.FindStringSubmatch(lines.Text()); found != nil {
			listening <- found[1]
		}
	}
	_ = s.process.Wait() // how it ended is in what it said
	close(s.ended)
}

// lastWords are the last lines that the server said.
func (s *server) lastWords() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(s.said.String()), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}

func (s *server) kill() {
	_ = s.process.Process.Kill() // it may have ended by itself
	<-s.ended
}

// stop ends the server in order.
func (s *server) stop() error {
	if s.hasEnded() {
		return fmt.Errorf("the server has ended by itself:\n%s", s.lastWords())
	}
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-s.ended
	return nil
}

func (s *server) hasEnded() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

// quantile of times that are sorted.
func quantile(times []time.Duration, q float64) time.Duration {
	slices.Sort(times)
	return times[int(q*float64(len(times)-1))].Round(time.Millisecond)
}
