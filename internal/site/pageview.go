package site

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"

	"github.com/merroir/merroir/internal/plain"
)

const (
	pageviewEvent = "Tag Pageview"
	maxPageview   = 2 << 10
	maxLogged     = 80 // characters of a value in the log
)

// Pageviews takes the beacon of the tag page. Anyone may send one, so its values prove
// nothing and go to the log and a counter only.
type Pageviews struct {
	Log *slog.Logger
	// Seen counts one view of a tag; nil counts nothing.
	Seen func(r *http.Request, tagID string)
}

type pageview struct {
	Event    string `json:"event"`
	FarmName string `json:"farmName"`
	FarmID   string `json:"farmId"`
	TagID    string `json:"tagId"`
}

// ServeHTTP answers 204 whatever came: no visitor is ever troubled by a count.
func (p Pageviews) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var view pageview
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxPageview)).Decode(&view)
	if err == nil && view.Event == pageviewEvent && view.TagID != "" {
		p.Log.InfoContext(r.Context(), pageviewEvent,
			"farm_name", loggable(view.FarmName), "farm_id", loggable(view.FarmID), "tag_id", loggable(view.TagID))
		if p.Seen != nil {
			p.Seen(r, view.TagID)
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// loggable is what a log takes of a text from outside.
func loggable(value string) string {
	line := plain.OneLine(value)
	if chars := []rune(line); len(chars) > maxLogged {
		line = string(chars[:maxLogged])
	}
	return strings.TrimSpace(line)
}
