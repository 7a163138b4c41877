package lineage

import "slices"

// marks are tags that a walk has come to.
type marks struct {
	seen []uint64
	list []int32
}

// walk gives marks to be given back.
func (g *Graph) walk() *marks {
	m, _ := g.scratch.Get().(*marks)
	if m == nil {
		m = &marks{}
	}
	if need := len(g.keys)/64 + 1; len(m.seen) < need {
		m.seen = make([]uint64, need+need/8)
	}
	return m
}

func (g *Graph) done(m *marks) {
	for _, n := range m.list {
		m.seen[n/64] = 0
	}
	m.list = m.list[:0]
	g.scratch.Put(m)
}

func (m *marks) add(n int32) bool {
	bit := uint64(1) << (n % 64)
	if m.seen[n/64]&bit != 0 {
		return false
	}
	m.seen[n/64] |= bit
	m.list = append(m.list, n)
	return true
}

// above marks the tag and all that it was made of.
func (g *Graph) above(m *marks, n int32) {
	m.add(n)
	for i := 0; i < len(m.list); i++ {
		for e := g.tags[m.list[i]].parents; e != none; e = g.edges[e].nextParent {
			m.add(g.edges[e].parent)
		}
	}
}

// Below gives the roots and everything made of them: the roots first, then what is one
// step away, and so on; and of each from which of the list it was reached, -1 for a root.
// A root that is not known is given alone.
func (g *Graph) Below(roots []string) (ids []string, via []int) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	m := g.walk()
	defer g.done(m)
	var unknown []string
	for _, id := range roots {
		if n, known := g.find(id); !known {
			unknown = append(unknown, id)
		} else if m.add(n) {
			via = append(via, none)
		}
	}
	for from := 0; from < len(m.list); {
		level := len(m.list)
		for i := from; i < level; i++ {
			for e := g.tags[m.list[i]].children; e != none; e = g.edges[e].nextChild {
				if m.add(g.edges[e].child) {
					via = append(via, i)
				}
			}
		}
		from = level
	}
	ids = make([]string, 0, len(m.list)+len(unknown))
	for _, n := range m.list {
		ids = append(ids, g.keys[n].String())
	}
	for range unknown {
		via = append(via, none)
	}
	return append(ids, unknown...), via
}

// Parents gives what the tag was made of, sorted.
func (g *Graph) Parents(id string) (ids []string) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	n, known := g.find(id)
	if !known {
		return nil
	}
	for e := g.tags[n].parents; e != none; e = g.edges[e].nextParent {
		ids = append(ids, g.keys[g.edges[e].parent].String())
	}
	slices.Sort(ids)
	return ids
}

// Origins gives the firms of the tags at the beginning of the lineage, without the tag itself.
func (g *Graph) Origins(id string) (firmIDs []string) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	n, known := g.find(id)
	if !known {
		return nil
	}
	m := g.walk()
	defer g.done(m)
	g.above(m, n)
	for _, one := range m.list[1:] {
		if g.tags[one].parents == none {
			firmIDs = append(firmIDs, g.firms[g.tags[one].firm].id)
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(firmIDs)))
}
