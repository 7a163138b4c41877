package site

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestRendererKeepsItsPlacesAfterFailures(t *testing.T) {
	r := builtRenderer(t)
	for range 3 * cap(r.engines) {
		if _, err := r.tagPage(t.Context(), "en", []byte(`{"tag":{}}`)); err == nil {
			t.Fatal("a page without a recall state was rendered")
		}
	}
	page, err := r.tagPage(t.Context(), "en", []byte(`{"farm":null,"tag":{},"rootTag":null,"recall":"Health"}`))
	if err != nil || !strings.Contains(string(page.plain), "PRODUCT RECALLED BY Health") {
		t.Errorf("%v", err)
	}
	taken, cancel := context.WithCancel(t.Context())
	cancel()
	for range cap(r.engines) {
		<-r.engines
	}
	if _, err := r.tagPage(taken, "en", []byte(`{}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("all engines taken: %v", err)
	}
}

// TAGP-5, S6 again behind the engine: no payload becomes an element there either.
func TestRendererEscapes(t *testing.T) {
	r := builtRenderer(t)
	for _, payload := range []string{`<script>alert(1)</script>`, `\"><img src=x onerror=alert(1)>`, `</style></title></script>`, `\ud800<svg onload=x>`} {
		data := fmt.Sprintf(`{"farm":{"name":"%[1]s","website":"%[1]s"},"tag":{"brand":"%[1]s"},"rootTag":null,"recall":"%[1]s"}`, payload)
		page, err := r.tagPage(t.Context(), "en", []byte(data))
		if err != nil {
			t.Fatal(err)
		}
		html := string(page.plain)
		if strings.Count(html, "<script") != 1 || strings.Contains(html, "<img") || strings.Count(html, "<svg") != 3 || strings.Count(html, "</style>") != 1 {
			t.Errorf("%s: %s", payload, html)
		}
	}
}
