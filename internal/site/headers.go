package site

import (
	"net/http"
	"strings"
)

// Headers puts the security headers on every answer of the handler it wraps,
// whatever its status. A handler that serves a page replaces the content
// security policy with its own; scripts and styles need none (forSubresource); all
// others keep one that allows nothing.
// publicURL is the address people use; only an https one asks browsers to
// insist on https.
func Headers(publicURL string) func(http.Handler) http.Handler {
	secure := strings.HasPrefix(strings.ToLower(publicURL), "https://")
	closed := contentPolicy("'none'", "'none'")
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", closed)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", referrerPolicy(r.URL.Path))
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Permissions-Policy", permissions)
			if secure {
				h.Set("Strict-Transport-Security", "max-age=31536000")
			}
			if strings.HasPrefix(r.URL.Path, "/api") {
				h.Set("Cache-Control", "no-store")
			}
			next.ServeHTTP(w, r)
		})
	}
}

// forSubresource takes away what a browser heeds on documents alone, if the answer
// is a script or a style: a page's first load has a dozen of them, each with 700
// bytes of this. Drawings keep it, as one may be opened by itself and run scripts.
func forSubresource(h http.Header, contentType string) {
	if !strings.HasPrefix(contentType, "text/javascript") && !strings.HasPrefix(contentType, "text/css") {
		return
	}
	for _, name := range []string{"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy"} {
		h.Del(name)
	}
}

// Nothing here uses a sensor or a device, and no script that got in may; the documents
// of the app alone may ask for the camera, to scan tags with (permissionsOfApp).
const permissions = "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
	"magnetometer=(), microphone=(), midi=(), payment=(), usb=()"

var permissionsOfApp = strings.Replace(permissions, "camera=()", "camera=(self)", 1)

// referrerPolicy keeps reset keys, sign-in tickets and links of recalls, which are in the addresses of
// these pages, from travelling anywhere.
func referrerPolicy(path string) string {
	if strings.HasPrefix(path, "/login") || strings.HasPrefix(path, "/sso") || strings.HasPrefix(path, recallPrefix) {
		return "no-referrer"
	}
	return "strict-origin-when-cross-origin"
}

// contentPolicy allows scripts and styles from the given sources alone, and
// images, data and fonts from this server. No page may frame the answer.
func contentPolicy(script, style string) string {
	return framedPolicy(script, style, "'none'")
}

// framedPolicy is contentPolicy for a page that the ancestors may frame.
func framedPolicy(script, style, ancestors string) string {
	return "default-src 'none'; script-src " + script + "; style-src " + style +
		"; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'" +
		"; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors " + ancestors
}
