package lineage

import (
	"cmp"
	"slices"
)

// Named is the condition under which a recall r names the tag of a row x of recall_tags. Other
// rows were prepared and do not count yet, or count no more.
const Named = "r.named >= x.since AND r.named < x.until"

// recalls are all that there were.
type recalls struct {
	byID     map[string]*recall
	naming   map[int32][]*recall // by tag
	standing int
}

type recall struct {
	id string
	shown
	roots []int32 // sorted
}

// shown is what pages show of a recall, or go by.
type shown struct {
	party  string
	at     int64
	lifted bool
}

func newRecalls() recalls {
	return recalls{byID: map[string]*recall{}, naming: map[int32][]*recall{}}
}

// of gives the oldest recall in force that names any of the tags.
func (r *recalls) of(tags []int32) (standing *recall) {
	if len(r.naming) == 0 {
		return nil
	}
	for _, n := range tags {
		for _, one := range r.naming[n] {
			if !one.lifted && (standing == nil || one.older(standing)) {
				standing = one
			}
		}
	}
	return standing
}

func (r *recall) older(than *recall) bool {
	return cmp.Or(cmp.Compare(r.at, than.at), cmp.Compare(r.id, than.id)) < 0
}

// put enters a recall anew, and gives the tags that it names otherwise than before.
func (r *recalls) put(one *recall) (changed []int32) {
	was := r.byID[one.id]
	if was == nil {
		was = &recall{shown: shown{lifted: true}}
	}
	for _, n := range was.roots {
		r.naming[n] = slices.DeleteFunc(r.naming[n], func(known *recall) bool { return known == was })
		if len(r.naming[n]) == 0 {
			delete(r.naming, n)
		}
	}
	if !was.lifted {
		r.standing--
	}
	r.byID[one.id] = one
	for _, n := range one.roots {
		r.naming[n] = append(r.naming[n], one)
	}
	if !one.lifted {
		r.standing++
	}
	return was.differs(one)
}

// differs gives the tags whose pages show another thing by one recall than by the other.
func (r *recall) differs(other *recall) (tags []int32) {
	for _, both := range [2][2]*recall{{r, other}, {other, r}} {
		for _, n := range both[0].roots {
			if _, named := slices.BinarySearch(both[1].roots, n); !named || r.shown != other.shown {
				tags = append(tags, n)
			}
		}
	}
	return tags
}
