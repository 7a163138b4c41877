package lineage

// Mark is a moment of a graph.
type Mark struct{ entered uint64 } // nothing is known since the zero one

const newsKept = 1 << 14 // tags

// news are the tags that were entered last, as new or as having changed.
type news struct {
	entered uint64 // how many ever were, and how often all were forgotten
	last    []int32
}

func (n *news) mark() Mark { return Mark{n.entered} }

func (n *news) add(tag int32) {
	if len(n.last) == 2*newsKept {
		n.last = append(n.last[:0], n.last[newsKept:]...)
	}
	n.last = append(n.last, tag)
	n.entered++
}

func (n *news) forget() { n.last, n.entered = nil, n.entered+1 }

// since gives the tags that were entered since, unless these are too many to be known.
func (n *news) since(m Mark) (tags []int32, known bool) {
	if m.entered == 0 || n.entered-m.entered > uint64(len(n.last)) {
		return nil, false
	}
	return n.last[len(n.last)-int(n.entered-m.entered):], true
}

// Since gives the tags that have come into the graph since a moment, or that have changed,
// each with what it was made of; not known where there are too many.
func (g *Graph) Since(m Mark) (parents map[string][]string, known bool) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	tags, known := g.news.since(m)
	if !known {
		return nil, false
	}
	parents = make(map[string][]string, len(tags))
	for _, n := range tags {
		var ids []string
		for e := g.tags[n].parents; e != none; e = g.edges[e].nextParent {
			ids = append(ids, g.keys[g.edges[e].parent].String())
		}
		parents[g.keys[n].String()] = ids
	}
	return parents, true
}
