package billing

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/billing/stripe"
	"github.com/merroir/merroir/internal/sqldb"
)

// keyLife is how long Stripe knows a key, less a margin.
const keyLife = 23 * time.Hour

// call is something that the provider is asked to do once: a step of an invoice,
// or of a farm where there is no invoice.
type call struct {
	farmID, invoiceID, step string
	// find looks for what an earlier call made. It is asked where the key alone
	// does not tell; nil where the object itself is looked at before.
	find func(ctx context.Context) (answer string, err error)
	do   func(ctx context.Context, key string) (answer string, err error)
}

type storedCall struct {
	key      string
	madeAt   int64
	doubtful bool
	answer   string
}

// once gives the answer to the call. The key is stored before the provider is
// asked, and stays the same until it answers. A key that is old, or to which the
// provider failed, says nothing any more: then what the call makes is looked for,
// and made with a new key if it is not there.
func (c *cards) once(ctx context.Context, k call) (answer string, err error) {
	stored, fresh, err := c.keep(ctx, k)
	if err != nil || stored.answer != "" {
		return stored.answer, err
	}
	if !fresh && (stored.doubtful || c.s.now().Sub(time.UnixMilli(stored.madeAt)) > keyLife) {
		if k.find != nil {
			if answer, err = k.find(ctx); err != nil {
				return "", err
			}
		}
		if answer == "" {
			stored.key, err = c.renew(ctx, k)
		}
		if err != nil {
			return "", err
		}
	}
	if answer == "" {
		c.s.at("before " + k.step)
		answer, err = k.do(ctx, stored.key)
		c.s.at("after " + k.step)
	}
	if err != nil {
		if stripe.Failed(err) {
			err = c.doubt(ctx, k, err)
		}
		return "", err
	}
	return answer, c.answered(ctx, k, answer)
}

func (c *cards) keep(ctx context.Context, k call) (stored storedCall, fresh bool, err error) {
	err = c.s.write(ctx, "key of "+k.step, func(tx *sqldb.Tx) error {
		if fresh, err = c.insert(ctx, tx, k); err != nil {
			return err
		}
		stored, err = sqldb.One(ctx, tx, func(r sqldb.Row) (s storedCall, err error) {
			return s, r.Scan(&s.key, &s.madeAt, &s.doubtful, &s.answer)
		}, "SELECT call_key, made_at, doubtful, answer FROM provider_calls WHERE farm_id = $1 AND invoice_id = $2 AND step = $3", k.farmID, k.invoiceID, k.step)
		return err
	})
	return stored, fresh, err
}

// insert stores a call with a new key. It reports false if the call is stored already.
func (c *cards) insert(ctx context.Context, tx *sqldb.Tx, k call) (fresh bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO provider_calls (farm_id, invoice_id, step, call_key, made_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (farm_id, invoice_id, step) DO NOTHING`, k.farmID, k.invoiceID, k.step, sqldb.NewID(), sqldb.Millis(c.s.now()))
	return n > 0, err
}

func (c *cards) renew(ctx context.Context, k call) (key string, err error) {
	key = sqldb.NewID()
	return key, c.s.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE provider_calls SET call_key = $4, made_at = $5, doubtful = FALSE WHERE farm_id = $1 AND invoice_id = $2 AND step = $3",
			k.farmID, k.invoiceID, k.step, key, sqldb.Millis(c.s.now()))
		return err
	})
}

func (c *cards) doubt(ctx context.Context, k call, failed error) error {
	err := c.s.db.Write(context.WithoutCancel(ctx), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE provider_calls SET doubtful = TRUE WHERE farm_id = $1 AND invoice_id = $2 AND step = $3", k.farmID, k.invoiceID, k.step)
		return err
	})
	if err != nil {
		return err
	}
	return failed
}

func (c *cards) answered(ctx context.Context, k call, answer string) error {
	return c.s.write(ctx, "answer to "+k.step, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE provider_calls SET answer = $4 WHERE farm_id = $1 AND invoice_id = $2 AND step = $3", k.farmID, k.invoiceID, k.step, answer)
		return err
	})
}

// began reports whether the step was ever begun.
func (c *cards) began(ctx context.Context, v Invoice, step string) (began bool, err error) {
	err = c.s.db.Read(ctx, func(tx *sqldb.Tx) error {
		n, err := sqldb.One(ctx, tx, sqldb.Scalar[int64],
			"SELECT count(*) FROM provider_calls WHERE farm_id = $1 AND invoice_id = $2 AND step = $3", v.FarmID, v.ID, step)
		began = n > 0
		return err
	})
	return began, err
}
