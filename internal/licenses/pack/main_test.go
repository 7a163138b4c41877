package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/licenses"
)

// Everything that is compiled in has its license, in the version that is compiled in, and nothing else has.
func TestPrint_HasAllThatIsCompiledIn(t *testing.T) {
	var text bytes.Buffer
	if err := licenses.Print(&text); err != nil {
		t.Fatal(err)
	}
	goModules, err := modules("../../..")
	if err != nil {
		t.Fatal(err)
	}
	npmPackages, err := packages("../../../web/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(goModules) < 20 || len(npmPackages) < 20 {
		t.Fatalf("%d modules, %d packages", len(goModules), len(npmPackages))
	}

	notice, err := os.ReadFile("../../../NOTICE.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(text.String(), string(notice)) {
		t.Error("NOTICE.md has changed; run: make licenses")
	}

	rest := text.String()
	for _, s := range slices.Concat([]source{{name: "Go", version: "standard library"}}, goModules, npmPackages) {
		_, after, found := strings.Cut(rest, licenses.Heading(s.name, s.version))
		if !found {
			t.Fatalf("the license of %s %s is missing; run: make licenses", s.name, s.version)
		}
		rest = after
		license, _, _ := strings.Cut(rest, "\n"+strings.Repeat("=", 80))
		if len(strings.TrimSpace(license)) < 10 {
			t.Errorf("the license of %s is empty", s.name)
		}
	}
	if want, got := 1+len(goModules)+len(npmPackages), strings.Count(text.String(), "\n"+strings.Repeat("=", 80)+"\n")/2; got != want {
		t.Errorf("%d licenses, want %d; run: make licenses", got, want)
	}
}
