package billing

import (
	"context"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

const invoiceColumns = `farm_id, id, number, issue_key, kind, title, bill_to, email, total, state, provider, automatic, created_at, due_at,
	paid_at, voided_at, refunded_at, refund_asked_at, note, attempts, next_attempt_at, trouble, remote_id, remote_payment, pay_url, work_at, work_failures, work_seq`

func scanInvoice(r sqldb.Row) (v Invoice, err error) {
	var n int64
	var billTo string
	err = r.Scan(&v.FarmID, &v.ID, &n, &v.Key, &v.Kind, &v.Title, &billTo, &v.email, &v.Total, &v.State, &v.Provider, &v.Charge, &v.CreatedAt, &v.DueAt,
		&v.PaidAt, &v.VoidedAt, &v.RefundedAt, &v.refundAskedAt, &v.Note, &v.Attempts, &v.NextAttemptAt, &v.Trouble, &v.remoteID, &v.remotePayment, &v.payURL,
		&v.workAt, &v.workFailures, &v.workSeq)
	v.Number, v.BillTo, v.Refunding = number(n), strings.Split(billTo, "\n"), v.refundAskedAt != nil && v.State == Paid
	return v, err
}

// invoiceWhere gives the one invoice with its lines and payments.
func invoiceWhere(ctx context.Context, tx *sqldb.Tx, where string, args ...any) (Invoice, error) {
	v, err := sqldb.One(ctx, tx, scanInvoice, "SELECT "+invoiceColumns+" FROM invoices WHERE "+where, args...)
	if fault.Is(err, fault.NotFound) {
		return v, errNoInvoice
	}
	if err != nil {
		return v, err
	}
	all := []Invoice{v}
	err = complete(ctx, tx, all)
	return all[0], err
}

// complete adds lines and payments to invoices of one farm.
func complete(ctx context.Context, tx *sqldb.Tx, all []Invoice) error {
	if len(all) == 0 {
		return nil
	}
	at, args := map[string]*Invoice{}, []any{all[0].FarmID}
	for i := range all {
		all[i].Lines = []Line{}
		at[all[i].ID] = &all[i]
		args = append(args, all[i].ID)
	}
	of := " WHERE farm_id = $1 AND invoice_id IN (" + sqldb.In(2, len(all)) + ")"
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id string
		var l Line
		err := r.Scan(&id, &l.Description, &l.Cents)
		if v := at[id]; v != nil {
			v.Lines = append(v.Lines, l)
		}
		return struct{}{}, err
	}, "SELECT invoice_id, description, cents FROM invoice_lines"+of+" ORDER BY invoice_id, position", args...)
	if err != nil {
		return err
	}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, kind string
		var e InvoicePayment
		err := r.Scan(&id, &kind, &e.Cents, &e.Provider, &e.Reference, &e.Who, &e.At)
		if v := at[id]; v != nil && kind == payment {
			v.Payment = &e
		} else if v != nil {
			v.Refund = &e
		}
		return struct{}{}, err
	}, "SELECT invoice_id, kind, cents, provider, reference, who, at FROM invoice_payments"+of, args...)
	return err
}

func countInvoices(ctx context.Context, tx *sqldb.Tx, farmID string, state State) (int, error) {
	n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM invoices WHERE farm_id = $1 AND ($2 = '' OR state = $2)", farmID, string(state))
	return int(n), err
}

func invoicesOf(ctx context.Context, tx *sqldb.Tx, farmID string, state State, slice page.Slice) ([]Invoice, error) {
	all, err := sqldb.All(ctx, tx, scanInvoice, "SELECT "+invoiceColumns+` FROM invoices WHERE farm_id = $1 AND ($2 = '' OR state = $2)
		ORDER BY number DESC LIMIT $3 OFFSET $4`, farmID, string(state), slice.Limit, slice.Offset())
	if err == nil {
		err = complete(ctx, tx, all)
	}
	return all, err
}

// insertInvoice stores the invoice with its lines under the next number.
func insertInvoice(ctx context.Context, tx *sqldb.Tx, v *Invoice) error {
	n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT coalesce(max(number) + 1, $1) FROM invoices", firstNumber)
	if err != nil {
		return err
	}
	v.Number = number(n)
	_, err = tx.Exec(ctx, `INSERT INTO invoices (farm_id, id, number, issue_key, kind, title, bill_to, email, total, state, provider, automatic,
			created_at, due_at, next_attempt_at, work_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		v.FarmID, v.ID, n, v.Key, v.Kind, v.Title, strings.Join(v.BillTo, "\n"), v.email, v.Total, string(v.State), v.Provider, v.Charge,
		v.CreatedAt, v.DueAt, v.NextAttemptAt, v.workAt)
	if err != nil {
		return err
	}
	rows := make([][]any, len(v.Lines))
	for i, l := range v.Lines {
		rows[i] = []any{v.FarmID, v.ID, i + 1, l.Description, l.Cents}
	}
	return tx.InsertRows(ctx, "invoice_lines", []string{"farm_id", "invoice_id", "position", "description", "cents"}, rows)
}

// updateInvoice stores what of an invoice can change.
func updateInvoice(ctx context.Context, tx *sqldb.Tx, v Invoice) error {
	_, err := tx.Exec(ctx, `UPDATE invoices SET state = $3, paid_at = $4, voided_at = $5, refunded_at = $6, note = $7, attempts = $8, next_attempt_at = $9,
			trouble = $10, remote_id = $11, remote_payment = $12, pay_url = $13, work_at = $14, work_failures = $15, refund_asked_at = $16, work_seq = $17
		WHERE farm_id = $1 AND id = $2`,
		v.FarmID, v.ID, string(v.State), v.PaidAt, v.VoidedAt, v.RefundedAt, v.Note, v.Attempts, v.NextAttemptAt,
		v.Trouble, v.remoteID, v.remotePayment, v.payURL, v.workAt, v.workFailures, v.refundAskedAt, v.workSeq)
	return err
}

const (
	payment = "payment"
	refund  = "refund"
)

// insertEntry notes that money moved.
func insertEntry(ctx context.Context, tx *sqldb.Tx, v Invoice, kind string, e InvoicePayment) error {
	_, err := tx.Exec(ctx, `INSERT INTO invoice_payments (farm_id, invoice_id, kind, cents, provider, reference, who, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, v.FarmID, v.ID, kind, e.Cents, e.Provider, e.Reference, e.Who, e.At)
	return err
}

// addressee is to whom a farm's invoices go today.
func addressee(ctx context.Context, tx *sqldb.Tx, farmID string) (billTo []string, email string, err error) {
	lines := make([]string, 8)
	_, err = sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		return struct{}{}, r.Scan(&lines[0], &lines[1], &lines[2], &lines[3], &lines[4], &lines[5], &lines[6], &lines[7], &email)
	}, "SELECT name, company_name, address1, address2, city, state, zip, country, email FROM farms WHERE id = $1", farmID)
	city := strings.Trim(lines[4]+", "+lines[5]+" "+lines[6], " ,")
	for _, line := range []string{lines[0], lines[1], lines[2], lines[3], city, lines[7]} {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			billTo = append(billTo, line)
		}
	}
	return billTo, email, err
}

func millis(t time.Time) *int64 { return new(sqldb.Millis(t)) }
