package app

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
)

// checkStripe refuses settings with which a card could be charged and nobody would
// hear of it. No error holds any of a secret.
func (c *Config) checkStripe() error {
	secrets := list(c.StripeSecret)
	switch {
	case c.StripeKey == "" && len(secrets) == 0:
		return nil
	case c.StripeKey == "":
		return fmt.Errorf("MERROIR_STRIPE_WEBHOOK_SECRET is set, but not MERROIR_STRIPE_KEY")
	case !strings.HasPrefix(c.StripeKey, "sk_") && !strings.HasPrefix(c.StripeKey, "rk_"):
		return fmt.Errorf("MERROIR_STRIPE_KEY is not a secret key of Stripe, which begins with sk_ or rk_")
	case len(secrets) == 0 || len(secrets) > 2:
		return fmt.Errorf("MERROIR_STRIPE_WEBHOOK_SECRET must hold one secret, or two while it is changed")
	}
	for _, secret := range secrets {
		if !strings.HasPrefix(secret, "whsec_") {
			return fmt.Errorf("MERROIR_STRIPE_WEBHOOK_SECRET: a secret of Stripe's webhooks begins with whsec_")
		}
	}
	return nil
}

// billing are the options of package billing.
func (c *Config) billing(now func() time.Time, queue *jobs.Queue, mailer *mail.Mailer) billing.Options {
	o := billing.Options{Now: now, Queue: queue, Mail: mailer, PublicURL: c.PublicURL, Demo: c.Demo}
	if c.StripeKey != "" {
		o.Stripe, o.StripeSecrets = stripe.New(c.StripeKey, cmp.Or(c.StripeURL, stripe.Address)), list(c.StripeSecret)
	}
	return o
}

// BillingCommand groups what is done to the books.
type BillingCommand struct {
	Reconcile ReconcileCommand `cmd:"" help:"Compare the books with the payment provider's, mend what can be mended and report the rest; done every night as well."`
}

// ReconcileCommand compares the books with the provider's at once.
type ReconcileCommand struct {
	Config `group:"settings"`
}

func (c *ReconcileCommand) Run(ctx context.Context) error {
	a, err := New(ctx, c.Config)
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }()
	r, err := a.invoices.Reconcile(actor.With(ctx, actor.System))
	fmt.Printf("%d invoices were compared.\n", r.Compared)
	for _, sentence := range r.Mended {
		fmt.Println("Mended:", sentence)
	}
	for _, sentence := range r.Differs {
		fmt.Println("Differs:", sentence)
	}
	if err == nil && len(r.Differs) > 0 {
		err = fmt.Errorf("%d differences are left", len(r.Differs))
	}
	return err
}
