package today

import (
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/paper"
)

// Recalls stand first, then what is too late, however long since, and then what will be soonest;
// of those that are equally urgent, a lease before a certificate, paper and an invoice, and the
// lease on which the most live before the others.
func TestTheOrderOfNeeds(t *testing.T) {
	f := facts{
		recalls: []farm.OpenRecall{{Party: "State"}},
		ending: &farm.Ending{
			Leases:       []farm.EndingLease{{ID: "later", Name: "later", Days: 9}, {ID: "bare", Name: "bare", Days: -2}, {ID: "full", Name: "full", Days: -1}},
			Certificates: []farm.EndingCertificate{{Cert: "old", Days: -400}, {Cert: "soon", Days: 3}},
		},
		wanting: []paper.Wanting{{Reason: "lost", Problem: "held", Left: 70, PerWeek: 70}, {Reason: "gone", Problem: "stopped"}},
		unpaid:  []billing.Unpaid{{Title: "failed", Days: 0}, {Title: "open", Days: 9}},
		animals: map[string]int64{"full": 10},
	}
	var order []string
	for _, n := range f.needs() {
		switch n.Kind {
		case kindRecall:
			order = append(order, n.Recall.Party)
		case kindLease:
			order = append(order, n.Lease.Name)
		case kindCertificate:
			order = append(order, n.Certificate.Cert)
		case kindPaper:
			order = append(order, n.Paper.Reason)
		case kindInvoice:
			order = append(order, n.Invoice.Title)
		}
	}
	if got, want := strings.Join(order, " "), "State full bare old gone failed soon lost later open"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
