package site

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/merroir/merroir/internal/tagpage"
)

// zippedParts are the parts that all pages of tags have, zipped once: a stream of deflate
// may be put together of parts that end at a byte and look back at nothing before them.
type zippedParts [][]byte

func zipParts(frame *tagpage.Frame) zippedParts {
	parts := make(zippedParts, len(frame.Fixed()))
	for i, text := range frame.Fixed() {
		var out bytes.Buffer
		zip, _ := flate.NewWriter(&out, flate.BestCompression) // the level is valid
		_, _ = zip.Write(text)                                 // the buffer takes everything
		_ = zip.Flush()
		parts[i] = out.Bytes()
	}
	return parts
}

var deflaters = sync.Pool{New: func() any {
	zip, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is valid
	return zip
}}

// zip gives the page as a gzip file, of which only what is its own is zipped now.
func (z zippedParts) zip(frame *tagpage.Frame, page tagpage.Page) []byte {
	var out bytes.Buffer
	out.Grow(5 << 10)
	out.WriteString("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff") // RFC 1952: deflate, no name, no time
	zip := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(zip)
	for own, part := range page.Parts(frame) {
		zip.Reset(&out)
		_, _ = zip.Write(own) // the buffer takes everything
		if part < 0 {
			_ = zip.Close()
			break
		}
		_ = zip.Flush()
		out.Write(z[part])
	}
	end := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(page.Text))
	out.Write(binary.LittleEndian.AppendUint32(end, uint32(len(page.Text))))
	return bytes.Clone(out.Bytes())
}
