package billing

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/sqldb"
)

// flaws are what must never be found in the invoices, each with a query that
// gives their numbers.
var flaws = []struct{ message, query string }{
	{"The lines of invoice %d do not add up to its total.", `
		SELECT i.number FROM invoices i LEFT JOIN invoice_lines l ON l.farm_id = i.farm_id AND l.invoice_id = i.id
		GROUP BY i.farm_id, i.id, i.number, i.total HAVING COALESCE(SUM(l.cents), 0) <> i.total ORDER BY i.number`},
	{"Invoice %d is paid, and no payment of its total is on record.", `
		SELECT number FROM invoices i WHERE state IN ('paid', 'refunded') AND total > 0 AND NOT EXISTS (
			SELECT 1 FROM invoice_payments p WHERE p.farm_id = i.farm_id AND p.invoice_id = i.id AND p.kind = 'payment' AND p.cents = i.total)
		ORDER BY number`},
	{"The invoice before %d is missing: numbers have no gaps.", `
		SELECT number FROM invoices i WHERE number > (SELECT MIN(number) FROM invoices)
			AND NOT EXISTS (SELECT 1 FROM invoices b WHERE b.number = i.number - 1) ORDER BY number`},
}

// Check says in words what is wrong with the invoices, nothing where they add up.
func Check(ctx context.Context, tx *sqldb.Tx) (found []string, err error) {
	for _, flaw := range flaws {
		numbers, err := sqldb.All(ctx, tx, sqldb.Scalar[int64], flaw.query)
		if err != nil {
			return nil, err
		}
		for _, number := range numbers {
			found = append(found, fmt.Sprintf(flaw.message, number))
		}
	}
	return found, nil
}
