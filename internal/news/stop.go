package news

import (
	"context"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	stopPath = "/notices/stop/"
	stopsFor = 180 * 24 * time.Hour // for which the link in a mail works
)

var errNoStop = fault.New(fault.NotFound, "This link is not valid any more.")

// stop is what a link in a mail stops: one kind of mail to a person about a farm.
type stop struct{ farmID, userID, kind string }

// newStop makes the link that stops such mails.
func (s *Service) newStop(ctx context.Context, tx *sqldb.Tx, of stop) (link string, err error) {
	if _, err := tx.Exec(ctx, "DELETE FROM news_stops WHERE farm_id = $1 AND user_id = $2 AND kind = $3 AND made_at < $4",
		of.farmID, of.userID, of.kind, sqldb.Millis(s.now().Add(-stopsFor))); err != nil {
		return "", err
	}
	token, digest := secret.New()
	_, err = tx.Exec(ctx, "INSERT INTO news_stops (hash, farm_id, user_id, kind, made_at) VALUES ($1, $2, $3, $4, $5)",
		digest, of.farmID, of.userID, of.kind, sqldb.Millis(s.now()))
	return s.public + stopPath + token, err
}

// stopOf finds what a link stops, and its farm. Where the person does not manage the farm any more nothing is
// sent, and so nothing can be stopped.
func stopOf(ctx context.Context, tx *sqldb.Tx, token string) (of stop, ref farm.Ref, err error) {
	of, err = sqldb.One(ctx, tx, func(r sqldb.Row) (of stop, err error) {
		return of, r.Scan(&of.farmID, &of.userID, &of.kind)
	}, "SELECT farm_id, user_id, kind FROM news_stops WHERE hash = $1", secret.Digest(token))
	if fault.Is(err, fault.NotFound) {
		return of, ref, errNoStop
	}
	if err != nil {
		return of, ref, err
	}
	ref, person, err := addressee(ctx, tx, of.farmID, of.userID)
	if err == nil && person.ID == "" {
		err = errNoStop
	}
	return of, ref, err
}

// addressee is a farm and a person who manages it; the person is empty where they do not, or
// the farm is being emptied.
func addressee(ctx context.Context, tx *sqldb.Tx, farmID, userID string) (ref farm.Ref, person farm.Person, err error) {
	farms, err := farm.PeopledOne(ctx, tx, farmID)
	if err != nil || len(farms) == 0 {
		return ref, person, err
	}
	people, err := farm.Managers(ctx, tx, farmID)
	if at := slices.IndexFunc(people, func(p farm.Person) bool { return p.ID == userID }); at >= 0 {
		person = people[at]
	}
	return farms[0], person, err
}

// ByStop tells what a link in a mail stops. Whoever has the link may ask, and that stops
// nothing.
func (s *Service) ByStop(ctx context.Context, token string) (found mail.Stoppable, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		of, ref, err := stopOf(ctx, tx, token)
		if err != nil {
			return err
		}
		now, err := switchOf(ctx, tx, of.farmID, of.userID, of.kind)
		found = mail.Stoppable{
			Title:   "Mail about " + about[of.kind] + " of " + ref.Name,
			Note:    "Nothing else is stopped. You can switch it on again on the page Notices of the farm.",
			Stopped: !now.Mail,
		}
		return err
	})
	return found, err
}

// Stop switches off the mails of a link in one of them. Whoever has the link may, and nothing
// else.
func (s *Service) Stop(ctx context.Context, token string) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		of, _, err := stopOf(ctx, tx, token)
		if err != nil {
			return err
		}
		now, err := switchOf(ctx, tx, of.farmID, of.userID, of.kind)
		if err != nil || !now.Mail {
			return err
		}
		now.Mail = false
		return storeSwitch(ctx, tx, of.farmID, of.userID, now)
	})
}
