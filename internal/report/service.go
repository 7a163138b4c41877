package report

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of reports.
type Service struct {
	db    *sqldb.DB
	now   func() time.Time
	cache *column.Cache

	losses losses
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service {
	return &Service{db: db, now: now, cache: column.New(db), losses: losses{known: map[string]loss{}}}
}

// LimitCache sets how much memory the columns of all farms may take; 256 MB
// where it is not called. It is called before the first report.
func (s *Service) LimitCache(bytes int64) { s.cache.Limit(bytes) }

// Held is of how many farms the columns are in memory, and how many bytes they take.
func (s *Service) Held() (farms int, bytes int64) { return s.cache.Held() }

// KeepSegments lets the queue store what reports keep in memory. It is called
// before the queue starts.
func (s *Service) KeepSegments(q *jobs.Queue) { s.cache.KeepSegments(q) }

// Report answers a query from the farm's ledger. What was recorded before the
// call, in this process or another, is in the answer. The farm's people and those who
// see every farm may ask; anyone else gets NotFound. A field that is at fault is an
// Invalid fault that names it.
func (s *Service) Report(ctx context.Context, farmID string, q Query) (Report, error) {
	var asked asked
	if err := s.db.ReadEach(ctx, func(tx *sqldb.Tx) (err error) {
		asked, err = s.askedIn(ctx, tx, farmID, q)
		return err
	}); err != nil {
		return Report{}, err
	}
	answers, err := s.answers(ctx, farmID, q, &asked)
	if err != nil {
		return Report{}, err
	}
	report := answers[0]
	report.judge(asked.plans[0].Ask.Rows, asked.plans[0].Season)
	if asked.opening {
		report.Opening.Value = answers[1].Data[0].Value
		answers = answers[1:]
	}
	for _, earlier := range answers[1:] {
		report.compare(earlier, asked.beside)
	}
	return report, nil
}

// asked is what a query comes to: its plan, and that of the year before where it asks for it.
type asked struct {
	plans   []Plan
	opening bool  // the second plan is that of the day before the first
	beside  []int // the row of the first plan that each row of the last stands beside
	state   column.State
}

func (s *Service) askedIn(ctx context.Context, tx *sqldb.Tx, farmID string, q Query) (a asked, err error) {
	p, err := s.PlanIn(ctx, tx, farmID, q)
	if err != nil {
		return a, err
	}
	a.plans = []Plan{p}
	if a.opening = p.Ask.Sized; a.opening {
		a.plans = append(a.plans, p.dayBefore())
	}
	if q.LastYear {
		var earlier Plan
		if earlier, a.beside = p.lastYear(); len(a.beside) > 0 {
			a.plans = append(a.plans, earlier)
		}
	}
	a.state, err = column.StateOf(ctx, tx, farmID)
	return a, err
}

// answers gives those of the plans. They come from memory, if the farm fits into it and all of it is asked for; else from the
// ledger, which is then asked in one state together with what the plans are made of.
func (s *Service) answers(ctx context.Context, farmID string, q Query, a *asked) (answers []Report, err error) {
	if s.cache.Fits(a.state) && a.plans[0].Ask.KnownBefore == 0 {
		now, err := s.cache.At(ctx, farmID, a.state)
		if err != nil {
			return nil, err
		}
		return folded(a.plans, now.Sums)
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if *a, err = s.askedIn(ctx, tx, farmID, q); err != nil {
			return err
		}
		answers, err = folded(a.plans, func(ask column.Ask) (column.Sums, error) { return column.BySQL(ctx, tx, farmID, ask) })
		return err
	})
	return answers, err
}

// folded answers each plan.
func folded(plans []Plan, sums func(column.Ask) (column.Sums, error)) (answers []Report, err error) {
	for _, p := range plans {
		found, err := sums(p.Ask)
		if err != nil {
			return nil, err
		}
		answers = append(answers, fold(p, found))
	}
	return answers, nil
}

// PlanIn reads the query of a farm that the caller may see, in the caller's transaction.
func (s *Service) PlanIn(ctx context.Context, tx *sqldb.Tx, farmID string, q Query) (Plan, error) {
	ref, err := farm.Reporting.Require(ctx, tx, farmID)
	if err != nil {
		return Plan{}, err
	}
	var leases []farm.Lease
	if q.namesAreas() {
		if leases, err = farm.Leases(ctx, tx, farmID); err != nil {
			return Plan{}, err
		}
	}
	today := ledger.Day(ref.Today(s.now()))
	if q, err = Dated(ctx, tx, ref, q, today); err != nil {
		return Plan{}, err
	}
	p, err := PlanOf(q, leases, today)
	p.Season = ref.Season
	if err != nil || p.Query.KnownOn == "" {
		return p, err
	}
	return p, p.know(ctx, tx, ref)
}

// Filters gives the values that the farm's lots really have, in order, numbers
// as numbers. The farm's people and those who see every farm may ask; anyone else
// gets NotFound.
func (s *Service) Filters(ctx context.Context, farmID string) (Filters, error) {
	var filters Filters
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Reporting.Require(ctx, tx, farmID); err != nil {
			return err
		}
		var err error
		filters, err = FiltersOf(ctx, tx, []string{farmID})
		return err
	})
	return filters, err
}

// FiltersOf gives the values that the lots of any of the farms have.
func FiltersOf(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (Filters, error) {
	options, err := field.Values(ctx, tx, farmIDs)
	for i := range options {
		if options[i] == nil {
			options[i] = []string{}
		}
	}
	return Filters{options[0], options[1], options[2], options[3], options[4], options[5], options[6], options[7], options[8]}, err
}
