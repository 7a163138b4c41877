package app_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// docs/features.md says for each finished requirement what it asks, where it lives
// and which test shows it. This holds it to that: the places exist, and the tests name
// the requirement.
func TestFeaturesAreWhereTheDocumentSays(t *testing.T) {
	document, err := fs.ReadFile(root, "docs/features.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| ([A-Z]+-\d+) \| (.+) \| (.+?) \| (.+?) \|$`)
	quoted := regexp.MustCompile("`([^`]+)`")
	rows := row.FindAllStringSubmatch(string(document), -1)
	if all := regexp.MustCompile(`(?m)^\| [A-Z]+-\d+ \|`).FindAllString(string(document), -1); len(all) != len(rows) {
		t.Errorf("%d of %d rows have no text of what is asked, where and tests", len(all)-len(rows), len(all))
	}
	if len(rows) < 40 {
		t.Fatalf("only %d rows were found: the form of the table has changed", len(rows))
	}
	seen := map[string]bool{}
	for _, r := range rows {
		id := r[1]
		if seen[id] {
			t.Errorf("%s is there twice", id)
		}
		seen[id] = true
		if len(r[2]) < 10 || strings.Contains(r[2], "_test.go") {
			t.Errorf("%s does not say what is asked: %q", id, r[2])
		}
		for _, place := range quoted.FindAllStringSubmatch(r[3], -1) {
			if _, err := fs.Stat(root, place[1]); err != nil {
				t.Errorf("%s: %s does not exist", id, place[1])
			}
		}
		tests := quoted.FindAllStringSubmatch(r[4], -1)
		if len(tests) == 0 {
			t.Errorf("%s names no test", id)
		}
		for _, test := range tests {
			source, err := fs.ReadFile(root, test[1])
			if err != nil {
				t.Errorf("%s: %v", id, err)
				continue
			}
			if !regexp.MustCompile(`\b` + id + `\b`).Match(source) {
				t.Errorf("%s: %s does not name it", id, test[1])
			}
			if !strings.Contains(test[1], "_test.go") && !strings.Contains(test[1], ".test.") && !strings.Contains(test[1], "e2e/") {
				t.Errorf("%s: %s is no test", id, test[1])
			}
		}
	}
}
