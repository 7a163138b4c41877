package billing

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/billing/stripetest"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	killPoint  = "MERROIR_TEST_KILL_AT"
	killStripe = "MERROIR_TEST_KILL_STRIPE"
)

// R3: the process is killed (kill -9) within a charge, when the draft is
// made, when the card is charged and while that is stored; another process carries on.
func TestAChargeOfAKilledProcess(t *testing.T) {
	work := func(t *testing.T, db *sqldb.DB) {
		at, _ := strconv.Atoi(os.Getenv(killPoint))
		o := newOffice(t, db, func(o *Options) { o.Stripe = stripe.New("sk_test_1", os.Getenv(killStripe)) })
		count := 0
		o.reached = func(point string) {
			if count++; count == at {
				dbtest.Here(point)
			}
		}
		must(t, o.sweep(system))
	}
	dbtest.EachKilled(t, work, func(t *testing.T, k *dbtest.Killed) {
		now := start
		fake := stripetest.New(func() time.Time { return now })
		defer fake.Close()
		for at, where := range map[int]string{4: "after invoice", 32: "after charge 1", 35: "before the commit of books"} {
			now = start
			fake.Do(func() { fake.Charges, fake.Invoices = 0, map[string]*stripetest.Invoice{} })
			t.Setenv(killPoint, strconv.Itoa(at))
			t.Setenv(killStripe, fake.URL)
			var v Invoice
			open := func(db *sqldb.DB) *counter {
				c := &counter{fake: fake}
				c.reopen(t, db)
				c.setTime(now)
				return c
			}
			k.Open(t, func(db *sqldb.DB) {
				c := open(db)
				c.withFarm()
				c.saveCard("pm_good")
				v = c.issue(fmt.Sprint("refill ", at), true, printer...)
			})
			point := k.Kill(t, nil)
			k.Open(t, func(db *sqldb.DB) {
				now = now.Add(2 * time.Minute)
				c := open(db)
				c.farm = v.FarmID
				c.work()
				if point != where {
					t.Errorf("it was killed at %q instead of %q", point, where)
				}
				c.settled(v)
			})
		}
	})
}
