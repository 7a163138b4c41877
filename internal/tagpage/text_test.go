package tagpage

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for value, want := range map[string]string{
		"": "", " \t ": "", " a\x00b\u202e ": "a b", "two\nlines": "two\nlines", "\u00a0hütte\u00a0": "hütte", "a\u200fb\u2066c": "abc", "12": "12",
	} {
		if got := text(value); got != want {
			t.Errorf("%q is %q, want %q", value, got, want)
		}
	}
}

func TestWebsiteLinks(t *testing.T) { // TAGP-5
	for value, want := range map[string]link{
		"":                              {},
		"stonypoint.example":            {"stonypoint.example", "https://stonypoint.example"},
		"http://stonypoint.example/":    {"stonypoint.example", "http://stonypoint.example/"},
		"HTTPS://Stony.example/a?b=c#d": {"Stony.example/a?b=c#d", "HTTPS://Stony.example/a?b=c#d"},
		"stony.example:8080/visit":      {"stony.example:8080/visit", "https://stony.example:8080/visit"},
		"xn--hzre-8qa.example":          {"xn--hzre-8qa.example", "https://xn--hzre-8qa.example"},
		"hütte.example":                 {"hütte.example", "https://hütte.example"},
		" stony.example ":               {"stony.example", "https://stony.example"},
	} {
		if got := websiteLink(value); got != want {
			t.Errorf("%q leads to %+v, want %+v", value, got, want)
		}
	}
	for _, value := range []string{
		"javascript:alert(1)", " java\tscript:alert(1)", "JaVaScRiPt://stony.example/%0aalert(1)", "data:text/html,<script>alert(1)</script>",
		"vbscript:msgbox(1)", "file:///etc/passwd", "ftp://stony.example", "//evil.example", "https://good.example@evil.example", "good.example@evil.example",
		`https:\\evil.example`, `https://stony.example/"onmouseover="alert(1)`, "stony.example\x00.evil", "just words", "localhost", "https://",
		"stony.example/a b", "stony.example/a\u00a0b", "stony.example\u202e", "https://stony.example/" + strings.Repeat("a", 5000),
	} {
		if got := websiteLink(value); got.href != "" || got.label == "" || len(got.label) > maxLabel+2 {
			t.Errorf("%.60q leads to %+v", value, got)
		}
	}
}

func TestPhoneLinks(t *testing.T) { // TAGP-5
	for value, want := range map[string]string{
		"+1 360 555 0142": "tel:+13605550142", "(360) 555-0142": "tel:3605550142", "360.555.0142 ext. 12": "tel:3605550142;ext=12", "360 555 0142x7": "tel:3605550142;ext=7",
		"call Ada": "", "12": "", "1234567890123456": "", "360 555 0142;phone-context=evil": "", "javascript:1": "",
	} {
		if got := phoneLink(value); got != (link{value, want}) {
			t.Errorf("%q dials %+v, want %q", value, got, want)
		}
	}
	if got := phoneLink(" "); got != (link{}) {
		t.Errorf("nothing dials %+v", got)
	}
}
