package export

import (
	"context"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/workbook"
)

// refuseRows refuses more rows than a sheet should hold.
func refuseRows(n, most int) error {
	if n <= most {
		return nil
	}
	return fault.Newf(fault.Invalid, "That is more than %s, which is more than one sheet should hold. Please choose a shorter range, a growing area or a filter.", rowsInWords(int64(most)))
}

// balance is what is at a place now.
type balance struct {
	leaseID, lotID     string
	onHand, containers int64
}

// snapshotTable is everything on the farm now: a row for each lot in a growing
// area.
func snapshotTable(ctx context.Context, tx *sqldb.Tx, a about, leases []farm.Lease) (table, error) {
	lots, groups, err := lotsByID(ctx, tx, a.ref.ID)
	if err != nil {
		return table{}, err
	}
	found, err := balancesNow(ctx, tx, a.ref.ID, a.plan, a.most)
	if err != nil {
		return table{}, err
	}
	if err := refuseRows(len(found), a.most); err != nil {
		return table{}, err
	}
	newest, err := column.NewestSizes(ctx, tx, a.ref.ID, a.plan.To())
	if err != nil {
		return table{}, err
	}
	areas := areaNames(leases)
	rows := make([][]any, len(found))
	for i, s := range found {
		row := append([]any{areas[s.leaseID]}, lots[s.lotID]...)
		size, known := newest[s.lotID]
		if !known {
			size, known = newest[groups[s.lotID]]
		}
		var mm any
		if known {
			mm = size.MM
		}
		rows[i] = append(row, s.onHand, s.containers, mm, size.Day)
	}
	sorting.By(rows, compareCells)
	columns := append([]workbook.Column{workbook.Col("Growing area", workbook.Text, 20)}, lotColumns()...)
	columns = append(columns, workbook.Col("On hand", workbook.Whole, 12), workbook.Col("Containers", workbook.Whole, 12), workbook.Col("Newest size, mm", workbook.Size, 12), workbook.Col("Measured on", workbook.Day, 12))
	return table{name: "Snapshot", columns: columns, count: len(rows), rows: slices.Values(rows)}, nil
}

// balancesNow gives one more than most, where there are more.
func balancesNow(ctx context.Context, tx *sqldb.Tx, farmID string, p report.Plan, most int) ([]balance, error) {
	from, args := fromBalances(farmID, p, most)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (b balance, err error) {
		return b, r.Scan(&b.leaseID, &b.lotID, &b.onHand, &b.containers)
	}, "SELECT b.lease_id, b.lot_id, b.on_hand, b.containers "+fmt.Sprintf(from, ""), args...)
}

// fromBalances is what the rows of a snapshot are taken from; an order goes into it.
func fromBalances(farmID string, p report.Plan, most int) (string, []any) {
	where, args := field.Where(p.Ask.Filters, []any{farmID})
	if p.Ask.LeaseID != "" {
		args = append(args, p.Ask.LeaseID)
		where += fmt.Sprintf(" AND b.lease_id = $%d", len(args))
	}
	args = append(args, most+1)
	return fmt.Sprintf(`FROM balances b
		JOIN lots l ON l.farm_id = b.farm_id AND l.id = b.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE b.farm_id = $1 AND b.on_hand > 0%s %%s LIMIT $%d`, where, len(args)), args
}

// rowsOf counts the rows of an export that has one for each entry or place, up to one
// more than most; others are bounded by their own rules.
func rowsOf(ctx context.Context, tx *sqldb.Tx, farmID, metric string, p report.Plan, most int) (int, error) {
	var from string
	var args []any
	switch metric {
	case Snapshot:
		from, args = fromBalances(farmID, p, most)
	case HarvestLog:
		from, args = fromHarvests(farmID, p, most)
	default:
		return 0, nil
	}
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM (SELECT 1 "+fmt.Sprintf(from, "")+") counted", args...)
}

// taken is a harvest, or what undoes one.
type taken struct {
	number              int64
	day                 ledger.Day
	leaseID, lotID      string
	animals, containers int64
	note, by            string
	at                  int64
	undoes              *int64
	facts               *ledger.Facts // of what it undoes, where it undoes one
}

// harvestTable is everything that was harvested in the days of the plan.
func harvestTable(ctx context.Context, tx *sqldb.Tx, a about, leases []farm.Lease) (table, error) {
	lots, _, err := lotsByID(ctx, tx, a.ref.ID)
	if err != nil {
		return table{}, err
	}
	found, err := harvests(ctx, tx, a.ref.ID, a.plan, a.most)
	if err != nil {
		return table{}, err
	}
	if err := refuseRows(len(found), a.most); err != nil {
		return table{}, err
	}
	areas := areaNames(leases)
	columns := append([]workbook.Column{workbook.Col("Date", workbook.Day, 12), workbook.Col("Growing area", workbook.Text, 20)}, lotColumns()...)
	columns = append(columns, workbook.Col("Animals harvested", workbook.Whole, 12), workbook.Col("Containers emptied", workbook.Whole, 12), workbook.Col("Note", workbook.Text, 32),
		workbook.Col("Recorded by", workbook.Text, 16), workbook.Col("Recorded at", workbook.Instant, 18), workbook.Col("Activity", workbook.Year, 10), workbook.Col("Undoes activity", workbook.Year, 10))
	columns = slices.Concat(columns, factColumns, laterColumns)
	grower, err := growerCells(ctx, tx, a.ref.ID)
	if err != nil {
		return table{}, err
	}
	places := areaPlaces(leases)
	return table{name: nameOf(HarvestLog), columns: columns, count: len(found), rows: func(yield func([]any) bool) {
		for _, h := range found {
			row := append([]any{h.day, areas[h.leaseID]}, lots[h.lotID]...)
			var undoes any
			if h.undoes != nil {
				undoes = *h.undoes
			}
			row = append(row, h.animals, h.containers, h.note, h.by, instant(h.at), h.number, undoes)
			row = append(append(row, factCells(h.facts, h.undoes != nil)...), places[h.leaseID])
			if !yield(slices.Concat(row, grower, laterCells(h))) {
				return
			}
		}
	}}, nil
}

// harvests gives one more than most, where there are more.
func harvests(ctx context.Context, tx *sqldb.Tx, farmID string, p report.Plan, most int) ([]taken, error) {
	from, args := fromHarvests(farmID, p, most)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h taken, err error) {
		var stored *string
		if err := r.Scan(&h.number, &h.day, &h.leaseID, &h.lotID, &h.animals, &h.containers, &h.note, &h.by, &h.at, &h.undoes, &stored); err != nil {
			return h, err
		}
		h.facts, err = ledger.ReadFacts(stored)
		return h, err
	}, "SELECT a.seq, e.day, e.lease_id, e.lot_id, -e.delta, -e.containers, a.note, COALESCE(u.username, ''), a.at, a.reverses, COALESCE(a.facts, o.facts) "+
		fmt.Sprintf(from, "ORDER BY e.day, e.seq"), args...)
}

// fromHarvests is what the rows of the harvest log are taken from; an order goes into it.
func fromHarvests(farmID string, p report.Plan, most int) (string, []any) {
	where, args := field.Where(p.Ask.Filters, []any{farmID, int64(p.From()), int64(p.To())})
	if p.Ask.LeaseID != "" {
		args = append(args, p.Ask.LeaseID)
		where += fmt.Sprintf(" AND e.lease_id = $%d", len(args))
	}
	args = append(args, most+1)
	return fmt.Sprintf(`FROM entries e
		JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
		JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		LEFT JOIN users u ON u.id = a.user_id
		LEFT JOIN activities o ON o.farm_id = a.farm_id AND o.seq = a.reverses
		WHERE e.farm_id = $1 AND e.kind = 'harvest' AND e.day BETWEEN $2 AND $3%s
		AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)
		%%s LIMIT $%d`, where, len(args)), args
}
