package farm

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/merroir/merroir/internal/sqldb"
)

// directory holds what all farms are found and narrowed by in the memory of the
// process, sorted and ready to be searched: a search for a part of a name reads
// every name, which takes a database many times longer. Each use first asks the database
// what has changed, so processes need not tell each other anything.
type directory struct {
	mu    sync.Mutex
	names *names // is replaced, never changed
}

// names are the farms at one number of farm_list.
type names struct {
	seq    int64
	byID   []*listed
	byName []*listed
	order  []int32  // places in byID, in the order of names
	text   string   // all search keys in the order of ids
	ends   []int    // in text, of each key
	traits []traits // of each key
	facets []facets // of each farm, in the order of ids
}

// listed is a farm in the directory.
type listed struct {
	id     string
	key    []byte // by which its name sorts
	find   string // in which a search looks
	traits traits // of find
	facets facets
	at     int32 // in byID; only for with, as it changes
}

// traits are the letters of a text, and the set of its pairs of letters, hashed
// into some bits. A text that lacks a trait of a search does not hold the
// search, and to see that takes a fraction of the time of reading it.
type traits struct {
	letters uint64
	pairs   [4]uint64
}

func traitsOf(text string) (t traits) {
	for i := range len(text) {
		t.letters |= letter(text[i])
		if i > 0 {
			pair := uint32(text[i-1])<<8 | uint32(text[i])
			hash := pair * 0x9E3779B1 >> 24 // the golden ratio spreads neighbours
			t.pairs[hash>>6] |= 1 << (hash & 63)
		}
	}
	return t
}

// letter is the bit of a letter or digit, none of anything else.
func letter(c byte) uint64 {
	switch {
	case 'a' <= c && c <= 'z':
		return 1 << (c - 'a')
	case '0' <= c && c <= '9':
		return 1 << (26 + c - '0')
	}
	return 0
}

// hold reports whether all the wanted traits are there.
func (t *traits) hold(wanted *traits) bool {
	missing := wanted.letters &^ t.letters
	for i := range t.pairs {
		missing |= wanted.pairs[i] &^ t.pairs[i]
	}
	return missing == 0
}

func compareIDs(a, b *listed) int { return strings.Compare(a.id, b.id) }

func compareNames(a, b *listed) int { return cmp.Or(bytes.Compare(a.key, b.key), compareIDs(a, b)) }

// current gives the names as the transaction sees them, or newer.
func (d *directory) current(ctx context.Context, tx *sqldb.Tx) (*names, error) {
	seq, err := listSeq(ctx, tx)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.names == nil {
		d.names = &names{seq: -1} // a farm that never changed has 0
	}
	if d.names.seq >= seq {
		return d.names, nil
	}
	changed, removed, err := changedSince(ctx, tx, d.names.seq)
	if err != nil {
		return nil, err
	}
	d.names = d.names.with(seq, changed, removed)
	return d.names, nil
}

// with gives the names after a change. One that was removed and came again is
// among the changed.
func (n *names) with(seq int64, changed []*listed, removed []string) *names {
	old := make(map[string]bool, len(changed)+len(removed))
	for _, l := range changed {
		old[l.id] = true
	}
	for _, id := range removed {
		old[id] = true
	}
	next := &names{seq: seq, byID: merge(n.byID, old, changed, compareIDs), byName: merge(n.byName, old, changed, compareNames)}
	var text strings.Builder
	next.ends = make([]int, len(next.byID))
	next.traits, next.facets = make([]traits, len(next.byID)), make([]facets, len(next.byID))
	for i, l := range next.byID {
		text.WriteString(l.find)
		next.ends[i], next.traits[i], next.facets[i] = text.Len(), l.traits, l.facets
		l.at = int32(i)
	}
	next.text = text.String()
	next.order = make([]int32, len(next.byName))
	for i, l := range next.byName {
		next.order[i] = l.at
	}
	return next
}

// merge drops the old farms from a sorted list and puts the changed ones in
// their places.
func merge(list []*listed, old map[string]bool, changed []*listed, compare func(a, b *listed) int) []*listed {
	changed = slices.SortedFunc(slices.Values(changed), compare)
	merged := make([]*listed, 0, len(list)+len(changed))
	for _, l := range list {
		if old[l.id] {
			continue
		}
		for len(changed) > 0 && compare(changed[0], l) < 0 {
			merged, changed = append(merged, changed[0]), changed[1:]
		}
		merged = append(merged, l)
	}
	return append(merged, changed...)
}
