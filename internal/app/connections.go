package app

import (
	lists "container/list"
	"crypto/tls"
	"net"
	"net/http"
	"sync"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
)

// fewest is how many connections a network may have, however small the limit of all is: two
// browsers open as many.
const fewest = 12

// connections limits the open connections of a listener: those of all callers, and those of one
// network, so that one caller cannot use up what all need. Trusted proxies bring many callers
// and are limited only together. When a limit is reached, the oldest idle connection is closed;
// without one, a network over its share is refused and others wait.
type connections struct {
	net.Listener
	max, share int
	trusted    []*net.IPNet
	refused    *metrics.Counter // closed at once: their network was over its share
	evicted    *metrics.Counter // closed while idle, to make room

	mu    sync.Mutex
	freed *sync.Cond // a connection was closed or became idle
	open  map[string]int
	all   int
	idle  *lists.List // of *connection, the longest idle first
	done  bool
}

// connection is an accepted one.
type connection struct {
	net.Conn
	limits  *connections
	network string         // empty for a trusted proxy
	idle    *lists.Element // nil while a request is served, and before the first
	closed  bool
}

func limitConnections(l net.Listener, most int, trusted []*net.IPNet, set *metrics.Set) *connections {
	c := &connections{
		Listener: l, max: most, share: max(most/10, fewest), trusted: trusted, open: map[string]int{}, idle: lists.New(),
		refused: set.GetOrCreateCounter("merroir_connections_refused_total"),
		evicted: set.GetOrCreateCounter("merroir_connections_evicted_total"),
	}
	c.freed = sync.NewCond(&c.mu)
	return c
}

// Accept returns the next connection for which there is room.
func (c *connections) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}

		accepted := &connection{Conn: conn, limits: c, network: c.networkOf(conn.RemoteAddr())}
		if c.enter(accepted) {
			return accepted, nil
		}
		_ = conn.Close()
	}
}

// networkOf returns the network by which the connection is counted, empty for a trusted proxy.
func (c *connections) networkOf(address net.Addr) string {
	tcp, is := address.(*net.TCPAddr)
	if !is {
		return address.String()
	}

	for _, trusted := range c.trusted {
		if trusted.Contains(tcp.IP) {
			return ""
		}
	}
	return actor.Network(tcp.IP.String())
}

// enter waits until there is room for the connection, and counts it. It reports false if its
// network has its share open and in use, or if the listener was closed.
func (c *connections) enter(conn *connection) bool {
	c.mu.Lock()
	defer c.mu.Unlock()

	if conn.network != "" && c.open[conn.network] >= c.share && !c.evict(conn.network) {
		c.refused.Inc()
		return false
	}
	for c.all >= c.max && !c.evict("") {
		if c.done {
			return false
		}
		c.freed.Wait()
	}

	c.all++
	c.open[conn.network]++
	return true
}

// evict closes the connection that has been idle longest, of that network unless it is empty. It
// reports false if none is idle.
func (c *connections) evict(network string) bool {
	for e := c.idle.Front(); e != nil; e = e.Next() {
		conn := e.Value.(*connection)
		if network != "" && conn.network != network {
			continue
		}

		c.leave(conn)
		c.evicted.Inc()
		_ = conn.Conn.Close()
		return true
	}

	return false
}

// leave stops counting the connection.
func (c *connections) leave(conn *connection) {
	if conn.closed {
		return
	}

	conn.closed = true
	c.busy(conn)
	c.all--
	if c.open[conn.network]--; c.open[conn.network] == 0 {
		delete(c.open, conn.network)
	}
	c.freed.Signal()
}

// busy takes the connection off the idle ones.
func (c *connections) busy(conn *connection) {
	if conn.idle != nil {
		c.idle.Remove(conn.idle)
		conn.idle = nil
	}
}

// note is the ConnState hook of the server: it learns which connections are idle.
func (c *connections) note(conn net.Conn, state http.ConnState) {
	if encrypted, is := conn.(*tls.Conn); is {
		conn = encrypted.NetConn()
	}
	one, is := conn.(*connection)
	if !is {
		return
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy(one)
	if state == http.StateIdle && !one.closed {
		one.idle = c.idle.PushBack(one)
		c.freed.Signal()
	}
}

// Close stops accepting, also for a caller that waits for room.
func (c *connections) Close() error {
	c.mu.Lock()
	c.done = true
	c.freed.Broadcast()
	c.mu.Unlock()

	return c.Listener.Close()
}

// Close closes the connection and makes room for another.
func (c *connection) Close() error {
	c.limits.mu.Lock()
	c.limits.leave(c)
	c.limits.mu.Unlock()

	return c.Conn.Close()
}
