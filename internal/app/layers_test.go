package app_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/merroir/merroir/"

// floors, from the ground up: a package imports only those before it. Each
// package stands by itself, also where it lies in the folder of another.
var floors = []string{
	"internal/quiet", "internal/licenses", "internal/skew", "internal/timezone", "internal/fault", "internal/plain", "internal/sorting", "internal/secret", "internal/actor", "internal/page", "internal/download", "internal/sqldb/pagecache", "internal/sqldb", "internal/jobs", "internal/once", "internal/mail", "internal/blob", "internal/backup", "internal/certificate", "internal/rest",
	"internal/audit", "internal/operate", "internal/account/password", "internal/account", "internal/farm", "internal/key", "internal/people",
	"internal/ledger", "internal/workbook", "internal/ledger/sheet", "internal/ledger/upload", "internal/ledger/notebook",
	"internal/report/field", "internal/report/column", "internal/report/growth", "internal/report", "internal/report/across", "internal/report/sales", "internal/report/export", "internal/label", "internal/tag/lineage", "internal/tag", "internal/tag/stock", "internal/tag/reach", "internal/tag/event", "internal/scan", "web/brand", "internal/billing/stripe", "internal/billing", "internal/paper", "internal/recall/scope", "internal/recall/asked", "internal/recall", "internal/recall/dossier", "internal/printing", "internal/today", "internal/news", "internal/tagpage",
	"internal/site", "internal/demo", "internal/app", "cmd/merroir", "bench", "drill",
}

// helpers are outside the order: what they may be imported by, besides one another,
// by parts of the files' paths.
var helpers = map[string]string{
	"internal/dbtest":                        "_test.go", // only tests
	"internal/blob/s3test":                   "_test.go",
	"internal/blob/phototest":                "_test.go bench/",
	"internal/mail/smtptest":                 "_test.go",
	"internal/billing/stripetest":            "_test.go",
	"internal/billing/stripetest/stripefake": "_test.go", // a command for tests in a browser
	"internal/jobs/jobstest":                 "_test.go",
	"internal/ledger/booktest":               "_test.go",
	"internal/report/reporttest":             "_test.go",
	"internal/workbook/workbooktest":         "_test.go",
	"internal/tag/tagtest":                   "_test.go",
	"internal/watched":                       "internal/watched/",       // a command for make test
	"internal/licenses/pack":                 "internal/licenses/pack/", // a command for make licenses
	"web":                                    "internal/app/",
	"bench/duckdb":                           "bench/duckdb/",     // a module of its own
	"bench/pocketbase":                       "bench/pocketbase/", // a module of its own
	"drill/s3":                               "drill/s3/",         // a module of its own
}

func TestImportsGoDown(t *testing.T) {
	seen := map[string]bool{}
	eachGoFile(t, func(file string, imports []string) {
		dir := path.Dir(file)
		seen[dir] = true
		at := slices.Index(floors, dir)
		if at < 0 && helpers[dir] == "" {
			t.Errorf("%s is on no floor", dir)
		}
		for _, imported := range imports {
			target, ours := strings.CutPrefix(imported, module)
			if !ours {
				continue
			}
			for helper, users := range helpers {
				used := slices.ContainsFunc(strings.Fields(users), func(part string) bool { return strings.Contains(file, part) })
				if target == helper && !used && dir != helper && helpers[dir] != users {
					t.Errorf("%s imports %s, which is for %s", file, helper, users)
				}
			}
			if above := slices.Index(floors, target); at >= 0 && above > at && !strings.HasSuffix(file, "_test.go") {
				t.Errorf("%s imports %s, which is on a higher floor", file, target)
			}
		}
	})
	for _, floor := range floors {
		if !seen[floor] {
			t.Errorf("the floor %s has no Go file", floor)
		}
	}
}

// HTTP ends at a feature's http.go: what it does can be asked for without it.
func TestOnlyHTTPFilesImportREST(t *testing.T) {
	found := 0
	eachGoFile(t, func(file string, imports []string) {
		if !slices.ContainsFunc(imports, speaksHTTP) {
			return
		}
		found++
		base := path.Base(file)
		atTheEdge := slices.Contains([]string{"internal/rest", "internal/app", "internal/site", "bench", "drill"}, path.Dir(file))
		if !atTheEdge && !strings.HasSuffix(base, "_test.go") && !strings.HasPrefix(base, "http") && !strings.HasSuffix(base, "_http.go") {
			t.Errorf("%s imports internal/rest or huma, which is for http.go", file)
		}
	})
	if found < 10 {
		t.Errorf("only %d files import internal/rest: the test no longer finds them", found)
	}
}

func speaksHTTP(imported string) bool {
	return imported == module+"internal/rest" || strings.HasPrefix(imported, "github.com/danielgtaylor/huma/")
}

func TestEveryFloorHasItsStory(t *testing.T) {
	for _, floor := range floors {
		if strings.HasPrefix(floor, "cmd/") {
			continue
		}
		if _, err := fs.Stat(root, path.Join(floor, "doc.go")); err != nil {
			t.Errorf("%s has no doc.go", floor)
		}
	}
}

func TestNoPackageIsAGrabBag(t *testing.T) {
	eachGoFile(t, func(file string, _ []string) {
		for _, dir := range strings.Split(path.Dir(file), "/") {
			if slices.Contains([]string{"util", "utils", "common", "helpers", "types", "models", "misc", "shared"}, dir) {
				t.Errorf("%s: a package is named for what it is about", file)
			}
		}
	})
}

// Only sqldb knows which engines there are; the settings and the bench name them to people, and the drill starts one.
func TestEnginesAreNamedInOnePlace(t *testing.T) {
	engines := regexp.MustCompile(`(?i)sqlite|postgres|pgx`)
	eachGoFile(t, func(file string, _ []string) {
		if strings.HasSuffix(file, "_test.go") || file == "internal/app/config.go" ||
			slices.ContainsFunc([]string{"internal/sqldb/", "internal/dbtest/", "bench/", "drill/"}, func(dir string) bool { return strings.HasPrefix(file, dir) }) {
			return
		}
		source, err := fs.ReadFile(root, file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(source), "\n") {
			code, _, _ := strings.Cut(line, "//")
			if engines.MatchString(code) {
				t.Errorf("%s:%d names an engine: %s", file, i+1, strings.TrimSpace(line))
			}
		}
	})
}

func eachGoFile(t *testing.T, visit func(file string, imports []string)) {
	t.Helper()
	err := fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); name == "node_modules" || name != "." && strings.HasPrefix(name, ".") || file == "data" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		source, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, imported)
		}
		visit(file, imports)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
