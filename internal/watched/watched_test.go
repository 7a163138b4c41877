package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// A test is watched when it comes to a goroutine, in whichever way.
func TestWhatIsWatched(t *testing.T) {
	const code = `package shop

import "context"

type Shop struct{ mu sync.Mutex }

func New() *Shop { s := &Shop{}; s.jobs.Register(s.count); return s }

func (s *Shop) Sell() { s.note() }
func (s *Shop) note() { go s.count() }
func (s *Shop) count() {}
func (s *Shop) later() { time.AfterFunc(time.Hour, s.count) }
`
	for text, watched := range map[string]bool{
		`func TestX(t *testing.T) { add(1, 2) }`:                                                          false,
		`func TestX(t *testing.T) { go add(1, 2) }`:                                                       true,
		`func TestX(t *testing.T) { var wg sync.WaitGroup; wg.Go(sell) }`:                                 true,
		`func TestX(t *testing.T) { group.Go(sell) }`:                                                     true,
		`func TestX(t *testing.T) { t.Run("a", func(t *testing.T) { t.Parallel() }) }`:                    true,
		`func TestX(t *testing.T) { atOnce(t) }; func atOnce(t *testing.T) { defer func() { go f() }() }`: true,
		`func TestX(t *testing.T) { cases[0]() }; var cases = []func(){func() { go f() }}`:                true,
		`func TestX(t *testing.T) { shop.New().Sell() }`:                                                  true,
		`func TestX(t *testing.T) { shop.New() }`:                                                         false,
		`func TestX(t *testing.T) { shop.New().later() }`:                                                 false,
		`func TestX(t *testing.T) { other.Sell() }`:                                                       false,
		`func TestX(t *testing.T) { f(given{Sell: 1}) }`:                                                  false,
		`func TestX(t *testing.T) { q.Start(ctx) }`:                                                       true,
		`func TestX(t *testing.T) { command.Start() }`:                                                    false,
		`func TestX(t *testing.T) { l := dbtest.NewLine(t) }`:                                             true,
		`func TestX(t *testing.T) { dbtest.EachKilled(t, f, func() { go f() }) }`:                         false,
		`func FuzzX(f *testing.F) { go add(1, 2) }`:                                                       true,
	} {
		p := &pack{"internal/shop", map[string][]*decl{}}
		for name, content := range map[string]string{
			"internal/shop/shop.go": code,
			"internal/shop/shop_test.go": "package shop_test\n\nimport (\n\"testing\"\n\"github.com/merroir/merroir/internal/shop\"\n\"github.com/merroir/merroir/internal/other\"\n" +
				"\"github.com/merroir/merroir/internal/dbtest\"\n)\n\n" + text,
			"internal/shop/calm_test.go": "//go:build !race\n\npackage shop_test\n\nfunc TestCalm(t *testing.T) { go f() }",
		} {
			if err := p.add(name, content); err != nil {
				t.Fatal(err)
			}
		}
		if got := p.watched(); (len(got) == 1) != watched {
			t.Errorf("watched: %q of %s", got, text)
		}
	}
}

// A test that some package has unwatched under the same name is not passed over by the run without the detector.
func TestTwoTestsOfOneName(t *testing.T) {
	var packages []*pack
	for dir, text := range map[string]string{
		"a": `func TestBoth(t *testing.T) { go f() }; func TestAlone(t *testing.T) { go f() }`,
		"b": `func TestBoth(t *testing.T) {}`,
	} {
		p := &pack{dir, map[string][]*decl{}}
		if err := p.add(dir+"/x_test.go", "package x; "+text); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	if got := pattern(everywhere(packages)); got != "^(TestAlone)$" {
		t.Error(got)
	}
}

// elsewhere are packages that no watched test of their own asks at once, with the package and
// the watched test that does.
var elsewhere = map[string]string{
	"internal/tag/lineage": "internal/tag TestVersionsWhileTagsAreRecalled",
}

// The detector sees every package that begins goroutines, or shares anything between those of its callers.
func TestEveryPackageThatSharesIsWatched(t *testing.T) {
	packages, err := read("../..")
	if err != nil {
		t.Fatal(err)
	}
	watched := map[string][]string{}
	for _, p := range packages {
		watched[p.dir] = p.watched()
	}
	missing := maps.Clone(elsewhere)
	for _, p := range packages {
		test := elsewhere[p.dir]
		delete(missing, p.dir)
		dir, name, _ := strings.Cut(test, " ")
		switch {
		case !strings.HasPrefix(p.dir, "internal/") || strings.HasSuffix(p.dir, "test"):
		case test != "" && (!p.atOnce() || len(watched[p.dir]) > 0):
			t.Errorf("%s need not be named here", p.dir)
		case test != "" && !slices.Contains(watched[dir], name):
			t.Errorf("%s: %s is not watched", p.dir, test)
		case test == "" && p.atOnce() && len(watched[p.dir]) == 0:
			t.Errorf("%s begins goroutines or shares something between them, and the race detector watches none of its tests", p.dir)
		}
	}
	for dir := range missing {
		t.Errorf("there is no %s", dir)
	}
}
