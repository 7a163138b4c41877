package site

import (
	"context"
	"net/http"

	"github.com/merroir/merroir/internal/fault"
)

const picturePrefix = "/tag-picture/"

// drawing holds a place for each picture that is drawn at once: one takes a
// processor for some 50 ms, and the pages of tags come before them.
var drawing = make(chan struct{}, 1)

// Picture serves /tag-picture/{id}, the picture of a tag's page where it is
// shared. Who may: anyone. It says what the page says, a recall above all, and is
// kept and asked for as the page is.
func (t *TagPages) Picture(w http.ResponseWriter, r *http.Request) {
	id, ok := tagID(r.URL.EscapedPath(), picturePrefix)
	if !ok {
		http.NotFound(w, r)
		return
	}
	// Whoever shows shared pages asks in no language of its own: the page names it.
	lang := languageOf(r.URL.Query().Get("lang"))
	png, err := t.get(r.Context(), id, lang, t.pictures, t.draw)
	switch {
	case fault.Is(err, fault.NotFound):
		http.NotFound(w, r)
	case err != nil:
		t.fail(w, r, id, lang, err)
	default:
		png.serve(w, r, http.StatusOK, cacheAsked)
	}
}

func (t *TagPages) draw(ctx context.Context, key tagKey) (*body, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadLimit)
	defer cancel()
	select {
	case drawing <- struct{}{}:
		defer func() { <-drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	page, err := t.source.Page(ctx, key.id)
	if err != nil {
		return nil, err
	}
	shown, err := t.renderer.frame.Picture(key.lang, &page)
	if err != nil {
		return nil, err
	}
	png, err := picture(shown).png()
	if err != nil {
		return nil, err
	}
	return newBody("image/png", png), nil
}
