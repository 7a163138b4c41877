package recall_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/asked"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
)

// A farm asks, and staff answer once: by a recall, or with a reason.
func TestAFarmAsksForARecall(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		first, err := o.asked.Ask(manager, north, scope.Choice{Tags: []string{lot[0]}}, "A guest fell ill")
		must(t, err)
		second, err := o.asked.Ask(manager, north, scope.Choice{Tags: []string{otherLot}}, "A doubt")
		must(t, err)
		want(t, "nothing is recalled", o.shows(lot[0]), "")
		open, err := o.requests(recaller, "")
		must(t, err)
		if len(open) != 2 || open[0].ID != first || open[0].Farm != "North Bay" || open[0].Reason != "A guest fell ill" {
			t.Errorf("%+v", open)
		}
		if err := o.asked.Decline(staff, second, "x"); !fault.Is(err, fault.Denied) {
			t.Errorf("declined by staff: %v", err)
		}
		must(t, o.asked.Decline(recaller, second, "The sample was clean"))
		reach, err := o.Preview(recaller, "", open[0].Choice)
		must(t, err)
		id, err := o.Declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: open[0].Choice, Seen: reach.Seen, RequestID: first})
		must(t, err)
		if err := o.asked.Decline(recaller, first, "x"); !fault.Is(err, fault.Conflict) {
			t.Errorf("answered twice: %v", err)
		}
		own, err := o.requests(manager, north)
		must(t, err)
		if len(own) != 2 || own[0].Why != "The sample was clean" || own[1].RecallID != id || own[1].Answer != "declared" {
			t.Errorf("%+v", own)
		}
	})
}

// RECALL-4: what a farm has asked for it takes back itself, while nobody has answered; nobody is asked
// any more, and another firm cannot.
func TestAFarmWithdrawsItsRequest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		request, err := o.asked.Ask(manager, north, scope.Choice{Tags: []string{lot[0]}}, "A guest fell ill")
		must(t, err)
		if err := o.asked.Withdraw(manager, trade, request); !fault.Is(err, fault.NotFound) {
			t.Errorf("another firm: %v", err)
		}
		if err := o.asked.Withdraw(recaller, trade, request); !fault.Is(err, fault.NotFound) {
			t.Errorf("of another firm: %v", err)
		}
		if err := o.asked.Withdraw(staff, north, request); !fault.Is(err, fault.Denied) {
			t.Errorf("staff without the permission: %v", err)
		}
		must(t, o.asked.Withdraw(manager, north, request))
		if err := o.asked.Withdraw(manager, north, request); !fault.Is(err, fault.Conflict) {
			t.Errorf("twice: %v", err)
		}
		if err := o.asked.Decline(recaller, request, "x"); !fault.Is(err, fault.Conflict) {
			t.Errorf("declined afterwards: %v", err)
		}
		reach, err := o.Preview(recaller, "", byDate)
		must(t, err)
		if _, err := o.Declare(recaller, recall.Declaration{Kind: recall.Real, Words: words(), Choice: byDate, Seen: reach.Seen, RequestID: request}); !fault.Is(err, fault.Conflict) {
			t.Errorf("declared afterwards: %v", err)
		}
		waiting, err := o.requests(recaller, "")
		must(t, err)
		own, err := o.requests(manager, north)
		must(t, err)
		if len(waiting) != 0 || len(own) != 1 || own[0].Answer != "withdrawn" || own[0].AnsweredBy != "ann" || own[0].AnsweredAt == nil {
			t.Errorf("%+v, %+v", waiting, own)
		}
		must(t, db.Read(nobody, func(tx *sqldb.Tx) error {
			n, err := asked.Count(nobody, tx)
			want(t, "waiting", n, 0)
			return err
		}))
	})
}

func (o *office) requests(who context.Context, farmID string) ([]asked.RecallRequest, error) {
	list, err := o.asked.Requests(who, farmID, page.Slice{Limit: 100, Page: 1})
	return list.Data, err
}

// RECALL-4: one farm can't hide the requests of another: five of a farm may be open, and the list has pages.
func TestRequests_NoneIsHiddenByOthers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		o := newOffice(t, db)
		var first string
		for n := range 5 {
			id, err := o.asked.Ask(manager, north, scope.Choice{Tags: []string{lot[0]}}, fmt.Sprint("request ", n))
			must(t, err)
			if n == 0 {
				first = id
			}
		}

		_, err := o.asked.Ask(manager, north, scope.Choice{Tags: []string{lot[0]}}, "one more")
		if !fault.Is(err, fault.TooMany) {
			t.Errorf("a sixth request: %v", err)
		}
		want(t, "the message", fault.As(err).Message, "This farm already has 5 open recall requests. Withdraw one first.")

		urgent, err := o.asked.Ask(system, trade, scope.Choice{Tags: []string{held}}, "URGENT norovirus")
		must(t, err)
		one, err := o.asked.Requests(recaller, "", page.Slice{Limit: 5, Page: 1})
		must(t, err)
		two, err := o.asked.Requests(recaller, "", page.Slice{Limit: 5, Page: 2})
		must(t, err)
		want(t, "in all", one.Items.Total, 6)
		want(t, "on the first page", len(one.Data), 5)
		want(t, "on the second page", len(two.Data), 1)
		want(t, "the urgent one", two.Data[0].ID, urgent)

		must(t, o.asked.Withdraw(manager, north, first))
		_, err = o.asked.Ask(manager, north, scope.Choice{Tags: []string{lot[0]}}, "after a withdrawal")
		must(t, err)
	})
}
