package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// EXP-1: everything on the farm now.
func TestExportedSnapshot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		// Other trays of the same group were never measured, so they have its size. What is gone is not on the farm.
		importBook(t, db, farmID, "date,activity,growing area,animal type,year,equipment,fill profile,count,containers\n"+
			"2026-11-02,plant,South,Pacific oyster,2025,rack,top,30,1\n"+
			"2026-11-02,plant,South,Pacific oyster,2025,rack,bottom,30,1\n"+
			"2026-11-03,loss,South,Pacific oyster,2025,rack,bottom,30,1\n")
		o := newOffice(t, db)
		head := []string{"Growing area", "Animal type", "Seed source", "Year", "Month", "Size", "Equipment", "Fill profile", "Date planted", "Location planted", "On hand", "Containers", "Newest size, mm", "Measured on"}
		north := []string{"North", "Pacific oyster", "", "2025", "", "", "tray", "", "", "", "800", "18", "60", fmt.Sprint(serial("2026-11-01"))}
		bags := []string{"South", "Kumamoto", "", "2026", "", "", "bag", "", "", "", "200", "4"}
		racks := []string{"South", "Pacific oyster", "", "2025", "", "", "rack", "top", "", "", "30", "1", "60", fmt.Sprint(serial("2026-11-01"))}
		for _, tt := range []struct {
			q    report.Query
			want [][]string
		}{
			{report.Query{}, [][]string{head, north, bags, racks}},
			{report.Query{ActiveLease: areas["South"]}, [][]string{head, bags, racks}},
			{report.Query{ActiveViewBy: map[string][]string{"oysterType": {"Pacific oyster"}}, ActiveLease: areas["South"]}, [][]string{head, racks}},
			{report.Query{ActiveViewBy: map[string][]string{"year": {"1999"}}}, [][]string{head}},
		} {
			tt.q.Metric = "Snapshot"
			f := o.made(t, manager, farmID, tt.q)
			if got := cellsOf(t, f, "Snapshot"); !cmp.Equal(got, tt.want) {
				t.Errorf("%+v: %s", tt.q, cmp.Diff(tt.want, got))
			}
			if got := fact(t, f, "Day"); got != fmt.Sprint(serial("2026-11-20")) {
				t.Errorf("of the day %s", got)
			}
		}
	})
}

// EXP-1: everything that was harvested in the range with all that is known of
// it; what was undone stays, with its opposite, so that the sum is the harvest
// report's.
func TestExportedHarvestLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		group := ledger.Group{OysterType: "Kumamoto", Year: 2026}
		bags := ledger.Place{LeaseID: areas["South"], Lot: ledger.Lot{Group: group, MeshSize: "bag"}}
		books := ledger.New(db, clock)
		water := int64(-5)
		facts := ledger.Facts{Landed: "2026-11-11 06:40", Buyer: "=Pike Place", BuyerAddress: "85 Pike St, Seattle", Order: "PO 7", Quantity: 7_000, Unit: ledger.Each, PriceCents: 95, Currency: "CAD", Harvester: "Mel", WaterTemp: &water}
		result, err := books.Record(manager, farmID, []ledger.Activity{
			{Kind: ledger.Harvest, Day: day("2026-11-10"), Place: bags, Count: 70, Containers: 1, Note: "for the market"},
			{Kind: ledger.Harvest, Day: day("2026-11-11"), Place: bags, Count: 7, Facts: &facts},
		})
		must(t, err)
		_, err = books.Record(manager, farmID, []ledger.Activity{{Reverses: result.Numbers[1], Note: "typed twice"}})
		must(t, err)
		o := newOffice(t, db)
		f := o.made(t, manager, farmID, report.Query{Metric: "HarvestLog", DateRange: "Last 90 days"})
		at := "46346.2083333333" // 05:00 on 20 November 2026 in Vancouver, which changes its clocks no more
		tray := []string{"Pacific oyster", "", "2025", "", "", "tray", "", "", ""}
		bag := []string{"Kumamoto", "", "2026", "", "", "bag", "", "", ""}
		row := func(date, area string, lot []string, more ...string) []string {
			return append(append([]string{fmt.Sprint(serial(date)), area}, lot...), more...)
		}
		first, second := fmt.Sprint(result.Numbers[0]), fmt.Sprint(result.Numbers[1])
		want := [][]string{
			row("2026-10-01", "North", tray, "100", "2", "", "system", at, "7"),
			row("2026-11-10", "South", bag, "70", "1", "for the market", "marin", at, first),
			row("2026-11-11", "South", bag, "7", "0", "", "marin", at, second),
			row("2026-11-11", "South", bag, "-7", "0", "typed twice", "marin", at, fmt.Sprint(result.Numbers[1]+1), second),
		}
		got := cellsOf(t, f, "Harvest log")
		if len(got) != 5 || got[0][11] != "Animals harvested" || got[0][17] != "Undoes activity" {
			t.Fatalf("header and rows: %q", got)
		}
		var sum float64
		for i, row := range got[1:] {
			n, err := strconv.ParseFloat(row[11], 64)
			must(t, err)
			sum += n
			// The first was imported by the platform, which is no user.
			want[i][14] = strings.TrimPrefix(want[i][14], "system")
			rounded, err := strconv.ParseFloat(row[15], 64)
			must(t, err)
			row[15] = strconv.FormatFloat(rounded, 'f', 10, 64)
			row = row[:min(len(row), 18)] // the facts are looked at below
			for len(row) > 0 && row[len(row)-1] == "" {
				row = row[:len(row)-1]
			}
			if !cmp.Equal(row, want[i]) {
				t.Errorf("row %d: %s", i, cmp.Diff(want[i], row))
			}
		}
		harvest, err := o.reports.Report(manager, farmID, report.Query{Metric: "Harvest", DateRange: "Last 90 days"})
		must(t, err)
		var total float64
		for _, row := range harvest.Data {
			total += *row.Value
		}
		if sum != total || sum != 170 {
			t.Errorf("the log adds up to %v, the report to %v", sum, total)
		}
		// What a regulator asks of a harvest is in the same row; what was undone is taken back.
		none, farmCells := make([]string, 10), []string{"", "Test farm", "", "", "", "British Columbia", "Canada"}
		sold := []string{"2026-11-11 06:40", "=Pike Place", "PO 7", "7", "each", "0.95", "CAD", "Mel", "-0.5", ""}
		back := slices.Clone(sold)
		back[3] = "-7"
		for i, want := range [][]string{none, none, append(sold, "6.65", "85 Pike St, Seattle"), append(back, "-6.65", "85 Pike St, Seattle")} {
			if row := got[i+1][18:]; !cmp.Equal(row, slices.Insert(slices.Clone(want), 10, farmCells...)) {
				t.Errorf("facts of row %d: %q", i, row)
			}
		}
		short := o.made(t, manager, farmID, report.Query{Metric: "HarvestLog", DateRange: "Custom", StartDate: "2026-08-01", EndDate: "2026-08-31", ActiveLease: areas["North"]})
		if rows := cellsOf(t, short, "Harvest log"); len(rows) != 2 || rows[1][11] != "50" {
			t.Errorf("August: %q", rows)
		}
	})
}

// EXP-2 REP-10: the equipment report as a file.
func TestExportedEquipment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := hungFarm(t, db)
		f := newOffice(t, db).made(t, newUser(t, db, "marin", farmID), farmID, report.Query{Metric: "Equipment", ActiveLease: areas["South"]})
		if got, want := cellsOf(t, f, "Equipment"), [][]string{{"Container type", "In use"}, {"Not known", "2"}, {"tray", "5"}}; !cmp.Equal(got, want) {
			t.Error(cmp.Diff(want, got))
		}
		if use, unused := fact(t, f, "Containers in use"), fact(t, f, "Unused spots"); use != "7" || unused != "0" {
			t.Errorf("%s in use, %s unused", use, unused)
		}
	})
}
