package tagpage

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/web/brand"
)

// notFound is the status of a lookup of a tag that is not there.
const notFound = 404

// Frame is what every page has, whatever it shows.
type Frame struct {
	product, websiteURL, publicURL string
	// As the build made them: the server names their hashes in the content security policy.
	style, script html
	fixed         [fixedParts][]byte
}

// Page is HTML. Most of it is in parts that are the same on every page of the frame, and stand
// between the pieces of its own text.
type Page struct {
	own  []byte
	cuts [fixedParts]int // where in it the parts stand
}

const (
	fixedStyle = iota
	fixedHeader
	fixedParts
)

// Own gives the pieces of the page's own text: one before each of the fixed parts, and the rest.
func (p Page) Own() [][]byte {
	pieces, done := make([][]byte, 0, fixedParts+1), 0
	for _, cut := range p.cuts {
		pieces, done = append(pieces, p.own[done:cut:cut]), cut
	}
	return append(pieces, p.own[done:])
}

// Text is the whole page.
func (f *Frame) Text(p Page) (text []byte) {
	for i, piece := range p.Own() {
		text = append(text, piece...)
		if i < fixedParts {
			text = append(text, f.fixed[i]...)
		}
	}
	return text
}

// Fixed gives the parts that are the same on every page, by their numbers.
func (f *Frame) Fixed() [][]byte { return f.fixed[:] }

// ends is what a browser would not read as the text of a style or script.
var ends = regexp.MustCompile(`(?i)<[/!]|<script`)

// NewFrame makes the frame. product is the product's name, websiteURL where the header leads, publicURL the
// address of this server, where others find the picture of a tag; style and script stand in every page as they are.
func NewFrame(product, websiteURL, publicURL, style, script string) (*Frame, error) {
	for what, inlined := range map[string]string{"style": style, "script": script} {
		if inlined == "" || ends.MatchString(inlined) {
			return nil, fmt.Errorf("the %s of the tag page is missing or could end its element", what)
		}
	}
	f := &Frame{product: product, websiteURL: websiteURL, publicURL: publicURL, style: html(style), script: html(script)}
	var head, header writer
	head.styled(f)
	header.header(f)
	f.fixed = [fixedParts][]byte{fixedStyle: head.out, fixedHeader: header.out}
	return f, nil
}

// Tag is the page of a tag in a language. It fails rather than leave anything out, a recall above all.
func (f *Frame) Tag(lang string, shown *tag.Page) (Page, error) {
	v, err := newView(f.product, shown, wordsOf(lang))
	if err != nil {
		return Page{}, err
	}
	w := writer{out: make([]byte, 0, 4<<10)}
	w.tag(f, v)
	return Page{w.out, w.cuts}, nil
}

// Trouble is the page of a lookup that ended with a status that is no page, in a language.
func (f *Frame) Trouble(lang string, status int) []byte {
	var w writer
	w.trouble(f, wordsOf(lang), status)
	return f.Text(Page{w.out, w.cuts})
}

// Picture is what the picture of a tag says where its page is shared.
type Picture struct {
	Name, Oysters, Harvest string
	Recall                 string // the line of the banner; empty when nothing is recalled
	RecallHere             string // the same in another language; empty in English
	Do                     string // what to do then
}

// Picture says what the picture of a tag shows. It fails as Tag does.
func (f *Frame) Picture(lang string, shown *tag.Page) (Picture, error) {
	v, err := newView(f.product, shown, wordsOf(lang))
	if err != nil {
		return Picture{}, err
	}
	p := Picture{Name: v.name, Oysters: v.oysters, Harvest: v.harvest}
	if v.recall != "" {
		p.Recall, p.RecallHere, p.Do = recalledInEnglish(v.recall), v.words.recalledBy(v.recall), v.words.notToEat(v.words.these[v.kind])
	}
	return p, nil
}

// pictureURL is where the picture is. Whoever keeps pictures by their address asks for another one after a
// recall, and for each language.
func (f *Frame) pictureURL(v *view) string {
	var query []string
	if v.recall != "" {
		query = append(query, "recalled")
	}
	if v.words != &english {
		query = append(query, "lang="+v.words.lang)
	}
	return f.publicURL + "/tag-picture/" + v.tagID + some("?", strings.Join(query, "&"))
}

// head is what the head of a page says.
type head struct {
	title, description string
	picture            string // the address of a picture, 1200 by 630, for those who show shared pages
	photo              string // the address of the largest thing on the page, which is fetched first
}

func (w *writer) open(f *Frame, said *words, h head) {
	w.put(`<!doctype html><html lang="`, said.lang, `"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width,initial-scale=1"/>`)
	if h.photo != "" {
		w.put(`<link rel="preload" as="image" href="`, h.photo, `" fetchpriority="high"/>`)
	}
	w.put(`<title>`, h.title, `</title>`)
	w.put(`<meta name="description" content="`, h.description, `"/>`)
	// A phone would take certificate and lot numbers for phone numbers.
	w.raw(`<meta name="color-scheme" content="light dark"/><meta name="format-detection" content="telephone=no"/>`)
	if h.picture != "" {
		w.put(`<meta property="og:type" content="website"/><meta property="og:title" content="`, h.title, `"/>`)
		w.put(`<meta property="og:description" content="`, h.description, `"/>`)
		w.put(`<meta property="og:image" content="`, h.picture, `"/>`)
		w.raw(`<meta property="og:image:width" content="1200"/><meta property="og:image:height" content="630"/>` +
			`<meta name="twitter:card" content="summary_large_image"/>`)
	}
	w.part(fixedStyle)
}

func (w *writer) styled(f *Frame) {
	// Inline, so that no browser asks for /favicon.ico.
	w.put(`<link rel="icon" href="`, favicon, `"/><style>`)
	w.raw(f.style)
	w.raw(`</style></head>`)
}

func (w *writer) header(f *Frame) {
	name, box := brand.Wordmark()
	w.put(`<header><a class="brand" href="`, f.websiteURL, `">`)
	w.mark(`26`)
	w.put(`<svg class="wordmark" viewBox="`, box, `" height="26" role="img" aria-label="`)
	w.put(``, f.product, `"><path d="`)
	w.put(``, name, `"></path></svg></a><a class="site" href="`)
	w.put(``, f.websiteURL, `">`)
	w.put(``, hostOf(f.websiteURL), `</a></header>`)
}

func hostOf(url string) string {
	rest, _ := withoutWeb(url)
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// mark is a shell outline with two rings of growth.
func (w *writer) mark(size html) {
	w.raw(`<svg class="mark" viewBox="0 0 24 24" width="` + size + `" height="` + size +
		`" aria-hidden="true"><path d="` + brand.Shell + `"></path><path d="` + brand.Rings + `"></path></svg>`)
}

// favicon has one green, for light and dark tabs.
var favicon = "data:image/svg+xml," + strings.NewReplacer("<", "%3C", ">", "%3E", `"`, "%22", " ", "%20", "#", "%23", "/", "%2F", ":", "%3A", "=", "%3D", ",", "%2C").Replace(
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#159078" stroke-width="2.2" stroke-linecap="round"><path d="`+brand.Shell+brand.Rings+`"/></svg>`)
