package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Refusal is the sentence about a field whose text is not plain.
const Refusal = "That has characters which cannot be shown"

// Line reports whether the text is plain and has no line break or tab.
func Line(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, Unshown)
}

// Lines is Line for a text that may have line breaks and tabs.
func Lines(text string) bool {
	return Line(lineBreaks.Replace(text))
}

// A carriage return is part of a line break or nothing.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ")

// Unshown reports a character that no text may have: a control character, a
// line break and a tab among them, or one that turns the direction of writing.
func Unshown(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// Shown is what can be shown of any text, with its lines and tabs.
func Shown(text string) string {
	return strings.Map(func(r rune) rune {
		if Unshown(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// OneLine is what can be shown of any text as one line, with single spaces.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return Unshown(r) || unicode.IsSpace(r)
	}), " ")
}
