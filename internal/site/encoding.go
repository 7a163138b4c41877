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
	plain       []byte // a page of a tag has none: the few who do not take it zipped are given it unzipped
	gzip        []byte
	brotli      []byte
	later       *later // nil but for data of a tag
}

// later is the gzip form of what is often served once: it is made when somebody asks again.
type later struct {
	asked atomic.Bool
	gzip  atomic.Pointer[[]byte]
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

// zipped is the gzip form, nil where there is none, or none yet.
func (b *body) zipped() []byte {
	if b.later == nil {
		return b.gzip
	}
	if made := b.later.gzip.Load(); made != nil {
		return *made
	}
	if b.later.asked.CompareAndSwap(false, true) {
		return nil
	}
	made := zip(b.plain, quickZippers) // two who ask at once may both do so: it is the same
	b.later.gzip.Store(&made)
	return made
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
		size += len(b.plain)
	}
	return size
}

// serve writes the body in the best encoding the client takes. With status 200
// it carries an ETag and may become a 304.
func (b *body) serve(w http.ResponseWriter, r *http.Request, status int, cacheControl string) {
	content, encoding := b.choose(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h.Set("Cache-Control", cacheControl)
	if b.gzip != nil || b.brotli != nil || b.later != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	if status == http.StatusOK {
		etag := `"` + b.tag + encoding + `"`
		h.Set("ETag", etag)
		if b.has(r.Header.Get("If-None-Match"), etag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	send(w, r, status, b.contentType, content)
}

// has reads If-None-Match. Who had it before it was zipped has it still.
func (b *body) has(header, etag string) bool {
	if header == "" {
		return false
	}
	return matches(header, etag) || b.later != nil && matches(header, `"`+b.tag+`"`)
}

func send(w http.ResponseWriter, r *http.Request, status int, contentType string, content []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(content) // the client may be gone
	}
}

func (b *body) choose(accept string) (content []byte, encoding string) {
	if b.brotli != nil && accepts(accept, "br") {
		return b.brotli, "br"
	}
	if accepts(accept, "gzip") {
		if zipped := b.zipped(); zipped != nil {
			return zipped, "gzip"
		}
	}
	if b.plain == nil {
		return b.unzipped(), ""
	}
	return b.plain, ""
}

func (b *body) unzipped() []byte {
	// Neither can fail: these are bytes that compressed has made.
	zip, _ := gzip.NewReader(bytes.NewReader(b.gzip))
	plain, _ := io.ReadAll(zip)
	return plain
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
