package dbtest

import (
	"context"
	"database/sql/driver"
	"sync"

	"github.com/jackc/pgx/v5/stdlib"
)

// kept is a database that the tests of this process have one after the other, with its sessions: to begin one
// takes the server as long as half of a small test, and what a session has planned it need not plan again.
type kept struct {
	name string

	mu   sync.Mutex
	turn int                       // of the test that has it
	idle map[string][]*stdlib.Conn // by their pool
}

func newKept(name string) *kept { return &kept{name: name, idle: map[string][]*stdlib.Conn{}} }

// sessions gives a pool's sessions for as long as it is this test's turn.
func (k *kept) sessions(pool string, begin driver.Connector) driver.Connector {
	k.mu.Lock()
	defer k.mu.Unlock()
	return connector{begin, k, pool, k.turn}
}

type connector struct {
	driver.Connector
	of   *kept
	pool string
	turn int
}

// session goes back to its database when its pool ends it.
type session struct {
	*stdlib.Conn
	by connector
}

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	if conn := c.of.take(c.pool); conn != nil {
		return session{conn, c}, nil
	}
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return session{conn.(*stdlib.Conn), c}, nil
}

func (k *kept) take(pool string) *stdlib.Conn {
	k.mu.Lock()
	defer k.mu.Unlock()
	idle := k.idle[pool]
	if len(idle) == 0 {
		return nil
	}
	last := len(idle) - 1
	k.idle[pool] = idle[:last]
	return idle[last]
}

// Close keeps a session that is whole and has nothing begun, unless the test that had it is over.
func (c session) Close() error {
	k := c.by.of
	k.mu.Lock()
	defer k.mu.Unlock()
	const idle = 'I'
	if server := c.Conn.Conn().PgConn(); c.by.turn != k.turn || server.IsClosed() || server.IsBusy() || server.TxStatus() != idle {
		return c.Conn.Close()
	}
	k.idle[c.by.pool] = append(k.idle[c.by.pool], c.Conn)
	return nil
}

// next ends a test's turn, and tells which processes of the server the sessions have that are kept.
func (k *kept) next() (processes []uint32) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.turn++
	for _, idle := range k.idle {
		for _, conn := range idle {
			processes = append(processes, conn.Conn().PgConn().PID())
		}
	}
	return processes
}

// end ends the sessions that are kept.
func (k *kept) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, idle := range k.idle {
		for _, conn := range idle {
			_ = conn.Close() // the server may have ended it
		}
	}
	clear(k.idle)
}
