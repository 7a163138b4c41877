package export

import (
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/field"
)

// FIG-1: a file says where its numbers open to the entries that make them: the same question in the app.
func TestAFileLeadsToTheEntriesOfItsNumbers(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID, areas := busyFarm(t, db)
	o := newOffice(t, db)
	manager := newUser(t, db, "marin", farmID)
	const leads = "The entries behind each number"
	for name, tt := range map[string]struct {
		query report.Query
		want  url.Values
	}{
		"a split by size": {
			report.Query{Metric: "Inventory", DateRange: "Last 30 days", Segment: "sizeLabel", ActiveLease: areas["North"], LastYear: true, ActiveViewBy: map[string][]string{"oysterType": {"Pacific oyster", "Kumamoto & co"}}},
			url.Values{"report": {"inventory"}, "by": {"size"}, "from": {"2026-10-22"}, "every": {"month"}, "area": {areas["North"]}, "before": {"year"}, "animal": {"Pacific oyster", "Kumamoto & co"}, "graph": {"count"}},
		},
		"a rate, which stands in Compare": {
			report.Query{Metric: "% Mortality", DateRange: "Last 90 days", Frequency: "Weekly", KnownOn: "2026-11-01"},
			url.Values{"report": {"compare"}, "leftMetric": {"mortality"}, "leftBy": {"none"}, "leftView": {"table"}, "from": {"2026-08-04"}, "to": {"2026-11-01"}, "every": {"week"}, "known": {"2026-11-01"}},
		},
		"the harvest log": {report.Query{Metric: HarvestLog, DateRange: "Last 7 Days"}, url.Values{"report": {"harvest"}, "by": {"none"}, "from": {"2026-11-14"}, "every": {"year"}, "graph": {"count"}}},
		"parts of the yield": {
			report.Query{Metric: "Yield", DateRange: "Last 7 Days", Segment: "By Size", GraphType: "share"},
			url.Values{"report": {"yield"}, "count": {"size"}, "from": {"2026-11-14"}, "every": {"month"}, "graph": {"share"}},
		},
	} {
		found := fact(t, o.made(t, manager, farmID, tt.query), leads)
		address, err := url.Parse(found)
		must(t, err)
		for key, usual := range map[string]string{"tab": "reports", "dates": "custom", "to": "2026-11-20", "view": "table"} {
			if _, set := tt.want[key]; !set && (key != "view" || tt.want.Get("leftView") == "") {
				tt.want.Set(key, usual)
			}
		}
		if diff := cmp.Diff(tt.want, address.Query()); diff != "" || !strings.HasSuffix(address.Path, "/manage/"+farmID) {
			t.Errorf("%s: %s\n%s", name, found, diff)
		}
	}
	for _, tt := range []struct {
		query report.Query
		want  string
	}{
		{report.Query{}, "?report=equipment&tab=reports"},
		{report.Query{ActiveLease: areas["North"]}, "?area=" + areas["North"] + "&report=equipment&tab=reports"},
		{report.Query{ActiveViewBy: map[string][]string{"meshSize": {"tray"}}}, ""}, // no report shows the containers of these alone
	} {
		tt.query.Metric = report.MetricEquipment
		if found := fact(t, o.made(t, manager, farmID, tt.query), leads); !strings.HasSuffix(found, tt.want) || (found == "") != (tt.want == "") {
			t.Errorf("containers: %q, want %q", found, tt.want)
		}
	}
}

// The names in addresses are those of the web.
func TestTheNamesInAddressesAreThoseOfTheWeb(t *testing.T) {
	model, err := os.ReadFile("../../../web/src/features/reports/model.ts")
	must(t, err)
	for i, f := range field.All {
		if want := f.Name + ": '" + fieldKeys[i] + "'"; !strings.Contains(string(model), want) {
			t.Errorf("the web has no %s", want)
		}
	}
	for label, key := range countKeys {
		if want := "{ value: '" + key + "', label: '" + label + "' }"; label != "Moved On" && !strings.Contains(string(model), want) {
			t.Errorf("the web has no %s", want)
		}
	}
	pages, err := os.ReadFile("../../../web/src/features/reports/names.ts")
	must(t, err)
	for _, m := range report.Metrics {
		if page := regexp.MustCompile("key: '" + m.Key + "'").Match(pages); page == inCompare[m.Key] {
			t.Errorf("%s has a page: %v", m.Name, page)
		}
	}
}

// A question that is too long for an address has none.
func TestALongQuestionHasNoAddress(t *testing.T) {
	a := about{query: report.Query{Metric: "Inventory"}}
	p, err := report.PlanOf(report.Query{Metric: "Inventory", ActiveViewBy: map[string][]string{"nickname": {strings.Repeat("x", 3_000)}}}, nil, ledger.Day(20_000))
	must(t, err)
	if a.plan = p; a.address() != "" {
		t.Error(a.address())
	}
}
