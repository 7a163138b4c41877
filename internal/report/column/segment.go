package column

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// segmentFormat is the number of the layout below. A segment of another one is
// read as if it were not there.
const segmentFormat = 4

var errSegment = errors.New("the segment is damaged")

// pack writes columns as bytes: numbers in little endian, lists and texts after
// their length, a checksum at the end.
func pack(c *Columns) []byte {
	sorted, moves := c.merged(), c.moves.merged()
	b := make(packed, 0, 8*(len(sorted.cells)+len(moves.cells)+len(c.cells.routes))+256*len(c.cells.lots)+32*len(c.cells.places)+1<<20)
	b.number(c.epoch)
	b.number(c.seq)
	b.texts(c.cells.leases)
	for _, keys := range c.cells.values {
		b.texts(keys)
	}
	b.number(int64(c.cells.groups))
	b.number(int64(len(c.cells.lots)))
	for _, l := range c.cells.lots {
		b.text(l.id)
		b.text(l.groupID)
		b.short(l.group)
		for _, value := range l.values {
			b.short(value)
		}
	}
	b.number(int64(len(c.cells.places)))
	for i, p := range c.cells.places {
		b.short(p.lease)
		b.short(p.lot)
		b.short(uint32(c.cells.first[i]))
	}
	b.number(int64(len(c.cells.routes)))
	for _, r := range c.cells.routes {
		b.short(r.from)
		b.short(r.to)
	}
	b.run(sorted)
	b.run(moves)
	b.sizes(c.lotSizes)
	b.sizes(c.groupSizes)
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

type packed []byte

func (b *packed) short(n uint32) { *b = binary.LittleEndian.AppendUint32(*b, n) }
func (b *packed) number(n int64) { *b = binary.LittleEndian.AppendUint64(*b, uint64(n)) }

func (b *packed) text(s string) {
	b.short(uint32(len(s)))
	*b = append(*b, s...)
}

func (b *packed) texts(all []string) {
	b.number(int64(len(all)))
	for _, s := range all {
		b.text(s)
	}
}

func (b *packed) run(r run) {
	b.number(int64(len(r.days)))
	for _, d := range r.days {
		b.short(uint32(d.day))
		b.short(d.row)
	}
	b.number(int64(len(r.cells)))
	for _, cell := range r.cells {
		b.short(cell)
	}
	for _, value := range r.values {
		b.short(uint32(value))
	}
}

func (b *packed) sizes(lists [][]measured) {
	b.number(int64(len(lists)))
	for _, list := range lists {
		b.number(int64(len(list)))
		for _, m := range list {
			b.short(uint32(m.day))
			b.short(uint32(m.samples))
			b.number(m.sum)
			b.number(m.n)
		}
	}
}

// unpack reads what pack wrote.
func unpack(data []byte) (c Columns, err error) {
	end := len(data) - crc32.Size
	if end < 0 || crc32.ChecksumIEEE(data[:end]) != binary.LittleEndian.Uint32(data[end:]) {
		return Columns{}, errSegment
	}
	r := &unpacker{data: data[:end]}
	c.epoch, c.seq = r.number(), r.number()
	c.cells.leases = r.texts()
	for f := range c.cells.values {
		c.cells.values[f] = r.texts()
	}
	c.cells.groups = int(r.number())
	c.cells.lots = make([]lot, r.length(8))
	for i := range c.cells.lots {
		l := &c.cells.lots[i]
		l.id, l.groupID, l.group = r.text(), r.text(), r.short()
		for f := range l.values {
			l.values[f] = r.short()
		}
	}
	n := r.length(12)
	c.cells.places, c.cells.first = make([]place, n), make([]int32, n)
	for i := range n {
		c.cells.places[i], c.cells.first[i] = place{r.short(), r.short()}, int32(r.short())
	}
	c.cells.routes = make([]route, r.length(8))
	for i := range c.cells.routes {
		c.cells.routes[i] = route{r.short(), r.short()}
	}
	c.sorted, c.moves.sorted = r.run(), r.run()
	c.lotSizes, c.groupSizes = r.sizes(), r.sizes()
	if r.failed || len(r.data) > 0 {
		return Columns{}, errSegment
	}
	return c, nil
}

// unpacker takes values off the front. After a failure it gives zeros.
type unpacker struct {
	data   []byte
	failed bool
}

func (r *unpacker) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.failed, r.data = true, nil
		return make([]byte, 8)
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *unpacker) short() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *unpacker) number() int64 { return int64(binary.LittleEndian.Uint64(r.take(8))) }

// length is the number of items that follow, each of at least so many bytes.
func (r *unpacker) length(least int) int {
	n := r.number()
	if n < 0 || n > int64(len(r.data)/least) {
		r.failed, r.data = true, nil
		return 0
	}
	return int(n)
}

func (r *unpacker) text() string {
	n := int(r.short())
	if n > len(r.data) {
		r.failed, r.data = true, nil
		return ""
	}
	return string(r.take(n))
}

func (r *unpacker) texts() []string {
	all := make([]string, r.length(4))
	for i := range all {
		all[i] = r.text()
	}
	return all
}

func (r *unpacker) shorts(n int) []uint32 {
	data := r.take(4 * n)
	all := make([]uint32, n)
	for i := range min(n, len(data)/4) {
		all[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return all
}

func (r *unpacker) run() (all run) {
	all.days = make([]dayStart, r.length(8))
	for i := range all.days {
		all.days[i] = dayStart{int32(r.short()), r.short()}
	}
	n := r.length(8)
	all.cells, all.values = r.shorts(n), make([]int32, n)
	for i, value := range r.shorts(n) {
		all.values[i] = int32(value)
	}
	return all
}

func (r *unpacker) sizes() [][]measured {
	lists := make([][]measured, r.length(8))
	for i := range lists {
		if n := r.length(24); n > 0 {
			lists[i] = make([]measured, n)
		}
		for j := range lists[i] {
			lists[i][j] = measured{int32(r.short()), int32(r.short()), r.number(), r.number()}
		}
	}
	return lists
}
