package site

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	book "github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/tagpage"
)

// The product's name is a drawing on the pages to which mails lead, and is read aloud.
func TestTheNameOnPagesOfMails(t *testing.T) {
	for name, page := range map[string]any{"recallpage.tmpl": noticePage{Product: "Merroir & Co", Gone: true}, "stoppage.tmpl": stopPage{Product: "Merroir & Co", Trouble: "None."}} {
		if text := executed(t, name, page); !strings.Contains(text, `role="img" aria-label="Merroir &amp; Co"><path d="M`) || strings.Contains(text, "ZgotmplZ") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func executed(t *testing.T, name string, page any) string {
	t.Helper()
	parsed, err := parsePage(name)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := parsed.Execute(&out, page); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// RECALL-2: a notice speaks the reader's language wherever it has words of its own: quantities,
// days and times too.
func TestANoticeInTheReadersLanguage(t *testing.T) {
	day, err := ledger.ParseDay("2026-01-03")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 4, 15, 4, 0, 0, time.UTC).UnixMilli()
	told := book.Told{Party: "State of Maine", Reason: "Vibrio", Name: "Harbor House", AckedAt: &at, AckedBy: "Kim"}
	add := func(parts int64, unit ledger.Unit) {
		told.Lines = append(told.Lines, book.NoticeLine{Tag: "t", Parts: parts, Unit: unit, Day: day})
	}
	add(40, ledger.Each)
	add(1, ledger.Each)
	add(30, ledger.Dozen)
	add(2_500, ledger.Bag)
	add(1_500, ledger.Bag)
	add(1_000, ledger.Bushel)
	add(12_345, ledger.Kg)
	for lang, want := range map[string][]string{
		"en": {"40 animals, 3 Jan 2026", "1 animal,", "2.5 dozen", "2.5 bags", "1.5 bags", "1 bushel,", "12.345 kg", "Kim, on 4 Jan 2026, 3:04 pm UTC"},
		"es": {"40 animales, 3 ene 2026", "1 animal,", "2.5 docenas", "2.5 sacos", "1 bushel,", "12.345 kg", "Kim, el 4 ene 2026, 15:04 h UTC"},
		"fr": {"40 animaux, 3 janv. 2026", "1 animal,", "2,5 douzaines", "2,5 sacs", "1,5 sac,", "1 boisseau,", "12,345 kg", "Kim, le 4 janv. 2026, 15 h 04 UTC"},
	} {
		page := noticePage{Lang: lang, Say: noticeWords[lang]}
		page.show(told)
		text := executed(t, "recallpage.tmpl", page)
		for _, words := range want {
			if !strings.Contains(text, words) {
				t.Errorf("%s does not say %q: %s", lang, words, text)
			}
		}
	}
	for _, lang := range tagpage.Languages {
		if got, want := slices.Sorted(maps.Keys(noticeWords[lang])), slices.Sorted(maps.Keys(noticeWords["en"])); !slices.Equal(got, want) {
			t.Errorf("the words of %s are %v, want %v", lang, got, want)
		}
	}
}

// A form that is refused says why in the reader's language, and keeps what was typed.
func TestANoticeThatIsAnsweredWrongly(t *testing.T) {
	for field, want := range map[string]string{"name": "Indique su nombre.", "number": "Una cantidad es un número.", "note": "Una nota es un texto de 2000 caracteres como máximo."} {
		if got := wrongIn(noticeWords["es"], fault.ForField(field, "x")); got != want {
			t.Errorf("%s: %q", field, got)
		}
	}
	say := noticeWords["es"]
	if got := wrongIn(say, fault.New(fault.Invalid, "x")); got != say["wrong"] || got == "" {
		t.Errorf("%q", got)
	}
	page := noticePage{Lang: "es", Say: say, Wrong: say["wrong number"], Typed: map[string]string{"name": "Kim", "onHand": "a few", "sold": "2", "destroyed": "1", "note": "By the door"}}
	page.show(book.Told{Lines: []book.NoticeLine{{Tag: "t", Parts: 1, Unit: ledger.Each}}})
	text := executed(t, "recallpage.tmpl", page)
	for _, typed := range []string{`value="Kim"`, `value="a few"`, `value="2"`, `value="1"`, ">By the door<", say["wrong number"]} {
		if !strings.Contains(text, typed) {
			t.Errorf("%q is lost: %s", typed, text)
		}
	}
}
