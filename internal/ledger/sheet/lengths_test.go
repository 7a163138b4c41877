package sheet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
)

// Lengths come in by a cell, and the mean and the number of animals follow from them.
func TestImportLengths(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, _ := newFarm(t, db)
	head := "date,activity,growing area,count,measured,size mm,lengths mm\n2026-03-01,plant,Cove,500,,,\n"
	_, err := importText(db, farmID, head+"2026-06-02,size,Cove,,,,61.2 60-65x10\n2026-06-03,size,Cove,,2,60.5,\"60,61\"\n", Options{})
	must(t, err)
	noted, err := ledger.New(db, clock).Journal(system, farmID, ledger.Of{}, 0, 2)
	must(t, err)
	if !cmp.Equal(noted[0].Lengths, []float64{60, 61}) || *noted[1].Measured != 11 || len(noted[1].LengthClasses) != 1 || *noted[1].SizeMM != float64(6862)/11/10 {
		t.Errorf("%+v\n%+v", noted[0], noted[1])
	}
	for cells, want := range map[string]string{
		"size,Cove,,,,some":          `column "lengths mm": "some" is not a length`,
		"size,Cove,,3,,60 61":        `column "measured": 3 animals were measured, but there are lengths of 2`,
		"size,Cove,,2,70,60 61":      `column "size mm": the lengths have a mean of 60.50 mm, not of 70.00 mm`,
		"size,Cove,,,,0-60x3":        `column "lengths mm": the class from 0 to 60 mm is wider`,
		"harvest,Cove,5,,,60 61":     "a measured size belongs to a size activity",
		"size,Cove,,,,60-65x9999999": `column "lengths mm": a class has from 1 to 100,000 animals`,
	} {
		_, err := importText(db, farmID, head+"2026-06-04,"+cells+"\n", Options{})
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", cells, err, want)
		}
	}
}
