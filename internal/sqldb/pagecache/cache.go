package pagecache

import (
	"maps"
	"slices"
)

// cache holds the pages of one database of a connection. SQLite never calls it from two
// goroutines at once.
type cache struct {
	size      size
	purgeable bool // a file has what it holds; in other databases only SQLite drops pages
	most      int  // pages that it holds, unless all are in use
	pages     map[uint32]*page
	at        map[uintptr]*page // all that it has, the spare too, by the address that SQLite knows them by
	idle      page              // begins and ends the list of those that are not in use, the last used first
	spare     []*page           // memory to be used again
}

func newCache(size size, purgeable bool) *cache {
	c := &cache{size: size, purgeable: purgeable, pages: map[uint32]*page{}, at: map[uintptr]*page{}}
	c.idle.next, c.idle.prev = &c.idle, &c.idle
	return c
}

// setMost bounds the cache, and gives back what is above.
func (c *cache) setMost(pages int) {
	c.most = pages
	c.trim(pages)
	c.returnSpare()
}

// fetch gives the page of a key, in use from now on. Where there is none it gives nil, or a new one
// where create says so; easily, it is none for which SQLite had better write others to its file first.
func (c *cache) fetch(key uint32, create, easily bool) *page {
	p := c.pages[key]
	switch {
	case p != nil:
		p.unlink()
		return p
	case !create:
		return nil
	}
	if p = c.another(easily); p != nil {
		p.key = key
		p.begin()
		c.pages[key] = p
	}
	return p
}

// another gives a page that holds nothing, nil where there is none.
func (c *cache) another(easily bool) *page {
	if c.purgeable && len(c.pages) >= c.most {
		if oldest := c.idle.prev; oldest != &c.idle {
			c.drop(oldest)
		} else if easily {
			return nil
		}
	}
	if last := len(c.spare) - 1; last >= 0 {
		p := c.spare[last]
		c.spare = c.spare[:last]
		return p
	}
	p := memory.take(c.size)
	if p != nil {
		c.at[p.address()] = p
	}
	return p
}

// unpin ends the use of a page, which may be fetched again unless it is discarded.
func (c *cache) unpin(p *page, discard bool) {
	if discard || !c.purgeable || len(c.pages) > c.most {
		c.drop(p)
		return
	}
	p.linkAfter(&c.idle)
}

// rekey gives a page in use another key, and drops the one that had it.
func (c *cache) rekey(p *page, key uint32) {
	if other := c.pages[key]; other != nil && other != p {
		c.drop(other)
	}
	delete(c.pages, p.key)
	p.key = key
	c.pages[key] = p
}

// truncate drops the pages from a key on, also those in use.
func (c *cache) truncate(from uint32) {
	for key, p := range c.pages {
		if key >= from {
			c.drop(p)
		}
	}
}

// shrink gives back all that is not in use.
func (c *cache) shrink() {
	c.trim(0)
	c.returnSpare()
}

// destroy gives back everything.
func (c *cache) destroy() { memory.give(c.size, slices.Collect(maps.Values(c.at))) }

func (c *cache) trim(most int) {
	for len(c.pages) > most && c.idle.prev != &c.idle {
		c.drop(c.idle.prev)
	}
}

// drop keeps the memory of a page alone.
func (c *cache) drop(p *page) {
	p.unlink()
	delete(c.pages, p.key)
	c.spare = append(c.spare, p)
}

func (c *cache) returnSpare() {
	for _, p := range c.spare {
		delete(c.at, p.address())
	}
	memory.give(c.size, c.spare)
	c.spare = nil
}
