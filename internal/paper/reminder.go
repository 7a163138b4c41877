package paper

import (
	"context"
	"net/url"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// reminderPause is how long a farm is left alone after a reminder.
const reminderPause = 10 * time.Minute

// setup is what a reminder needs to know of a farm.
type setup struct {
	name, email, invoice string
	state                farm.TaggingState
}

// problem says why the farm cannot be reminded.
func (s setup) problem() error {
	switch {
	case s.state == farm.TaggingOn:
		return fault.New(fault.Conflict, "This farm's tagging subscription is set up already.")
	case s.state != farm.TaggingPending || s.invoice == "":
		return fault.New(fault.Conflict, "This farm has no tagging subscription that waits to be set up.")
	case s.email == "":
		return fault.New(fault.Invalid, "This farm has no email address. Add one to its details first.")
	case !mail.IsAddress(s.email):
		return fault.New(fault.Invalid, "This farm's email address cannot be written to. Correct its details first.")
	}
	return nil
}

// ResendSetupEmail reminds a farm by mail to pay the invoice with which its
// tagging subscription begins: once in ten minutes. Only those who keep farm records may.
func (s *Service) ResendSetupEmail(ctx context.Context, farmID string) error {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return err
	}
	now := s.now()
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Require(ctx, tx, farmID); err != nil {
			return err
		}
		f, err := sqldb.One(ctx, tx, func(r sqldb.Row) (f setup, err error) {
			return f, r.Scan(&f.name, &f.email, &f.invoice, &f.state)
		}, "SELECT name, email, tagging_setup_invoice, tagging_active FROM farms WHERE id = $1", farmID)
		if err != nil {
			return err
		}
		if err := f.problem(); err != nil {
			return err
		}
		if err := claimReminder(ctx, tx, farmID, now); err != nil {
			return err
		}
		return s.mail.Send(ctx, tx, mail.Message{To: f.email, Template: "taggingSetup", Data: map[string]string{
			"Farm": f.name, "Link": s.publicURL + "/manage/" + url.PathEscape(farmID) + "/" + url.PathEscape(f.invoice),
		}})
	})
}

// claimReminder notes that the farm is reminded now, unless it just was.
func claimReminder(ctx context.Context, tx *sqldb.Tx, farmID string, now time.Time) error {
	n, err := tx.Exec(ctx, `INSERT INTO tagging_reminders (farm_id, sent_at) VALUES ($1, $2)
		ON CONFLICT (farm_id) DO UPDATE SET sent_at = EXCLUDED.sent_at
			WHERE tagging_reminders.sent_at <= $3 OR tagging_reminders.sent_at > $4`,
		farmID, sqldb.Millis(now), sqldb.Millis(now.Add(-reminderPause)), skew.Latest(now, 0))
	if err == nil && n == 0 {
		err = fault.New(fault.TooMany, "This farm was reminded less than ten minutes ago. Please wait a little.")
	}
	return err
}
