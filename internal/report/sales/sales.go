package sales

import (
	"cmp"
	"context"
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// maxCents bounds a sum to what every reader of JSON takes for an exact number.
const maxCents = 1<<53 - 1

// Service holds the use cases of sales.
type Service struct {
	db      *sqldb.DB
	reports *report.Service
}

// New makes the service.
func New(db *sqldb.DB, reports *report.Service) *Service { return &Service{db, reports} }

// Query says which harvests are asked about.
type Query struct {
	ActiveLease string `json:"activeLease" required:"false" maxLength:"64" doc:"leaseId of a growing area; empty or All for the whole farm"`
	DateRange   string `json:"dateRange" required:"false" maxLength:"40" doc:"As in the reports, without Snapshot; Last 90 days where it is empty"`
	StartDate   string `json:"startDate" required:"false" maxLength:"10" doc:"First day of a Custom range, YYYY-MM-DD"`
	EndDate     string `json:"endDate" required:"false" maxLength:"10" doc:"Last day of a Custom range, YYYY-MM-DD, not later than today"`
	KnownOn     string `json:"knownOn" required:"false" maxLength:"10" doc:"As it was known at the end of this day, YYYY-MM-DD, as in the reports"`
}

// inReports is the query as reports know it.
func (q Query) inReports() report.Query {
	return report.Query{
		Metric: report.MetricHarvest, Frequency: report.Yearly, ActiveLease: q.ActiveLease,
		DateRange: q.DateRange, StartDate: q.StartDate, EndDate: q.EndDate, KnownOn: q.KnownOn,
	}
}

// Sales is what the harvests of some days were sold for.
type Sales struct {
	StartDate string     `json:"startDate" doc:"YYYY-MM-DD"`
	EndDate   string     `json:"endDate" doc:"YYYY-MM-DD"`
	All       Sold       `json:"all"`
	Buyers    []SoldTo   `json:"buyers" doc:"Those who took the most animals first; whose harvest names none last"`
	Areas     []SoldFrom `json:"areas" doc:"Those with the most animals first"`
}

// Sold is what some harvests come to. One that was undone counts once more, negative.
type Sold struct {
	Harvests int64    `json:"harvests"`
	Animals  int64    `json:"animals"`
	Worth    []Worth  `json:"worth" doc:"By currency, in the order of its letters"`
	Unvalued Unvalued `json:"unvalued" doc:"Of these, whose price or quantity is not known"`
}

// Worth is what animals were sold for in a currency.
type Worth struct {
	Currency      string `json:"currency"`
	Cents         int64  `json:"cents"`
	Harvests      int64  `json:"harvests"`
	Animals       int64  `json:"animals" doc:"Of the harvests whose worth is known"`
	PerDozenCents *int64 `json:"perDozenCents" doc:"Of twelve of these animals, half a cent up; null where there are none"`
}

// Unvalued are harvests that nobody can say the worth of.
type Unvalued struct {
	Harvests int64 `json:"harvests"`
	Animals  int64 `json:"animals"`
}

// SoldTo is what one buyer took.
type SoldTo struct {
	Buyer string `json:"buyer" doc:"As it was written last; empty for the harvests that name none"`
	Sold
}

// SoldFrom is what one growing area gave.
type SoldFrom struct {
	LeaseID string `json:"leaseId"`
	Area    string `json:"area"`
	Sold
}

// Sales answers from the farm's ledger. The farm's people and those who see every farm
// may ask; anyone else gets NotFound. A field that is at fault is an Invalid fault that
// names it.
func (s *Service) Sales(ctx context.Context, farmID string, q Query) (Sales, error) {
	var all tally
	buyers, areas := map[string]*tally{}, map[string]*tally{}
	names := map[string]string{} // of buyers, as they were written last
	var answer Sales
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		p, err := s.reports.PlanIn(ctx, tx, farmID, q.inReports())
		if err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if err := eachHarvest(ctx, tx, farmID, p, func(h harvest) {
			all.add(h)
			of(buyers, h.buyerKey()).add(h)
			of(areas, h.leaseID).add(h)
			if h.facts != nil && h.facts.Buyer != "" {
				names[h.buyerKey()] = h.facts.Buyer
			}
		}); err != nil {
			return err
		}
		answer = Sales{StartDate: p.From().String(), EndDate: p.To().String(), Buyers: []SoldTo{}, Areas: []SoldFrom{}}
		for key, t := range buyers {
			answer.Buyers = append(answer.Buyers, SoldTo{names[key], t.sold()})
		}
		for _, l := range leases {
			if t := areas[l.ID]; t != nil {
				answer.Areas = append(answer.Areas, SoldFrom{l.ID, l.Name, t.sold()})
			}
		}
		answer.All = all.sold()
		return all.refuse()
	})
	sorting.By(answer.Buyers, func(a, b SoldTo) int {
		return cmp.Or(last(a.Buyer == "", b.Buyer == ""), cmp.Compare(b.Animals, a.Animals), cmp.Compare(a.Buyer, b.Buyer))
	})
	sorting.By(answer.Areas, func(a, b SoldFrom) int {
		return cmp.Or(cmp.Compare(b.Animals, a.Animals), cmp.Compare(a.Area, b.Area), cmp.Compare(a.LeaseID, b.LeaseID))
	})
	return answer, err
}

// last orders what is to come last after what is not.
func last(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func of(tallies map[string]*tally, key string) *tally {
	if tallies[key] == nil {
		tallies[key] = &tally{}
	}
	return tallies[key]
}

// tally adds harvests up.
type tally struct {
	harvests, animals int64
	worth             map[string]*Worth
	unvalued          Unvalued
	beyond            string // a currency whose sum is more than can be told exactly
}

func (t *tally) add(h harvest) {
	sign, animals := h.sign(), h.sign()*h.animals
	t.harvests, t.animals = t.harvests+sign, t.animals+animals
	cents, known := h.worth()
	if !known {
		t.unvalued.Harvests, t.unvalued.Animals = t.unvalued.Harvests+sign, t.unvalued.Animals+animals
		return
	}
	if t.worth == nil {
		t.worth = map[string]*Worth{}
	}
	w := t.worth[h.facts.Currency]
	if w == nil {
		w = &Worth{Currency: h.facts.Currency}
		t.worth[h.facts.Currency] = w
	}
	w.Harvests, w.Animals = w.Harvests+sign, w.Animals+animals
	if w.Cents += sign * cents; w.Cents > maxCents || w.Cents < -maxCents {
		t.beyond, w.Cents = w.Currency, 0
	}
}

// refuse is why the sum cannot be told.
func (t *tally) refuse() error {
	if t.beyond == "" {
		return nil
	}
	return fault.ForField("dateRange", fmt.Sprintf("These harvests are worth more than %s %s together, which is more than can be added up exactly. "+
		"Please choose fewer days, or look for a price or a quantity that is too high.", humanize.Comma(maxCents/100), t.beyond))
}

func (t *tally) sold() Sold {
	s := Sold{Harvests: t.harvests, Animals: t.animals, Unvalued: t.unvalued, Worth: []Worth{}}
	for _, w := range t.worth {
		if price, known := ledger.PerDozen(w.Cents, w.Animals); known {
			w.PerDozenCents = &price
		}
		if w.Harvests != 0 || w.Cents != 0 { // not what was undone as a whole
			s.Worth = append(s.Worth, *w)
		}
	}
	sorting.By(s.Worth, func(a, b Worth) int { return cmp.Compare(a.Currency, b.Currency) })
	return s
}
