package sqldb

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"
)

// A server is given up after two looks that had no answer: after one it may be this machine that stood still.
func TestOneLookIsNotEnough(t *testing.T) {
	for silent, closed := range map[int]bool{0: false, 1: false, 2: true} {
		looks := 0
		w := newWatch(func(context.Context) error {
			if looks++; looks <= silent {
				return errors.New("no answer")
			}
			return nil
		})
		client, _ := net.Pipe()
		conn, err := w.dial(func(context.Context, string, string) (net.Conn, error) { return client, nil })(context.Background(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		w.ask()
		w.looks.Wait()
		if err := client.SetDeadline(time.Time{}); errors.Is(err, io.ErrClosedPipe) != closed {
			t.Errorf("after %d looks without an answer a connection is closed: %v", silent, err)
		}
		_ = conn.Close()
		w.close()
	}
}

// A server that lets nobody in for a while and answers those who are in is busy, and not given up.
func TestAnAnswerToAnybodyIsASignOfLife(t *testing.T) {
	client, server := net.Pipe()
	var conn net.Conn
	looks := 0
	w := newWatch(func(context.Context) error {
		switch looks++; looks {
		case 1:
			return errors.New("no answer")
		case 2:
			go func() { _, _ = server.Write([]byte("x")) }()
			if _, err := conn.Read(make([]byte, 1)); err != nil {
				t.Error(err)
			}
			return errors.New("no answer")
		}
		return nil
	})
	conn, err := w.dial(func(context.Context, string, string) (net.Conn, error) { return client, nil })(context.Background(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	w.ask()
	w.looks.Wait()
	if err := client.SetDeadline(time.Time{}); err != nil || looks != 2 {
		t.Errorf("after %d looks: %v", looks, err)
	}
	w.close()
}
