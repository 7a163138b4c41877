package today

import (
	"cmp"
	"slices"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/sorting"
)

// The kinds of needs. Of two that are equally urgent the one that stands first is.
const (
	kindRecall      = "recall"
	kindLease       = "lease"
	kindCertificate = "certificate"
	kindPaper       = "paper"
	kindInvoice     = "invoice"
)

var kinds = []string{kindRecall, kindLease, kindCertificate, kindPaper, kindInvoice}

// maxNeeds is how many needs a person is shown at once.
const maxNeeds = 5

// Need is something that a farm needs of its people: its kind, and the facts of
// that kind alone.
type Need struct {
	Kind        string                  `json:"kind" enum:"recall,lease,certificate,paper,invoice"`
	Recall      *farm.OpenRecall        `json:"recall,omitempty"`
	Lease       *LeaseNeed              `json:"lease,omitempty"`
	Certificate *farm.EndingCertificate `json:"certificate,omitempty"`
	Paper       *paper.Wanting          `json:"paper,omitempty"`
	Invoice     *billing.Unpaid         `json:"invoice,omitempty"`

	days int // until it is too late
}

// LeaseNeed is an ending lease with what lives there.
type LeaseNeed struct {
	farm.EndingLease
	Animals int64 `json:"animals" doc:"That live there now"`
}

// facts are what the packages below know of a farm.
type facts struct {
	recalls []farm.OpenRecall
	ending  *farm.Ending
	wanting []paper.Wanting
	unpaid  []billing.Unpaid
	animals map[string]int64 // by growing area
}

// needs gives what the farm needs, the most urgent first: recalls, then what is
// too late or will be soonest. A lease asks less where nothing lives.
func (f facts) needs() []Need {
	all := []Need{}
	for _, r := range f.recalls {
		all = append(all, Need{Kind: kindRecall, Recall: &r})
	}
	for _, l := range f.ending.Leases {
		all = append(all, Need{Kind: kindLease, Lease: &LeaseNeed{l, f.animals[l.ID]}, days: l.Days})
	}
	for _, c := range f.ending.Certificates {
		all = append(all, Need{Kind: kindCertificate, Certificate: &c, days: c.Days})
	}
	for _, p := range f.wanting {
		all = append(all, Need{Kind: kindPaper, Paper: &p, days: daysLeft(p)})
	}
	for _, i := range f.unpaid {
		all = append(all, Need{Kind: kindInvoice, Invoice: &i, days: i.Days})
	}
	sorting.By(all, func(a, b Need) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)), cmp.Compare(b.animals(), a.animals()))
	})
	return all
}

// rank sorts: a recall before all, then by days; what is too late is so however
// long ago that was.
func (n Need) rank() int {
	if n.Kind == kindRecall {
		return -1
	}
	return max(0, n.days)
}

func (n Need) animals() int64 {
	if n.Lease == nil {
		return 0
	}
	return n.Lease.Animals
}

// unknownDays is how soon paper is thought to be used up where nobody printed of late.
const unknownDays = 30

// daysLeft is how long paper lasts that no refill is on its way for, or how long
// it takes until one is ordered.
func daysLeft(p paper.Wanting) int {
	left := p.Left
	if p.Problem == "low" {
		left -= p.RefillAt
	}
	switch {
	case left <= 0:
		return 0
	case p.PerWeek == 0:
		return unknownDays
	}
	return int(left * 7 / p.PerWeek)
}
