//go:build linux

package main

import (
	"io"
	"net"
	"sync"
)

// line is a connection over which one part of a cluster reaches another, and which can be
// cut and mended.
type line struct {
	net.Listener
	to string

	mu   sync.Mutex
	cut  bool
	open map[net.Conn]bool
}

func newLine(to string) (*line, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &line{Listener: listener, to: to, open: map[net.Conn]bool{}}
	go l.serve()
	return l, nil
}

func (l *line) serve() {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", l.to)
		if err != nil || !l.keep(near, far) {
			_ = near.Close()
			if far != nil {
				_ = far.Close()
			}
			continue
		}
		go l.carry(near, far)
		go l.carry(far, near)
	}
}

func (l *line) keep(both ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range both {
		if !l.cut {
			l.open[c] = true
		}
	}
	return !l.cut
}

// carry takes what comes from one end to the other, until either is closed.
func (l *line) carry(from, to net.Conn) {
	_, _ = io.Copy(to, from)
	_, _ = from.Close(), to.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, from)
}

func (l *line) setCut(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	for c := range l.open {
		if cut {
			_ = c.Close()
		}
	}
}
