package sqldb

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// The engines neither sort nor search names as people do, and differ from each
// other in how they do it. These keys are made in Go instead. A later release
// of the tables behind them may make other keys, so sort keys are never stored:
// old and new ones would not sort together. A stored search key is still found by
// what it was made for.

// collator is what SortKey needs; it serves one caller at a time.
type collator struct {
	order  *collate.Collator
	buffer collate.Buffer
}

var collators = sync.Pool{New: func() any { return &collator{order: collate.New(language.Und, collate.Numeric)} }}

// SortKey gives bytes that sort as a person sorts the texts: by letters, with
// accents and then case only where the letters are the same, and by the value
// of the numbers in them: "Site 2" comes before "Site 10".
func SortKey(text string) []byte {
	c := collators.Get().(*collator)
	defer collators.Put(c)
	defer c.buffer.Reset()
	return append([]byte(nil), c.order.KeyFromString(&c.buffer, text)...)
}

// SearchKey is the text as a search sees it: without case, accents and width,
// with one space for each gap. The key of any part of a text is a part of the
// text's key.
func SearchKey(text string) string {
	var key strings.Builder
	key.Grow(len(text))
	gap := false
	add := func(part string) {
		if gap && key.Len() > 0 {
			key.WriteByte(' ')
		}
		gap = false
		key.WriteString(part)
	}
	for _, r := range text {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' { // most letters need nothing of what follows
			add(string(unicode.ToLower(r)))
			continue
		}
		// Letter by letter, so that a part becomes the same as in the whole.
		for _, r := range cases.Fold().String(norm.NFKD.String(string(r))) {
			r = unicode.ToLower(r) // where folding goes the other way, as in Cherokee
			switch {
			case unicode.IsSpace(r):
				gap = true
			case unicode.In(r, unicode.Mn, unicode.Cc, unicode.Cf):
			case plain[r] != "":
				add(plain[r])
			default:
				add(string(r))
			}
		}
	}
	return key.String()
}

// plain are the letters and signs that people type in another way and that Unicode
// does not decompose.
var plain = map[rune]string{
	'æ': "ae", 'đ': "d", 'ð': "d", 'ħ': "h", 'ı': "i", 'ĸ': "k", 'ł': "l", 'ŋ': "n", 'ø': "o", 'œ': "oe", 'þ': "th", 'ŧ': "t",
	'‘': "'", '’': "'", 'ʼ': "'", '‐': "-", '–': "-", '—': "-",
}
