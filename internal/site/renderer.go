package site

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"runtime"
	"time"

	"github.com/dop251/goja"
)

const (
	renderScript = "dist/tag/render.js.gz"
	// A page takes a few milliseconds; one that takes this long never ends.
	renderLimit = 2 * time.Second
	// Rendering recurses twice per element; a page is a dozen deep.
	maxStack   = 2000
	maxEngines = 4
)

// Renderer turns the public read model of a tag into its page. It holds a few
// JavaScript engines, since one engine serves one caller at a time.
type Renderer struct {
	product, websiteURL, publicURL string

	program *goja.Program
	engines chan *engine // a nil is a place whose engine is not started yet
	policy  string

	// Made at the start, so that an error page needs nothing that can fail.
	notFound, failure map[string]*body // by language
}

type engine struct {
	vm     *goja.Runtime
	render goja.Callable
}

// NewRenderer compiles the tag page of web, the folder that holds dist/tag, and
// renders its error pages. It fails when the page has not been built.
// product is the product's name, websiteURL where the header leads, publicURL
// the address of this server, where others find the picture of a tag.
func NewRenderer(web fs.FS, product, websiteURL, publicURL string) (*Renderer, error) {
	source, _, err := readZipped(web, renderScript)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the tag page is not built: %s is missing, run `npm run build` in web/", renderScript)
	}
	if err != nil {
		return nil, fmt.Errorf("the tag page is not usable: %w", err)
	}
	program, err := goja.Compile(renderScript, string(source), true)
	if err != nil {
		return nil, fmt.Errorf("the tag page is not usable: %w", err)
	}
	r := &Renderer{product: product, websiteURL: websiteURL, publicURL: publicURL, program: program}
	r.engines = make(chan *engine, min(runtime.GOMAXPROCS(0), maxEngines))
	for range cap(r.engines) {
		r.engines <- nil
	}
	if err := r.prepare(); err != nil {
		return nil, fmt.Errorf("the tag page is not usable: %w", err)
	}
	return r, nil
}

// prepare reads what every page has and renders the error pages.
func (r *Renderer) prepare() error {
	first, err := r.start()
	if err != nil {
		return err
	}
	parts := first.vm.Get("merroirTag").ToObject(first.vm)
	script, style := parts.Get("script"), parts.Get("css")
	if script == nil || style == nil {
		return errors.New("it names no script or style")
	}
	r.policy = contentPolicy(sourceHash(script.String()), sourceHash(style.String())) +
		"; require-trusted-types-for 'script'; trusted-types 'none'"
	if r.notFound, err = r.errorPages(http.StatusNotFound); err != nil {
		return err
	}
	r.failure, err = r.errorPages(http.StatusInternalServerError)
	return err
}

// sourceHash names an inline script or style in a content security policy.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func (r *Renderer) errorPages(status int) (map[string]*body, error) {
	pages := map[string]*body{}
	for _, lang := range languages {
		var err error
		if pages[lang], err = r.page(context.Background(), renderInput{Product: r.product, WebsiteURL: r.websiteURL, Lang: lang, Status: status}); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// tagPage renders a tag from data, the JSON of {farm, tag, rootTag, recall}, in a
// language. It fails rather than leave anything out, a recall above all.
func (r *Renderer) tagPage(ctx context.Context, lang string, data json.RawMessage) (*body, error) {
	return r.page(ctx, renderInput{Product: r.product, WebsiteURL: r.websiteURL, PublicURL: r.publicURL, Lang: lang, Data: data})
}

// tagPicture says what the picture of a tag shows. It fails as tagPage does.
func (r *Renderer) tagPicture(ctx context.Context, lang string, data json.RawMessage) (p picture, err error) {
	input, err := json.Marshal(renderInput{Product: r.product, Lang: lang, Data: data, Picture: true})
	if err != nil {
		return p, err
	}
	text, err := r.run(ctx, string(input))
	if err != nil {
		return p, fmt.Errorf("rendering the picture of a tag: %w", err)
	}
	return p, json.Unmarshal([]byte(text), &p)
}

// renderInput is what render.tsx reads: data or a status.
type renderInput struct {
	Product    string          `json:"product"`
	WebsiteURL string          `json:"websiteUrl"`
	PublicURL  string          `json:"publicUrl"`
	Lang       string          `json:"lang"`
	Picture    bool            `json:"picture"`
	Data       json.RawMessage `json:"data,omitempty"`
	Status     int             `json:"status,omitempty"`
}

func (r *Renderer) page(ctx context.Context, input renderInput) (*body, error) {
	text, err := json.Marshal(input)
	if err != nil {
		return nil, err
	}
	html, err := r.run(ctx, string(text))
	if err != nil {
		return nil, fmt.Errorf("rendering the tag page: %w", err)
	}
	return newBody(htmlType, []byte(html)).compressed(), nil
}

// run waits for a free engine and gives it back only after a good render: one
// that threw or was stopped may be left in any state.
func (r *Renderer) run(ctx context.Context, input string) (html string, err error) {
	var used *engine
	select {
	case used = <-r.engines:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	var reusable *engine
	defer func() {
		r.engines <- reusable
		if broken := recover(); broken != nil {
			err = fmt.Errorf("the engine broke: %v", broken)
		}
	}()

	if used == nil {
		if used, err = r.start(); err != nil {
			return "", err
		}
	}
	limit := time.AfterFunc(renderLimit, func() { used.vm.Interrupt("it took too long") })
	value, err := used.render(goja.Undefined(), used.vm.ToValue(input))
	if inTime := limit.Stop(); err != nil || !inTime {
		return "", errors.Join(errors.New("the page did not render"), err)
	}
	reusable = used
	return value.String(), nil
}

func (r *Renderer) start() (*engine, error) {
	vm := goja.New()
	vm.SetMaxCallStackSize(maxStack)
	if _, err := vm.RunProgram(r.program); err != nil {
		return nil, err
	}
	tag, ok := vm.Get("merroirTag").(*goja.Object)
	if !ok {
		return nil, errors.New("it has no merroirTag")
	}
	render, ok := goja.AssertFunction(tag.Get("render"))
	if !ok {
		return nil, errors.New("it has no merroirTag.render")
	}
	return &engine{vm: vm, render: render}, nil
}
