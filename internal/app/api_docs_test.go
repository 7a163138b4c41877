package app

import (
	"regexp"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
)

// API-5: a page for people has every call of the document, with what it takes and can answer, and needs
// no script and nobody else's file.
func TestThePageOfTheAPI(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.SQLiteURL(t)})
	status, page := a.call("GET", "/docs/api", "", "")
	_, document := a.call("GET", "/openapi.json", "", "")
	if status != 200 {
		t.Fatal(status, page)
	}
	for _, path := range regexp.MustCompile(`\n?\s*"(/api/[^"]+)":\s*\{`).FindAllStringSubmatch(document, -1) {
		if !strings.Contains(page, "<code>"+path[1]+"</code>") {
			t.Errorf("%s is not on the page", path[1])
		}
	}
	for _, want := range []string{"Authorization: Bearer", "Also a key of the farm with the right reports", "<b>409</b>", "<b>429</b>", "&#34;statusCode&#34;: 409", "<code>rights</code> body, needed: list of"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	if found := regexp.MustCompile(`<script|src=|href="http|@import|422`).FindString(page); found != "" {
		t.Errorf("the page has %q", found)
	}
}
