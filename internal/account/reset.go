package account

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	resetLife        = 30 * time.Minute
	resetsPerAccount = 3 // mails in resetWindow
	resetsPerAddress = 10
	resetWindow      = time.Hour
	forgotJob        = "account.forgot"
)

// apps are the other products that people come from and return to.
var apps = []string{"distributor", "farmer"}

type forgotten struct {
	Email string `json:"email"`
	App   string `json:"app"`
}

// Forgot sends the account of that address, if there is one, a link with which
// to set a new password. Anyone may call it; the answer and the time it takes
// are the same for every address, as everything that differs happens in a job.
func (s *Service) Forgot(ctx context.Context, email, app, address string) error {
	if s.resets.exhausted(address) {
		return fault.New(fault.TooMany, "Too many password resets were asked for from your network. Please try again in an hour.")
	}
	s.resets.add(address)
	if !slices.Contains(apps, app) {
		app = ""
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		return s.queue.Enqueue(ctx, tx, forgotJob, forgotten{email, app})
	})
}

// sendReset is the job behind Forgot.
func (s *Service) sendReset(ctx context.Context, f forgotten) error {
	now := s.now()
	key, digest := secret.New()
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		user, err := sqldb.One(ctx, tx, scanUser, "SELECT "+userColumns+" FROM users u WHERE u.email_key = $1 AND u.is_active", sqldb.Fold(f.Email))
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		recent, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM password_resets WHERE user_id = $1 AND created_at > $2 AND created_at <= $3",
			user.ID, sqldb.Millis(now.Add(-resetWindow)), skew.Latest(now, 0))
		if err != nil || recent >= resetsPerAccount {
			return err
		}
		// A new link makes the older ones void; their rows stay to be counted.
		if _, err := tx.Exec(ctx, "UPDATE password_resets SET expires_at = 0 WHERE user_id = $1", user.ID); err != nil {
			return err
		}
		expires := now.Add(resetLife)
		if _, err := tx.Exec(ctx, "INSERT INTO password_resets (key_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
			digest, user.ID, sqldb.Millis(now), sqldb.Millis(expires)); err != nil {
			return err
		}
		return s.mail.Send(ctx, tx, mail.Message{
			To: user.Email, Purpose: mail.Reset, Template: "reset", ExpiresAt: expires,
			Data: map[string]string{"Link": s.resetLink(user.Email, key, f.App)},
		})
	})
}

func (s *Service) resetLink(email, key, app string) string {
	link := s.publicURL + "/login/reset/" + url.PathEscape(email) + "/" + key
	if app != "" {
		link += "?app=" + app
	}
	return link
}

var errResetKey = fault.New(fault.Invalid, "That link is not valid any more. Please ask for a new one.")

// Reset sets a new password for the holder of a key that Forgot sent. The key
// works once, within half an hour; every session of the user ends. A key that is
// not valid counts as a failed sign-in from the network, and costs no hashing. With revoke, what the
// user issued ends too.
func (s *Service) Reset(ctx context.Context, email, key, password string, revoke bool) error {
	address := actor.OriginOf(ctx).IP
	if s.failed.exhausted(address) {
		return errManyFailed
	}
	now := s.now()
	var holder User
	err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		holder, err = resetHolder(ctx, tx, email, key, now)
		return err
	})
	if errors.Is(err, errResetKey) {
		s.failed.add(address)
	}
	if err != nil {
		return err
	}
	if err := s.rules.Refuse("password", password, holder.identity().owner()); err != nil {
		return err // and the key is still good
	}
	hash, err := s.hasher.Hash(ctx, trusted(holder.ID), password)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		user, err := resetHolder(ctx, tx, email, key, now) // the key may have been used while this one hashed
		if err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, user, hash, ""); err != nil {
			return err
		}
		if err := s.revokeIssued(actor.With(ctx, user.actor("")), tx, user.ID, revoke); err != nil {
			return err
		}
		return audit.RecordAs(ctx, tx, user.actor(""), audit.Entry{
			At: now, Action: "user.password", Kind: "user", ID: user.ID, Name: user.Username, Detail: map[string]any{"link": true},
		})
	})
}

// resetHolder gives the user to whom the key was sent, or errResetKey.
func resetHolder(ctx context.Context, tx *sqldb.Tx, email, key string, now time.Time) (User, error) {
	user, err := sqldb.One(ctx, tx, scanUser, "SELECT "+userColumns+` FROM password_resets r JOIN users u ON u.id = r.user_id
		WHERE r.key_hash = $1 AND r.expires_at > $2 AND r.expires_at <= $4 AND u.email_key = $3 AND u.is_active`,
		secret.Digest(key), sqldb.Millis(now), sqldb.Fold(email), skew.Latest(now, resetLife))
	if fault.Is(err, fault.NotFound) {
		err = errResetKey
	}
	return user, err
}

// setPassword stores a new password and voids everything that the old one, or
// an older key, could still open, except the session to keep, if any.
func (s *Service) setPassword(ctx context.Context, tx *sqldb.Tx, user User, hash, keep string) error {
	if _, err := tx.Exec(ctx, "UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1", user.ID, hash, sqldb.Millis(s.now())); err != nil {
		return err
	}
	if err := clearFailures(ctx, tx, user.ID); err != nil {
		return err
	}
	if err := voidResets(ctx, tx, user.ID); err != nil {
		return err
	}
	if _, err := endSessions(ctx, tx, user.ID, keep); err != nil {
		return err
	}
	slog.InfoContext(ctx, "password set", "user", user.ID)
	return s.tell(ctx, tx, user.Email, "passwordChanged", "")
}

// tell mails the user that their account was changed, in case somebody else did
// it; what is a sentence for templates that name it. The command line sends no
// mail: the operator tells them.
func (s *Service) tell(ctx context.Context, tx *sqldb.Tx, address, template, what string) error {
	if s.mail == nil {
		return nil
	}
	return s.mail.Send(ctx, tx, mail.Message{
		To: address, Template: template, Data: map[string]string{"What": what, "Link": s.publicURL + "/login/forgot"},
	})
}

// Sweep deletes sessions, reset keys and tickets that can no longer be used, and
// what is stored about sign-ins once it is old enough.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.now()
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM sessions WHERE expires_at <= $1 OR expires_at > $2 OR last_seen_at > $3",
			sqldb.Millis(now), skew.Latest(now, sessionLimits(Groups{}).absolute), skew.Latest(now, 0)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM sso_tickets WHERE expires_at <= $1", sqldb.Millis(now.Add(-ticketKept))); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM strangers WHERE at <= $1", sqldb.Millis(now.Add(-unknownKept))); err != nil {
			return err
		}
		if err := forgetNetworks(ctx, tx, now); err != nil {
			return err
		}
		if err := sweepStays(ctx, tx, now); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM password_resets WHERE created_at <= $1 OR created_at > $2", sqldb.Millis(now.Add(-resetWindow)), skew.Latest(now, 0))
		return err
	})
}

// register sets the handlers and schedules of the jobs.
func (s *Service) register() {
	jobs.Handle(s.queue, forgotJob, s.sendReset)
	jobs.Handle(s.queue, sweepJob, func(ctx context.Context, _ struct{}) error { return s.Sweep(ctx) })
	s.queue.Every(time.Hour, sweepJob)
}

const sweepJob = "account.sweep"
