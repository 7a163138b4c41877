package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"
)

// screen is a page of the web app: where it is, and what the browser gets there.
// A path that no screen has gets the app's bare page with status 404, and the app
// says that there is nothing.
type screen struct {
	path  []string // a part in braces stands for any one part
	query map[string]string
	html  []byte
}

// readScreens reads what the build says of its pages (web/scripts/pages.ts). The
// page of each names the scripts and styles that it needs, so that the browser
// asks for all of them at once and not for one after the other.
func readScreens(app fs.FS, index []byte) ([]screen, error) {
	text, _, err := readZipped(app, pagesName)
	if err != nil {
		return nil, err
	}
	var built struct {
		Pages []struct {
			Path  string            `json:"path"`
			Query map[string]string `json:"query"`
			Files []string          `json:"files"`
		} `json:"pages"`
	}
	if err := json.Unmarshal(text, &built); err != nil {
		return nil, fmt.Errorf("%s: %w", pagesName, err)
	}
	screens := make([]screen, len(built.Pages))
	for i, page := range built.Pages {
		screens[i] = screen{path: split(page.Path), query: page.Query, html: withFiles(index, page.Files)}
	}
	return screens, nil
}

// withFiles names the files at the end of the head: what every page has comes first.
func withFiles(index []byte, files []string) []byte {
	var links bytes.Buffer
	for _, file := range files {
		rel := "modulepreload"
		if path.Ext(file) == ".css" {
			rel = "stylesheet"
		}
		fmt.Fprintf(&links, `<link rel="%s" crossorigin href="/%s">`, rel, file)
	}
	return bytes.Replace(index, []byte(headEnd), append(links.Bytes(), headEnd...), 1)
}

// Longer than any address the product makes.
const maxPath = 1024

// screenAt finds the screen at an address; nil where the app has none. The path is
// taken as it came over the wire: an encoded slash is part of a value and ends no part.
func (s *Static) screenAt(address *url.URL) *screen {
	escaped := address.EscapedPath()
	if len(escaped) > maxPath {
		return nil
	}
	parts, query := split(escaped), address.Query()
	for i := range s.screens {
		if one := &s.screens[i]; matchesPath(one.path, parts) && matchesQuery(one.query, query) {
			return one
		}
	}
	return nil
}

func matchesQuery(want map[string]string, query url.Values) bool {
	for name, value := range want {
		if query.Get(name) != value {
			return false
		}
	}
	return true
}

func matchesPath(path, parts []string) bool {
	if len(path) != len(parts) {
		return false
	}
	for i, want := range path {
		if !strings.HasPrefix(want, "{") && want != parts[i] || !isValue(parts[i]) {
			return false
		}
	}
	return true
}

// isValue refuses what a browser or a proxy would read as a step in the path.
// A slash within a value is possible: an email address may have one.
func isValue(part string) bool {
	value, err := url.PathUnescape(part)
	if err != nil || strings.ContainsAny(value, "\\\x00") {
		return false
	}
	for piece := range strings.SplitSeq(value, "/") {
		if piece == "" || piece == "." || piece == ".." {
			return false
		}
	}
	return true
}

// split takes one closing slash as the same path without it.
func split(path string) []string {
	if path == "/" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(strings.TrimPrefix(path, "/"), "/"), "/")
}
