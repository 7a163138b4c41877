package report

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// knownOn gives the day that takes the place of today: the one as known on which the
// query asks, or today.
func knownOn(q Query, today ledger.Day) (ledger.Day, []fault.Field) {
	if q.KnownOn == "" {
		return today, nil
	}
	day, err := ledger.ParseDay(q.KnownOn)
	switch {
	case err != nil:
		return today, []fault.Field{{Name: "knownOn", Message: "That date cannot be used: " + fault.As(err).Message + "."}}
	case day > today:
		return today, []fault.Field{{Name: "knownOn", Message: fmt.Sprintf("%s is later than today, %s.", day.Words(), today.Words())}}
	}
	return day, nil
}

// laterThan says why a range cannot end on the day: the last that can be asked for is
// today, or the day as known on which the query asks.
func laterThan(day, last ledger.Day, q Query) string {
	if q.KnownOn != "" {
		return fmt.Sprintf("%s is later than the day as known on, %s.", day.Words(), last.Words())
	}
	return fmt.Sprintf("%s is later than today, %s.", day.Words(), last.Words())
}

// know leaves out what was recorded after the day as known on which the plan asks. What
// a clean took away cannot be asked for again.
func (p *Plan) know(ctx context.Context, tx *sqldb.Tx, ref farm.Ref) error {
	day, err := ledger.ParseDay(p.Query.KnownOn)
	if err != nil {
		return err
	}
	cleaned, err := farm.CleanedAt(ctx, tx, ref.ID)
	if err != nil {
		return err
	}
	end := endOf(day, ref.Zone)
	if why := notKept(end, cleaned, ref.Zone); why != "" {
		return fault.ForField("knownOn", why)
	}
	p.Ask.KnownBefore = sqldb.Millis(end)
	return nil
}

// endOf is the first moment after the day in the zone: what was recorded then or later was
// not known on it.
func endOf(day ledger.Day, zone *time.Location) time.Time {
	year, month, date := day.Time().Date()
	return time.Date(year, month, date+1, 0, 0, 0, 0, zone)
}

// notKept says why nothing is known as of the end of a day: the farm was cleaned since. It is
// empty where it was not.
func notKept(end, cleaned time.Time, zone *time.Location) string {
	if end.After(cleaned) {
		return ""
	}
	return fmt.Sprintf("The farm was cleaned on %s. What was known before that was not kept, so there is no figure.", cleaned.In(zone).Format("2 January 2006 at 15:04"))
}
