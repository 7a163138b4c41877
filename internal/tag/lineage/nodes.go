package lineage

import (
	"encoding/hex"
	"hash/maphash"
)

// key is the id of a tag, 24 hexadecimal digits.
type key [12]byte

func keyOf(id string) (k key, ok bool) {
	if len(id) != 2*len(k) {
		return k, false
	}
	_, err := hex.Decode(k[:], []byte(id))
	return k, err == nil
}

func (k key) String() string { return hex.EncodeToString(k[:]) }

// index finds the number of a tag by its id: a table of numbers, at most half full,
// which takes a third of what a map does.
type index struct {
	seed  maphash.Seed
	table []int32 // one more than the number, so that nothing is none
}

func newIndex(room int) index {
	size := 1 << 10
	for size < 2*room {
		size *= 2
	}
	return index{maphash.MakeSeed(), make([]int32, size)}
}

// place gives where the tag is in the table, or would be.
func (x *index) place(keys []key, k key) int {
	at := int(maphash.Comparable(x.seed, k)) & (len(x.table) - 1)
	for x.table[at] != 0 && keys[x.table[at]-1] != k {
		at = (at + 1) & (len(x.table) - 1)
	}
	return at
}

func (x *index) find(keys []key, k key) (int32, bool) {
	n := x.table[x.place(keys, k)]
	return n - 1, n != 0
}

// add enters the last of the keys.
func (x *index) add(keys []key) {
	if 2*len(keys) > len(x.table) {
		*x = newIndex(len(keys) + 1)
		for i, k := range keys[:len(keys)-1] {
			x.table[x.place(keys[:len(keys)-1], k)] = int32(i + 1)
		}
	}
	x.table[x.place(keys[:len(keys)-1], keys[len(keys)-1])] = int32(len(keys))
}
