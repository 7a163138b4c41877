package ledger

import (
	"context"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/fault"
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
		sheet, err := readSheet(context.Background(), csvRows(strings.NewReader(text)), Options{AreaPrefix: "Site "})
		if err != nil {
			if bad := BadRows(err); !fault.Is(err, fault.Invalid) || bad != nil && (len(bad.Rows) == 0 || len(bad.Rows) > mostListed) {
				t.Fatalf("refused without a list: %v", err)
			}
			return
		}
		if len(sheet.acts)+len(sheet.visits) != sheet.rows {
			t.Fatalf("%d activities and %d visits of %d rows", len(sheet.acts), len(sheet.visits), sheet.rows)
		}
		for i := range sheet.acts {
			a := &sheet.acts[i]
			if a.day <= 0 || a.line < 2 || a.count < 0 || a.measured < 0 || a.containers < 0 || a.kind.kind() == "" || sheet.places[a.place].LeaseID == "" ||
				(a.kind.kind() == Move) != (len(sheet.partsOf(a)) == 1) {
				t.Fatalf("activity %d passed: %+v", i, a)
			}
		}
		for _, v := range sheet.visits {
			if v.day <= 0 || v.area == "" || v.dead < 0 || v.taken < 0 || v.counted-v.dead-v.taken < 0 || (v.measured == 0) != (v.sizeSum == 0) {
				t.Fatalf("visit passed: %+v", v)
			}
		}
	})
}
