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
	type header struct {
		name  string
		value []string // the same for all requests: nobody writes into one, only others in its place
	}
	closed := []string{contentPolicy("'none'", "'none'")}
	always := []header{
		{"X-Content-Type-Options", []string{"nosniff"}},
		{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
		{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
		{"Permissions-Policy", []string{permissions}},
	}
	if strings.HasPrefix(strings.ToLower(publicURL), "https://") {
		always = append(always, header{"Strict-Transport-Security", []string{"max-age=31536000"}})
	}
	noStore := []string{"no-store"}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h["Content-Security-Policy"] = closed
			h["Referrer-Policy"] = referrerPolicy(r.URL.Path)
			for _, one := range always {
				h[one.name] = one.value
			}
			if strings.HasPrefix(r.URL.Path, "/api") {
				h["Cache-Control"] = noStore
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

// referrerPolicy keeps reset keys, sign-in tickets and links of invitations and recalls, which are in
// the addresses of these pages, from travelling anywhere.
func referrerPolicy(path string) []string {
	for _, secret := range []string{"/login", "/sso", "/invitation/", recallPrefix} {
		if strings.HasPrefix(path, secret) {
			return noReferrer
		}
	}
	return originElsewhere
}

var noReferrer, originElsewhere = []string{"no-referrer"}, []string{"strict-origin-when-cross-origin"}

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
