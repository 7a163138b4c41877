package today

import (
	"context"

	"github.com/merroir/merroir/internal/recall/asked"
	"github.com/merroir/merroir/internal/tag/reach"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/sqldb"
)

// Work is what waits for staff, counted over all farms. What the caller may not
// look into is left out.
type Work struct {
	ToSend         *int `json:"toSend,omitempty" doc:"Orders of paper and printers"`
	Held           *int `json:"held,omitempty" doc:"Orders that would be sent or invoiced but for a hold"`
	Unpaid         *int `json:"unpaid,omitempty" doc:"Orders that wait for their payment"`
	FailedPayments *int `json:"failedPayments,omitempty" doc:"Open invoices whose saved card was charged in vain"`
	TaggingAsked   *int `json:"taggingAsked,omitempty" doc:"Farms that ask for tagging and have no answer"`
	FailedJobs     *int `json:"failedJobs,omitempty"`
	OpenRecalls    int  `json:"openRecalls" doc:"Recalls in force"`
	RecallsAsked   int  `json:"recallsAsked" doc:"Requests of farms for a recall that nobody has answered"`
}

// Work counts what waits for staff. Those who see every farm and those who recall may ask;
// orders, payments and calls for tagging are counted for who keeps farm records, jobs for root.
func (s *Service) Work(ctx context.Context) (w Work, err error) {
	caller, err := actor.SignedIn(ctx)
	if err == nil && !caller.Staff() && !caller.May(actor.Companies) && !caller.May(actor.Recall) {
		err = actor.ErrDenied
	}
	if err != nil {
		return w, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if caller.May(actor.Companies) {
			for state, count := range map[paper.QueueState]**int{paper.ToSend: &w.ToSend, paper.Held: &w.Held, paper.Owing: &w.Unpaid} {
				n, err := paper.CountIn(ctx, tx, state)
				if err != nil {
					return err
				}
				*count = &n
			}
			n, err := billing.CountFailed(ctx, tx)
			if err != nil {
				return err
			}
			w.FailedPayments = &n
			asking, err := paper.CountAsking(ctx, tx)
			if err != nil {
				return err
			}
			w.TaggingAsked = &asking
		}
		if caller.Root {
			n, err := jobs.CountFailed(ctx, tx)
			if err != nil {
				return err
			}
			w.FailedJobs = &n
		}
		if w.OpenRecalls, err = reach.CountOpenRecalls(ctx, tx); err != nil {
			return err
		}
		w.RecallsAsked, err = asked.Count(ctx, tx)
		return err
	})
	return w, err
}
