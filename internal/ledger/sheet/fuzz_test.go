package sheet

import (
	"context"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/notebook"
)

// UPL-3: whatever bytes arrive, the reader answers with activities that keep
// the rules or with a bounded list of bad rows.
func FuzzReadSheet(f *testing.F) {
	f.Add(string(notebook.CSV[:400]))
	f.Add(activitySheet)
	f.Add("\ufeffdate;activity;site\n2026-03-01;plant;\"a\nb\"\n")
	f.Add("date,site,bag,counted\n2026-03-01,A,1,9999999999999999999\n")
	f.Fuzz(func(t *testing.T, text string) {
		said := &noted{}
		s := &Sheet{Bad: &RowErrors{}, into: said, options: Options{AreaPrefix: "Site "}}
		if err := s.read(context.Background(), csvRows(strings.NewReader(text))); err != nil {
			if bad := BadRows(err); !fault.Is(err, fault.Invalid) || bad != nil && (len(bad.Rows) == 0 || len(bad.Rows) > ledger.MaxListed) {
				t.Fatalf("refused without a list: %v", err)
			}
			return
		}
		if len(said.activities)+len(said.visits) != s.Rows {
			t.Fatalf("%d activities and %d visits of %d rows", len(said.activities), len(said.visits), s.Rows)
		}
		for i, a := range said.activities {
			if field, reason := a.Refuse(a.Day); reason != "" || said.rows[i] < 2 || a.Place.LeaseID == "" || (a.Kind == ledger.Move) != (len(a.To) == 1) {
				t.Fatalf("activity %d passed: %+v: %s %s", i, a, field, reason)
			}
		}
		for _, v := range said.visits {
			if v.Day <= 0 || v.Area == "" || v.Dead < 0 || v.Taken < 0 || v.Counted-v.Dead-v.Taken < 0 || (v.Measured == 0) != (v.SizeSum == 0) {
				t.Fatalf("visit passed: %+v", v)
			}
		}
	})
}

// noted is what a sheet says, in the order of its rows.
type noted struct {
	activities []ledger.Activity
	rows       []int
	visits     []ledger.Visit
}

func (n *noted) Add(a ledger.Activity, row int) error {
	n.activities, n.rows = append(n.activities, a), append(n.rows, row)
	return nil
}

func (n *noted) AddVisit(v ledger.Visit) error {
	n.visits = append(n.visits, v)
	return nil
}
