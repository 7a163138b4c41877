package plain

import (
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"
)

func TestWhatIsPlain(t *testing.T) {
	tests := []struct {
		text        string
		line, lines bool
	}{
		{"", true, true},
		{"Anse à l'Île, 牡蠣 🦪 עוגן", true, true},
		{"two\nlines", false, true},
		{"two\r\nlines", false, true},
		{"a\ttab", false, true},
		{"a\rback", false, false},
		{"NUL\x00", false, false},
		{"bell\a", false, false},
		{"escape\x1b[2J", false, false},
		{"delete\x7f", false, false},
		{"next line\u0085", false, false},
		{"\xff", false, false},
		{"a joiner\u200d and a non-joiner\u200c", true, true}, // part of words
	}
	for _, turn := range "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" {
		tests = append(tests, struct {
			text        string
			line, lines bool
		}{"turned " + string(turn) + "fdp.exe", false, false})
	}
	for _, tt := range tests {
		if line, lines := Line(tt.text), Lines(tt.text); line != tt.line || lines != tt.lines {
			t.Errorf("%q: a line %v, lines %v, want %v and %v", tt.text, line, lines, tt.line, tt.lines)
		}
	}
}

func TestOneLineIsPlainAndLosesNoWord(t *testing.T) {
	for text, want := range map[string]string{
		"  two \r\n lines\t": "two lines", "a\x00b": "a b", "\u202eabc": "abc", "a\xffb": "a\uFFFDb", "\x00": "",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"two\r\n lines\t": "two\n lines\t", "a\x00b\u202ec": "abc", "a\xffb": "a\uFFFDb"} {
		if got := Shown(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
	plain := func(text string) bool {
		got := OneLine(text)
		return Line(got) && Lines(Shown(text)) && utf8.ValidString(got) && got == strings.TrimSpace(got) && got == OneLine(got)
	}
	if err := quick.Check(plain, nil); err != nil {
		t.Error(err)
	}
}
