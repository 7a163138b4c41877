package account

import (
	"context"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// Stay has the caller stay signed in where they are, and gives the header that has
// the browser keep the pass. It takes a proof: a stolen session must not outlive
// itself. What the browser had before, by its Cookie header, ends.
func (s *Service) Stay(ctx context.Context, cookies string) (setCookie string, err error) {
	if _, err := actor.SignedIn(ctx); err != nil {
		return "", err
	}
	name, _ := secret.New()
	p := newPass(name)
	now := s.now()
	begun := stay{id: sqldb.NewID(), created: sqldb.Millis(now), expires: sqldb.Millis(now.Add(stayLife)), from: originOf(ctx)}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, err := callerNow(ctx, tx)
		if err != nil {
			return err
		}
		if err := s.RequireProof(ctx, tx); err != nil {
			return err
		}
		if begun.user, err = userByID(ctx, tx, caller.UserID); err != nil {
			return err
		}
		if !mayStay(begun.user) {
			return errStaff
		}
		if err := endHeld(ctx, tx, passIn(cookies)); err != nil {
			return err
		}
		if err := insertStay(ctx, tx, begun, p); err != nil {
			return err
		}
		if err := endOldest(ctx, tx, begun.user.ID, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE sessions SET stay_id = $2 WHERE id = $1", caller.SessionID, begun.id); err != nil {
			return err
		}
		return s.record(ctx, tx, "stay.begin", begun.user, map[string]any{"device": begun.from.device})
	})
	return p.cookie(now.Add(stayIdle), now), err
}

// Resume opens a session for the browser with the pass in that Cookie header, and
// gives it the next pass. Anyone may call it. The session is one as any other,
// but for which no password was given, and ends with the stay at the latest.
//
// A former pass opens nothing. The one before the present pass may come from a second tab that asked
// at the same time, which is asked to try again, or from a browser that never got the answer with the
// present one, which is signed out there. An older one means that there are two copies, and nobody knows
// whose is the thief's: all sessions of the user end.
//
// Each pass is looked up, whatever its network did before: nobody guesses one. Unknown ones cost no
// write and are not counted, as after a restored backup every browser of a packing house has one.
func (s *Service) Resume(ctx context.Context, cookies string) (token string, user User, setCookie string, err error) {
	from := originOf(ctx)
	shown := passIn(cookies)
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := stayByName(ctx, tx, shown.name)
		return err
	})
	if fault.Is(err, fault.NotFound) {
		err = errNoStay
	}
	if err != nil {
		return "", User{}, "", err
	}

	wrong := false
	next := newPass(shown.name)
	token, digest := secret.New()
	now := s.now()
	err = s.outcome(ctx, func(tx *sqldb.Tx) (refused, err error) {
		setCookie, wrong = "", false
		found, err := stayByName(ctx, tx, shown.name)
		switch {
		case fault.Is(err, fault.NotFound):
			return errNoStay, nil
		case err != nil:
			return nil, err
		case found.ended(now) || !mayStay(found.user):
			_, err := endStay(ctx, tx, found.user.ID, found.id)
			return errNoStay, err
		}
		user = found.user
		known := secret.Digest(shown.key)
		if known != found.key && known != found.former {
			wrong = true
			return errNoStay, s.endCopied(ctx, tx, found)
		}
		if known == found.former {
			if found.turnedNow(now) {
				return errFormer, nil
			}
			_, err := endStay(ctx, tx, found.user.ID, found.id)
			return errNoStay, err
		}

		found.key, found.former, found.turned = secret.Digest(next.key), known, sqldb.Millis(now)
		setCookie = next.cookie(time.UnixMilli(min(found.expires, sqldb.Millis(now.Add(stayIdle)))), now)
		found.used, found.from = sqldb.Millis(now), from
		if err := useStay(ctx, tx, found); err != nil {
			return nil, err
		}
		session := newSession{id: sqldb.NewID(), digest: digest, from: from, stay: found}
		if err := insertSession(ctx, tx, session, user, now); err != nil {
			return nil, err
		}
		return nil, s.recordSignIn(ctx, tx, user, session.id, map[string]any{"stay": true})
	})
	if err != nil {
		if wrong {
			s.failed.add(from.ip)
		}
		return "", User{}, "", err
	}
	return token, s.enrolling(user), setCookie, nil
}

// endCopied ends all sessions of a user whose pass somebody has copied, and tells them.
func (s *Service) endCopied(ctx context.Context, tx *sqldb.Tx, found stay) error {
	slog.WarnContext(ctx, "an old pass of somebody who stays signed in came back", "user", found.user.ID, "ip", actor.OriginOf(ctx).IP)
	if _, err := endSessions(ctx, tx, found.user.ID, ""); err != nil {
		return err
	}
	const told = "A browser in which you stayed signed in was signed out, because what it keeps for that was used a second time: somebody may have copied it."
	if err := s.tell(ctx, tx, found.user.Email, "accountChanged", told); err != nil {
		return err
	}
	return audit.RecordAs(ctx, tx, actor.Actor{}, audit.Entry{
		At: s.now(), Action: "stay.copied", Kind: "user", ID: found.user.ID, Name: found.user.Username, Detail: map[string]any{"device": found.from.device},
	})
}

// Leave ends the stay of the browser with that Cookie header, and gives the header
// that has it forget the pass. Anyone may call it; an old pass ends the stay as well.
func (s *Service) Leave(ctx context.Context, cookies string) (setCookie string, err error) {
	shown := passIn(cookies)
	if shown.name != "" {
		err = s.db.Write(ctx, func(tx *sqldb.Tx) error { return endHeld(ctx, tx, shown) })
	}
	return pass{}.cookie(time.Time{}, time.Time{}), err
}

// endHeld ends the stay of somebody who holds a pass of it.
func endHeld(ctx context.Context, tx *sqldb.Tx, held pass) error {
	found, err := stayByName(ctx, tx, held.name)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = endStay(ctx, tx, found.user.ID, found.id)
	return err
}
