package site

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/tagpage"
)

func TestLanguageOf(t *testing.T) {
	for accept, want := range map[string]string{
		"": "en", "*": "en", "de": "en", "en-US,en;q=0.9": "en", "es": "es", "es-MX,es;q=0.9,en;q=0.8": "es", "FR-ca": "fr",
		"fr;q=0.2, es;q=0.7": "es", "de, fr;q=0.5": "fr", "en;q=0.5, fr;q=0": "en", "fr;q=0": "en", "es;q=x, fr;q=0.1": "fr", "es;q=9": "en",
		"es;q=NaN": "en", ";;;,,=,": "en", "spanish": "en", "fr ; q = 0.4": "fr", strings.Repeat("de,", 200) + "es": "en",
	} {
		if got := languageOf(accept); got != want {
			t.Errorf("%.40q: %s, want %s", accept, got, want)
		}
	}
}

// TAG-7, TAGP-3, TAGP-12: the page answers in the reader's language and says so; each
// language is kept for itself, and the English line of a recall is in all of them.
func TestTagPagesInTheReadersLanguage(t *testing.T) {
	tags := &memory{version: "1", recall: new("Health")}
	pages := newTagPages(t, tags)
	ask := func(path, accept string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Language", accept)
		pages.ServeHTTP(w, r)
		return w
	}
	for range 2 {
		for _, lang := range tagpage.Languages {
			w := ask("/tag/"+knownID, lang)
			if w.Code != http.StatusOK || w.Header().Get("Content-Language") != lang || !strings.Contains(strings.Join(w.Header().Values("Vary"), ","), "Accept-Language") ||
				!strings.Contains(w.Body.String(), `<html lang="`+lang+`">`) || !strings.Contains(w.Body.String(), ">PRODUCT RECALLED BY Health<") {
				t.Errorf("%s: %d, %v", lang, w.Code, w.Header())
			}
		}
	}
	if loads := tags.loads.Load(); loads != int64(len(tagpage.Languages)) {
		t.Errorf("loaded %d times for %d languages", loads, len(tagpage.Languages))
	}
	for accept, words := range map[string]string{"es": "Etiqueta no encontrada", "fr": "Étiquette introuvable", "de": "Tag not found"} {
		if w := ask("/tag/none", accept); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), words) {
			t.Errorf("%s: %d %s", accept, w.Code, w.Body)
		}
	}
}
