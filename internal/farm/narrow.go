package farm

import (
	"encoding/json"
	"fmt"
	"math"
	"time"
	"unique"

	"github.com/merroir/merroir/internal/sqldb"
)

// Search says which farms of the list are asked for.
type Search struct {
	Text string // a part of what a farm is found by
	Filter
}

// Filter narrows the list of farms down. What is left empty lets all through.
type Filter struct {
	Type        string `query:"type" enum:"farm,distributor,none" doc:"none: those without a type yet"`
	Country     string `query:"country" maxLength:"200"`
	State       string `query:"state" maxLength:"200"`
	Tagging     string `query:"tagging" enum:"true,false,pending" doc:"How far the tagging subscription has come"`
	Certificate string `query:"certificate" enum:"any,none,ending" doc:"ending: one of them has expired, or will within 60 days"`
}

// listedColumns are those of a farm's record by which the list finds, sorts and narrows,
// in the order of record.
var listedColumns = []string{
	"name", "company_name", "owner", "email", "city", "cert", "harvester_cert", "certs",
	"type", "country", "state", "tagging_active", "time_zone",
}

// record is what is stored in them.
type record struct {
	name, company, owner, email, city, cert, harvesterCert, certs string
	kind, country, state, tagging, zone                           string
}

func (r *record) fields() []any {
	return []any{
		&r.name, &r.company, &r.owner, &r.email, &r.city, &r.cert, &r.harvesterCert, &r.certs,
		&r.kind, &r.country, &r.state, &r.tagging, &r.zone,
	}
}

// facets are what a farm is narrowed by.
type facets struct {
	kind, country, state, tagging, zone unique.Handle[string]
	certified                           bool
	ends                                int32 // day on which the first of its certificates expires; never where none says
}

const never = math.MaxInt32

// listed takes the record of a farm into the directory.
func (r *record) listed(id string) (*listed, error) {
	var certs []Certificate
	if err := json.Unmarshal([]byte(r.certs), &certs); err != nil {
		return nil, fmt.Errorf("certs of farm %s: %w", id, err)
	}
	find := sqldb.SearchKey(r.name + " " + r.company)
	also := []string{r.owner, r.email, r.city, r.cert, r.harvesterCert}
	l := &listed{id: id, key: sqldb.SortKey(r.name), facets: facets{
		kind: unique.Make(r.kind), country: unique.Make(r.country), state: unique.Make(r.state),
		tagging: unique.Make(r.tagging), zone: unique.Make(r.zone),
		certified: r.cert != "" || r.harvesterCert != "" || len(certs) > 0, ends: never,
	}}
	for _, c := range certs {
		also = append(also, c.Cert)
		if on, err := time.Parse(time.DateOnly, c.DateOfExpiration); err == nil {
			l.facets.ends = min(l.facets.ends, int32(Day(on)))
		}
	}
	for _, text := range also {
		if text != "" {
			find += "\n" + sqldb.SearchKey(text) // no search goes over the end of a line
		}
	}
	l.find, l.traits = find, traitsOf(find)
	return l, nil
}

// narrow leaves of what was found, nil being all, what the filter lets through.
func (n *names) narrow(found []bool, by Filter, now time.Time) (left []bool, total int, err error) {
	wanted, until := by.wanted(), endingUntil(now)
	left = make([]bool, len(n.byID))
	for i := range n.facets {
		f := &n.facets[i]
		if found != nil && !found[i] || !wanted.lets(f) {
			continue
		}
		certificate := true
		switch by.Certificate {
		case "any":
			certificate = f.certified
		case "none":
			certificate = !f.certified
		case "ending":
			if certificate = f.ends != never; certificate {
				last, err := until(n.byID[i].id, f.zone)
				if err != nil {
					return nil, 0, err
				}
				certificate = f.ends <= last
			}
		}
		if certificate {
			left[i] = true
			total++
		}
	}
	return left, total, nil
}

// wanted are the facets that the filter asks for; the zero handle lets any through.
func (by Filter) wanted() (wanted facets) {
	for _, one := range []struct {
		asked string
		facet *unique.Handle[string]
	}{{by.Type, &wanted.kind}, {by.Country, &wanted.country}, {by.State, &wanted.state}, {by.Tagging, &wanted.tagging}} {
		if one.asked != "" {
			*one.facet = unique.Make(one.asked)
		}
	}
	if by.Type == "none" {
		wanted.kind = unique.Make("")
	}
	return wanted
}

func (wanted *facets) lets(f *facets) bool {
	var any unique.Handle[string]
	return (wanted.kind == any || wanted.kind == f.kind) && (wanted.country == any || wanted.country == f.country) &&
		(wanted.state == any || wanted.state == f.state) && (wanted.tagging == any || wanted.tagging == f.tagging)
}

// endingUntil gives the last day on which a certificate may expire so that it asks for
// somebody now, by the clocks of a zone: many farms have few zones, and each is read from a file.
func endingUntil(now time.Time) func(farmID string, zone unique.Handle[string]) (int32, error) {
	known := map[unique.Handle[string]]int32{}
	return func(farmID string, zone unique.Handle[string]) (int32, error) {
		last, ok := known[zone]
		if !ok {
			clocks, err := ZoneNamed(farmID, zone.Value())
			if err != nil {
				return 0, err
			}
			last = int32(Ref{Zone: clocks}.Today(now) + soon)
			known[zone] = last
		}
		return last, nil
	}
}
