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
	"github.com/merroir/merroir/internal/ledger"
	book "github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tagpage"
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
	Shipments            []shipment
	Acked                string // when, in words; empty while nobody has acknowledged
	Wrong                string
	Gone                 bool
	Typed                map[string]string
}

// shipment is one of them, in the reader's language.
type shipment struct{ Tag, Link, Quantity, Day string }

// answered are the fields of the form.
var answered = []string{"name", "onHand", "sold", "destroyed", "note"}

func (n *RecallNotices) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", n.policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", cacheNever)
	h.Set("Vary", "Accept-Language")
	lang := languageOf(r.Header.Get("Accept-Language"))
	p := noticePage{Product: n.product, Lang: lang, Style: n.style, Say: noticeWords[lang], Typed: map[string]string{}}
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

// acknowledge takes the form. What is wrong with a field is a fault of that field.
func (n *RecallNotices) acknowledge(w http.ResponseWriter, r *http.Request, token string, p *noticePage) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxAnswer)
	if err := r.ParseForm(); err != nil {
		return fault.New(fault.Invalid, "The form cannot be read")
	}
	for _, field := range answered {
		p.Typed[field] = r.PostForm.Get(field)
	}
	a := book.NoticeAnswer{Note: p.Typed["note"]}
	for name, into := range map[string]**float64{"onHand": &a.OnHand, "sold": &a.Sold, "destroyed": &a.Destroyed} {
		text := strings.TrimSpace(strings.ReplaceAll(p.Typed[name], ",", "."))
		if text == "" {
			continue
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || !(value >= 0 && value <= 1e9) {
			return fault.ForField("number", "A quantity is a number")
		}
		*into = &value
	}
	return n.recalls.Acknowledge(r.Context(), token, p.Typed["name"], a)
}

// wrongIn says what is wrong with the form.
func wrongIn(say map[string]string, wrong error) string {
	for _, field := range fault.As(wrong).Fields {
		return say["wrong "+field.Name]
	}
	return say["wrong"]
}

func (n *RecallNotices) answer(w http.ResponseWriter, r *http.Request, token string, p *noticePage, wrong error) {
	status := http.StatusOK
	if fault.Is(wrong, fault.Invalid) {
		p.Wrong, status, wrong = wrongIn(p.Say, wrong), http.StatusBadRequest, nil
	}
	told, err := n.recalls.ByToken(r.Context(), token)
	if err == nil {
		err = wrong
	}
	p.show(told)
	switch {
	case err == nil:
	case fault.Is(err, fault.NotFound):
		p.Gone, p.Title, status = true, p.Say["gone"], http.StatusNotFound
	default:
		n.log.ErrorContext(r.Context(), "a notice of a recall was not shown", "err", err)
		w.Header().Set("Retry-After", "5")
		p.Gone, p.Title, status = true, p.Say["failed"], http.StatusServiceUnavailable
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

// show puts the notice into the words of the page's language.
func (p *noticePage) show(told book.Told) {
	p.Told, p.Title = told, p.Say["title"]
	for _, l := range told.Lines {
		p.Shipments = append(p.Shipments, shipment{l.Tag, l.Link, quantityIn(p.Lang, l.Parts, l.Unit), tagpage.DayIn(p.Lang, int(l.Day))})
	}
	if told.AckedAt != nil {
		at := time.UnixMilli(*told.AckedAt).UTC()
		p.Acked = tagpage.DayIn(p.Lang, int(ledger.DayOf(at))) + ", " + tagpage.TimeIn(p.Lang, at.Hour(), at.Minute()) + " UTC"
	}
}

// quantityIn is [tag.Say] in the words of a language.
func quantityIn(lang string, parts int64, unit ledger.Unit) string {
	say, quantity := noticeWords[lang], tag.InUnits(parts, unit)
	number := strings.ReplaceAll(tag.Figure(quantity), ".", say["point"])
	one, many, _ := strings.Cut(say[string(unit)], " ")
	if quantity == 1 || lang == "fr" && quantity < 2 { // which is one in French
		return number + " " + one
	}
	return number + " " + many
}
