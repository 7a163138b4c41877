package main

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// columns are what a scan written by hand reads: 6 bytes per entry.
type columns struct {
	days   []uint16 // since the first, in order
	deltas []int32
}

func (b *bench) readColumns(ctx context.Context) (c columns, err error) {
	err = b.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var day, delta int64
			err := r.Scan(&day, &delta)
			c.days, c.deltas = append(c.days, uint16(day-int64(b.first()))), append(c.deltas, int32(delta))
			return struct{}{}, err
		}, "SELECT day, delta FROM entries WHERE farm_id = $1 ORDER BY seq", b.farmID)
		return err
	})
	return c, err
}

// lanes is in how many sums the scan adds up a row of the report. With one, each
// addition would wait for the one before it, as neighbours share a row.
const lanes = 4

// scan adds up every entry by the row of the report that its day falls into.
func (c columns) scan(rowOf []uint16, sums *[lanes][]int64) {
	days, deltas := c.days, c.deltas[:len(c.days)]
	a, b, d, e := sums[0], sums[1], sums[2], sums[3]
	for len(days) >= lanes && len(deltas) >= lanes {
		a[rowOf[days[0]]] += int64(deltas[0])
		b[rowOf[days[1]]] += int64(deltas[1])
		d[rowOf[days[2]]] += int64(deltas[2])
		e[rowOf[days[3]]] += int64(deltas[3])
		days, deltas = days[lanes:], deltas[lanes:]
	}
	for i, day := range days {
		a[rowOf[day]] += int64(deltas[i])
	}
}

// rowsOf gives the row of the report for each day of the farm, 0 for those
// before it.
func rowsOf(r report.Report, first ledger.Day) []uint16 {
	rowOf := make([]uint16, farmDays)
	row := uint16(0)
	for i := range rowOf {
		if day := (first + ledger.Day(i)).String(); int(row) < len(r.Data) && day >= r.Data[row].From {
			row++
		}
		rowOf[i] = row
	}
	return rowOf
}

// timeScan is the time of a scan over so many rows of a report, and what it
// added up: all living animals.
func (c columns) timeScan(rowOf []uint16, rows int) (took time.Duration, living int64) {
	var sums [lanes][]int64
	for i := range sums {
		sums[i] = make([]int64, rows+1)
	}
	start := time.Now()
	c.scan(rowOf, &sums)
	took = time.Since(start)
	for _, lane := range sums {
		for _, n := range lane {
			living += n
		}
	}
	return took, living
}
