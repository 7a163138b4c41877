package sheet

import (
	"io"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	system, clock    = booktest.System, booktest.Clock
	contents, onHand = booktest.Contents, booktest.OnHand
	must, newFarm    = booktest.Must, booktest.NorthAndSouth
)

func day(text string) ledger.Day {
	d, err := ledger.ParseDay(text)
	if err != nil {
		panic(err)
	}
	return d
}

func record(t testing.TB, db *sqldb.DB, farmID string, activities ...ledger.Activity) {
	t.Helper()
	_, err := ledger.New(db, clock).Record(system, farmID, activities)
	must(t, err)
}

// totals adds up the entries of a farm up to the end of a day, in one growing
// area or, where that is empty, in all.
func totals(t testing.TB, db *sqldb.DB, farmID, leaseID string, until ledger.Day) (sum ledger.Totals) {
	t.Helper()
	for kind, animals := range booktest.Sums(t, db, farmID, leaseID, int64(until)) {
		sum.Add(ledger.Kind(kind), animals)
	}
	return sum
}

func importText(db *sqldb.DB, farmID, text string, o Options) (Result, error) {
	return importFile(db, farmID, "sheet.csv", strings.NewReader(text), o)
}

func importFile(db *sqldb.DB, farmID, name string, file io.Reader, o Options) (Result, error) {
	return Import(system, ledger.New(db, clock), farmID, name, file, o)
}
