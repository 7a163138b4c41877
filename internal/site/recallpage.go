package site

import (
	"bytes"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	book "github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/web/brand"
)

//go:embed brand.tmpl recallpage.tmpl stoppage.tmpl recallpage.css apidocs.tmpl apidocs.css
var recallFiles embed.FS

const (
	recallPrefix = "/recall/"
	maxAnswer    = 16 << 10 // bytes of a form
)

// RecallNotices serves /recall/{token}, to which the mails of a recall lead. Whoever has
// the link may look at the notice, and acknowledge it by a form; looking acknowledges
// nothing, as mail scanners open links too.
type RecallNotices struct {
	recalls *book.Service
	page    *template.Template
	style   template.CSS
	policy  string
	product string
	log     *slog.Logger
}

// NewRecallNotices reads the page from the binary.
func NewRecallNotices(recalls *book.Service, product string, log *slog.Logger) (*RecallNotices, error) {
	style, err := recallFiles.ReadFile("recallpage.css")
	if err != nil {
		return nil, err
	}
	page, err := parsePage("recallpage.tmpl")
	return &RecallNotices{recalls, page, template.CSS(style), contentPolicy("'none'", sourceHash(string(style))), product, log}, err //nolint:gosec // our own file
}

// parsePage reads a page that stands by itself, with the name of the product as a drawing.
func parsePage(name string) (*template.Template, error) {
	path, box := brand.Wordmark()
	own := func(text string) func() string { return func() string { return text } }
	return template.New(name).Funcs(template.FuncMap{"wordmark": own(path), "wordmarkBox": own(box)}).ParseFS(recallFiles, name, "brand.tmpl")
}

// noticePage is what the template names.
type noticePage struct {
	book.Told
	Product, Lang, Title string
	Style                template.CSS
	Say                  map[string]string
	Acked                string // when, in words; empty while nobody has acknowledged
	Wrong                string
	Gone                 bool
	Name, Note           string // as typed
}

func (n *RecallNotices) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", n.policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", cacheNever)
	h.Set("Vary", "Accept-Language")
	lang := noticeLanguage(r.Header.Get("Accept-Language"))
	p := noticePage{Product: n.product, Lang: lang, Style: n.style, Say: noticeWords[lang]}
	token := strings.TrimPrefix(r.URL.Path, recallPrefix)
	var wrong error
	if r.Method == http.MethodPost {
		if wrong = n.acknowledge(w, r, token, &p); wrong == nil {
			http.Redirect(w, r, recallPrefix+url.PathEscape(token), http.StatusSeeOther)
			return
		}
	}
	n.answer(w, r, token, &p, wrong)
}

// acknowledge takes the form.
func (n *RecallNotices) acknowledge(w http.ResponseWriter, r *http.Request, token string, p *noticePage) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxAnswer)
	if err := r.ParseForm(); err != nil {
		return fault.New(fault.Invalid, p.Say["wrong"])
	}
	p.Name, p.Note = r.PostForm.Get("name"), r.PostForm.Get("note")
	a := book.NoticeAnswer{Note: p.Note}
	for name, into := range map[string]**float64{"onHand": &a.OnHand, "sold": &a.Sold, "destroyed": &a.Destroyed} {
		text := strings.TrimSpace(strings.ReplaceAll(r.PostForm.Get(name), ",", "."))
		if text == "" {
			continue
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || !(value >= 0 && value <= 1e9) {
			return fault.New(fault.Invalid, p.Say["number"])
		}
		*into = &value
	}
	return n.recalls.Acknowledge(r.Context(), token, p.Name, a)
}

func (n *RecallNotices) answer(w http.ResponseWriter, r *http.Request, token string, p *noticePage, wrong error) {
	status := http.StatusOK
	if fault.Is(wrong, fault.Invalid) {
		p.Wrong, status = p.Say["name"], http.StatusBadRequest
		if message := fault.As(wrong).Message; message == p.Say["number"] || message == p.Say["wrong"] {
			p.Wrong = message
		}
		wrong = nil
	}
	told, err := n.recalls.ByToken(r.Context(), token)
	if err == nil {
		err = wrong
	}
	p.Told, p.Title = told, p.Say["title"]
	switch {
	case err == nil:
	case fault.Is(err, fault.NotFound):
		p.Gone, p.Title, status = true, p.Say["gone"], http.StatusNotFound
	default:
		n.log.ErrorContext(r.Context(), "a notice of a recall was not shown", "err", err)
		w.Header().Set("Retry-After", "5")
		p.Gone, p.Title, status = true, p.Say["failed"], http.StatusServiceUnavailable
	}
	if told.AckedAt != nil {
		p.Acked = time.UnixMilli(*told.AckedAt).UTC().Format("2006-01-02 15:04") + " UTC"
	}
	var out bytes.Buffer
	if err := n.page.Execute(&out, p); err != nil {
		n.log.ErrorContext(r.Context(), "the page of a notice", "err", err)
		status = http.StatusInternalServerError
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // the reader may be gone
}

// noticeLanguage is the first of our languages that the reader asks for.
func noticeLanguage(accept string) string {
	for part := range strings.SplitSeq(strings.ToLower(accept), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		lang, _, _ := strings.Cut(tag, "-")
		if noticeWords[lang] != nil {
			return lang
		}
	}
	return "en"
}
