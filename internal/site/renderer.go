package site

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"

	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tagpage"
)

const (
	tagStyle  = "dist/tag/tag.css"
	tagScript = "dist/tag/beacon.js"
)

// Renderer turns the public read model of a tag into its page.
type Renderer struct {
	frame  *tagpage.Frame
	parts  *parts
	policy string

	// Made at the start, so that an error page needs nothing that can fail.
	notFound, failure map[string]*body // by language
}

// NewRenderer reads the style and script of the tag page from web, the folder that holds
// dist/tag, and writes its error pages. It fails when they have not been built.
// product is the product's name, websiteURL where the header leads, publicURL
// the address of this server, where others find the picture of a tag.
func NewRenderer(web fs.FS, product, websiteURL, publicURL string) (*Renderer, error) {
	style, err := readTagFile(web, tagStyle)
	if err != nil {
		return nil, err
	}
	script, err := readTagFile(web, tagScript)
	if err != nil {
		return nil, err
	}
	frame, err := tagpage.NewFrame(product, websiteURL, publicURL, style, script)
	if err != nil {
		return nil, err
	}
	r := &Renderer{frame: frame, parts: newParts(frame), notFound: map[string]*body{}, failure: map[string]*body{}}
	r.policy = contentPolicy(sourceHash(script), sourceHash(style)) + "; require-trusted-types-for 'script'; trusted-types 'none'"
	for _, lang := range tagpage.Languages {
		r.notFound[lang] = newBody(htmlType, frame.Trouble(lang, http.StatusNotFound)).compressed()
		r.failure[lang] = newBody(htmlType, frame.Trouble(lang, http.StatusInternalServerError)).compressed()
	}
	return r, nil
}

func readTagFile(web fs.FS, name string) (string, error) {
	text, err := fs.ReadFile(web, name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("the tag page is not built: %s is missing, run `npm run build` in web/", name)
	}
	return strings.TrimSpace(string(text)), err
}

// sourceHash names an inline script or style in a content security policy.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// tagPage writes the page of a tag in a language. It fails rather than leave anything out, a recall above all.
func (r *Renderer) tagPage(lang string, shown *tag.Page) (*body, error) {
	page, err := r.frame.Tag(lang, shown)
	if err != nil {
		return nil, fmt.Errorf("writing the page of tag %s: %w", shown.Tag.ID, err)
	}
	own := page.Own()
	return &body{contentType: htmlType, tag: r.parts.tag(own), later: &later{own: own, parts: r.parts}}, nil
}
