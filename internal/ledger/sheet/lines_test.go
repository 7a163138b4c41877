package sheet

import (
	"slices"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// REP-10 UPL-3: the import reads lines and their spots, of growing areas that
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
				Result{Activities, 1, 0, 1, 0}, "Nothing changed: everything in the 1 row was recorded before.",
				[]farm.Line{{Name: "L1", Spots: 40}, {Name: "L2"}}, []farm.Line{{Name: "C1", Spots: 7}}},
			{head + "2026-03-01,plant,North,1,10,L2,12\n",
				Result{Activities, 1, 0, 1, 1}, "1 row read: 0 activities recorded, 1 was recorded before. The lines of 1 growing area changed.",
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
			head + "2026-03-01,plant,North,9,10,,4\n":                                     {2, "spots", "is given without a line"},
			head + "2026-03-01,plant,North,9,10,L1,4\n2026-03-01,plant,North,9,10,L1,5\n": {3, "spots", "the same line has 4 spots in line 2"},
			head + "2026-03-01,plant,North,9,10,L1,-4\n":                                  {2, "spots", "-4 is negative"},
		} {
			if _, err := importText(db, farmID, sheet, Options{}); BadRows(err) == nil || BadRows(err).Rows[0] != want {
				t.Errorf("%v, want %v", err, want)
			}
		}
	})
}

// REP-10 UPL-3: a sheet leaves a growing area no fewer spots than containers
// hang there once it is recorded, as the form does not: by line, and left out
// with its row where bad rows are.
func TestSpotsBelowWhatHangsThere(t *testing.T) {
	const head = "date,activity,growing area,bag,count,containers,line,spots\n"
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		north := func() (lines []farm.Line) {
			must(t, db.Read(system, func(tx *sqldb.Tx) error {
				leases, err := farm.Leases(system, tx, farmID)
				for _, lease := range leases {
					if lease.ID == areas["North"] {
						lines = lease.Lines
					}
				}
				return err
			}))
			return lines
		}
		_, err := importText(db, farmID, head+"2026-03-01,plant,North,1,100,30,L1,40\n2026-03-01,plant,North,2,100,5,L2,\n", Options{})
		must(t, err)
		before := contents(t, db, farmID)
		said := "35 containers hang in North, and its lines would have room for 34"
		lower := head + "2026-03-02,loss,North,1,1,0,L1,24\n2026-03-02,loss,North,1,2,0,L1,24\n2026-03-02,loss,North,1,3,0,L2,10\n2026-03-02,loss,North,1,4,0,L3,0\n"
		for name, tt := range map[string]struct {
			text string
			want []RowError
		}{
			"fewer":                {head + "2026-03-02,loss,North,1,1,0,L2,10\n2026-03-02,loss,North,1,2,0,L1,24\n", []RowError{{2, "spots", said}, {3, "spots", said}}},
			"more than are hung":   {head + "2026-03-02,plant,North,3,1,20,L2,10\n", []RowError{{2, "spots", "55 containers hang in North, and its lines would have room for 50"}}},
			"of what was recorded": {head + "2026-03-01,plant,North,1,100,30,L1,4\n2026-03-01,plant,North,2,100,5,L2,2\n", []RowError{{2, "spots", "35 containers hang in North, and its lines would have room for 6"}, {3, "spots", "35 containers hang in North, and its lines would have room for 6"}}},
		} {
			if _, err := importText(db, farmID, tt.text, Options{}); BadRows(err) == nil || !slices.Equal(BadRows(err).Rows, tt.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := importText(db, farmID, strings.Replace(lower, ",L3,0", ",,", 1), Options{}); BadRows(err) == nil || len(BadRows(err).Rows) != 3 {
			t.Errorf("each row that says so: %v", err)
		}
		if after := contents(t, db, farmID); after != before || !slices.Equal(north(), []farm.Line{{Name: "L1", Spots: 40}, {Name: "L2"}}) {
			t.Fatalf("refused, and yet: %v %v", after, north())
		}
		// Ten of them go in the same sheet: then there is room.
		if result, err := importText(db, farmID, head+"2026-03-03,harvest,North,1,10,10,L1,20\n2026-03-03,loss,North,1,1,0,L2,5\n", Options{}); err != nil || result.Recorded != 2 {
			t.Fatalf("%+v %v", result, err)
		}
		s, err := Read(system, csvRows(strings.NewReader(strings.Replace(lower, ",L1,24\n2026-03-02,loss,North,1,2,0,L1,24", ",L1,19\n2026-03-02,loss,North,1,2,0,L1,19", 1)+"2026-03-02,loss,North,1,5,0,L4,3\n")), Options{SkipBad: true})
		must(t, err)
		book := ledger.New(db, clock)
		checked, err := s.Check(system, book, farmID)
		must(t, err)
		stored, err := s.Enter(system, book, checked, ledger.Staging{}, func(float64) {}, nothingMore)
		must(t, err)
		if result := s.Result(stored); result.Recorded != 5 || len(s.LeftOut(stored).Rows) != 0 {
			t.Errorf("a line without a number of spots has room for any: %+v, %v", result, s.LeftOut(stored).Rows)
		}
	})
}

// What is left out for its spots changes no line; what else the sheet says counts.
func TestSpotsThatAreLeftOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := newFarm(t, db)
		const head = "date,activity,growing area,bag,count,containers,line,spots\n"
		_, err := importText(db, farmID, head+"2026-03-01,plant,North,1,100,30,L1,40\n", Options{})
		must(t, err)
		s, err := Read(system, csvRows(strings.NewReader(head+"2026-03-02,loss,North,1,1,0,L1,10\n2026-03-02,loss,North,1,2,0,L2,5\n2026-03-02,loss,North,1,4,0,l1,10\n2026-03-02,loss,North,1,8,0,,\n")), Options{SkipBad: true})
		must(t, err)
		book := ledger.New(db, clock)
		checked, err := s.Check(system, book, farmID)
		must(t, err)
		stored, err := s.Enter(system, book, checked, ledger.Staging{}, func(float64) {}, nothingMore)
		must(t, err)
		if result, left := s.Result(stored), s.LeftOut(stored); result.Recorded != 2 || result.Lines != 1 || left.Lines != 2 || left.Rows[0].Line != 2 || left.Rows[1].Line != 4 {
			t.Errorf("%+v, left out %v", result, left.Rows)
		}
		if alive := onHand(t, db, farmID); alive != 90 {
			t.Errorf("%d are alive", alive)
		}
		must(t, db.Read(system, func(tx *sqldb.Tx) error {
			leases, err := farm.Leases(system, tx, farmID)
			for _, lease := range leases {
				if lease.ID == areas["North"] && !slices.Equal(lease.Lines, []farm.Line{{Name: "L1", Spots: 40}, {Name: "L2", Spots: 5}}) {
					t.Errorf("lines %v", lease.Lines)
				}
			}
			return err
		}))
	})
}
