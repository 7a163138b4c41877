package export

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// tell writes down which growing area, days and filters the export was asked for: it is told apart by
// them from others of the same report. A range such as the last 90 days ends on the day of the request.
func (e *Export) tell(ctx context.Context, tx *sqldb.Tx, of farm.Ref, leases []farm.Lease) error {
	e.DateRange, e.Filters = e.query.DateRange, []string{}
	for _, chosen := range field.InWords(e.query.ActiveViewBy) {
		e.Filters = append(e.Filters, chosen.Title+": "+strings.Join(chosen.Values, ", "))
	}
	e.Area = areaAsked(e.query.ActiveLease, leases)

	day := ledger.Day(of.Today(time.UnixMilli(e.CreatedAt)))
	dated, err := report.Dated(ctx, tx, of, e.query, day)
	if err != nil {
		return err
	}
	plan, err := planOf(dated, leases, day)
	if fault.Is(err, fault.Invalid) {
		return nil // of a growing area that was deleted, say
	}
	if err != nil {
		return err
	}
	e.StartDate, e.EndDate = plan.From().String(), plan.To().String()

	return nil
}

func areaAsked(id string, leases []farm.Lease) string {
	if id == "" || id == "All" {
		return "All"
	}
	i := slices.IndexFunc(leases, func(l farm.Lease) bool { return l.ID == id })
	if i < 0 {
		return ""
	}

	return leases[i].Name
}
