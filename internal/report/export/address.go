package export

import (
	"net/url"

	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
)

// fieldKeys are the fields of lots in the addresses of the web, in the order of field.All.
var fieldKeys = [field.Count]string{"animal", "seed", "year", "month", "size", "equipment", "fill", "planted", "place"}

// longestAddress is more than a browser or a cell of a spreadsheet takes for sure.
const longestAddress = 2_000

// address is where the numbers of an export stand in the app, of the same days, growing area
// and lots: there each opens to the entries that make it. Empty for containers of chosen lots, which
// no report shows, and for a question that is too long for an address.
func (a about) address() string {
	asked := url.Values{"tab": {"reports"}}
	for key, value := range map[string]string{"area": a.plan.Ask.LeaseID, "known": a.plan.Query.KnownOn} {
		if value != "" {
			asked.Set(key, value)
		}
	}
	switch {
	case a.query.Metric != report.MetricEquipment:
		a.askReport(asked)
	case len(a.plan.Ask.Filters) > 0:
		return ""
	default:
		asked.Set("report", "equipment")
	}
	section := "/manage/"
	if a.everyFarm {
		section = "/farms/"
	}
	address := a.publicURL + section + a.ref.ID + "?" + asked.Encode()
	if len(address) > longestAddress {
		return ""
	}
	return address
}

// askReport puts the metric, days and lots into the address.
func (a about) askReport(asked url.Values) {
	by := map[string]string{"": "none", column.ByArea: "area"}
	for i, f := range field.All {
		by[f.Name] = fieldKeys[i]
	}
	q := a.plan.Query
	m, _ := report.MetricNamed(q.Metric)
	for key, value := range map[string]string{
		"report": m.Key, "view": "table", "dates": "custom", "from": a.plan.From().String(), "to": a.plan.To().String(),
		"every": map[string]string{report.Yearly: "year", report.Monthly: "month", report.Weekly: "week", report.Daily: "day"}[q.Frequency],
	} {
		asked.Set(key, value)
	}
	for i, f := range field.All {
		if values := q.ActiveViewBy[f.Name]; len(values) > 0 {
			asked[fieldKeys[i]] = values
		}
	}
	if q.LastYear {
		asked.Set("before", "year")
	}
	if m.Whole {
		asked.Set("graph", q.GraphType)
	}
	switch {
	case q.Metric == report.MetricYield:
		asked.Set("count", countKeys[q.Segment])
	case inCompare[m.Key]:
		asked.Set("report", "compare")
		asked.Set("leftMetric", m.Key)
		asked.Set("leftBy", by[q.Segment])
		asked.Set("leftView", "table")
		asked.Del("view")
	default:
		asked.Set("by", by[q.Segment])
	}
}

// countKeys are the parts of the yield in the addresses of the web.
var countKeys = map[string]string{"All Count Types": "all", "Shell Stock": "stock", "Harvested": "harvested", "Lost": "lost", "Moved On": "all", "By Size": "size"}

// inCompare are the metrics that have no page of their own.
var inCompare = map[string]bool{"mortality": true, "yieldRate": true, "return": true}
