package tagpage

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// text is what a person reads of what was typed: trimmed, without characters that
// control or that turn the direction of writing, which can make a name read as another.
func text(value string) string {
	for i := range len(value) {
		if c := value[i]; c < ' ' || c > '~' {
			value = strings.Map(shown, value)
			break
		}
	}
	return strings.TrimSpace(value)
}

func shown(r rune) rune {
	switch {
	case r == '\n':
		return r
	case r < ' ', r >= 0x7f && r <= 0x9f:
		return ' '
	case r == 0x61c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
		return -1
	}
	return r
}

// firstText gives the first of the values that says anything.
func firstText(values ...string) string {
	for _, value := range values {
		if found := text(value); found != "" {
			return found
		}
	}
	return ""
}

// joined puts those of the parts together that say anything.
func joined(separator string, parts ...string) string {
	all := make([]string, 0, len(parts))
	for _, part := range parts {
		if part != "" {
			all = append(all, part)
		}
	}
	return strings.Join(all, separator)
}

// link is a text, and where it leads; without an address where that is not safe or
// not possible to follow. No label is no link.
type link struct{ label, href string }

const (
	maxURL   = 2048
	maxLabel = 120 // characters
)

var (
	// scheme stands before the colon of an address that names its own.
	scheme = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*$`)
	port   = regexp.MustCompile(`^[0-9]+(?:[/?#]|$)`)
	// target is a host, perhaps a port, then anything that cannot break out of an address. No
	// user part: https://known.example@other.example leads to the second.
	target = regexp.MustCompile(`^[a-zA-Z0-9\x{a1}-\x{10ffff}](?:[a-zA-Z0-9\x{a1}-\x{10ffff}.-]*[a-zA-Z0-9\x{a1}-\x{10ffff}])?` +
		`\.[a-zA-Z0-9\x{a1}-\x{10ffff}-]+(?::[0-9]{1,5})?(?:[/?#][^\s\pZ\\"'<>` + "`" + `]*)?$`)
	dialled = regexp.MustCompile(`(?i)^(\+?)([\d\s\pZ().\-/]+?)(?:[\s\pZ]*(?:x|ext\.?)[\s\pZ]*(\d{1,6}))?$`)
)

// websiteLink leads to a farm's website: http and https only, https:// put before an
// address without a scheme.
func websiteLink(value string) link {
	raw := text(value)
	if raw == "" {
		return link{}
	}
	url := raw
	if before, after, named := strings.Cut(raw, ":"); !named || !scheme.MatchString(before) || port.MatchString(after) {
		url = "https://" + raw
	}
	address, web := withoutWeb(url)
	if !web || raw != strings.TrimSpace(value) || len(url) > maxURL || !target.MatchString(address) {
		return link{label: shorten(raw)}
	}
	return link{shorten(strings.TrimSuffix(address, "/")), url}
}

// withoutWeb takes http:// or https:// off an address.
func withoutWeb(url string) (rest string, web bool) {
	for _, prefix := range []string{"https://", "http://"} {
		if len(url) >= len(prefix) && strings.EqualFold(url[:len(prefix)], prefix) {
			return url[len(prefix):], true
		}
	}
	return url, false
}

// phoneLink dials a number, where it is one that can be dialled.
func phoneLink(value string) link {
	label := shorten(text(value))
	parts := dialled.FindStringSubmatch(label)
	if parts == nil {
		return link{label: label}
	}
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, parts[2])
	if len(digits) < 3 || len(digits) > 15 {
		return link{label: label}
	}
	href := "tel:" + parts[1] + digits
	if parts[3] != "" {
		href += ";ext=" + parts[3]
	}
	return link{label, href}
}

func shorten(label string) string {
	if utf8.RuneCountInString(label) <= maxLabel {
		return label
	}
	return string([]rune(label)[:maxLabel-1]) + "…"
}
