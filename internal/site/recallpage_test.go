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
	for name, page := range map[string]any{"recallpage.tmpl": &noticePage{Product: "Merroir & Co", Gone: true}, "stoppage.tmpl": stopPage{Product: "Merroir & Co", Trouble: "None."}} {
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
		text := executed(t, "recallpage.tmpl", &page)
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

// RECALL-2: a form that is refused says why in the reader's language, by field, and keeps what was typed.
func TestRecallNotice_SaysWhatIsWrong(t *testing.T) {
	for field, want := range map[string]string{"name": "Indique su nombre.", "onHand": "Escriba un número sencillo, por ejemplo 1500 o 2,5.", "note": "Una nota es un texto de 2000 caracteres como máximo."} {
		page := noticePage{Say: noticeWords["es"], WrongIn: map[string]string{}}
		page.explain(fault.ForField(field, "x"))
		if got := page.WrongIn[field]; got != want || page.Wrong != "Revise los campos siguientes." {
			t.Errorf("%s: %q, %q", field, got, page.Wrong)
		}
	}
	for field, want := range map[string]string{"total": "En total es más de lo que se le envió.", "units": "Indique las cantidades en la nota: llegaron en varias unidades."} {
		page := noticePage{Say: noticeWords["es"], WrongIn: map[string]string{}}
		page.explain(fault.ForField(field, "x"))
		if page.Wrong != want {
			t.Errorf("%s: %q", field, page.Wrong)
		}
	}

	typed := map[string]string{"name": "Kim", "onHand": "1,500", "sold": "2", "destroyed": "0x1p-2", "returned": "1e3", "note": "By the door"}
	page := noticePage{Lang: "es", Say: noticeWords["es"], Typed: typed, WrongIn: map[string]string{}}
	_, wrong := answerOf("es", typed)
	page.explain(fault.ForFields(wrong))
	page.show(book.Told{Parts: 1, Unit: ledger.Each, Lines: []book.NoticeLine{{Tag: "t", Parts: 1, Unit: ledger.Each}}})
	text := executed(t, "recallpage.tmpl", &page)
	for _, want := range []string{
		`value="Kim"`, `value="2"`, ">By the door<",
		`value="1,500" aria-invalid="true" aria-describedby="wrong-onHand"`, `id="wrong-onHand">Escriba un número`,
		`value="0x1p-2" aria-invalid="true"`, `id="wrong-destroyed"`, `value="1e3" aria-invalid="true"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not there: %s", want, text)
		}
	}
	if strings.Contains(text, `id="wrong-sold"`) {
		t.Error("a number that is right is refused")
	}
}

// RECALL-2: a number that can be read in two ways is refused, by the language of the page.
func TestRecallNotice_ReadsPlainNumbers(t *testing.T) {
	for lang, numbers := range map[string]map[string]float64{ // -1: refused
		"en": {"1500": 1500, "2.5": 2.5, "2,5": 2.5, "1,500": -1, "1.500": 1.5, "0x1p-2": -1, "1e3": -1, "-1": -1, "2000000000": -1},
		"es": {"1500": 1500, "2.5": 2.5, "2,5": 2.5, "1,500": -1, "1.500": -1},
		"fr": {"1500": 1500, "2,5": 2.5, "1,500": 1.5, "1.500": -1},
	} {
		for text, want := range numbers {
			got := -1.0
			if a, wrong := answerOf(lang, map[string]string{"sold": text}); len(wrong) == 0 {
				got = *a.Sold
			}
			if got != want {
				t.Errorf("%s %q: %v, want %v", lang, text, got, want)
			}
		}
	}
}

// RECALL-2: who has acknowledged sees what was reported, and a form to correct it while the recall is open.
func TestRecallNotice_ShowsTheReport(t *testing.T) {
	at, on := time.Date(2026, 1, 4, 15, 4, 0, 0, time.UTC).UnixMilli(), 12.345
	told := book.Told{
		Name: "Harbor House", AckedAt: &at, AckedBy: "Kim", Answer: &book.NoticeAnswer{OnHand: &on, Note: "In the walk-in"}, Parts: 20_000, Unit: ledger.Kg,
		Lines:    []book.NoticeLine{{Tag: "t", Parts: 20_000, Unit: ledger.Kg, Species: "Manila clam", Area: "Willapa Bay, WA", Harvested: 20_000}},
		Contacts: []book.NoticeContact{{Name: "North Bay", Phone: "360 555 0100"}},
	}
	for lang, field := range map[string]string{"en": `value="12.345"`, "es": `value="12.3450"`, "fr": `value="12.3450"`} {
		page := noticePage{Lang: lang, Say: noticeWords[lang]}
		page.show(told)
		text := executed(t, "recallpage.tmpl", &page)
		for _, want := range []string{field, `name="replaces"`, "In the walk-in", "Manila clam", "Willapa Bay, WA", "North Bay", "360 555 0100", noticeWords[lang]["correct"]} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not there: %s", lang, want, text)
			}
		}
	}

	told.Ended = true
	page := noticePage{Lang: "en", Say: noticeWords["en"]}
	page.show(told)
	if text := executed(t, "recallpage.tmpl", &page); strings.Contains(text, "<form") || !strings.Contains(text, "Still here (quantity): 12.345 kg") {
		t.Errorf("after the end: %s", text)
	}
}
