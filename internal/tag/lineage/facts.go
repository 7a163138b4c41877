package lineage

import (
	"encoding/binary"
	"sync"
)

const (
	blockSize  = 1 << 20
	mostBlocks = 64 // where nothing else is said
)

// facts are what is kept of tags beside the graph, a record of bytes of each. They are
// written one after the other into blocks, of which the oldest goes when there are too
// many: a record that was replaced goes with its block.
type facts struct {
	mu     sync.RWMutex
	places []place // by tag
	blocks [][]byte
	first  uint32 // number of the oldest block, from 1
	most   int
}

// place is where a record is; in block 0 where there is none.
type place struct{ block, offset uint32 }

func newFacts() *facts { return &facts{first: 1, most: mostBlocks} }

// LimitFacts sets how many bytes the records may take, 64 MB where it is not called. It
// is called before anything is kept.
func (g *Graph) LimitFacts(bytes int64) { g.facts.most = int(max(bytes/blockSize, 1)) }

func (f *facts) bytes() int64 {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return int64(len(f.blocks))*blockSize + int64(cap(f.places))*8
}

// keep says whether there was room without forgetting others.
func (f *facts) keep(n int32, version uint32, record []byte) (room bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	size := 2*binary.MaxVarintLen32 + len(record)
	if size > blockSize {
		return true
	}
	room = true
	if last := len(f.blocks) - 1; last < 0 || cap(f.blocks[last])-len(f.blocks[last]) < size {
		if len(f.blocks) == f.most {
			f.blocks, f.first, room = append(f.blocks[:0:0], f.blocks[1:]...), f.first+1, false
		}
		f.blocks = append(f.blocks, make([]byte, 0, blockSize))
	}
	for len(f.places) <= int(n) {
		f.places = append(f.places, place{})
	}
	last := len(f.blocks) - 1
	block := f.blocks[last]
	f.places[n] = place{f.first + uint32(last), uint32(len(block))}
	block = binary.AppendUvarint(block, uint64(version))
	block = binary.AppendUvarint(block, uint64(len(record)))
	f.blocks[last] = append(block, record...)
	return room
}

// of gives the record of a tag in a version, which nobody may change; nil where none is kept.
func (f *facts) of(n int32, version uint32) []byte {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if int(n) >= len(f.places) || f.places[n].block < f.first {
		return nil
	}
	block := f.blocks[f.places[n].block-f.first][f.places[n].offset:]
	kept, size := binary.Uvarint(block)
	if uint32(kept) != version {
		return nil
	}
	long, more := binary.Uvarint(block[size:])
	start := size + more
	return block[start : start+int(long) : start+int(long)]
}

// Keep keeps a record of what the tag is in a version, which may be one that the graph does
// not know of yet. It says whether there was room without forgetting other tags.
func (g *Graph) Keep(id string, version int64, record []byte) (room bool) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	n, known := g.find(id)
	return !known || g.facts.keep(n, uint32(version), record)
}

// Kept gives what was kept of the tag in the version that it has now, which nobody may
// change, and whose tag it is; nil where nothing is.
func (g *Graph) Kept(id string) (record []byte, firmID string) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	n, known := g.find(id)
	if !known {
		return nil, ""
	}
	return g.facts.of(n, g.tags[n].version), g.firms[g.tags[n].firm].id
}
