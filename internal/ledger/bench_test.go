package ledger

import (
	"fmt"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
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
