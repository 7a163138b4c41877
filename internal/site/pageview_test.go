package site

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func sendPageview(t *testing.T, body string) (logged string, seen int) {
	t.Helper()
	var out bytes.Buffer
	views := Pageviews{Log: slog.New(slog.NewJSONHandler(&out, nil)), Seen: func(*http.Request, string) { seen++ }}
	w := httptest.NewRecorder()
	views.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/pageview", strings.NewReader(body)))
	if w.Code != http.StatusNoContent || w.Body.Len() != 0 {
		t.Errorf("%.40q: %d with %d bytes", body, w.Code, w.Body.Len())
	}
	return out.String(), seen
}

// TAGP-11
func TestPageview(t *testing.T) {
	body := `{"event":"Tag Pageview","farmName":"Stony\nPoint\u001b[31m ` + strings.Repeat("x", 200) + `","farmId":"5f","tagId":"7a"}`
	logged, seen := sendPageview(t, body)
	var line struct {
		Msg      string `json:"msg"`
		FarmName string `json:"farm_name"`
		FarmID   string `json:"farm_id"`
		TagID    string `json:"tag_id"`
	}
	if err := json.Unmarshal([]byte(logged), &line); err != nil {
		t.Fatal(err)
	}
	if seen != 1 || line.Msg != "Tag Pageview" || line.FarmID != "5f" || line.TagID != "7a" {
		t.Errorf("%d seen, %+v", seen, line)
	}
	if len(line.FarmName) != maxLogged || !strings.HasPrefix(line.FarmName, "Stony Point [31m xxx") {
		t.Errorf("farm name %q", line.FarmName)
	}
}

// TAGP-11: whatever else comes is answered the same and counts for nothing.
func TestPageviewOfNothing(t *testing.T) {
	for _, body := range []string{
		"", "null", "[]", "{}", "not json", `{"event":"Other","tagId":"7a"}`, `{"event":"Tag Pageview"}`, `{"event":"Tag Pageview","tagId":7}`,
		`{"event":"Tag Pageview","tagId":"7a","farmName":"` + strings.Repeat("x", maxPageview) + `"}`,
	} {
		if logged, seen := sendPageview(t, body); logged != "" || seen != 0 {
			t.Errorf("%.40q: %d seen, logged %s", body, seen, logged)
		}
	}
	w := httptest.NewRecorder()
	body := strings.NewReader(`{"event":"Tag Pageview","farmName":"a","farmId":"b","tagId":"c"}`)
	Pageviews{Log: quiet}.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/pageview", body))
	if w.Code != http.StatusNoContent {
		t.Errorf("without a counter: %d", w.Code)
	}
}
