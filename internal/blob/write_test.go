package blob

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/blob/s3test"
	"github.com/merroir/merroir/internal/fault"
)

// noise is content in which no part is like another.
func noise(length int) []byte {
	content := make([]byte, length)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(content)
	return content
}

// writing gives the content in pieces that fit into no part.
func writing(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{bytes.NewReader(content)}, make([]byte, 1<<20-1))
		return err
	}
}

// A file of any length is there whole, or not at all.
func TestWrite(t *testing.T) {
	for where, b := range map[string]*Bucket{"folder": folder(t), "S3": s3(t)} {
		for _, length := range []int{0, 5, partBytes, partBytes + 1, 2*partBytes + partBytes/2} {
			want := noise(length)
			must(t, b.Write(ctx, "of/a.bin", "text/x", writing(want)))
			o, err := b.Get(ctx, "of/a.bin")
			must(t, err)
			got, err := io.ReadAll(o)
			must(t, errors.Join(err, o.Close()))
			if !bytes.Equal(got, want) || o.ContentType != "text/x" {
				t.Errorf("%s: %d bytes of %s, want %d", where, len(got), o.ContentType, length)
			}
		}
		files, err := b.List(ctx, "of")
		must(t, err)
		if len(files) != 1 || files[0].Name != "a.bin" || files[0].Size != 2*partBytes+partBytes/2 || files[0].Modified.IsZero() {
			t.Errorf("%s: listed %+v", where, files)
		}
		cut := errors.New("cut")
		err = b.Write(ctx, "of/b.bin", "text/x", func(w io.Writer) error { return errors.Join(writing(noise(partBytes+1))(w), cut) })
		if _, missing := b.Get(ctx, "of/b.bin"); !errors.Is(err, cut) || !fault.Is(missing, fault.NotFound) {
			t.Errorf("%s: cut short: %v, then %v", where, err, missing)
		}
	}
}

// What an S3 server refuses or does not answer is no file, and no parts are left of it.
func TestWriteToAnS3ServerThatFails(t *testing.T) {
	server := s3test.Serve(t)
	b, err := Open(ctx, server.Address(""))
	must(t, err)
	defer b.Close()
	b.store.(*s3Store).pause = 0
	for name, failing := range map[string]func(*http.Request) bool{
		"the beginning":   func(r *http.Request) bool { return r.Method == http.MethodPost && r.URL.Query().Has("uploads") },
		"the second part": func(r *http.Request) bool { return r.URL.Query().Get("partNumber") == "2" },
		"the end":         func(r *http.Request) bool { return r.Method == http.MethodPost && r.URL.Query().Has("uploadId") },
	} {
		for _, answer := range []func(http.ResponseWriter){
			func(w http.ResponseWriter) { s3Says(w, http.StatusInternalServerError, "InternalError") },
			func(w http.ResponseWriter) { s3Says(w, http.StatusForbidden, "AccessDenied") },
			func(w http.ResponseWriter) { s3Says(w, http.StatusOK, "InternalError") }, // as S3 does at the end of an upload
		} {
			server.Answer = func(w http.ResponseWriter, r *http.Request) bool {
				if failing(r) {
					answer(w)
				}
				return failing(r)
			}
			if err := b.Write(ctx, "a.bin", "text/x", writing(noise(partBytes+1))); err == nil {
				t.Errorf("%s failed, and nobody is told", name)
			}
			server.Lock()
			if len(server.Objects) != 0 || len(server.Uploads) != 0 {
				t.Errorf("%s failed: %d files and %d uploads are left", name, len(server.Objects), len(server.Uploads))
			}
			clear(server.Objects)
			clear(server.Uploads)
			server.Unlock()
		}
	}
	fails := 0 // of each call the first, once
	seen := map[string]bool{}
	server.Answer = func(w http.ResponseWriter, r *http.Request) bool {
		call := r.Method + r.URL.RawQuery
		if seen[call] {
			return false
		}
		seen[call] = true
		fails++
		s3Says(w, http.StatusServiceUnavailable, "SlowDown")
		return true
	}
	want := noise(partBytes + 1)
	must(t, b.Write(ctx, "a.bin", "text/x", writing(want)))
	if got := server.Objects["a.bin"]; fails < 4 || !bytes.Equal(got.Content, want) || got.ContentType != "text/x" {
		t.Errorf("after %d failures: %d bytes of %s", fails, len(got.Content), got.ContentType)
	}
}

// The parts of a process that was killed are taken back by the next file of the folder, and no
// others: somebody may be sending them.
func TestPartsOfLongAgoAreTakenBack(t *testing.T) {
	server := s3test.Serve(t)
	b, err := Open(ctx, server.Address(""))
	must(t, err)
	defer b.Close()
	long := time.Now().Add(-partLives - time.Hour)
	for name, began := range map[string]time.Time{"of/old.bin": long, "of/young.bin": time.Now(), "of/deeper/old.bin": long, "else/old.bin": long} {
		server.Uploads[name] = &s3test.Upload{Name: name, Began: began}
	}
	must(t, b.Write(ctx, "of/a.bin", "text/x", writing(noise(partBytes+1))))
	if server.Uploads["of/old.bin"] != nil || len(server.Uploads) != 3 {
		t.Errorf("left: %v", server.Uploads)
	}
}

// A file that is cut off on its way is gone on with where it was, as long as it is the same.
func TestALongS3FileIsGoneOnWith(t *testing.T) {
	whole := strings.Repeat("0123456789", 1000)
	for _, changed := range []bool{false, true} {
		server := s3test.Serve(t)
		b, err := Open(ctx, server.Address(""))
		must(t, err)
		defer b.Close()
		must(t, b.Put(ctx, "a.txt", "text/plain", []byte(whole)))
		cut := 0
		server.Answer = func(w http.ResponseWriter, r *http.Request) bool {
			if cut++; cut > 2 {
				return false
			}
			w.Header().Set("Content-Length", "10000")
			if cut == 2 {
				w.Header().Set("Content-Length", "9000")
				w.WriteHeader(http.StatusPartialContent)
			}
			server.Lock()
			defer server.Unlock()
			w.Header().Set("ETag", server.Tag("a.txt"))
			w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 09:00:00 GMT")
			_, _ = io.WriteString(w, whole[:1000])
			if changed {
				server.Objects["a.txt"] = s3test.Object{Content: []byte("another")}
			}
			return true
		}
		o, err := b.Get(ctx, "a.txt")
		must(t, err)
		content, err := io.ReadAll(o)
		if err := o.Close(); err != nil {
			t.Error(err)
		}
		if changed == (err == nil) || !changed && (string(content) != whole || cut != 3) {
			t.Errorf("changed %v: %d bytes after %d requests, %v", changed, len(content), cut, err)
		}
	}
}
