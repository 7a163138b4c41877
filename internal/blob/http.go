package blob

import (
	"errors"
	"log/slog"
	"net/http"
	"regexp"

	"github.com/merroir/merroir/internal/fault"
)

// photoName is what PutPhoto names its files.
var photoName = regexp.MustCompile(`^[0-9a-f]{24}(-480|-1080)?\.jpg$`)

// Photos serves GET /photos/{name}. Anyone may see a photo: it is on the public
// tag page. A name always means the same bytes, so browsers may keep them.
func Photos(b *Bucket) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		object, err := b.photo(r, name)
		if err != nil {
			w.Header().Set("Cache-Control", "no-store")
			status := http.StatusNotFound
			if !fault.Is(err, fault.NotFound) {
				if r.Context().Err() == nil { // else the browser went on to another page
					slog.ErrorContext(r.Context(), "a photo cannot be read", "name", name, "err", err)
				}
				status = http.StatusServiceUnavailable
			}
			http.Error(w, http.StatusText(status), status)
			return
		}
		defer object.Close()
		h := w.Header()
		h.Set("Content-Type", object.ContentType)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		h.Set("ETag", `"`+name+`"`)
		http.ServeContent(w, r, name, object.Modified, object)
	})
}

// photo opens a photo, and nothing that is stored as anything else.
func (b *Bucket) photo(r *http.Request, name string) (*Object, error) {
	if !photoName.MatchString(name) {
		return nil, errNoFile
	}
	object, err := b.Get(r.Context(), photoFolder+name)
	if err != nil {
		return nil, err
	}
	if object.ContentType != "image/jpeg" {
		return nil, errors.Join(errNoFile, object.Close())
	}
	return object, nil
}
