package tagpage

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	dom "golang.org/x/net/html"

	"github.com/merroir/merroir/internal/tag"
)

// ofAStranger is a page whose every text a stranger may have chosen: of a tag as it was made, of one that is
// recalled and was taken back, and of one whose days are days, so that the sentences about them stand there.
func ofAStranger(t *testing.T, lang, state, typed string) string {
	t.Helper()
	p := stored(t, "full")
	p.Farm.Certs = []tag.Cert{{CertID: typed}}
	p.RootTag = &tag.RootTag{}
	choose(reflect.ValueOf(p).Elem(), typed, state == "of a day")
	p.Tag.Item = tag.Item{"sizeCull": typed}
	p.Recall = nil
	if state == "recalled" {
		p.Recall, p.Tag.TakenBack = &typed, typed
	} else {
		p.Tag.TakenBack = ""
	}
	return pageOf(t, lang, p)
}

func choose(v reflect.Value, typed string, butDays bool) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(typed)
	case reflect.Pointer:
		if !v.IsNil() {
			choose(v.Elem(), typed, butDays)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !butDays || !strings.HasSuffix(name, "Date") && !strings.HasSuffix(name, "Time") {
				choose(v.Field(i), typed, butDays)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			choose(v.Index(i), typed, butDays)
		}
	}
}

var (
	tagText  = regexp.MustCompile(`<[^>]*>?`)
	quoted   = regexp.MustCompile(`="[^"]*"`)
	payloads = "../../web/tag/payloads.json"
)

// tagsIn gives every tag and its attributes' names as they stand in the text, whatever a parser would forgive.
func tagsIn(page string) (found []string) {
	for _, one := range tagText.FindAllString(page, -1) {
		found = append(found, quoted.ReplaceAllString(one, ""))
	}
	return found
}

// elements gives every element and its attributes' names as a browser builds them.
func elements(t *testing.T, page string) (found []string) {
	for n := range opened(t, page).Descendants() {
		if n.Type != dom.ElementNode {
			continue
		}
		one := n.Data
		for _, a := range n.Attr {
			one += " " + a.Key
			if a.Key == "href" && !strings.HasPrefix(a.Val, "https://merroir.example") && !strings.HasPrefix(a.Val, "data:image/svg+xml,") {
				t.Errorf("%.100s leads to %q", one, a.Val)
			}
		}
		found = append(found, one)
	}
	return found
}

// TAGP-3 TAGP-5 TAGP-6 TAGP-7: no payload becomes an element, an attribute or a link, in no language.
func TestPayloadsAreText(t *testing.T) {
	stored, err := os.ReadFile(payloads)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	if err := json.Unmarshal(stored, &all); err != nil || len(slices.Compact(slices.Sorted(slices.Values(all)))) < 40 {
		t.Fatalf("%d payloads: %v", len(all), err)
	}
	for _, lang := range Languages {
		for _, state := range []string{"as made", "recalled", "of a day"} {
			t.Run(lang+" "+state, func(t *testing.T) {
				harmless := ofAStranger(t, lang, state, "plain words")
				tags, built := tagsIn(harmless), elements(t, harmless)
				for _, payload := range all {
					attacked := ofAStranger(t, lang, state, payload)
					if got := tagsIn(attacked); !slices.Equal(got, tags) {
						t.Fatalf("of %q: %q", payload, got)
					}
					if got := elements(t, attacked); !slices.Equal(got, built) {
						t.Fatalf("of %q: %q", payload, got)
					}
				}
			})
		}
	}
}

// Markup is made of constants: a conversion makes one of anything, so only what comes from the build has one.
func TestMarkupIsConstant(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	conversion := regexp.MustCompile(`\bhtml\(`)
	var found []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(conversion.FindAll(text, -1)); n > 0 && !strings.HasSuffix(file, "_test.go") {
			found = append(found, fmt.Sprint(file, " ", n))
		}
	}
	if want := []string{"frame.go 2"}; !slices.Equal(found, want) {
		t.Errorf("texts become markup in %q, want %q", found, want)
	}
}
