package today

import (
	"context"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/tag/reach"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// lastEntries is how many entries of the book a farm's first page has.
const lastEntries = 5

// Service holds the use cases of a farm's first page.
type Service struct {
	db      *sqldb.DB
	now     func() time.Time
	reports *report.Service
	reaches *reach.Service
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time, reports *report.Service, reaches *reach.Service) *Service {
	return &Service{db, now, reports, reaches}
}

// Today is how a farm is today, and what it needs.
type Today struct {
	Date       string         `json:"date" doc:"YYYY-MM-DD by the farm's calendar"`
	Needs      []Need         `json:"needs" doc:"At most five, the most urgent first"`
	NeedsInAll int            `json:"needsInAll"`
	Trend      report.Trend   `json:"trend"`
	Entries    []ledger.Noted `json:"entries" doc:"At most five, the newest first"`
	Areas      []Area         `json:"areas" doc:"In use, by name"`
}

// Farm gives how a farm is today. Its people and those who see every farm may ask,
// and see what is owed only if they may see the farm's invoices; to anyone else the
// farm does not exist.
func (s *Service) Farm(ctx context.Context, farmID string) (t Today, err error) {
	var ref farm.Ref
	var living []ledger.Living
	var leases []farm.Lease
	var ending []farm.EndingLease
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		var known facts
		if ref, known, living, err = s.factsFor(ctx, tx, farmID); err != nil {
			return err
		}
		needs := known.needs()
		t.NeedsInAll, t.Needs, ending = len(needs), needs[:min(maxNeeds, len(needs))], known.ending.Leases
		if leases, err = farm.Leases(ctx, tx, farmID); err != nil {
			return err
		}
		t.Entries, err = ledger.Latest(ctx, tx, farmID, lastEntries)
		return err
	})
	if err != nil {
		return Today{}, err
	}
	if t.Trend, err = s.reports.Trend(ctx, ref); err != nil {
		return Today{}, err
	}
	t.Date = ledger.Day(ref.Today(s.now())).String()
	t.Areas = areasOf(leases, ending, living)
	return t, nil
}

// Needs gives how much a farm needs of its people, without what takes a farm's whole
// book to say, to those who may ask Farm, and as that does.
func (s *Service) Needs(ctx context.Context, farmID string) (inAll int, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, known, _, err := s.factsFor(ctx, tx, farmID)
		if err == nil {
			inAll = len(known.needs())
		}
		return err
	})
	return inAll, err
}

// factsFor reads what decides on the needs of a farm, as far as the caller may see it,
// and what lives there.
func (s *Service) factsFor(ctx context.Context, tx *sqldb.Tx, farmID string) (ref farm.Ref, known facts, living []ledger.Living, err error) {
	if ref, err = farm.Reporting.Require(ctx, tx, farmID); err != nil {
		return ref, known, nil, err
	}
	one := []farm.Ref{ref}
	billed := one
	if seesMoney, err := seesInvoices(ctx, tx, farmID); err != nil {
		return ref, known, nil, err
	} else if !seesMoney {
		billed = nil
	}
	all, onFarm, err := s.factsOf(ctx, tx, one, billed)
	return ref, all[farmID], onFarm[farmID], err
}

// seesInvoices reports whether the caller, who may look at the farm, may also see
// what it is billed.
func seesInvoices(ctx context.Context, tx *sqldb.Tx, farmID string) (bool, error) {
	_, err := farm.RequireTo(ctx, tx, farmID, actor.Companies)
	if fault.Is(err, fault.Denied) {
		return false, nil
	}
	return err == nil, err
}

// Glance is what the list says of a farm beside its record.
type Glance struct {
	FarmID     string        `json:"farm"`
	Date       string        `json:"date" doc:"YYYY-MM-DD: today by the farm's calendar"`
	Animals    int64         `json:"animals" doc:"Alive now, by the book"`
	Line       []int64       `json:"line" doc:"Alive on a day 90 days ago, then week by week to today; empty for a farm too large to say at once"`
	LastEntry  *ledger.Noted `json:"lastEntry" doc:"What was recorded last, without where a move went; null where nothing was"`
	Need       *Need         `json:"need" doc:"The most urgent; null where nothing is needed"`
	NeedsInAll int           `json:"needsInAll"`
}

// Farms gives how each farm is whose reports a link of the caller's opens, by id: for the list of them,
// by as many statements as for one. Who has none gets none.
func (s *Service) Farms(ctx context.Context) ([]Glance, error) {
	glances := []Glance{}
	var farms []farm.Ref
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if farms, err = farm.Managed(ctx, tx); err != nil {
			return err
		}
		all, living, err := s.factsOf(ctx, tx, farms, slices.DeleteFunc(slices.Clone(farms), farm.Ref.Own))
		if err != nil {
			return err
		}
		newest, err := ledger.NewestOn(ctx, tx, farm.IDs(farms))
		for _, f := range farms {
			g := Glance{FarmID: f.ID, Date: ledger.Day(f.Today(s.now())).String()}
			for _, l := range living[f.ID] {
				g.Animals += l.Animals
			}
			if entry, there := newest[f.ID]; there {
				g.LastEntry = &entry
			}
			if needs := all[f.ID].needs(); len(needs) > 0 {
				g.Need, g.NeedsInAll = &needs[0], len(needs)
			}
			glances = append(glances, g)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	trends, err := s.reports.Trends(ctx, farms)
	for i := range glances {
		glances[i].Line = append([]int64{}, trends[glances[i].FarmID].Line...)
	}
	return glances, err
}

// NeedsOn gives what farms need of their people, by farm, the most urgent first, but not
// what they owe. It asks for no right: the caller answers for whom it tells.
func (s *Service) NeedsOn(ctx context.Context, tx *sqldb.Tx, farms []farm.Ref) (map[string][]Need, error) {
	all, _, err := s.factsOf(ctx, tx, farms, nil)
	needs := map[string][]Need{}
	for id, f := range all {
		needs[id] = f.needs()
	}
	return needs, err
}

// factsOf reads what decides on needs, what the billed ones of the farms owe among it, and what
// lives on the farms.
func (s *Service) factsOf(ctx context.Context, tx *sqldb.Tx, farms, billed []farm.Ref) (all map[string]facts, living map[string][]ledger.Living, err error) {
	ids, now := farm.IDs(farms), s.now()
	recalls, err := s.reaches.OpenRecalls(ctx, tx, ids)
	if err != nil {
		return nil, nil, err
	}
	ending, err := farm.EndingOn(ctx, tx, farms, now)
	if err != nil {
		return nil, nil, err
	}
	wanting, err := paper.WantingOn(ctx, tx, ids, now)
	if err != nil {
		return nil, nil, err
	}
	var unpaid map[string][]billing.Unpaid
	if len(billed) > 0 {
		if unpaid, err = billing.UnpaidOn(ctx, tx, billed, now); err != nil {
			return nil, nil, err
		}
	}
	living, err = ledger.LivingOn(ctx, tx, ids)
	all = map[string]facts{}
	for _, id := range ids {
		animals := map[string]int64{}
		for _, l := range living[id] {
			animals[l.LeaseID] += l.Animals
		}
		all[id] = facts{recalls[id], ending[id], wanting[id], unpaid[id], animals}
	}
	return all, living, err
}
