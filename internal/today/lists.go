package today

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// FailedPayments gives the open invoices of all farms whose saved card was charged
// in vain, those that failed first at the head. Only those who keep farm records may.
func (s *Service) FailedPayments(ctx context.Context, slice page.Slice) (list page.List[billing.FailedPayment], err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return list, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		total, err := billing.CountFailed(ctx, tx)
		if err != nil {
			return err
		}
		rows, err := billing.FailedPayments(ctx, tx, slice)
		list = page.Of(slice, rows, total)
		return err
	})
	return list, err
}
