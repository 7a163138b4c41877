package report

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// table is the sheet with the numbers.
type table struct {
	name    string
	columns []column
	count   int
	rows    iter.Seq[[]any]
	facts   [][2]any // more for the first sheet: numbers that belong to no row
}

// about is what the first sheet says.
type about struct {
	ref   farm.Ref
	area  string
	query Query
	plan  plan
	by    string
	at    time.Time
	most  int // rows
}

// gather reads from the farm all that the file of an export holds.
func (x *Exports) gather(ctx context.Context, e stored) (a about, t table, err error) {
	caller, _ := actor.From(ctx)
	a = about{query: e.query, by: caller.Username, at: x.now(), area: "All", most: x.mostRows}
	err = x.db.Read(ctx, func(tx *sqldb.Tx) error {
		if a.ref, err = farm.RequireTo(ctx, tx, e.farmID, actor.Export); err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, e.farmID)
		if err != nil {
			return err
		}
		if a.plan, err = exportPlan(e.query, leases, ledger.Day(a.ref.Today(a.at))); err != nil {
			return err
		}
		chosen, err := chosenLeases(a.plan.leaseID, leases)
		if err != nil {
			return err
		}
		if a.plan.leaseID != "" {
			a.area = chosen[0].Name
		}
		switch e.query.Metric {
		case exportSnapshot:
			t, err = snapshotTable(ctx, tx, a, leases)
		case exportHarvestLog:
			t, err = harvestTable(ctx, tx, a, leases)
		case MetricEquipment:
			t, err = equipmentTable(ctx, tx, a, chosen)
		}
		return err
	})
	if err != nil || t.columns != nil {
		return a, t, err
	}
	report, err := x.reports.Report(ctx, e.farmID, e.query)
	return a, reportTable(report), err
}

// reportTable is a report as the page shows it: its series, its number, and
// what the formulas are made of.
func reportTable(r Report) table {
	format := map[string]cellFormat{unitAnimals: asWhole, unitSize: asSize, unitPercent: asPercent}[r.Unit]
	t := table{name: r.Metric, count: len(r.Data), columns: []column{{"From", asDay, 12}, {"To", asDay, 12}}}
	split := r.Segment != ""
	if split {
		for _, s := range r.Series {
			t.columns = append(t.columns, column{s.Label, format, 14})
		}
	}
	t.columns = append(t.columns, column{r.Metric, format, 14})
	for _, part := range []string{"Alive", "Received so far", "Harvested so far", "Lost so far"} {
		t.columns = append(t.columns, column{part, asWhole, 14})
	}
	t.rows = func(yield func([]any) bool) {
		for _, row := range r.Data {
			cells := []any{dayCell(row.From), dayCell(row.To)}
			if split {
				for _, v := range row.Values {
					cells = append(cells, v)
				}
			}
			if !yield(append(cells, row.Value, row.Inventory, row.Received, row.Harvested, row.Lost)) {
				return
			}
		}
	}
	return t
}

// dayCell is a day of a report, which is always one.
func dayCell(text string) ledger.Day {
	day, _ := ledger.ParseDay(text)
	return day
}

func equipmentTable(ctx context.Context, tx *sqldb.Tx, a about, chosen []farm.Lease) (table, error) {
	e, err := equipment(ctx, tx, a.ref.ID, chosen, a.plan.filters)
	kinds := []string{}
	for kind := range e.ChartData {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, byNumber)
	return table{
		name: MetricEquipment, count: len(kinds),
		columns: []column{{"Container type", asText, 24}, {"In use", asWhole, 12}},
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

// fieldTitles are the fields as people call them, in their order.
var fieldTitles = []string{"Animal type", "Seed source", "Year", "Month", "Size", "Equipment", "Fill profile", "Date planted", "Location planted"}

// lotColumns are those of a lot's fields.
func lotColumns() []column {
	columns := make([]column, len(fields))
	for i, f := range fields {
		columns[i] = column{fieldTitles[i], map[form]cellFormat{text: asText, number: asYear, date: asDay}[f.form], 16}
	}
	return columns
}

// lotCells are the fields of a lot, numbers as numbers and days as days.
type lotCells []any

// lotsByID gives the fields and the group of every lot of the farm.
func lotsByID(ctx context.Context, tx *sqldb.Tx, farmID string) (lots map[string]lotCells, groups map[string]string, err error) {
	lots, groups = map[string]lotCells{}, map[string]string{}
	columns := make([]string, len(fields))
	for i, f := range fields {
		columns[i] = "CAST(" + f.column + " AS TEXT)"
	}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, group string
		values := make([]string, len(fields))
		into := []any{&id, &group}
		for i := range values {
			into = append(into, &values[i])
		}
		if err := r.Scan(into...); err != nil {
			return struct{}{}, err
		}
		cells := make(lotCells, len(fields))
		for i, f := range fields {
			cells[i] = f.form.cell(values[i])
		}
		lots[id], groups[id] = cells, group
		return struct{}{}, nil
	}, "SELECT l.id, l.group_id, "+strings.Join(columns, ", ")+` FROM lots l
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`, farmID)
	return lots, groups, err
}

// cell is a value of the database, read as text, as a spreadsheet has it; nil
// where it is not known.
func (f form) cell(value string) any {
	n, _ := strconv.ParseInt(value, 10, 64) // a BIGINT column, but for a text
	switch {
	case f == text:
		return value
	case n == 0:
		return nil
	case f == date:
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

// compareCells orders the rows of a sheet by their first cells.
func compareCells(a, b []any) int {
	for i := range a {
		order := 0
		switch x := a[i].(type) {
		case string:
			y, _ := b[i].(string)
			order = byNumber(x, y)
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
