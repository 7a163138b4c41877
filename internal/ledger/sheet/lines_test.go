package sheet

import (
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-10 UPL-3: the import knows lines and their spots, of growing areas that
// are there and of new ones; what the sheet does not speak of stays.
func TestImportKnowsLinesAndSpots(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		const head = "date,activity,growing area,bag,count,line,spots\n"
		for _, step := range []struct {
			sheet string
			want  Result
			says  string
			north []farm.Line
			cove  []farm.Line
		}{
			{head + "2026-03-01,plant,North,1,10,L1,40\n2026-03-01,plant,north,2,10,l1,\n2026-03-01,plant,North,3,10,L2,\n2026-03-01,plant,Cove,4,10,C1,7\n",
				Result{Activities, 4, 4, 0, 2}, "4 rows read: 4 activities recorded. The lines of 2 growing areas changed.",
				[]farm.Line{{Name: "L1", Spots: 40}, {Name: "L2"}}, []farm.Line{{Name: "C1", Spots: 7}}},
			{head + "2026-03-01,plant,North,1,10,L1,40\n",
				Result{Activities, 1, 0, 1, 0}, "Nothing changed: all 1 activities of the 1 rows were recorded before.",
				[]farm.Line{{Name: "L1", Spots: 40}, {Name: "L2"}}, []farm.Line{{Name: "C1", Spots: 7}}},
			{head + "2026-03-01,plant,North,1,10,L2,12\n",
				Result{Activities, 1, 0, 1, 1}, "1 rows read: 0 activities recorded, 1 were recorded before. The lines of 1 growing areas changed.",
				[]farm.Line{{Name: "L1", Spots: 40}, {Name: "L2", Spots: 12}}, []farm.Line{{Name: "C1", Spots: 7}}},
		} {
			result, err := importText(db, farmID, step.sheet, Options{})
			must(t, err)
			if result != step.want || result.String() != step.says {
				t.Errorf("%+v %q", result, result)
			}
			must(t, db.Read(system, func(tx *sqldb.Tx) error {
				leases, err := farm.Leases(system, tx, farmID)
				for _, lease := range leases {
					want := map[string][]farm.Line{"North": step.north, "Cove": step.cove}[lease.Name]
					if !slices.Equal(lease.Lines, want) {
						t.Errorf("%s: %+v", lease.Name, lease.Lines)
					}
				}
				return err
			}))
		}
		for sheet, want := range map[string]RowError{
			head + "2026-03-01,plant,North,9,10,,4\n":                                     {2, "spots", "stands without a line"},
			head + "2026-03-01,plant,North,9,10,L1,4\n2026-03-01,plant,North,9,10,L1,5\n": {3, "spots", "the same line has 4 spots in line 2"},
			head + "2026-03-01,plant,North,9,10,L1,-4\n":                                  {2, "spots", "-4 is negative"},
		} {
			if _, err := importText(db, farmID, sheet, Options{}); BadRows(err) == nil || BadRows(err).Rows[0] != want {
				t.Errorf("%v, want %v", err, want)
			}
		}
	})
}
