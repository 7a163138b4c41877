package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/tag"
)

const (
	// A browser asks each time whether the page is still so: a recall shows at once.
	cacheAsked = "no-cache"
	// All that is kept of tags together where the source says nothing else, with what
	// package tag keeps. Of pages their own text is, without what all have in common.
	tagBytes = 256 << 20
	// The part of these that is for pages and data at least, however many tags there
	// are, and the part that is for pictures, some three hundred of them.
	leastPagePart, picturePart = 8, 16
	// One reader's load serves all who wait for it, so it ends by the clock and
	// not when that reader goes away.
	loadLimit = 10 * time.Second
	tagPrefix = "/tag/"
	apiPrefix = "/api/tag/"
)

// TagSource is how the page gets at tags; package tag's Service has both. They
// answer fault.NotFound for a tag that does not exist.
type TagSource struct {
	// Version is one cheap read of a text that changes whenever anything the
	// page shows changes: the tag, its farm, a recall of it or of a parent.
	Version func(ctx context.Context, id string) (string, error)
	// Page reads what the page shows; as JSON it is {farm, tag, rootTag, recall}.
	Page func(ctx context.Context, id string) (tag.Page, error)
	// Held is how many bytes are kept of tags where Version and Page come from.
	Held func() int64
	// Most is how many bytes may be kept of tags there and here; 256 MB where it is 0.
	Most int64
}

// TagPages serves /tag/{id} and everything below it, and what the page shows as data.
// Who may: anyone.
type TagPages struct {
	renderer       *Renderer
	source         TagSource
	kept, pictures *otter.Cache[tagKey, *body]
	log            *slog.Logger
}

// tagKey is what is kept under: a page in a language, or data in none.
type tagKey struct{ id, version, lang string }

// NewTagPages keeps rendered pages in memory, within what the source allows.
func NewTagPages(renderer *Renderer, source TagSource, log *slog.Logger) (t *TagPages, err error) {
	t = &TagPages{renderer: renderer, source: source, log: log}
	if source.Most == 0 {
		t.source.Most = tagBytes
	}
	if t.pictures, err = keptBytes(uint64(t.source.Most / picturePart)); err != nil {
		return nil, err
	}
	t.kept, err = keptBytes(t.room())
	return t, err
}

// room is how many bytes there are for pages and data.
func (t *TagPages) room() uint64 {
	return uint64(max(t.source.Most-t.source.Most/picturePart-t.source.Held(), t.source.Most/leastPagePart))
}

// share gives the room that there is now, in steps.
func (t *TagPages) share() {
	const step = 1 << 20
	if room := t.room() / step * step; room != t.kept.GetMaximum() {
		t.kept.SetMaximum(room)
	}
}

// keptBeside is what the cache and the Go runtime need for an entry, in bytes.
const keptBeside = 300

func keptBytes(most uint64) (*otter.Cache[tagKey, *body], error) {
	return otter.New(&otter.Options[tagKey, *body]{
		MaximumWeight: most,
		Weigher: func(key tagKey, page *body) uint32 {
			return uint32(len(key.id) + len(key.version) + page.size() + keptBeside)
		},
	})
}

func (t *TagPages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	lang := languageOf(r.Header.Get("Accept-Language"))
	w.Header().Set("Content-Security-Policy", t.renderer.policy)
	w.Header().Set("Content-Language", lang)
	w.Header().Add("Vary", "Accept-Language")
	id, ok := tagID(r.URL.EscapedPath(), tagPrefix)
	if !ok {
		t.renderer.notFound[lang].serve(w, r, http.StatusNotFound, cacheNever)
		return
	}
	page, err := t.get(r.Context(), id, lang, t.kept, t.load)
	if err != nil {
		t.fail(w, r, id, lang, err)
		return
	}
	page.serve(w, r, http.StatusOK, cacheAsked)
}

// get asks for the version first: data read after it is never older than it,
// so a page kept under a version shows at least what that version shows.
func (t *TagPages) get(ctx context.Context, id, lang string, kept *otter.Cache[tagKey, *body], load loader) (*body, error) {
	version, err := t.source.Version(ctx, id)
	if err != nil {
		return nil, err
	}
	return kept.Get(ctx, tagKey{id, version, lang}, otter.LoaderFunc[tagKey, *body](load))
}

type loader func(ctx context.Context, key tagKey) (*body, error)

func (t *TagPages) load(ctx context.Context, key tagKey) (*body, error) {
	t.share()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadLimit)
	defer cancel()
	shown, err := t.source.Page(ctx, key.id)
	if err != nil {
		return nil, err
	}
	return t.renderer.tagPage(key.lang, &shown)
}

// Data serves /api/tag/{id}: {farm, tag, rootTag, recall} as JSON, kept and asked for as
// the page is. Failures are said by fail, as the API says them.
func (t *TagPages) Data(fail func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, ok := tagID(r.URL.EscapedPath(), apiPrefix)
		if !ok {
			err := fault.New(fault.NotFound, "No such tag.")
			if !plain.Line(strings.TrimPrefix(r.URL.Path, apiPrefix)) {
				err = fault.ForField("tagId", plain.Refusal) // as every call of the API refuses it
			}
			fail(w, r, err)
			return
		}
		data, err := t.get(r.Context(), id, "", t.kept, t.loadData)
		if err != nil {
			fail(w, r, err)
			return
		}
		data.serve(w, r, http.StatusOK, cacheAsked)
	})
}

func (t *TagPages) loadData(ctx context.Context, key tagKey) (*body, error) {
	t.share()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadLimit)
	defer cancel()
	data, err := t.source.Page(ctx, key.id)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(data)
	return newBody("application/json", text.Bytes()).compressedLater(), err
}

func (t *TagPages) fail(w http.ResponseWriter, r *http.Request, id, lang string, err error) {
	switch fault.KindOf(err) {
	case fault.NotFound:
		t.renderer.notFound[lang].serve(w, r, http.StatusNotFound, cacheNever)
		return
	case fault.Unavailable, fault.TooMany:
		w.Header().Set("Retry-After", "5")
		t.renderer.failure[lang].serve(w, r, http.StatusServiceUnavailable, cacheNever)
	default:
		t.renderer.failure[lang].serve(w, r, http.StatusInternalServerError, cacheNever)
	}
	if !errors.Is(r.Context().Err(), context.Canceled) {
		t.log.ErrorContext(r.Context(), "tag page failed", "tag_id", id, "err", err)
	}
}

// tagID reads the second part of the path, as it came over the wire; in
// either case; what follows it is left aside. Ids are 24 hex digits, so nothing else is looked up.
func tagID(escapedPath, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(escapedPath, prefix)
	if !ok || len(escapedPath) > maxPath {
		return "", false
	}
	id, _, _ := strings.Cut(rest, "/")
	id = tag.CanonicalID(id)

	return id, tag.IsID(id)
}
