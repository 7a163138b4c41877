package site

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/rest"
)

// Data is zipped for who asks after the first, and both have the same.
func TestDataIsZippedLater(t *testing.T) {
	data := newTagPages(t, &memory{version: "1"}).Data(rest.WriteError)
	ask := func(headers ...string) *httptest.ResponseRecorder {
		return get(data, "/api/tag/"+knownID, append([]string{"Accept-Encoding", "gzip"}, headers...)...)
	}
	first, second := ask(), ask()
	if got := first.Header().Get("Content-Encoding"); got != "" {
		t.Errorf("the first is sent %s", got)
	}
	if got := second.Header().Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("the second is sent %q", got)
	}
	for _, w := range []*httptest.ResponseRecorder{first, second} {
		if w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("a cache between does not know that it varies: %v", w.Header())
		}
		if again := ask("If-None-Match", w.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("who has %s is answered %d", w.Header().Get("ETag"), again.Code)
		}
	}
	plain := first.Body.String()
	zipped, err := gzip.NewReader(second.Body)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(zipped)
	if diff := cmp.Diff(plain, string(content)); err != nil || diff != "" || plain == "" {
		t.Error(err, diff)
	}
	if got := get(data, "/api/tag/"+knownID); got.Header().Get("Content-Encoding") != "" || got.Body.String() != plain {
		t.Error("who does not take it zipped is sent it so")
	}
	if first.Header().Get("ETag") == second.Header().Get("ETag") {
		t.Error("two encodings have one ETag")
	}
}
