package site

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/merroir/merroir/internal/tagpage"
)

// parts are what all pages of tags have between the pieces of their own text, zipped once: a
// stream of deflate may be put together of parts that end at a byte and look back at nothing
// before them.
type parts struct {
	plain, zipped [][]byte
	sum           [sha256.Size]byte
}

func newParts(frame *tagpage.Frame) *parts {
	p := &parts{plain: frame.Fixed()}
	p.sum = sha256.Sum256(bytes.Join(p.plain, []byte{0}))
	for _, text := range p.plain {
		var out bytes.Buffer
		zip, _ := flate.NewWriter(&out, flate.BestCompression) // the level is valid
		_, _ = zip.Write(text)                                 // the buffer takes everything
		_ = zip.Flush()
		p.zipped = append(p.zipped, out.Bytes())
	}
	return p
}

// between puts the parts between the pieces.
func between(pieces, parts [][]byte) [][]byte {
	all := make([][]byte, 0, len(pieces)+len(parts))
	for i, piece := range pieces {
		all = append(all, piece)
		if i < len(parts) {
			all = append(all, parts[i])
		}
	}
	return all
}

// tag is the ETag of a page.
func (p *parts) tag(own [][]byte) string {
	sum := sha256.Sum256(append(bytes.Join(own, []byte{0}), p.sum[:]...))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

const (
	zipHead  = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff" // RFC 1952: deflate, no name, no time
	mostAsIs = 4 << 10
)

// end is what a gzip file ends with.
func (p *parts) end(own [][]byte) (end []byte) {
	crc, size := uint32(0), 0
	for _, piece := range between(own, p.plain) {
		crc, size = crc32.Update(crc, crc32.IEEETable, piece), size+len(piece)
	}
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, crc), uint32(size))
}

// asIs gives the pieces for a gzip file without zipping them, which costs nearly nothing;
// nil where they are too long for it.
func (p *parts) asIs(own [][]byte) (pieces [][]byte) {
	long := 0
	for _, piece := range own {
		long += len(piece)
	}
	if long > mostAsIs {
		return nil
	}
	out := append(make([]byte, 0, long+50), zipHead...)
	for i, piece := range own {
		last := byte(0)
		if i == len(own)-1 {
			last = 1
		}
		start := len(out)
		if i == 0 {
			start = 0
		}
		out = append(out, last) // RFC 1951: a block that is stored
		out = binary.LittleEndian.AppendUint16(out, uint16(len(piece)))
		out = binary.LittleEndian.AppendUint16(out, ^uint16(len(piece)))
		out = append(out, piece...)
		if last == 1 {
			out = append(out, p.end(own)...)
		}
		pieces = append(pieces, out[start:len(out):len(out)])
	}
	return pieces
}

var deflaters = sync.Pool{New: func() any {
	zip, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return zip
}}

// zip gives the pieces for a gzip file.
func (p *parts) zip(own [][]byte) (pieces [][]byte) {
	var out bytes.Buffer
	out.WriteString(zipHead)
	zip := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(zip)
	var ends []int
	for i, piece := range own {
		zip.Reset(&out)
		_, _ = zip.Write(piece) // the buffer takes everything
		if i == len(own)-1 {
			_ = zip.Close()
			out.Write(p.end(own))
		} else {
			_ = zip.Flush()
		}
		ends = append(ends, out.Len())
	}
	all, start := bytes.Clone(out.Bytes()), 0
	for _, end := range ends {
		pieces, start = append(pieces, all[start:end]), end
	}
	return pieces
}
