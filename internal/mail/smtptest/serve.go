// Package smtptest is a server of mail for tests.
package smtptest

import (
	"io"
	"log"
	"net"
	"testing"

	"github.com/emersion/go-smtp"
)

// Serve has the backend take mail at the address until the test ends, and gives the address that
// it listens at. It does so in a goroutine, as a program of its own would: what a test shares with
// the backend is for the backend to guard.
func Serve(t testing.TB, backend smtp.Backend, address string) string {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(backend)
	server.Domain = "localhost"
	server.AllowInsecureAuth = true
	server.ErrorLog = log.New(io.Discard, "", 0) // clients vanish here on purpose
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(listener) }() // ends with the listener
	t.Cleanup(func() { _ = server.Close(); <-done })
	return listener.Addr().String()
}
