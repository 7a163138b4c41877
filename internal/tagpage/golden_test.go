package tagpage

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/tag"
)

func newFrame(t *testing.T) *Frame {
	t.Helper()
	frame, err := NewFrame("Merroir", "https://merroir.example/about", "https://app.merroir.example", "STYLE", "SCRIPT")
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

// stored reads one of the tags whose pages are stored.
func stored(t *testing.T, name string) *tag.Page {
	t.Helper()
	text, err := os.ReadFile("testdata/pages/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var p tag.Page
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return &p
}

func pageOf(t *testing.T, lang string, p *tag.Page) string {
	t.Helper()
	frame := newFrame(t)
	page, err := frame.Tag(lang, p)
	if err != nil {
		t.Fatal(err)
	}
	return string(frame.Text(page))
}

// Each page is to the byte what is stored: with MERROIR_UPDATE=1 it is stored anew, for the
// change to be read.
func TestStoredPages(t *testing.T) {
	files, err := filepath.Glob("testdata/pages/*.html")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d pages: %v", len(files), err)
	}
	for _, file := range files {
		name, lang, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".html"), ".")
		t.Run(name+" "+lang, func(t *testing.T) {
			var got string
			if status, err := strconv.Atoi(name); err == nil {
				got = string(newFrame(t).Trouble(lang, status))
			} else {
				got = pageOf(t, lang, stored(t, name))
			}
			if os.Getenv("MERROIR_UPDATE") != "" {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is\n%s\nand not\n%s", file, got, want)
			}
		})
	}
}
