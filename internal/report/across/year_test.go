package across

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

// yearBefore is a range of the same dates a year before those of the row.
func yearBefore(t testing.TB, q report.Query, row FarmFigures) report.Query {
	t.Helper()
	date := func(text string, more int) string {
		day, err := time.Parse(time.DateOnly, text)
		must(t, err)
		return day.AddDate(0, 0, more).AddDate(-1, 0, 0).AddDate(0, 0, -more).Format(time.DateOnly)
	}
	q.DateRange, q.StartDate, q.EndDate = "Custom", "2020-01-01", date(row.To, 1)
	if row.From != "" {
		q.StartDate = date(row.From, 0)
	}
	return q
}

// SIDE-1: a year later the figures of the same days are those that stood on the page then; a farm that
// had no book is compared with nothing, and days that are not in the year before with none.
func TestTheYearBeforeByHand(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		reporttest.BusyFarm(t, db)
		reporttest.NewFarm(t, db)
		nextYear := func() time.Time { return clock().AddDate(1, 0, 0) }
		for _, megabytes := range []int{256, 0} {
			s := newServiceAt(db, nextYear, megabytes)
			q := first("-animals")
			q.LastYear = true
			farms, err := s.Farms(system, q)
			must(t, err)
			const then = "1000 alive, 100 harvested, mortality 4.1322, of the days 4.3478, 60.0000 mm"
			if row := farms.Data[0]; told(*row.LastYear) != then || told(*row.Figures) != "1000 alive, 0 harvested, mortality 4.1322, of the days 0.0000, 60.0000 mm" {
				t.Errorf("now %s, a year before %s", told(*row.Figures), told(*row.LastYear))
			}
			if area := farms.Data[0].Areas[1]; told(*area.LastYear) != "200 alive, 0 harvested, mortality 0.0000, of the days 0.0000, none mm" {
				t.Errorf("South: %s", told(*area.LastYear))
			}
			if row := farms.Data[1]; told(*row.LastYear) != "0 alive, 0 harvested, mortality none, of the days none, none mm" || told(*farms.LastYear) != then {
				t.Errorf("a farm without a book: %s; together %s", told(*row.LastYear), told(*farms.LastYear))
			}
			q.Query = report.Query{DateRange: "Custom", StartDate: "2024-02-29", EndDate: "2024-02-29", LastYear: true}
			if farms, err = s.Farms(system, q); err != nil || farms.Data[0].LastYear != nil || farms.LastYear != nil {
				t.Errorf("29 February: %+v %v", farms, err)
			}
		}
	})
}
