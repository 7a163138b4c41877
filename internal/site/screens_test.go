package site

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// PUB-7
func TestScreens(t *testing.T) {
	owned := []string{
		"/", "/login", "/login/", "/login/forgot", "/login/reset/ada@farm.example/k3y", "/login/reset/a%2Fb%40c/k", "/login/logout", "/sso/ticket/5f0000000000000000000001",
		"/manage", "/manage/5f0000000000000000000001", "/manage/5f0000000000000000000001/record", "/manage/5f0000000000000000000001/5f1000000000000000000003", "/farms", "/farms/setup", "/farms/5f0000000000000000000001",
		"/farms/5f0000000000000000000001/record", "/farms/upload/5f0000000000000000000001",
		"/reports/5f0000000000000000000001", // REP-17
		"/account", "/account/settings",
		"/admin", "/admin/users", "/admin/users/5f0000000000000000000001", "/admin/admin-groups", "/admin/admin-groups/5f0000000000000000000001", "/admin/audit", "/admin/jobs", // GRP-1
	}
	others := []string{
		"/nowhere", "/login/other", "/login/reset", "/reports", "/reports/a/b", "/login/reset/a", "/login/reset/a/b/c", "/manage/a/b/c", "/farms/a/other", "/farms/upload/a/b", "/farms/setup/x",
		"/account/other", "/admin/other", "/admin/users/a/b", "/Login", "//", "///", "//login", "/login//", "/farms//", "/farms/..", "/farms/%2e%2e", "/farms/%2E",
		"/farms/..%2f..%2fetc", "/farms/a%5cb", "/farms/a%00b", "/farms/%2f", "/../etc/passwd", "/%2e%2e/etc/passwd",
		"/login/..", "/farms/" + strings.Repeat("a", 2000), "/" + strings.Repeat("/", 2000),
	}
	app := builtApp(t)
	for path, want := range statuses(owned, others) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		parsed, err := url.ParseRequestURI("http://merroir.example" + path)
		if err != nil {
			t.Fatal(err)
		}
		r.URL = parsed
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		if w.Code != want || !strings.Contains(w.Body.String(), `id="merroir-config"`) {
			t.Errorf("%.60s: %d, want %d", path, w.Code, want)
		}
	}
}

func statuses(owned, others []string) map[string]int {
	want := map[string]int{}
	for _, path := range owned {
		want[path] = http.StatusOK
	}
	for _, path := range others {
		want[path] = http.StatusNotFound
	}
	return want
}

var link = regexp.MustCompile(`<link rel="(?:stylesheet|modulepreload)" crossorigin(?:="")? href="(/assets/[^"]+)">`)

// filesNamed are the files that the page at the path tells the browser to load.
func filesNamed(t *testing.T, app *Static, path string) []string {
	t.Helper()
	head, _, _ := strings.Cut(get(app, path).Body.String(), headEnd)
	var files []string
	for _, found := range link.FindAllStringSubmatch(head, -1) {
		files = append(files, found[1])
	}
	return files
}

func TestPageNamesItsFiles(t *testing.T) {
	const farm, farmReports = "/assets/farm-1.js /assets/farm-1.css", "/assets/farm-1.js /assets/farm-1.css /assets/reports-1.js"
	for path, want := range map[string]string{
		"/login": "", "/nowhere": "", "/farms/5f": farm, "/farms/5f/": farm, "/farms/5f?tab=tagging": farm,
		"/farms/5f?tab=reports": farmReports, "/farms/5f?report=size&tab=reports": farmReports,
	} {
		if got := strings.Join(filesNamed(t, smallApp(t), path), " "); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if page := get(smallApp(t), "/farms/5f").Body.String(); !strings.Contains(page, `<link rel="stylesheet" crossorigin href="/assets/farm-1.css"></head>`) {
		t.Errorf("what every page has must come first: %s", page)
	}
}

// The page comes before all else, so it comes small.
func TestPageIsCompressed(t *testing.T) {
	w := get(smallApp(t), "/farms", "Accept-Encoding", "gzip, br")
	if w.Header().Get("Content-Encoding") != "gzip" || w.Header().Get("Vary") != "Accept-Encoding" {
		t.Errorf("headers %v", w.Header())
	}
	unzipped, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	nonce := regexp.MustCompile(`nonce="(\w+)"`).FindSubmatch(page)
	if nonce == nil || !strings.Contains(w.Header().Get("Content-Security-Policy"), "'nonce-"+string(nonce[1])+"'") {
		t.Errorf("the page's script may not run: %s", page)
	}
}

// Whatever a page of the build names is there; a farm's page names more than the
// sign-in, and with what its address opens yet more.
func TestBuiltPagesNameTheirFiles(t *testing.T) {
	app := builtApp(t)
	for _, screen := range app.screens {
		query := url.Values{}
		for name, value := range screen.query {
			query.Set(name, value)
		}
		path := "/" + strings.NewReplacer("{", "", "}", "").Replace(strings.Join(screen.path, "/"))
		files := filesNamed(t, app, path+"?"+query.Encode())
		if len(files) < 2 {
			t.Errorf("%s names %q", path, files)
		}
		for _, file := range files {
			if w := get(app, file); w.Code != http.StatusOK {
				t.Errorf("%s names %s: %d", path, file, w.Code)
			}
		}
	}
	for _, last := range []string{"/farms/5f", "/farms/5f?tab=info", "/farms/5f?tab=reports", "/farms/5f?tab=tagging"} {
		counts := []int{}
		for _, path := range []string{"/nowhere", "/login", "/farms", last} {
			counts = append(counts, len(filesNamed(t, app, path)))
		}
		for i := 1; i < len(counts); i++ {
			if counts[i] <= counts[i-1] {
				t.Errorf("each of these pages needs more than the one before it, up to %s: %v", last, counts)
			}
		}
	}
}
