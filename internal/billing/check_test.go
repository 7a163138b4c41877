package billing

import (
	"slices"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Whatever is changed in the invoices beside the program is found, and said in words.
func TestCheck(t *testing.T) {
	for harm, says := range map[string]string{
		"UPDATE invoice_lines SET cents = cents + 1 WHERE position = 2": "The lines of invoice 1001 do not add up to its total.",
		"DELETE FROM invoice_lines":                                     "The lines of invoice 1002 do not add up to its total.",
		"DELETE FROM invoice_payments":                                  "Invoice 1001 is paid, and no payment of its total is on record.",
		"UPDATE invoice_payments SET cents = cents - 1":                 "Invoice 1001 is paid, and no payment of its total is on record.",
		"UPDATE invoices SET number = number + 1 WHERE number = 1002":   "The invoice before 1003 is missing: numbers have no gaps.",
		"UPDATE invoices SET total = total + 1 WHERE state = 'open'":    "The lines of invoice 1002 do not add up to its total.",
	} {
		t.Run(harm, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				o := newOffice(t, db).withFarm()
				paid := o.issue("a", false, printer...)
				o.issue("b", false, printer[:1]...)
				_, err := o.RecordPayment(system, o.farm, paid.ID, "a cheque")
				must(t, err)
				check := func() (found []string) {
					must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
						found, err = Check(system, tx)
						return err
					}))
					return found
				}
				if found := check(); len(found) > 0 {
					t.Fatalf("of sound books: %q", found)
				}
				must(t, o.write(func(tx *sqldb.Tx) error {
					_, err := tx.Exec(system, harm)
					return err
				}))
				if found := check(); !slices.Contains(found, says) {
					t.Errorf("found %q, want %q", found, says)
				}
			})
		})
	}
}
