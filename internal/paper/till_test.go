package paper

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/billing/stripetest"
	"github.com/merroir/merroir/internal/sqldb"
)

// till is the Stripe of a desk.
type till struct {
	url     string
	fake    *stripetest.Fake // nil in a process that is to be killed
	clock   atomic.Int64     // what time it is there, which may yet be at work on a call that was given up
	reached func(point string)
}

func (l *till) open(o *billing.Options) {
	o.Stripe, o.StripeSecrets, o.Reached = stripe.New("sk_test_1", l.url), []string{stripetest.Secret}, l.reached
}

func newTill(t *testing.T) *till {
	t.Helper()
	l := &till{}
	l.fake = stripetest.New(func() time.Time { return time.UnixMilli(l.clock.Load()).UTC() })
	l.url = l.fake.URL
	t.Cleanup(l.fake.Close)
	return l
}

// newCardDesk is a desk whose farms pay by card.
func newCardDesk(t *testing.T, db *sqldb.DB, l *till) *desk {
	t.Helper()
	d := newDesk(t, db)
	d.till = l
	d.restart(db)
	d.setTime(d.time)
	return d
}

func (d *desk) setTime(at time.Time) {
	d.time = at
	d.till.clock.Store(at.UnixMilli())
}

// wait lets time pass, while the jobs run.
func (d *desk) wait(t *testing.T, steps int, step time.Duration) {
	t.Helper()
	for range steps {
		d.setTime(d.time.Add(step))
		d.run(t)
	}
}

// click is what a person does on a page of Stripe.
func (d *desk) click(t *testing.T, address string, form url.Values) {
	t.Helper()
	answer, err := http.PostForm(address, form)
	must(t, err)
	must(t, answer.Body.Close())
}

// hear lets the events come that Stripe has to tell.
func (d *desk) hear(t *testing.T, order func([]map[string]any) []map[string]any) {
	t.Helper()
	hook := httptest.NewServer(d.bills.Webhook())
	defer hook.Close()
	must(t, d.till.fake.Send(hook.URL, order))
	d.run(t)
}
