package billing

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// Unpaid is an invoice that waits for somebody at the farm.
type Unpaid struct {
	ID     string `json:"invoice"`
	Number string `json:"number"`
	Title  string `json:"title"`
	Total  int64  `json:"total" doc:"Cents"`
	DueOn  string `json:"dueOn" doc:"YYYY-MM-DD by the farm's calendar"`
	Days   int    `json:"days" doc:"From today to that day; less than nothing when it has passed"`
	Failed bool   `json:"failed" doc:"The saved card was charged, and that failed"`
}

// UnpaidOn gives the open invoices of farms whose books the caller may see, by
// farm, those that are due first before the rest. One that the saved card is
// charged for asks for nobody until a charge has failed.
func UnpaidOn(ctx context.Context, tx *sqldb.Tx, farms []farm.Ref, now time.Time) (map[string][]Unpaid, error) {
	unpaid := map[string][]Unpaid{}
	if len(farms) == 0 {
		return unpaid, nil
	}
	of := map[string]farm.Ref{}
	for _, f := range farms {
		of[f.ID] = f
	}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		var n, dueAt int64
		var u Unpaid
		err := r.Scan(&farmID, &u.ID, &n, &u.Title, &u.Total, &dueAt, &u.Failed)
		due, f := time.UnixMilli(dueAt), of[farmID]
		u.Number, u.DueOn, u.Days = number(n), due.In(f.Zone).Format(time.DateOnly), f.Today(due)-f.Today(now)
		unpaid[farmID] = append(unpaid[farmID], u)
		return struct{}{}, err
	}, `SELECT farm_id, id, number, title, total, due_at, attempts > 0 FROM invoices
		WHERE state = 'open' AND (attempts > 0 OR NOT automatic) AND farm_id IN (`+sqldb.In(1, len(farms))+`) ORDER BY due_at, number`, sqldb.Args(farm.IDs(farms))...)
	return unpaid, err
}

// CountFailed counts the open invoices of all farms whose saved card was charged
// in vain.
func CountFailed(ctx context.Context, tx *sqldb.Tx) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM invoices WHERE state = 'open' AND attempts > 0")
}

// FailedPayment is an open invoice whose saved card was charged in vain, for staff.
type FailedPayment struct {
	FarmID        string `json:"farm"`
	FarmName      string `json:"farmName"`
	ID            string `json:"invoice"`
	Number        string `json:"number"`
	Title         string `json:"title"`
	Total         int64  `json:"total" doc:"Cents"`
	IssuedAt      int64  `json:"createdAt" doc:"When the card was charged first, Unix milliseconds"`
	Attempts      int    `json:"attempts" doc:"Charges of the card that failed"`
	NextAttemptAt *int64 `json:"nextAttemptAt" doc:"When the card is charged next; null when it will not be"`
	Trouble       string `json:"trouble" doc:"Why the last charge failed"`
}

// FailedPayments gives the open invoices of all farms whose saved card was charged
// in vain, the oldest first. Whoever calls it has checked that the caller may look
// into the books of every farm.
func FailedPayments(ctx context.Context, tx *sqldb.Tx, slice page.Slice) ([]FailedPayment, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (p FailedPayment, err error) {
		var n int64
		err = r.Scan(&p.FarmID, &p.FarmName, &p.ID, &n, &p.Title, &p.Total, &p.IssuedAt, &p.Attempts, &p.NextAttemptAt, &p.Trouble)
		p.Number = number(n)
		return p, err
	}, `SELECT i.farm_id, coalesce(f.name, ''), i.id, i.number, i.title, i.total, i.created_at, i.attempts, i.next_attempt_at, i.trouble
		FROM invoices i LEFT JOIN farms f ON f.id = i.farm_id
		WHERE i.state = 'open' AND i.attempts > 0 ORDER BY i.created_at, i.number LIMIT $1 OFFSET $2`, slice.Limit, slice.Offset())
}
