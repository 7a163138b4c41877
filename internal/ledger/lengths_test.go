package ledger

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Lengths of a sample are stored in order with their mean, told again, recognised when they are
// sent again in another order, and left out once they are undone.
func TestLengthsOverHTTP(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		record(t, db, farmID, Activity{Kind: Plant, Day: day("2026-03-01"), Place: Place{areas["North"], bag("a")}, Count: 1000})
		api, path := newAPI(New(db, clock)), "/api/v2/activities/"+farmID
		sample := object{"id": "s", "activity": "size", "date": "2026-06-02", "leaseId": areas["North"], "group": springGroup(), "lot": object{"meshSize": "bag", "nickname": "a"},
			"lengths": []float64{61.2, 58, 61.2}, "lengthClasses": []object{{"fromMm": 60, "toMm": 65, "count": 10}}}
		batch := object{"activities": []object{sample}}
		var made struct {
			Recorded, Skipped int
			Activities        []struct{ Number int64 }
		}
		if status := ask(t, api, "POST", path, batch, &made); status != 200 || made.Recorded != 1 {
			t.Fatalf("%d %+v", status, made)
		}
		// 61.2 + 58 + 61.2 + 10 x 62.5 = 805.4 over 13 animals: 61.97 as a mean is within half a tenth.
		sample["lengths"], sample["measured"], sample["sizeMm"] = []float64{58, 61.2, 61.2}, 13, 61.97
		if status := ask(t, api, "POST", path, batch, &made); status != 200 || made.Skipped != 1 {
			t.Errorf("again: %d %+v", status, made)
		}
		sample["lengths"] = []float64{58, 61.2, 61.3}
		if status := ask(t, api, "POST", path, batch, &made); status != 409 {
			t.Errorf("other lengths under the same id: %d", status)
		}
		var page struct{ Data []Noted }
		ask(t, api, "GET", path, nil, &page)
		noted := page.Data[0]
		if *noted.Measured != 13 || fmt.Sprintf("%.4f", *noted.SizeMM) != "61.9538" || !cmp.Equal(noted.Lengths, []float64{58, 61.2, 61.2}) ||
			!cmp.Equal(noted.LengthClasses, []classBody{{60, 65, 10}}) || page.Data[1].Lengths != nil {
			t.Errorf("%+v", noted)
		}
		asked := lotDays(t, db, farmID, day("2026-06-02"))
		if found := lengthsOf(t, db, farmID, asked); len(found) != 1 || found[0].Count() != 13 {
			t.Errorf("%+v", found)
		}
		undo := object{"activities": []object{{"id": "u", "activity": "correction", "reverses": made.Activities[0].Number}}}
		if status := ask(t, api, "POST", path, undo, &made); status != 200 {
			t.Fatalf("undo: %d", status)
		}
		if found := lengthsOf(t, db, farmID, asked); len(found) != 0 {
			t.Errorf("undone: %+v", found)
		}
	})
}

func lotDays(t *testing.T, db *sqldb.DB, farmID string, on Day) (asked []LotDay) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) error {
		ids, err := sqldb.All(system, tx, sqldb.Scalar[string], "SELECT id FROM lots WHERE farm_id = $1", farmID)
		for _, id := range ids {
			asked = append(asked, LotDay{id, on})
		}
		return err
	}))
	return asked
}

func lengthsOf(t *testing.T, db *sqldb.DB, farmID string, asked []LotDay) (all []*Lengths) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) error {
		found, err := LengthsOf(system, tx, farmID, asked)
		for _, some := range found {
			all = append(all, some...)
		}
		return err
	}))
	return all
}

// Lengths that cannot be are refused in words, by their field.
func TestLengthsThatCannotBe(t *testing.T) {
	one := func(from, to, n int64) *Lengths { return NewLengths([]Class{{from, to, n}}) }
	var many []Class
	for i := range int64(1_001) {
		many = append(many, Class{i + 1, i + 1, 1})
	}
	for what, tt := range map[string]struct {
		lengths       *Lengths
		measured, sum int64
		field, reason string
	}{
		"one":                {one(612, 612, 1), 1, 612, "", ""},
		"a class":            {one(0, 50, 10), 10, 250, "", ""},
		"a rounded mean":     {one(612, 613, 1), 1, 613, "", ""},
		"nothing":            {one(0, 0, 1), 1, 0, FieldLengths, "0 is not a length from 0.1 to 1000 mm"},
		"negative":           {one(-1, -1, 1), 1, 1, FieldLengths, "-0.1 is not a length"},
		"too long":           {one(10_001, 10_001, 1), 1, 10_001, FieldLengths, "1000.1 is not a length"},
		"backward":           {one(650, 600, 10), 10, 6250, FieldLengths, "the class from 65 to 60 mm ends before it begins"},
		"too wide":           {one(0, 501, 10), 10, 2505, FieldLengths, "wider than 50 mm"},
		"beyond":             {one(9_900, 10_100, 1), 1, 10_000, FieldLengths, "is not between 0 and 1000 mm"},
		"a class of nobody":  {one(600, 650, 0), 0, 0, FieldLengths, "from 1 to 100,000 animals"},
		"too many":           {one(600, 650, 100_001), 100_001, 62_500_625, FieldLengths, "from 1 to 100,000 animals"},
		"too many lengths":   {NewLengths(many), 1_001, 501_501, FieldLengths, "at most 1000 different lengths"},
		"another number":     {one(600, 650, 10), 12, 7500, FieldMeasured, "12 animals were measured, but there are lengths of 10"},
		"another mean":       {one(600, 650, 10), 10, 6310, FieldSize, "the lengths have a mean of 62.50 mm, not of 63.10 mm"},
		"a little other one": {one(600, 650, 10), 10, 6257, FieldSize, "not of 62.57 mm"},
	} {
		a := Activity{Kind: Size, Day: day("2026-06-02"), Measured: tt.measured, SizeSum: tt.sum, Lengths: tt.lengths}
		field, reason := a.Refuse(day("2026-06-05"))
		if field != tt.field || !strings.Contains(reason, tt.reason) || (reason == "") != (tt.reason == "") {
			t.Errorf("%s: %q %q", what, field, reason)
		}
	}
	if field, _ := (Activity{Kind: Loss, Day: 1, Count: 1, Lengths: one(600, 600, 1)}).Refuse(5); field != FieldMeasured {
		t.Errorf("lengths of a loss: %q", field)
	}
}

func TestParseLengths(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"61.2 60;63.56":           "[[600,600,1],[612,612,1],[636,636,1]]",
		"60-65x10 62X3  62":       "[[600,650,10],[620,620,4]]",
		"60-65":                   "[[600,650,1]]",
		"sixty":                   `"sixty" is not a length`,
		"60-60x2":                 `"60-60x2" is not a length`,
		"62x":                     `"62x" is not a length`,
		"inf nan 0x1p4 1e2 x 5-6": `"inf" is not a length`,
		"1e2":                     `"1e2" is not a length`,
	} {
		l, err := ParseLengths(text)
		if got := l.text(); err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s %v", text, got, err)
		}
	}
}
