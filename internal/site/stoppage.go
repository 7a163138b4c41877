package site

import (
	"bytes"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/report/export"
)

const stopPrefix = "/exports/stop/"

// ScheduleStops serves /exports/stop/{token}, to which the mails of scheduled exports lead.
// Whoever has the link may stop the schedule that the mail is of, and nothing else; to look
// stops nothing, as mail scanners open links too.
type ScheduleStops struct {
	exports *export.Service
	page    *template.Template
	style   template.CSS
	policy  string
	product string
	log     *slog.Logger
}

// NewScheduleStops reads the page from the binary. It looks as that of a recall's notice.
func NewScheduleStops(exports *export.Service, product string, log *slog.Logger) (*ScheduleStops, error) {
	style, err := recallFiles.ReadFile("recallpage.css")
	if err != nil {
		return nil, err
	}
	page, err := parsePage("stoppage.tmpl")
	return &ScheduleStops{exports, page, template.CSS(style), contentPolicy("'none'", sourceHash(string(style))), product, log}, err //nolint:gosec // our own file
}

// stopPage is what the template names.
type stopPage struct {
	export.Stoppable
	Product, Title, Trouble string
	Style                   template.CSS
}

func (s *ScheduleStops) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", s.policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", cacheNever)
	token := strings.TrimPrefix(r.URL.Path, stopPrefix)
	var err error
	if r.Method == http.MethodPost {
		if err = s.exports.Stop(r.Context(), token); err == nil {
			http.Redirect(w, r, stopPrefix+url.PathEscape(token), http.StatusSeeOther)
			return
		}
	}
	p := stopPage{Product: s.product, Style: s.style}
	if err == nil {
		p.Stoppable, err = s.exports.ByStop(r.Context(), token)
	}
	status := http.StatusOK
	switch {
	case err == nil:
		p.Title = p.Report + " of " + p.Farm
		if p.Stopped {
			p.Title += " is stopped"
		}
	case fault.Is(err, fault.NotFound):
		status, p.Title, p.Trouble = http.StatusNotFound, "This link is not valid any more.", "What it was for was deleted, or is not sent any more."
	default:
		s.log.ErrorContext(r.Context(), "a schedule was not stopped", "err", err)
		h.Set("Retry-After", "5")
		status, p.Title, p.Trouble = http.StatusServiceUnavailable, "Something went wrong on our side.", "Please try again in a moment."
	}
	var out bytes.Buffer
	if err := s.page.Execute(&out, p); err != nil {
		s.log.ErrorContext(r.Context(), "the page that stops a schedule", "err", err)
		status = http.StatusInternalServerError
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // the reader may be gone
}
