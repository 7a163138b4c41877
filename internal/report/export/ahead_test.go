package export

import (
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// Exports that were requested while a clock was a day ahead do not count toward the limit of an hour.
func TestRequest_AfterAClockWasAhead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		ann := newUser(t, db, "ann", farmID)
		o := newOffice(t, db)
		request := func() error {
			_, err := o.Request(ann, farmID, Request{report.Query{Metric: "Snapshot"}, "buyer@market.example"})
			return err
		}

		right := o.time
		o.time = right.Add(24 * time.Hour)
		for range maxPerHour {
			must(t, request())
		}
		if err := request(); !fault.Is(err, fault.TooMany) {
			t.Errorf("one more: %v", err)
		}

		o.time = right
		must(t, request())
	})
}
