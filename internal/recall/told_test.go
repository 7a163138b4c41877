package recall_test

import (
	"context"
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/sqldb"
)

// NEWS-5: whoever asks is called once for each firm that a recall reaches, however often it is
// followed, and not of a drill, which is no news of the firm's.
func TestAFirmThatIsReachedIsToldOfOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		var told []string
		o.OnReached(func(_ context.Context, _ *sqldb.Tx, farmID string) error {
			told = append(told, farmID)
			return nil
		})
		o.declare(manager, recall.Declaration{Kind: recall.Drill, FarmID: north, Words: recall.Words{Party: "North Bay", Reason: "Yearly drill"}, Choice: byDate})
		o.work()
		if len(told) > 0 {
			t.Errorf("a drill: %v", told)
		}
		o.real()
		o.work()
		slices.Sort(told)
		firms := []string{north, trade}
		slices.Sort(firms)
		if !slices.Equal(told, firms) {
			t.Errorf("told of %v, not of %v", told, firms)
		}
	})
}
