package app

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/sqldb"
)

// TAGP-1, TAGP-12: whatever is scanned, typed or sent, looking it up never breaks the
// server, and never says that there is a tag where there is none. The demo has tags in every
// state: recalled, shipped, in wet storage, mixed, of a farm that is gone.
func FuzzLookup(f *testing.F) {
	for _, path := range []string{
		"/tag/7a0000000000000000000001", "/tag/", "/tag", "/tag//", "/tag/7a0000000000000000000001/more/of/it", "/tag/%", "/tag/%00", "/tag/%ff%fe", "/tag/..%2f..%2fetc",
		"/tag/7A0000000000000000000001", "/tag/" + strings.Repeat("a", 5000), "/tag/'; DROP TABLE tags;--", "/tag/\u202e\u0000", "/api/tag/", "/api/tag/%2e%2e", "/api/tag/7a0000000000000000000001?x=%zz",
		"/api/tag/ffffffffffffffffffffffff", "/tag-picture/7a0000000000000000000001", "/tag-picture/x?lang=%f0", "/ab/cd", "/tag/7a/7b", "/api/tag/\n", "//tag/x", "/tag/.%00./x",
	} {
		f.Add("GET", path, "es;q=0.5, fr", "gzip, br;q=x")
	}
	f.Add("HEAD", "/tag/7a0000000000000000000001", "", "")
	f.Add("POST", "/api/tag/x", strings.Repeat("es,", 900), "*;q=0")
	config := demoConfig(f, dbtest.SQLiteURL(f))
	config.logTo = dbtest.Log(f)
	a := start(f, config)
	f.Cleanup(func() { must(f, a.Close()) })
	must(f, a.papers.End(system, demo.Farms[2].ID))
	_, err := a.farms.Delete(system, demo.Farms[2].ID, "")
	must(f, err)
	known := map[string]bool{}
	must(f, a.db.Read(system, func(tx *sqldb.Tx) error {
		ids, err := sqldb.All(system, tx, sqldb.Scalar[string], "SELECT id FROM tags ORDER BY id")
		for _, id := range ids {
			known[id] = true
			for _, path := range []string{"/tag/", "/api/tag/", "/tag-picture/"} {
				f.Add("GET", path+id, "fr", "br")
			}
			f.Add("GET", id, "es", "gzip")
		}
		return err
	}))
	if len(known) == 0 {
		f.Fatal("the demo has no tags")
	}
	f.Fuzz(func(t *testing.T, method, path, language, encoding string) {
		asked := (&url.URL{Path: path}).RequestURI()
		if parsed, err := url.ParseRequestURI(path); err == nil && parsed.Host == "" {
			asked = parsed.RequestURI()
		}
		for _, under := range []string{asked, "/tag/" + url.PathEscape(path), "/api/tag/" + url.PathEscape(path), "/tag-picture/" + url.PathEscape(path)} {
			r, err := http.NewRequestWithContext(t.Context(), method, "http://merroir.test"+under, nil)
			if err != nil {
				continue // no client can ask that
			}
			r.Header.Set("Accept-Language", language)
			r.Header.Set("Accept-Encoding", encoding)
			r.RemoteAddr = "203.0.113.9:1"
			w := httptest.NewRecorder()
			a.handler.ServeHTTP(w, r)
			if w.Code >= 500 && w.Code != http.StatusNotImplemented {
				t.Errorf("%q %q: %d %s", method, under, w.Code, w.Body)
			}
			if w.Code == http.StatusOK && under != asked && !known[path] {
				t.Errorf("%q %q: there is no tag, and the answer is 200", method, under)
			}
		}
	})
}
