package sqldb_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/sqldb"
)

// LIST-1: names stand where a person looks for them, whatever their accents,
// case and numbers.
func TestSortKeyOrdersAsPeopleDo(t *testing.T) {
	inOrder := []string{
		"", "7 Mile", "70 Mile", "700 Mile", "Adler", "Ærø", "Aft", "Akron", "åland", "Alba", "Coles Bay", "Essex", "Etang", "étang", "Étang du Nord",
		"Evergreen", "Lodz", "Łódź", "O'Brien", "Obrien", "Øster Bay", "Otter", "site 2", "Site 2", "Site 10", "Site 10 b", "Site 100", "straße", "Strast", "Zed", "日本",
	}
	shuffled := slices.Clone(inOrder)
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		slices.SortStableFunc(shuffled, func(a, b string) int { return bytes.Compare(sqldb.SortKey(a), sqldb.SortKey(b)) })
		if !slices.Equal(shuffled, inOrder) {
			t.Fatalf("order:\n%q\nwant\n%q", shuffled, inOrder)
		}
	}
}

// LIST-1
func TestSearchKey(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"Étang du Nord":            "etang du nord",
		"E\u0301TANG":              "etang",
		"ÅLAND":                    "aland",
		"Ærø":                      "aero",
		"Łódź":                     "lodz",
		"Straße, STRASSE":          "strasse, strasse",
		"Œuvre Đuro Þór ıI İ":      "oeuvre duro thor ii i",
		"ＦＵＬＬ　width":               "full width",
		"ﬁn":                       "fin",
		"  two\t\n gaps  ":         "two gaps",
		"O’Brien – Söhne":          "o'brien - sohne",
		"100% _!":                  "100% _!",
		"soft\u00adhyphen\u200bed": "softhyphened",
		"\u0301":                   "",
		"Ꭰꭰ":                       "ꭰꭰ",
		"ΣΊΣΥΦΟΣ":                  "σισυφοσ",
		"日本 가":                     "日本 \u1100\u1161",
	} {
		if got := sqldb.SearchKey(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// LIST-1: whatever part of a name somebody types, in whatever case, finds it.
func TestAnyPartOfANameFindsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringN(0, 40, -1).Draw(t, "name")
		letters := []rune(name)
		from := rapid.IntRange(0, len(letters)).Draw(t, "from")
		to := rapid.IntRange(from, len(letters)).Draw(t, "to")
		whole, part := sqldb.SearchKey(name), sqldb.SearchKey(string(letters[from:to]))
		if !strings.Contains(whole, part) {
			t.Fatalf("%q is not in %q", part, whole)
		}
		if again := sqldb.SearchKey(whole); again != whole {
			t.Fatalf("the key %q has the key %q", whole, again)
		}
		if strings.Contains(whole, "\n") || !utf8.ValidString(whole) {
			t.Fatalf("key %q", whole)
		}
	})
}

// LIST-1: the same text always has the same key, also while others ask.
func TestSortKeyIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`[A-Za-zéÉåøŁß0-9 '-]{0,20}`), 2, 20).Draw(t, "texts")
		keys := make([][]byte, len(texts))
		for i, text := range texts {
			keys[i] = sqldb.SortKey(text)
		}
		done := make(chan bool)
		go func() {
			defer close(done)
			for i, text := range texts {
				if again := sqldb.SortKey(text); !bytes.Equal(again, keys[i]) {
					t.Errorf("%q: %x, then %x", text, keys[i], again)
				}
			}
		}()
		for i, text := range texts {
			if again := sqldb.SortKey(text); !bytes.Equal(again, keys[i]) {
				t.Errorf("%q: %x, then %x", text, keys[i], again)
			}
		}
		<-done
	})
}
