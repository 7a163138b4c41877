package site

import (
	"bytes"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
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
	maxQuantity  = 1e9
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
	Quantities           []quantityField // empty if the company can't report any
	Delivered            string          // all that was shipped to the company, in words
	Acked                string          // when, in words; empty while nobody has acknowledged
	Reported             []string        // what the company reported, in words
	Wrong                string
	WrongIn              map[string]string // by field
	Gone                 bool
	Typed                map[string]string
}

// quantityField is an input of the form.
type quantityField struct{ Name, Label, Value, Wrong string }

// MayAnswer reports whether the page has a form.
func (p *noticePage) MayAnswer() bool { return p.Acked == "" || !p.Ended && !p.Released }

// shipment is one of them, in the reader's language.
type shipment struct{ Tag, Link, Quantity, Day, Species, Area, Harvested string }

// quantities are the fields of the form that take one.
var quantities = []string{"onHand", "sold", "destroyed", "returned"}

// decimalMarks are the separators that certainly mark decimals in a language. Spanish has both.
var decimalMarks = map[string]byte{"en": '.', "fr": ','}

func (n *RecallNotices) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", n.policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", cacheNever)
	h.Set("Vary", "Accept-Language")
	lang := languageOf(r.Header.Get("Accept-Language"))
	p := noticePage{Product: n.product, Lang: lang, Style: n.style, Say: noticeWords[lang], Typed: map[string]string{}, WrongIn: map[string]string{}}
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

// acknowledge reads the form and stores the answer. A fault names each field that is wrong.
func (n *RecallNotices) acknowledge(w http.ResponseWriter, r *http.Request, token string, p *noticePage) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxAnswer)
	if err := r.ParseForm(); err != nil {
		return fault.New(fault.Invalid, "The form cannot be read")
	}
	for _, field := range append([]string{"name", "note"}, quantities...) {
		p.Typed[field] = r.PostForm.Get(field)
	}

	a, wrong := answerOf(p.Lang, p.Typed)
	if len(wrong) > 0 {
		return fault.ForFields(wrong)
	}
	return n.recalls.Acknowledge(r.Context(), token, p.Typed["name"], a, r.PostForm.Get("replaces") != "")
}

// answerOf reads what was typed, and returns the fields whose number can't be read, or read in two ways.
func answerOf(lang string, typed map[string]string) (a book.NoticeAnswer, wrong []fault.Field) {
	a.Note = typed["note"]
	for name, into := range map[string]**float64{"onHand": &a.OnHand, "sold": &a.Sold, "destroyed": &a.Destroyed, "returned": &a.Returned} {
		text := strings.TrimSpace(typed[name])
		if text == "" {
			continue
		}

		value, ok := plain.Decimal(text, decimalMarks[lang])
		if !ok || value > maxQuantity {
			wrong = append(wrong, fault.Field{Name: name, Message: "number"})
			continue
		}
		*into = &value
	}
	return a, wrong
}

// explain puts what is wrong with the form into the words of the page's language, by field where it can.
func (p *noticePage) explain(wrong error) {
	fields := fault.As(wrong).Fields
	for _, f := range fields {
		switch known := p.Say["wrong "+f.Name]; {
		case slices.Contains(quantities, f.Name):
			p.WrongIn[f.Name] = p.Say["wrong number"]
		case f.Name == "name" || f.Name == "note":
			p.WrongIn[f.Name] = known
		case known != "":
			p.Wrong = known
		}
	}
	if p.Wrong == "" {
		p.Wrong = p.Say["wrong fields"]
	}
	if len(fields) == 0 {
		p.Wrong = p.Say["wrong"]
	}
}

func (n *RecallNotices) answer(w http.ResponseWriter, r *http.Request, token string, p *noticePage, wrong error) {
	status := http.StatusOK
	if fault.Is(wrong, fault.Invalid) {
		p.explain(wrong)
		status, wrong = http.StatusBadRequest, nil
	}
	told, err := n.recalls.ByToken(r.Context(), token)
	if err == nil {
		err = wrong
	}
	p.show(told)
	switch {
	case err == nil:
	case fault.Is(err, fault.Conflict): // it has ended meanwhile, as the page says
		status = http.StatusConflict
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
		one := shipment{l.Tag, l.Link, quantityIn(p.Lang, l.Parts, l.Unit), tagpage.DayIn(p.Lang, int(l.Day)), l.Species, l.Area, ""}
		if l.Harvested != 0 {
			one.Harvested = tagpage.DayIn(p.Lang, int(l.Harvested))
		}
		p.Shipments = append(p.Shipments, one)
	}
	p.showAnswer()
	if told.AckedAt != nil {
		at := time.UnixMilli(*told.AckedAt).UTC()
		p.Acked = tagpage.DayIn(p.Lang, int(ledger.DayOf(at))) + ", " + tagpage.TimeIn(p.Lang, at.Hour(), at.Minute()) + " UTC"
	}
}

// showAnswer fills the form with what was typed, else with what the company reported, and says that.
func (p *noticePage) showAnswer() {
	a := book.NoticeAnswer{}
	if p.Answer != nil {
		a = *p.Answer
	}
	posted := len(p.Typed) > 0
	if !posted {
		p.Typed = map[string]string{"note": a.Note, "name": p.AckedBy}
	}
	if p.Unit == "" {
		return
	}

	p.Delivered = quantityIn(p.Lang, p.Parts, p.Unit)
	for i, value := range []*float64{a.OnHand, a.Sold, a.Destroyed, a.Returned} {
		name := quantities[i]
		typed := p.Typed[name]
		if value != nil {
			parts, _ := tag.InParts(*value, p.Unit)
			p.Reported = append(p.Reported, p.Say[name]+": "+quantityIn(p.Lang, parts, p.Unit))
			if !posted {
				typed = p.figure(*value)
			}
		}
		p.Quantities = append(p.Quantities, quantityField{name, p.Say[name], typed, p.WrongIn[name]})
	}
}

// figure writes a number as the form reads it: with as few decimals as it has, and never three.
func (p *noticePage) figure(n float64) string {
	text := tag.Figure(n)
	if _, ok := plain.Decimal(text, decimalMarks[p.Lang]); !ok {
		text += "0" // 1.500 could mean thousands, 1.5000 can't
	}
	return text
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
