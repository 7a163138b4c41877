package dbtest

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

// Counted is Postgres with a count of the statements that were run so far,
// without those that begin and end transactions. The statements are the same on
// both engines.
func Counted(t testing.TB) (db *sqldb.DB, statements func() int64) {
	t.Helper()
	u, err := url.Parse(PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	relay, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	server, count := u.Host, new(atomic.Int64)
	go func() {
		for {
			client, err := relay.Accept()
			if err != nil {
				return // the test is over
			}
			go pass(client, server, count)
		}
	}()
	u.Host, u.RawQuery = relay.Addr().String(), "sslmode=disable" // what is encrypted cannot be counted
	return open(t, u.String()), count.Load
}

// pass connects a client to the server and counts its messages that run a
// prepared statement, until one of the two leaves.
func pass(client net.Conn, server string, count *atomic.Int64) {
	defer client.Close()
	upstream, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	defer upstream.Close()
	go func() {
		_, _ = io.Copy(client, upstream)
		_ = client.Close()
	}()
	for head := 4; ; head = 5 { // the first message has no byte that says its kind
		message := make([]byte, head)
		if _, err := io.ReadFull(client, message); err != nil {
			return
		}
		if head == 5 && message[0] == 'E' {
			count.Add(1)
		}
		if _, err := upstream.Write(message); err != nil {
			return
		}
		size := int64(binary.BigEndian.Uint32(message[head-4:])) - 4
		if _, err := io.CopyN(upstream, client, size); err != nil {
			return
		}
	}
}
