package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// soon is how many days before its date of expiration a growing area or a
// certificate asks for somebody.
const soon = 60

// EndingLease is a growing area in use whose lease has expired, or soon will.
type EndingLease struct {
	ID   string `json:"leaseId"`
	Name string `json:"name"`
	On   string `json:"dateOfExpiration" doc:"YYYY-MM-DD"`
	Days int    `json:"days" doc:"From today to that day; less than nothing when it has passed"`
}

// EndingCertificate is a certificate that has expired, or soon will.
type EndingCertificate struct {
	CertID string `json:"certId"`
	Cert   string `json:"cert" doc:"Its number"`
	On     string `json:"dateOfExpiration" doc:"YYYY-MM-DD"`
	Days   int    `json:"days" doc:"From today to that day; less than nothing when it has passed"`
}

// Ending is what ends on a farm, what ends first before the rest.
type Ending struct {
	Leases       []EndingLease
	Certificates []EndingCertificate
}

// EndingOn gives what ends on farms that the caller may look at, by farm.
func EndingOn(ctx context.Context, tx *sqldb.Tx, farms []Ref, now time.Time) (map[string]*Ending, error) {
	ending := map[string]*Ending{}
	today := map[string]int{}
	for _, f := range farms {
		ending[f.ID], today[f.ID] = &Ending{}, f.Today(now)
	}
	if len(farms) == 0 {
		return ending, nil
	}
	ids, in := sqldb.Args(IDs(farms)), sqldb.In(1, len(farms))
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		var l EndingLease
		err := r.Scan(&farmID, &l.ID, &l.Name, &l.On)
		var asks bool
		if l.Days, asks = daysUntil(l.On, today[farmID]); asks {
			ending[farmID].Leases = append(ending[farmID].Leases, l)
		}
		return struct{}{}, err
	}, "SELECT farm_id, id, name, date_of_expiration FROM leases WHERE ended_on = '' AND date_of_expiration <> '' AND farm_id IN ("+in+") ORDER BY date_of_expiration, name_key, id", ids...)
	if err != nil {
		return nil, err
	}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID, stored string
		if err := r.Scan(&farmID, &stored); err != nil {
			return struct{}{}, err
		}
		var certs []Certificate
		if err := json.Unmarshal([]byte(stored), &certs); err != nil {
			return struct{}{}, fmt.Errorf("certs of farm %s: %w", farmID, err)
		}
		ending[farmID].Certificates = endingOf(certs, today[farmID])
		return struct{}{}, nil
	}, "SELECT id, certs FROM farms WHERE id IN ("+in+")", ids...)
	return ending, err
}

func endingOf(certs []Certificate, today int) (ending []EndingCertificate) {
	for _, c := range certs {
		if days, asks := daysUntil(c.DateOfExpiration, today); asks {
			ending = append(ending, EndingCertificate{c.CertID, c.Cert, c.DateOfExpiration, days})
		}
	}
	sorting.By(ending, func(a, b EndingCertificate) int { return cmp.Compare(a.Days, b.Days) })
	return ending
}

// daysUntil counts the days from today to the date, and says whether they are so
// few that somebody is asked for.
func daysUntil(date string, today int) (days int, asks bool) {
	on, err := time.Parse(time.DateOnly, date)
	days = Day(on) - today
	return days, err == nil && days <= soon
}
