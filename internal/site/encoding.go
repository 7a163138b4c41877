package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// body is one thing to serve, in the encodings it is held in. A missing
// encoding is nil.
type body struct {
	contentType string
	tag         string // of the plain bytes; the ETag adds the encoding to it
	plain       []byte // a page of a tag has none
	gzip        []byte
	brotli      []byte
	later       *later // nil but for what is served of tags
}

// later is what is often served once: it is zipped when somebody asks again.
type later struct {
	asked atomic.Bool
	gzip  atomic.Pointer[[][]byte]
	// Of a page alone: its own text, and the parts that stand between its pieces.
	own   [][]byte
	parts *parts
}

func newBody(contentType string, plain []byte) *body {
	sum := sha256.Sum256(plain)
	return &body{contentType: contentType, tag: base64.RawURLEncoding.EncodeToString(sum[:12]), plain: plain}
}

// compressed adds the gzip form, made once and served many times.
func (b *body) compressed() *body {
	b.gzip = zip(b.plain, zippers)
	return b
}

// compressedLater adds one that costs half as much, when it is asked for a second time.
func (b *body) compressedLater() *body {
	b.later = &later{}
	return b
}

// zipped is the gzip form, nil where there is none, or none yet. That of a page whose own text
// is not zipped yet says so: it is another one.
func (b *body) zipped() (content [][]byte, asIs bool) {
	l := b.later
	if l == nil {
		return pieces(b.gzip), false
	}
	made := l.gzip.Load()
	if made == nil && l.asked.CompareAndSwap(false, true) {
		if l.parts == nil {
			return nil, false
		}
		if own := l.parts.asIs(l.own); own != nil {
			return between(own, l.parts.zipped), true
		}
	}
	if made == nil {
		made = new(b.zip()) // two who ask at once may both do so: it is the same
		l.gzip.Store(made)
	}
	if l.parts == nil {
		return *made, false
	}
	return between(*made, l.parts.zipped), false
}

func (b *body) zip() [][]byte {
	if b.later.parts == nil {
		return pieces(zip(b.plain, quickZippers))
	}
	return b.later.parts.zip(b.later.own)
}

func pieces(content []byte) [][]byte {
	if content == nil {
		return nil
	}
	return [][]byte{content}
}

func zip(plain []byte, zippers *sync.Pool) []byte {
	var out bytes.Buffer
	zip := zippers.Get().(*gzip.Writer)
	defer zippers.Put(zip)
	zip.Reset(&out)
	// Neither call can fail: the buffer takes everything.
	_, _ = zip.Write(plain)
	_ = zip.Close()
	return bytes.Clone(out.Bytes())
}

// Both are used again: one has most of a megabyte, and a page some kilobytes.
var zippers, quickZippers = newZippers(gzip.BestCompression), newZippers(gzip.BestSpeed)

func newZippers(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		zip, _ := gzip.NewWriterLevel(io.Discard, level) // the level is valid
		return zip
	}}
}

// size is what the body takes, with room for what may be made later.
func (b *body) size() int {
	size := len(b.plain) + len(b.gzip) + len(b.brotli)
	if b.later != nil {
		for _, own := range b.later.own {
			size += len(own)
		}
		size += size / 2 // zipped it is less than half of it
	}
	return size
}

// serve writes the body in the best encoding the client takes. With status 200
// it carries an ETag and may become a 304.
func (b *body) serve(w http.ResponseWriter, r *http.Request, status int, cacheControl string) {
	content, encoding, mark := b.choose(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h.Set("Cache-Control", cacheControl)
	if b.gzip != nil || b.brotli != nil || b.later != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	if status == http.StatusOK {
		etag := `"` + b.tag + mark + `"`
		h.Set("ETag", etag)
		if b.has(r.Header.Get("If-None-Match"), etag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	send(w, r, status, b.contentType, content...)
}

// has reads If-None-Match. Who had it before it was zipped has it still.
func (b *body) has(header, etag string) bool {
	if header == "" {
		return false
	}
	return matches(header, etag) || b.later != nil && (matches(header, `"`+b.tag+`"`) || matches(header, `"`+b.tag+markAsIs+`"`))
}

func send(w http.ResponseWriter, r *http.Request, status int, contentType string, content ...[]byte) {
	length := 0
	for _, piece := range content {
		length += len(piece)
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(length))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	for _, piece := range content {
		if _, err := w.Write(piece); err != nil {
			return // the client is gone
		}
	}
}

// markAsIs is in the ETag of a page whose own text is not zipped yet.
const markAsIs = "-gzip"

// choose gives the best that the client takes, and a mark of it that no other form has.
func (b *body) choose(accept string) (content [][]byte, encoding, mark string) {
	if b.brotli != nil && accepts(accept, "br") {
		return pieces(b.brotli), "br", "br"
	}
	if accepts(accept, "gzip") {
		if zipped, asIs := b.zipped(); asIs {
			return zipped, "gzip", markAsIs
		} else if zipped != nil {
			return zipped, "gzip", "gzip"
		}
	}
	if b.later != nil && b.later.parts != nil {
		return between(b.later.own, b.later.parts.plain), "", ""
	}
	return pieces(b.plain), "", ""
}

// accepts reads Accept-Encoding: the coding or * is named and not with q=0.
func accepts(header, coding string) bool {
	found := false
	for item := range strings.SplitSeq(header, ",") {
		name, parameter, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		_, q, _ := strings.Cut(parameter, "=")
		weight, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
		refused := err == nil && weight == 0
		if name == coding {
			return !refused
		}
		if name == "*" {
			found = !refused
		}
	}
	return found
}

// matches reads If-None-Match; weak and strong tags compare alike there.
func matches(header, etag string) bool {
	for item := range strings.SplitSeq(header, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == etag || item == "*" {
			return true
		}
	}
	return false
}
