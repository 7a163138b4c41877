package site

import (
	"bytes"
	"context"
	"html/template"
	"log/slog"
	"net/http"
	"path"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
)

// Stopper knows the mails that a link stops.
type Stopper interface {
	ByStop(ctx context.Context, token string) (mail.Stoppable, error)
	Stop(ctx context.Context, token string) error
}

// Stops serves the pages to which mails lead that come again and again. Whoever has the link
// may stop what the mail is of, and nothing else; to look stops nothing, as mail scanners open
// links too. A POST is answered with the page itself, as mail programs that send one follow no
// other address (RFC 8058); sent again it does nothing more.
type Stops struct {
	mails   Stopper
	page    *template.Template
	style   template.CSS
	policy  string
	product string
	log     *slog.Logger
}

// NewStops reads the page from the binary. It looks as that of a recall's notice.
func NewStops(mails Stopper, product string, log *slog.Logger) (*Stops, error) {
	style, err := recallFiles.ReadFile("recallpage.css")
	if err != nil {
		return nil, err
	}
	page, err := parsePage("stoppage.tmpl")
	return &Stops{mails, page, template.CSS(style), contentPolicy("'none'", sourceHash(string(style))), product, log}, err //nolint:gosec // our own file
}

// stopPage is what the template names.
type stopPage struct {
	mail.Stoppable
	Product, Trouble string
	Style            template.CSS
}

func (s *Stops) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", s.policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", cacheNever)
	token := path.Base(r.URL.Path)
	var err error
	if r.Method == http.MethodPost {
		err = s.mails.Stop(r.Context(), token)
	}
	p := stopPage{Product: s.product, Style: s.style}
	if err == nil {
		p.Stoppable, err = s.mails.ByStop(r.Context(), token)
	}
	status := http.StatusOK
	switch {
	case err == nil:
	case fault.Is(err, fault.NotFound):
		status, p.Title, p.Trouble = http.StatusNotFound, "This link is not valid any more.", "What it was for was deleted, or is not sent any more."
	default:
		s.log.ErrorContext(r.Context(), "mails were not stopped", "err", err)
		h.Set("Retry-After", "5")
		status, p.Title, p.Trouble = http.StatusServiceUnavailable, "Something went wrong on our side.", "Please try again in a moment."
	}
	var out bytes.Buffer
	if err := s.page.Execute(&out, p); err != nil {
		s.log.ErrorContext(r.Context(), "the page that stops mails", "err", err)
		status = http.StatusInternalServerError
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // the reader may be gone
}
