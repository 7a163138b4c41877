package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tagpage"
)

const (
	knownID   = "7a0000000000000000000001"
	unknownID = "7a0000000000000000000099"
)

// memory is a tag source with one tag.
type memory struct {
	mu      sync.Mutex
	version string
	recall  *string
	err     error // of Version
	loadErr error // of Page
	asked   atomic.Int64
	loads   atomic.Int64
	held    atomic.Int64
}

func (m *memory) set(version string, recall *string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.version, m.recall, m.err = version, recall, err
}

func (m *memory) Version(_ context.Context, id string) (string, error) {
	m.asked.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil && id != knownID {
		return "", fault.New(fault.NotFound, "No such tag.")
	}
	return m.version, m.err
}

func (m *memory) Page(context.Context, string) (tag.Page, error) {
	m.loads.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	return tag.Page{
		Farm:   tag.PublicFarm{ID: "5f0000000000000000000002", Name: "Stony Point <Shellfish>", Contact: tag.Contact{Phone: "360 555 0142"}},
		Tag:    tag.Tag{ID: knownID, Type: tag.TypeFarm, Fields: tag.Fields{HarvestDate: "2026-11-14", HarvestTime: "6:40 am"}},
		Recall: m.recall,
	}, m.loadErr
}

func newTagPages(t *testing.T, m *memory) *TagPages {
	t.Helper()
	pages, err := NewTagPages(builtRenderer(t), TagSource{Version: m.Version, Page: m.Page, Held: m.held.Load}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// TAGP-1 TAGP-2 TAGP-7: the real page with its real style and script.
func TestTagPage(t *testing.T) {
	pages := newTagPages(t, &memory{version: "1"})
	for _, path := range []string{"/tag/" + knownID, "/tag/" + knownID + "/", "/tag/" + knownID + "/anything/else?at=all"} {
		w := get(pages, path)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", path, w.Code)
		}
		for _, want := range []string{
			"<!doctype html><html lang=\"en\">",
			"<title>Merroir Stony Point &lt;Shellfish&gt; Harvest Tag Information</title>",
			`href="https://merroir.example"`, "14 Nov 2026, 6:40 am", `data-tag="` + knownID + `"`,
		} {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: no %s", path, want)
			}
		}
		if got := w.Header().Get("Content-Type"); got != "text/html; charset=utf-8" {
			t.Errorf("Content-Type %q", got)
		}
	}
}

// S14: the policy allows what is in the page, and nothing else.
func TestPolicyNamesTheInlinedStrings(t *testing.T) {
	m := &memory{version: "1", recall: new("Health")}
	pages := newTagPages(t, m)
	for _, path := range []string{"/tag/" + knownID, "/tag/" + unknownID} {
		w := get(pages, path)
		policy := w.Header().Get("Content-Security-Policy")
		if strings.Count(policy, "sha256-") != 2 {
			t.Fatalf("policy %s", policy)
		}
		for _, element := range []string{"style", "script"} {
			for _, text := range inlined(w.Body.String(), element) {
				if !strings.Contains(policy, element+"-src "+sourceHash(text)+";") {
					t.Errorf("%s: the policy does not allow the %s: %s", path, element, policy)
				}
			}
		}
		if len(inlined(w.Body.String(), "style")) != 1 || strings.Contains(w.Body.String(), " style=") {
			t.Errorf("%s: styles beside the one style element", path)
		}
	}
}

// inlined gives the text of every such element.
func inlined(html, element string) []string {
	var found []string
	for _, part := range strings.Split(html, "<"+element)[1:] {
		_, rest, _ := strings.Cut(part, ">")
		text, _, _ := strings.Cut(rest, "</"+element+">")
		found = append(found, text)
	}
	return found
}

// The budgets of the page: HTML with style, and the script.
func TestTagPageBytes(t *testing.T) {
	w := get(newTagPages(t, &memory{version: "1", recall: new("Health")}), "/tag/"+knownID, "Accept-Encoding", "gzip, br")
	if got := w.Body.Len(); w.Header().Get("Content-Encoding") != "gzip" || got > 8<<10 {
		t.Errorf("%d bytes %s, want at most 8 KiB gzip", got, w.Header().Get("Content-Encoding"))
	}
	zip, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	html, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	script := inlined(string(html), "script")
	if len(script) != 1 || len(script[0]) > 1<<10 {
		t.Errorf("%d scripts, want one of at most 1 KiB", len(script))
	}
	if outside := bytes.Count(html, []byte(" src=")); outside != 0 {
		t.Errorf("%d further requests for a farm without a photo", outside)
	}
}

// TAGP-3: a recall shows as soon as the version says that something changed.
func TestTagPageIsKeptByVersion(t *testing.T) {
	m := &memory{version: "1"}
	pages := newTagPages(t, m)
	first := get(pages, "/tag/"+knownID)
	if first.Header().Get("Cache-Control") != cacheAsked || m.loads.Load() != 1 {
		t.Fatalf("%v after %d loads", first.Header(), m.loads.Load())
	}
	etag := first.Header().Get("ETag")
	if again := get(pages, "/tag/"+knownID, "If-None-Match", etag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("same version: %d with %d bytes", again.Code, again.Body.Len())
	}
	if m.loads.Load() != 1 || m.asked.Load() != 2 {
		t.Errorf("%d loads and %d versions for two requests", m.loads.Load(), m.asked.Load())
	}
	m.set("2", new("Washington State Department of Health"), nil)
	recalled := get(pages, "/tag/"+knownID, "If-None-Match", etag)
	const opening = `<body class="recalled"><div class="recall" role="alert"><p class="by">`
	const banner = `<span>PRODUCT RECALLED BY Washington State Department of Health</span>`
	if recalled.Code != http.StatusOK || !strings.Contains(recalled.Body.String(), opening) || !strings.Contains(recalled.Body.String(), banner) || strings.Contains(first.Body.String(), "RECALLED") {
		t.Errorf("after the recall: %d %s", recalled.Code, recalled.Body)
	}
}

// TAGP-12
func TestTagPageErrors(t *testing.T) {
	const (
		gone   = "The tag you scanned could not be found."
		failed = "Something went wrong looking for your tag."
	)
	tests := []struct {
		name            string
		id              string
		err, loadErr    error
		recall          *string
		status          int
		heading, detail string
	}{
		{"unknown", unknownID, nil, nil, nil, 404, "Tag not found", gone},
		{"removed meanwhile", knownID, nil, fault.New(fault.NotFound, "No such tag."), nil, 404, "Tag not found", gone},
		{"database gone", knownID, fault.Wrap(fault.Unavailable, "Later.", io.EOF), nil, nil, 503, "An Error Occured", failed},
		{"too slow", knownID, nil, context.DeadlineExceeded, nil, 503, "An Error Occured", failed},
		{"broken", knownID, errors.New("constraint 1299"), nil, nil, 500, "An Error Occured", failed},
		{"load broken", knownID, nil, errors.New("constraint 1299"), nil, 500, "An Error Occured", failed},
		{"recall state unknown", knownID, nil, nil, new(" "), 500, "An Error Occured", failed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &memory{version: "1", loadErr: tt.loadErr, recall: tt.recall}
			m.set("1", tt.recall, tt.err)
			w := get(newTagPages(t, m), "/tag/"+tt.id)
			text := strings.ReplaceAll(w.Body.String(), "&#x27;", "'")
			if w.Code != tt.status || !strings.Contains(text, "<h1>"+tt.heading+"</h1>") || !strings.Contains(text, "We're sorry. "+tt.detail) {
				t.Errorf("%d %s", w.Code, text)
			}
			if w.Header().Get("Cache-Control") != cacheNever || w.Header().Get("ETag") != "" || strings.Contains(text, "1299") {
				t.Errorf("headers %v", w.Header())
			}
		})
	}
}

// R29: with the database gone no page is served from memory, recalled or not.
func TestTagPageIsNotServedOnAnUnknownState(t *testing.T) {
	m := &memory{version: "1"}
	pages := newTagPages(t, m)
	if w := get(pages, "/tag/"+knownID); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	m.set("1", nil, fault.New(fault.Unavailable, "Later."))
	w := get(pages, "/tag/"+knownID)
	if w.Code != http.StatusServiceUnavailable || strings.Contains(w.Body.String(), "Stony Point") || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	m.set("1", nil, nil)
	if w := get(pages, "/tag/"+knownID); w.Code != http.StatusOK {
		t.Errorf("back again: %d", w.Code)
	}
}

// TAGP-1, S7: nothing but an id is ever looked up.
func TestTagPagePaths(t *testing.T) {
	m := &memory{version: "1"}
	pages := newTagPages(t, m)
	for _, path := range []string{
		"/tag", "/tag/", "/tag//", "/tag//" + knownID, "/tag/..", "/tag/../api/users/my", "/tag/%2e%2e/api/users/my", "/tag/..%2fapi",
		"/tag/users/my", "/tag/farms/1", "/tag/" + knownID + "%2f", "/tag/%2f" + knownID,
		"/tag/" + knownID + "0", "/tag/" + knownID[:23], "/tag/" + knownID + "\u2215x", "/tag/%37a0000000000000000000001",
		"/farms/" + knownID, "/api/tag/" + knownID, "/tag/" + strings.Repeat("7", 2000), "/tag/" + knownID + "/" + strings.Repeat("x", 2000),
	} {
		parsed, err := url.Parse("http://merroir.example" + path)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL = parsed
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, r)
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "Tag not found") {
			t.Errorf("%.60s: %d", path, w.Code)
		}
	}
	if asked := m.asked.Load(); asked != 0 {
		t.Errorf("%d lookups of what is no id", asked)
	}
}

// A tag is found in either case, page, data and picture, and kept once.
func TestTagPage_AcceptsAnyCase(t *testing.T) {
	m := &memory{version: "1"}
	pages := newTagPages(t, m)
	data := pages.Data(func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusTeapot) })
	for _, id := range []string{knownID, strings.ToUpper(knownID)} {
		for path, handler := range map[string]http.Handler{
			"/tag/": pages, "/api/tag/": data, "/tag-picture/": http.HandlerFunc(pages.Picture),
		} {
			if w := get(handler, path+id); w.Code != http.StatusOK {
				t.Errorf("%s%s: %d", path, id, w.Code)
			}
		}
	}
	if loads := m.loads.Load(); loads != 3 {
		t.Errorf("%d loads of a page, its data and its picture", loads)
	}
}

// Many phones at once: one load, one answer for all.
func TestTagPageUnderManyReaders(t *testing.T) {
	m := &memory{version: "1", recall: new("Health")}
	pages := newTagPages(t, m)
	var wait sync.WaitGroup
	for range 32 {
		wait.Go(func() {
			if w := get(pages, "/tag/"+knownID); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "PRODUCT RECALLED BY Health") {
				t.Errorf("%d", w.Code)
			}
		})
	}
	wait.Wait()
	if loads := m.loads.Load(); loads != 1 {
		t.Errorf("%d loads for one version", loads)
	}
}

// The reader whose request began a load may leave; the others still get the page.
func TestTagPageSurvivesAReaderWhoLeaves(t *testing.T) {
	m := &memory{version: "1"}
	ctx, leave := context.WithCancel(t.Context())
	source := TagSource{Version: m.Version, Page: func(ctx context.Context, id string) (tag.Page, error) {
		leave()
		if err := ctx.Err(); err != nil {
			return tag.Page{}, err
		}
		return m.Page(ctx, id)
	}, Held: m.held.Load}
	pages, err := NewTagPages(builtRenderer(t), source, quiet)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/tag/"+knownID, nil).WithContext(ctx))
	if w.Code != http.StatusOK {
		t.Error(w.Code)
	}
}

// What is kept of tags elsewhere leaves so much less room for pages: the bound is one.
func TestPagesMakeRoomForWhatElseIsKept(t *testing.T) {
	m := &memory{version: "0"}
	pages := newTagPages(t, m)
	kept := func() uint64 {
		pages.kept.CleanUp()
		return pages.kept.WeightedSize()
	}
	for n := range 3000 {
		big := &body{plain: make([]byte, 20_000)}
		pages.kept.Set(tagKey{knownID, strconv.Itoa(n), "en"}, big)
	}
	if kept() < 50<<20 {
		t.Fatalf("%d bytes are kept", kept())
	}
	for held, want := range map[int64]uint64{tagBytes - tagBytes/picturePart - 40<<20: 40 << 20, 2 * tagBytes: tagBytes / leastPagePart} {
		m.held.Store(held)
		m.set(strconv.FormatInt(held, 10), nil, nil)
		if w := get(pages, "/tag/"+knownID); w.Code != http.StatusOK {
			t.Fatal(w.Code)
		}
		if got := kept(); got > want || got < want/2 {
			t.Errorf("%d bytes are kept beside %d, want %d at most", got, held, want)
		}
	}
}

// TAG-7 TAGP-1: of the pages that are stored, with all that a tag may state, each keeps its budget in each language.
func TestTagPageBytesOfEveryLanguage(t *testing.T) {
	files, err := filepath.Glob("../tagpage/testdata/pages/*.json")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d tags: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var p tag.Page
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		m := &memory{version: "1"}
		read := func(context.Context, string) (tag.Page, error) { return p, nil }
		pages, err := NewTagPages(builtRenderer(t), TagSource{Version: m.Version, Page: read, Held: m.held.Load}, quiet)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range tagpage.Languages {
			w := get(pages, "/tag/"+knownID, "Accept-Encoding", "gzip", "Accept-Language", lang)
			h := w.Header()
			if w.Code != http.StatusOK || h.Get("Content-Language") != lang || h.Get("Content-Encoding") != "gzip" || w.Body.Len() > 8<<10 {
				t.Errorf("%s in %s: %d, %d bytes %s", file, lang, w.Code, w.Body.Len(), h)
			}
			if h.Get("Set-Cookie") != "" {
				t.Errorf("%s sets a cookie", file)
			}
		}
	}
}
