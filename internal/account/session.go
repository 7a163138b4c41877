package account

import (
	"strings"
	"time"

	"github.com/merroir/merroir/internal/skew"
)

// Session is an open session, as people are shown it.
type Session struct {
	ID        string `json:"_id"`
	CreatedAt int64  `json:"createdAt" doc:"Unix milliseconds"`
	LastSeen  int64  `json:"lastSeen" doc:"Unix milliseconds, to the minute"`
	IP        string `json:"ip" doc:"From where it was opened"`
	Device    string `json:"device" doc:"With what it was opened, in words"`
	Current   bool   `json:"current" doc:"The caller's own"`
	Stays     bool   `json:"stays" doc:"The user stays signed in there: it opens sessions without the password"`
	Until     int64  `json:"until,omitempty" doc:"Unix milliseconds: when that ends if nobody comes back"`

	Stay string `json:"stay" doc:"Id of the entry where the user stays signed in that opened this session; empty for others"`

	expires int64
	stay    string
}

// limits of a session: how long it may be idle, and how old it may get.
type limits struct{ idle, absolute time.Duration }

// sessionLimits are shorter for staff, who can see every farm.
func sessionLimits(g Groups) limits {
	if g.Admin || g.Root {
		return limits{30 * time.Minute, 8 * time.Hour}
	}
	return limits{time.Hour, 12 * time.Hour}
}

// ended reports whether a session with this last use and expiry is over, or was opened or used
// while a clock was ahead.
func (l limits) ended(now time.Time, lastSeen, expires int64) bool {
	if skew.Ahead(lastSeen, now, 0) || skew.Ahead(expires, now, l.absolute) {
		return true
	}
	return now.UnixMilli() >= expires || now.Sub(time.UnixMilli(lastSeen)) >= l.idle
}

// origin is where and with what a session was opened.
type origin struct {
	ip     string
	device string
}

// label is what people call a program or system whose User-Agent has the mark.
type label struct{ mark, name string }

// The first mark that is found counts, as most programs also name others.
var (
	browsers = []label{
		{"Edg/", "Edge"}, {"EdgA/", "Edge"}, {"EdgiOS/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"FxiOS/", "Firefox"}, {"Firefox/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chromium/", "Chromium"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"},
	}
	systems = []label{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "Chromebook"}, {"Windows", "Windows"}, {"Mac OS X", "Mac"}, {"Linux", "Linux"},
	}
)

// deviceOf says in words what a User-Agent header claims.
func deviceOf(userAgent string) string {
	browser, system := nameOf(userAgent, browsers), nameOf(userAgent, systems)
	switch {
	case browser != "" && system != "":
		return browser + " on " + system
	case browser != "" || system != "":
		return browser + system
	}
	return "Unknown device"
}

func nameOf(userAgent string, labels []label) string {
	for _, l := range labels {
		if strings.Contains(userAgent, l.mark) {
			return l.name
		}
	}
	return ""
}
