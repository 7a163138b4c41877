package ledger

import (
	"fmt"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// BenchmarkRecord records one activity on a farm of few lots and of many: it
// must take equally long.
func BenchmarkRecord(b *testing.B) {
	for _, lots := range []int{10, 20_000} {
		b.Run(fmt.Sprintf("%d lots", lots), func(b *testing.B) {
			db := dbtest.SQLite(b)
			farmID, areas := newFarm(b, db)
			s := New(db, clock)
			d := &Draft{}
			for i := range lots {
				d.Add(Activity{Kind: Plant, Day: firstDay, Place: Place{"North", bag(fmt.Sprint(i))}, Count: 1, Containers: 1}, i+2)
			}
			_, err := enter(s, farmID, d)
			must(b, err)
			one := []Activity{{Kind: Plant, Day: firstDay, Place: Place{areas["North"], bag("7")}, Count: 1, Containers: 1}}
			for b.Loop() {
				_, err := s.Record(system, farmID, one)
				must(b, err)
			}
		})
	}
}

// BenchmarkStagedLots uploads rows that each name another lot, onto a farm that
// has none. "last-ms" is the transaction that makes them count, "batch-ms" the
// longest of the others: other writers wait for each of them on SQLite.
func BenchmarkStagedLots(b *testing.B) {
	for _, lots := range []int{5_000, 100_000} {
		b.Run(fmt.Sprintf("%d lots", lots), func(b *testing.B) {
			var last, batch time.Duration
			for b.Loop() {
				db := dbtest.SQLite(b)
				farmID, _ := newFarm(b, db)
				d := &Draft{}
				for i := range lots {
					d.Add(Activity{Kind: Plant, Day: firstDay, Place: Place{"North", bag(fmt.Sprint(i))}, Count: 1, Containers: 1}, i+2)
				}
				db.ObserveWrites(func(w sqldb.WriteTimes) {
					if w.By == "ledger.Service.finishStaging" {
						last = max(last, w.Held)
					} else {
						batch = max(batch, w.Held)
					}
				})
				_, err := enter(New(db, clock), farmID, d)
				must(b, err)
			}
			b.ReportMetric(float64(last.Milliseconds()), "last-ms")
			b.ReportMetric(float64(batch.Milliseconds()), "batch-ms")
		})
	}
}
