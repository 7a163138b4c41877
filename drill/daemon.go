//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// daemon is a program that the drill needs beside ours, and that can be killed and
// started again.
type daemon struct {
	command     func() *exec.Cmd
	environment []string // beside that of the drill
	log         string
	running     *exec.Cmd
}

// daemon runs as the owner, or as root where that is nil, in a folder of its own,
// where its log is.
func (d *drill) daemon(owner *syscall.Credential, name, program string, args ...string) (*daemon, error) {
	dir := filepath.Join(d.dir, name)
	if err := makeFolder(dir, owner); err != nil {
		return nil, err
	}
	log := filepath.Join(d.dir, name+".log")
	out, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	return &daemon{log: log, command: func() *exec.Cmd {
		c := exec.Command(program, args...)
		c.Dir, c.Stdout, c.Stderr = dir, out, out
		c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Credential: owner}
		return c
	}}, nil
}

func (p *daemon) start() error {
	p.running = p.command()
	p.running.Env = append(os.Environ(), p.environment...)
	return p.running.Start()
}

// kill ends it without a warning.
func (p *daemon) kill() {
	if p.running != nil {
		_ = p.running.Process.Kill() // it may have ended by itself
		_ = p.running.Wait()
	}
}

const lastWords = 1500 // bytes

// said is the end of its log, for an error.
func (p *daemon) said() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return filepath.Base(p.log) + ": …" + string(text[max(0, len(text)-lastWords):])
}

func makeFolder(dir string, owner *syscall.Credential) error {
	err := os.MkdirAll(dir, 0o700)
	if owner != nil {
		err = errors.Join(err, os.Chown(dir, int(owner.Uid), int(owner.Gid)))
	}
	return err
}

// credential is that of a user of this machine.
func credential(name string) (*syscall.Credential, error) {
	u, err := user.Lookup(name)
	if err != nil {
		return nil, err
	}
	uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(uidErr, gidErr)
}

// freeAddresses are so many of this machine at which nobody listens.
func freeAddresses(n int) (addresses []string, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		addresses = append(addresses, l.Addr().String())
	}
	return addresses, nil
}

// needs says which of the programs are not installed.
func needs(programs ...string) error {
	var missing []error
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			missing = append(missing, fmt.Errorf("%s is not installed", program))
		}
	}
	return errors.Join(missing...)
}

// until waits for something to be so, for a minute and a half at most.
func until(ctx context.Context, otherwise string, so func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	for !so() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", otherwise, ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil
}
