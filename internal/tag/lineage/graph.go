package lineage

import (
	"fmt"
	"sync"
	"unsafe"
)

const none = -1

// tag is what is known of a tag beside its id.
type tag struct {
	firm              int32
	version           uint32
	children, parents int32  // the last edge of each; none where there is none
	changed           uint64 // the moment at which anything changed that its page may show
}

// edge leads from a tag to one that was made of it.
type edge struct {
	parent, child         int32
	nextChild, nextParent int32 // of the same parent, and of the same child
}

// firm is one that has tags, or had.
type firm struct {
	id         string
	generation int64 // of its tags
	version    int64 // of its record
	gone       bool
	tags       int64
	newest     int64 // when the last of its tags was written
}

// Graph is safe for use by many goroutines.
type Graph struct {
	syncing sync.Mutex // one at a time; held while the database is read
	mu      sync.RWMutex
	state   state  // what it was brought up to; under syncing
	loaded  bool   // under syncing
	moment  uint64 // counts the changes; under both
	whole   uint64 // the moment at which everything was read anew; under both
	contents
	news    news // under both
	scratch sync.Pool
}

// contents are changed by who holds syncing and mu, and read by who holds either.
type contents struct {
	keys    []key
	at      index
	tags    []tag
	edges   []edge
	firms   []firm
	firmAt  map[string]int32
	recalls recalls
	facts   *facts
}

// New makes a graph that knows nothing yet.
func New() *Graph { return &Graph{contents: newContents(0, 0)} }

func newContents(tags, edges int) contents {
	return contents{
		keys: make([]key, 0, tags), at: newIndex(tags), tags: make([]tag, 0, tags), edges: make([]edge, 0, edges),
		firmAt: map[string]int32{}, recalls: newRecalls(), facts: newFacts(),
	}
}

// Bytes is about what the graph takes in memory.
func (g *Graph) Bytes() int64 {
	g.mu.RLock()
	defer g.mu.RUnlock()
	const firmBytes, namedBytes = 200, 100
	return g.facts.bytes() + int64(cap(g.keys))*int64(unsafe.Sizeof(key{})) + int64(cap(g.at.table))*4 + int64(cap(g.tags))*int64(unsafe.Sizeof(tag{})) +
		int64(cap(g.edges))*int64(unsafe.Sizeof(edge{})) + int64(len(g.firms))*firmBytes + int64(len(g.recalls.naming))*namedBytes
}

func (c *contents) find(id string) (int32, bool) {
	k, ok := keyOf(id)
	if !ok {
		return none, false
	}
	return c.at.find(c.keys, k)
}

// put enters a tag, or what is newer of it.
func (c *contents) put(r tagRow) (n int32, err error) {
	k, ok := keyOf(r.id)
	if !ok {
		return none, fmt.Errorf("%q is not the id of a tag", r.id)
	}
	n, known := c.at.find(c.keys, k)
	if !known {
		f := c.firm(r.firmID)
		n = int32(len(c.keys))
		c.keys = append(c.keys, k)
		c.tags = append(c.tags, tag{firm: f, children: none, parents: none})
		c.at.add(c.keys)
		c.firms[f].tags++
	}
	t := &c.tags[n]
	c.firms[t.firm].newest = max(c.firms[t.firm].newest, r.updated)
	t.version = max(t.version, uint32(r.version))
	return n, nil
}

// firm gives the number of a firm, a new one where it is not known.
func (c *contents) firm(id string) int32 {
	n, known := c.firmAt[id]
	if !known {
		n = int32(len(c.firms))
		c.firms = append(c.firms, firm{id: id})
		c.firmAt[id] = n
	}
	return n
}

// link enters that a tag was made of another; twice is once.
func (c *contents) link(r edgeRow) error {
	child, known := c.find(r.child)
	parent, there := c.find(r.parent)
	if !known || !there {
		return fmt.Errorf("tag %s was made of %s, one of which is not known", r.child, r.parent)
	}
	for e := c.tags[child].parents; e != none; e = c.edges[e].nextParent {
		if c.edges[e].parent == parent {
			return nil
		}
	}
	n := int32(len(c.edges))
	c.edges = append(c.edges, edge{parent, child, c.tags[parent].children, c.tags[child].parents})
	c.tags[parent].children, c.tags[child].parents = n, n
	return nil
}

// FirmState changes whenever the record of the firm does.
func (g *Graph) FirmState(firmID string) (version int64, gone, known bool) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	n, known := g.firmAt[firmID]
	if !known {
		return 0, false, false
	}
	return g.firms[n].version, g.firms[n].gone, true
}

// Version changes with everything that the page of a tag shows, and only counts up. It is
// this process's own.
func (g *Graph) Version(id string) (version uint64, known bool) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	n, known := g.find(id)
	if !known {
		return 0, false
	}
	return max(g.tags[n].changed, g.whole), true
}

// change enters that something changed of the pages of tags and of all that was made of them.
func (g *Graph) change(tags []int32) {
	if len(tags) == 0 {
		return
	}
	g.moment++
	m := g.walk()
	defer g.done(m)
	for _, n := range tags {
		m.add(n)
	}
	for i := 0; i < len(m.list); i++ {
		n := m.list[i]
		g.tags[n].changed = g.moment
		for e := g.tags[n].children; e != none; e = g.edges[e].nextChild {
			m.add(g.edges[e].child)
		}
	}
}

// Standing gives the party of the oldest recall in force that reaches each of the tags.
func (g *Graph) Standing(ids []string) map[string]string {
	g.mu.RLock()
	defer g.mu.RUnlock()
	parties := map[string]string{}
	for _, id := range ids {
		n, known := g.find(id)
		if !known || g.recalls.standing == 0 {
			continue
		}
		m := g.walk()
		g.above(m, n)
		if standing := g.recalls.of(m.list); standing != nil {
			parties[id] = standing.party
		}
		g.done(m)
	}
	return parties
}
