package recall_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/dossier"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/workbook/workbooktest"
)

// pagesOf are the texts of a PDF's pages, the strings one on a line.
func pagesOf(t *testing.T, content []byte) (pages []string) {
	t.Helper()
	if dir := os.Getenv("MERROIR_SHOW_DOCUMENTS"); dir != "" { // to be looked at
		must(t, os.WriteFile(fmt.Sprintf("%s/%s-%d.pdf", dir, strings.ReplaceAll(t.Name(), "/", "-"), time.Now().UnixNano()), content, 0o600))
	}
	for _, stream := range regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`).FindAllSubmatch(content, -1) {
		reader, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // no text
		}
		text, err := io.ReadAll(reader)
		must(t, err)
		var page strings.Builder
		for _, s := range regexp.MustCompile(`\(((?:\\.|[^\\)])*)\) ?Tj`).FindAllSubmatch(text, -1) {
			page.WriteString(regexp.MustCompile(`\\(.)`).ReplaceAllString(string(s[1]), "$1") + "\n")
		}
		if page.Len() > 0 {
			pages = append(pages, page.String())
		}
	}
	return pages
}

// sheetOf are the rows of a worksheet, as they are stored.
func sheetOf(t *testing.T, content []byte, name string) [][]string {
	t.Helper()
	workbooktest.CheckRanges(t, content)
	f, err := excelize.OpenReader(bytes.NewReader(content))
	must(t, err)
	defer f.Close()
	rows, err := f.GetRows(name, excelize.Options{RawCellValue: true})
	must(t, err)
	return rows
}

func (o *office) documents(t *testing.T, farmID, id string) (w recall.Whole, pages []string, sheet []byte) {
	t.Helper()
	who := recaller
	if farmID != "" {
		who = manager
	}
	w, err := o.Whole(who, farmID, id)
	must(t, err)
	pdf, err := dossier.PDF(&w)
	must(t, err)
	again, err := dossier.PDF(&w)
	must(t, err)
	if !bytes.Equal(pdf, again) {
		t.Error("the same book gives another document")
	}
	sheet, err = dossier.XLSX(&w)
	must(t, err)
	return w, pagesOf(t, pdf), sheet
}

func said(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// RECALL-5: the authority's document and spreadsheet have what the book has: who, why, what was
// chosen, the way to everybody, notices with their times, accounts, corrections and the end.
func TestTheBookAsADocument(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		house, bar := o.party(id, "Harbor House"), o.party(id, "Corner Bar")
		o.now = o.now.Add(17 * time.Minute)
		must(t, o.NoteCall(recaller, "", id, bar.ID, "Lou (the owner)", "has it in the cooler"))
		must(t, o.Acknowledge(nobody, o.linkTo(t, "chef@harbor.example"), "Kim", recall.NoticeAnswer{Note: "In the walk-in"}, false))
		enter := func(p recall.PartyDetail, tagID string, what recall.Outcome, n float64) string {
			t.Helper()
			entry, err := o.Account(recaller, "", id, recall.NewEntry{PartyID: p.ID, TagID: tagID, Outcome: what, Quantity: n, Note: "=1+1"})
			must(t, err)
			return entry
		}
		enter(house, part, recall.Returned, 15.125)
		must(t, o.TakeBack(recaller, "", id, enter(house, part, recall.Sold, 4), "It was destroyed"))
		enter(bar, held, recall.Destroyed, 2)
		wider := scope.Choice{Area: "Willapa"}
		reach, err := o.Preview(recaller, "", wider)
		must(t, err)
		must(t, o.Correct(recaller, "", id, recall.Correction{Words: words(), Choice: wider, Seen: reach.Seen, Why: "The whole bay after all"}))
		o.work()
		must(t, o.End(recaller, "", id, "Nothing is left", "Still open"))
		o.work()

		w, pages, sheet := o.documents(t, "", id)
		text := strings.Join(pages, "")
		for _, want := range []string{
			"Recall by Washington State", "Vibrio in two people", "2026-11-20 09:00 UTC, by rea", "Willapa", "2026-11-20 09:17 UTC", "Nothing is left",
			"North Bay", "Pike Place", "Harbor House", "Corner Bar", "Elsewhere", "Lou (the owner)", "They say: In the walk-in", "Kim",
			"The whole bay after all", "before: harvested at Willapa, days of harvest 2026-11-10", "taken back: =1+1", "takes an entry back: It was destroyed",
			"Reached through " + lot[0] + " (North Bay, received) > " + part, "reached through " + lot[0] + " > " + part + " > " + held, "1 of ",
		} {
			if !strings.Contains(strings.ReplaceAll(text, "\n", " "), want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
		for i, page := range pages {
			if strings.Contains(page, "DRILL") || !strings.Contains(page, fmt.Sprintf("\n%d of %d\n", i+1, len(pages))) {
				t.Errorf("page %d: %s", i+1, page)
			}
		}
		accounts := sheetOf(t, sheet, "Accounts")[1:]
		for _, p := range w.Parties {
			for _, l := range p.Lines {
				cells := []string{p.Name, strings.Join(p.Shippers, ", "), l.TagID, strings.Join(w.Path(l.TagID), " > "), l.Unit}
				for _, n := range []float64{l.Received, l.PassedOn, l.Shipped, l.Returned, l.Destroyed, l.Sold, l.Unaccounted, l.Recovered, l.Accounted} {
					cells = append(cells, said(n))
				}
				if got := accounts[0]; strings.Join(got, "|") != strings.Join(cells, "|") {
					t.Errorf("%q, want %q", got, cells)
				}
				accounts = accounts[1:]
				for _, one := range []string{l.TagID, said(l.Shipped), said(l.Unaccounted), said(l.Recovered) + " %"} {
					if !strings.Contains(text, "\n"+one+"\n") {
						t.Errorf("%q of %s is not on paper", one, p.Name)
					}
				}
			}
		}
		want(t, "rows left", len(accounts), 0)
		want(t, "tags", len(sheetOf(t, sheet, "Tags"))-1, int(w.Reach.Seen.Tags))
		want(t, "history", len(sheetOf(t, sheet, "History"))-1, len(w.History))
		sent := 0
		for _, p := range w.Parties {
			sent += len(p.Notices)
		}
		want(t, "notices", len(sheetOf(t, sheet, "Notices"))-1, sent)
		entries := sheetOf(t, sheet, "Entries")[1:]
		want(t, "entries", len(entries), 4)
		book, err := excelize.OpenReader(bytes.NewReader(sheet))
		must(t, err)
		for i, e := range entries {
			formula, err := book.GetCellFormula("Entries", fmt.Sprintf("J%d", i+2))
			must(t, err)
			if formula != "" || strings.HasPrefix(e[9], "'") {
				t.Errorf("a note is not the text that was entered: %q, formula %q", e, formula)
			}
		}
		if got := sheetOf(t, sheet, "Notices")[1][4]; got != said(46346.375) { // 2026-11-20 09:00
			t.Errorf("sent at %s", got)
		}
	})
}

// RECALL-5: a firm has its own part alone, and nobody else has any.
func TestTheDocumentOfAFirm(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		id := o.real()
		w, pages, sheet := o.documents(t, north, id)
		text := strings.Join(pages, "")
		for _, one := range w.Tags {
			want(t, "firm of "+one.ID, one.FarmID, north)
		}
		for _, name := range []string{"Who is told", "Accounts", "Tags", "Firms", "Notices"} {
			text += fmt.Sprint(sheetOf(t, sheet, name))
		}
		if !strings.Contains(text, "That of North Bay alone") || !strings.Contains(text, "Harbor House") || strings.Contains(text, "Corner Bar") || strings.Contains(text, "Lou") {
			t.Error(text)
		}
		if _, err := o.Whole(manager, trade, id); !fault.Is(err, fault.NotFound) {
			t.Errorf("of another firm: %v", err)
		}
		if _, err := o.Whole(manager, "", id); !fault.Is(err, fault.Denied) {
			t.Errorf("all of it: %v", err)
		}
		if _, err := o.Whole(staff, "", id); err != nil {
			t.Errorf("staff: %v", err)
		}
	})
}

// RECALL-5: a drill says so on every page and every sheet.
func TestTheDocumentOfADrill(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		var more []event.Event
		for i := range 120 {
			more = append(more, event.Event{Key: fmt.Sprint("many ", i), Kind: tag.Ship, TagID: part, Day: day("2026-11-13"), Quantity: 0.01, Unit: "bag", To: &tag.Consignee{Name: fmt.Sprint("Guest ", i)}})
		}
		o.take(north, more...)
		id := o.declare(manager, recall.Declaration{Kind: recall.Drill, FarmID: north, Words: words(), Choice: byDate})
		o.work()
		must(t, o.End(manager, north, id, "Done", "Still open"))
		w, pages, sheet := o.documents(t, north, id)
		if w.Result == nil || len(pages) < 3 {
			t.Fatalf("%d pages, %+v", len(pages), w.Result)
		}
		for i, page := range pages {
			if !strings.Contains(page, "DRILL: this is an exercise") {
				t.Errorf("page %d: %s", i+1, page)
			}
		}
		f, err := excelize.OpenReader(bytes.NewReader(sheet))
		must(t, err)
		defer f.Close()
		for _, name := range f.GetSheetList() {
			if !strings.HasPrefix(name, "DRILL ") {
				t.Errorf("sheet %s", name)
			}
		}
	})
}

// A recall of ten thousand tags is written whole, within what a request may take.
func TestALargeDocument(t *testing.T) {
	w := recall.Whole{}
	w.Kind, w.Party, w.ID = "recall", "State", id('d', 1)
	for p := range 500 {
		one := recall.PartyDetail{RecallParty: recall.RecallParty{Kind: "consignee", Name: fmt.Sprint("Guest ", p), Firm: "North Bay", Told: "delivered"}}
		for n := range 20 {
			one.Lines = append(one.Lines, recall.PartyLine{TagID: id('a', p*20+n), RecallTotal: recall.RecallTotal{Unit: "bag", Shipped: 2, Returned: 1, Unaccounted: 1, Recovered: 50, Accounted: 50}})
			w.Tags = append(w.Tags, reach.ReachedTag{ID: id('a', p*20+n), Firm: "North Bay", Unit: ledger.Each})
		}
		w.Parties = append(w.Parties, one)
	}
	begun := time.Now()
	pdf, err := dossier.PDF(&w)
	must(t, err)
	sheet, err := dossier.XLSX(&w)
	must(t, err)
	t.Logf("%d and %d bytes in %v", len(pdf), len(sheet), time.Since(begun))
	there := map[string]bool{}
	for line := range strings.Lines(strings.Join(pagesOf(t, pdf), "")) {
		there[strings.TrimSpace(line)] = true
	}
	for n := range 10_000 {
		if !there[id('a', n)] {
			t.Fatalf("tag %d is not on paper", n)
		}
	}
	want(t, "rows", len(sheetOf(t, sheet, "Accounts")), 10_001)
	if len(pdf) > 10<<20 || len(sheet) > 10<<20 {
		t.Errorf("%d and %d bytes", len(pdf), len(sheet))
	}
}

// Whatever a dozen comes to, recall documents and notices say it to three decimals (C04).
func TestRecallDocuments_SayQuantitiesToThreeDecimals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		animals := []int{250, 80, 1, 5, 7, 11, 13}
		var ids []string
		for i, n := range animals {
			ids = append(ids, id('e', i+1))
			bag := paper(ids[i], "2026-11-10", float64(n)/12)
			bag.Unit = ledger.Dozen
			o.take(north, bag)
			o.take(north, event.Event{Key: fmt.Sprint("ship dozens ", i), Kind: tag.Ship, TagID: ids[i], Day: day("2026-11-13"), Quantity: float64(n) / 12, Unit: ledger.Dozen,
				To: &tag.Consignee{Name: fmt.Sprint("Diner ", n), Email: fmt.Sprintf("diner%d@harbor.example", n)}})
		}
		recallID := o.declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: scope.Choice{Tags: ids}})
		o.work()
		n := func(quantity float64) *float64 { return &quantity }
		link := o.linkTo(t, "diner80@harbor.example")
		must(t, o.Acknowledge(nobody, link, "Kim", recall.NoticeAnswer{Sold: n(80.0 / 12)}, false))
		must(t, o.Acknowledge(nobody, link, "Kim", recall.NoticeAnswer{Sold: n(79.0 / 12), OnHand: n(1.0 / 12)}, true))
		want(t, "sold, as the app reads it", *o.party(recallID, "Diner 80").Notices[0].Answer.Sold, 6.583)
		told, err := o.ByToken(nobody, link)
		must(t, err)
		want(t, "still there, as the link shows it", *told.Answer.OnHand, 0.083)
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			stored, err := sqldb.One(nobody, tx, sqldb.Scalar[string], "SELECT answer FROM recall_notices WHERE acked_by = 'Kim'")
			want(t, "as stored", stored, `{"note":"","onHand":0.083,"sold":6.583,"destroyed":null,"returned":null}`)
			return err
		}))
		history := o.get(recallID).History
		corrected := history[len(history)-1].Detail
		want(t, "sold before", corrected["before"].(map[string]any)["sold"], any(6.667))
		want(t, "sold now", corrected["answer"].(map[string]any)["sold"], any(6.583))
		must(t, o.Acknowledge(nobody, o.linkTo(t, "diner250@harbor.example"), "Lou", recall.NoticeAnswer{}, false))
		o.exec(`UPDATE recall_notices SET answer = '{"sold":20.833333333333332,"onHand":0}' WHERE acked_by = 'Lou'`) // by an earlier release
		want(t, "stored before", *o.party(recallID, "Diner 250").Notices[0].Answer.Sold, 20.833)
		_, pages, sheet := o.documents(t, "", recallID)

		long := regexp.MustCompile(`\d\.\d{4,}`)
		text := strings.ReplaceAll(strings.Join(pages, ""), "\n", " ")
		for _, want := range []string{"20.833", "6.667", "0.083", "0.417", "0.583", "0.917", "1.083"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in the PDF", want)
			}
		}
		if found := long.FindString(text); found != "" {
			t.Errorf("the PDF has %s", found)
		}
		for _, name := range []string{"Firms", "Tags", "Accounts", "Entries"} {
			for _, row := range sheetOf(t, sheet, name) {
				for _, cell := range row {
					if long.MatchString(cell) && !strings.Contains(cell, " ") {
						t.Errorf("%s has %s", name, cell)
					}
				}
			}
		}
		reported := map[string]bool{}
		for _, row := range sheetOf(t, sheet, "Notices")[1:] {
			for _, cell := range row[min(11, len(row)):] {
				reported[cell] = true
			}
		}
		want(t, "what is reported", strings.Join(slices.Sorted(maps.Keys(reported)), " "), "0 0.083 20.833 6.583")
		if history := fmt.Sprint(sheetOf(t, sheet, "History")); long.MatchString(history) {
			t.Errorf("the history has %s", long.FindString(history))
		}
		if len(o.sent) == 0 {
			t.Error("nobody was told")
		}
		for _, letter := range o.sent {
			if found := long.FindString(letter.Text + letter.HTML); found != "" {
				t.Errorf("a letter has %s", found)
			}
		}
	})
}
