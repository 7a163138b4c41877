package export

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/workbook"
)

// table is the worksheet with the numbers.
type table struct {
	name    string
	columns []workbook.Column
	count   int
	rows    iter.Seq[[]any]
	facts   [][2]any // more for the first worksheet: numbers that belong to no row
}

// about is what the first worksheet says.
type about struct {
	ref   farm.Ref
	area  string
	query report.Query
	plan  report.Plan
	by    string
	at    time.Time
	most  int // rows

	publicURL string
	everyFarm bool // they see every farm, in the console
}

// gather reads from the farm all that the file of an export holds.
func (x *Service) gather(ctx context.Context, e stored) (a about, t table, err error) {
	caller, _ := actor.From(ctx)
	a = about{query: e.query, by: caller.Username, at: x.now(), area: "All", most: x.maxRows, publicURL: x.publicURL, everyFarm: caller.SeesFarms()}
	err = x.db.Read(ctx, func(tx *sqldb.Tx) error {
		if a.ref, err = farm.Reporting.RequireTo(ctx, tx, e.farmID, actor.Export); err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, e.farmID)
		if err != nil {
			return err
		}
		today := ledger.Day(a.ref.Today(a.at))
		dated, err := report.Dated(ctx, tx, a.ref, e.query, today)
		if err != nil {
			return err
		}
		if a.plan, err = planOf(dated, leases, today); err != nil {
			return err
		}
		chosen, err := report.ChosenLeases(a.plan.Ask.LeaseID, leases)
		if err != nil {
			return err
		}
		if a.plan.Ask.LeaseID != "" {
			a.area = chosen[0].Name
		}
		switch e.query.Metric {
		case Snapshot:
			t, err = snapshotTable(ctx, tx, a, leases)
		case HarvestLog:
			t, err = harvestTable(ctx, tx, a, leases)
		case report.MetricEquipment:
			t, err = equipmentTable(ctx, tx, a, chosen)
		}
		return err
	})
	if err != nil || t.columns != nil {
		return a, t, err
	}
	numbers, err := x.reports.Report(ctx, e.farmID, e.query)
	return a, reportTable(numbers), err
}

// reportTable is a report as the page shows it: its series, its number, and
// what the formulas are made of.
func reportTable(r report.Report) table {
	format := map[string]workbook.Format{report.UnitAnimals: workbook.Whole, report.UnitSize: workbook.Size, report.UnitPercent: workbook.Percent}[r.Unit]
	t := table{name: r.Metric, count: len(r.Data), columns: []workbook.Column{workbook.Col("From", workbook.Day, 12), workbook.Col("To", workbook.Day, 12)}}
	split := r.Segment != ""
	if split {
		for _, s := range r.Series {
			t.columns = append(t.columns, workbook.Col(s.Label, format, 14))
		}
	}
	yield, sum := r.Metric == report.MetricYield, sumTitle(r)
	if sum != "" {
		t.columns = append(t.columns, workbook.Col(sum, format, 14))
	}
	if yield {
		t.columns = append(t.columns, workbook.Col(r.Metric, workbook.Percent, 14))
	}
	lastYear := slices.ContainsFunc(r.Data, func(row report.Row) bool { return row.LastYear != nil })
	if lastYear {
		if split {
			for _, s := range r.Series {
				t.columns = append(t.columns, workbook.Col(s.Label+", last year", format, 14))
			}
		}
		if sum != "" {
			t.columns = append(t.columns, workbook.Col(sum+", last year", format, 14))
		}
	}
	interval := r.Metric == report.MetricInterval
	if interval {
		t.columns = append(t.columns, workbook.Col("Lost", workbook.Whole, 14), workbook.Col("At risk", workbook.Whole, 14), workbook.Col("Mark", workbook.Percent, 14))
	}
	made := []string{"Alive", "Received so far", "Harvested so far", "Lost so far"}
	part := len(r.Data) > 0 && r.Data[0].Entered != nil
	if part {
		made = append(made, "Entered so far", "Moved on so far")
	}
	made = append(made, "Missing so far")
	if interval {
		made = append(made, "Missing")
	}
	for _, head := range made {
		t.columns = append(t.columns, workbook.Col(head, workbook.Whole, 14))
	}
	t.rows = func(next func([]any) bool) {
		for _, row := range r.Data {
			cells := []any{dayCell(row.From), dayCell(row.To)}
			if split {
				for _, v := range row.Values {
					cells = append(cells, v)
				}
			}
			if sum != "" {
				cells = append(cells, row.Value)
			}
			if yield {
				cells = append(cells, row.Yield())
			}
			if lastYear {
				cells = append(cells, earlierCells(row.LastYear, len(r.Series), split, sum != "")...)
			}
			if interval {
				cells = append(cells, row.Loss, row.AtRisk, row.Mark)
			}
			cells = append(cells, row.Inventory, row.Received, row.Harvested, row.Lost)
			if part {
				cells = append(cells, *row.Entered, *row.MovedOn)
			}
			cells = append(cells, row.Missing)
			if interval {
				cells = append(cells, row.MissingIn)
			}
			if !next(cells) {
				return
			}
		}
	}
	return t
}

// sumTitle returns the title of the sum of all series, empty where it says nothing that another column
// does not: the sizes of a yield add up to its shell stock, its other count types to what was received.
func sumTitle(r report.Report) string {
	switch {
	case r.Metric != report.MetricYield:
		return r.Metric
	case r.Segment == report.YieldBySize:
		return report.YieldShellStock
	}

	return ""
}

// earlierCells are the numbers of the year before, empty where its days are not there.
func earlierCells(e *report.Earlier, series int, split, sum bool) []any {
	if e == nil {
		e = &report.Earlier{Values: make([]*float64, series)}
	}
	var cells []any
	if split {
		for _, v := range e.Values {
			cells = append(cells, v)
		}
	}
	if sum {
		cells = append(cells, e.Value)
	}

	return cells
}

// dayCell is a day of a report, which is always one.
func dayCell(text string) ledger.Day {
	day, _ := ledger.ParseDay(text)
	return day
}

func equipmentTable(ctx context.Context, tx *sqldb.Tx, a about, chosen []farm.Lease) (table, error) {
	e, err := report.EquipmentOf(ctx, tx, a.ref.ID, chosen, a.plan.Ask.Filters)
	kinds := []string{}
	for kind := range e.ChartData {
		kinds = append(kinds, kind)
	}
	sorting.By(kinds, field.ByNumber)
	return table{
		name: report.MetricEquipment, count: len(kinds),
		columns: []workbook.Column{workbook.Col("Container type", workbook.Text, 24), workbook.Col("In use", workbook.Whole, 12)},
		facts:   [][2]any{{"Containers in use", e.Total}, {"Unused spots", e.Unused}},
		rows: func(yield func([]any) bool) {
			for _, kind := range kinds {
				if !yield([]any{kind, e.ChartData[kind]}) {
					return
				}
			}
		},
	}, err
}

// lotColumns are those of a lot's fields.
func lotColumns() []workbook.Column {
	columns := make([]workbook.Column, field.Count)
	for i, f := range field.All {
		columns[i] = workbook.Col(f.Title, map[field.Form]workbook.Format{field.Text: workbook.Text, field.Number: workbook.Year, field.Date: workbook.Day}[f.Form], 16)
	}
	return columns
}

// lotCells are the fields of a lot, numbers as numbers and days as days.
type lotCells []any

// lotsByID gives the fields and the group of every lot of the farm.
func lotsByID(ctx context.Context, tx *sqldb.Tx, farmID string) (cells map[string]lotCells, groups map[string]string, err error) {
	lots, err := field.Lots(ctx, tx, farmID)
	cells, groups = make(map[string]lotCells, len(lots)), make(map[string]string, len(lots))
	for _, l := range lots {
		of := make(lotCells, field.Count)
		for i, f := range field.All {
			of[i] = fieldCell(f.Form, l.Values[i])
		}
		cells[l.ID], groups[l.ID] = of, l.GroupID
	}
	return cells, groups, err
}

// fieldCell is a value of the database, read as text, as a spreadsheet has it;
// nil where it is not known.
func fieldCell(form field.Form, value string) any {
	n, _ := strconv.ParseInt(value, 10, 64) // a BIGINT column, but for a text
	switch {
	case form == field.Text:
		return value
	case n == 0:
		return nil
	case form == field.Date:
		return ledger.Day(n)
	}
	return n
}

func areaNames(leases []farm.Lease) map[string]string {
	names := make(map[string]string, len(leases))
	for _, l := range leases {
		names[l.ID] = l.Name
	}
	return names
}

// compareCells orders the rows of a worksheet by their first cells.
func compareCells(a, b []any) int {
	for i := range a {
		order := 0
		switch x := a[i].(type) {
		case string:
			y, _ := b[i].(string)
			order = field.ByNumber(x, y)
		case int64:
			y, _ := b[i].(int64)
			order = cmp.Compare(x, y)
		case ledger.Day:
			y, _ := b[i].(ledger.Day)
			order = cmp.Compare(x, y)
		case nil:
			if b[i] != nil {
				order = 1 // what is not known comes last
			}
		}
		if b[i] == nil && a[i] != nil {
			order = -1
		}
		if order != 0 {
			return order
		}
	}
	return 0
}
