package export

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// S18 EXP-2: no text of a farm becomes a formula, in the file or in a CSV made
// of it; numbers stay numbers, negative ones too.
func TestExportedTextsAreHarmless(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "=cmd|' /C calc'!A0", farmID)
		importBook(t, db, farmID, "date,activity,growing area,animal type,equipment,fill profile,count,note\n"+
			"2026-11-02,plant,=1+1,\"=HYPERLINK(\"\"http://evil.example\"\",\"\"x\"\")\",＝1+1,@now,30,\n"+
			"2026-11-03,harvest,=1+1,\"=HYPERLINK(\"\"http://evil.example\"\",\"\"x\"\")\",＝1+1,@now,30,-2+3\n")
		o := newOffice(t, db)
		for metric, sheet := range map[string]string{"HarvestLog": "Harvest log", "Inventory": "Inventory"} {
			f := o.made(t, manager, farmID, report.Query{Metric: metric, DateRange: "Last 30 days", Segment: map[string]string{"Inventory": "growingArea"}[metric]})
			for _, name := range []string{"About", sheet} {
				for y, row := range cellsOf(t, f, name) {
					for x, value := range row {
						at, err := excelize.CoordinatesToCellName(x+1, y+1)
						must(t, err)
						formula, err := f.GetCellFormula(name, at)
						must(t, err)
						_, notNumber := strconv.ParseFloat(value, 64)
						if formula != "" || notNumber != nil && strings.ContainsAny(value[:min(1, len(value))], "=+-@") || strings.HasPrefix(value, "＝") {
							t.Errorf("%s!%s holds %q, formula %q", name, at, value, formula)
						}
					}
				}
			}
		}
	})
}

// EXP-2: the person sees how far a large file is.
func TestExportProgress(t *testing.T) {
	row := []any{day("2026-11-20"), int64(1)}
	long := table{name: "Long", columns: []heading{{"Day", asDay, 12}, {"N", asWhole, 12}}, count: 12_000, rows: func(yield func([]any) bool) {
		for range 12_000 {
			if !yield(row) {
				return
			}
		}
	}}
	var percents []int
	told := func(percent int) error {
		percents = append(percents, percent)
		return nil
	}
	about := about{ref: farm.Ref{Zone: time.UTC}, plan: report.Plan{Ask: column.Ask{Rows: []column.Days{{From: 1, To: 2}}}}, at: noon}
	content, err := writeWorkbook(about, long, told)
	must(t, err)
	if want := []int{9, 19, 28, 38, 47, 57, 66, 76, 85, 95}; !cmp.Equal(percents, want) {
		t.Errorf("told %v", percents)
	}
	if rows := cellsOf(t, openBook(t, content), "Long"); len(rows) != 12_001 {
		t.Errorf("%d rows", len(rows))
	}
	stopped := errors.New("taken over")
	if _, err := writeWorkbook(about, long, func(int) error { return stopped }); !errors.Is(err, stopped) {
		t.Errorf("a run that was told to stop: %v", err)
	}
}
