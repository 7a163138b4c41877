package account

import (
	"net/http"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/skew"
)

const (
	stayIdle  = 30 * 24 * time.Hour // without a use
	stayLife  = 90 * 24 * time.Hour
	stayGrace = time.Minute // longer than any request may take

	maxStays = 10 // of a user; the oldest ends
)

// stayCookie has its name from the browsers' rule for it: only this very host may
// set it, only over TLS, and no page of another host can put one in its place.
const stayCookie = "__Host-stay"

// mayStay reports whether the user may stay signed in somewhere: those who can
// act beyond their own farms give the password each time.
func mayStay(u User) bool {
	return u.IsActive && !u.Groups.Admin && !u.Groups.Root && len(u.Permissions) == 0
}

var (
	errNoStay = fault.New(fault.Unauthenticated, "You do not stay signed in here any more. Please sign in.")
	errFormer = fault.New(fault.TooMany, "You were signed in here a moment ago. Please try again in a minute.")
	errStaff  = fault.New(fault.Denied, "Those who can act beyond their own farms sign in each time.")
)

// stay is a browser in which a user stays signed in.
type stay struct {
	id      string
	key     string // digest of the key that it has
	former  string // of the key that it had before
	turned  int64
	created int64
	used    int64
	expires int64
	from    origin
	user    User
}

func (s stay) ended(now time.Time) bool {
	return now.UnixMilli() >= s.until()
}

// turnedNow reports whether the present key is so new that a request with the former one may have
// been sent before its answer arrived, as by a second tab.
func (s stay) turnedNow(now time.Time) bool {
	return now.Sub(time.UnixMilli(s.turned)) < stayGrace && !skew.Ahead(s.turned, now, 0)
}

// until is when the stay ends if it is not used again.
func (s stay) until() int64 {
	return min(s.expires, s.used+stayIdle.Milliseconds())
}

// listed is the stay as people are shown it.
func (s stay) listed() Session {
	return Session{ID: s.id, CreatedAt: s.created, LastSeen: s.used, IP: s.from.ip, Device: s.from.device, Stays: true, Until: s.until()}
}

// pass is what the cookie holds: a name, by which the stay is found, and a key,
// which every use replaces. Whoever knows the name and an old key has an old copy.
type pass struct{ name, key string }

func newPass(name string) pass {
	key, _ := secret.New()
	return pass{name, key}
}

// passIn finds the pass in a Cookie header; it is empty where there is none.
func passIn(header string) (p pass) {
	cookies, err := http.ParseCookie(header)
	if err != nil {
		return p
	}
	for _, c := range cookies {
		if c.Name == stayCookie {
			p.name, p.key, _ = strings.Cut(c.Value, ".")
		}
	}
	return p
}

// cookie is the header that has the browser keep the pass until then, or
// forget it where it is empty. No script can read it, and no other site makes the
// browser send it.
func (p pass) cookie(until, now time.Time) string {
	c := http.Cookie{Name: stayCookie, Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode, MaxAge: -1}
	if p != (pass{}) {
		c.Value, c.MaxAge = p.name+"."+p.key, int(until.Sub(now).Seconds())
	}
	return c.String()
}
