package account

import (
	"cmp"
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

var errNoSession = fault.New(fault.NotFound, "No such session.")

// MySessions lists the caller's open sessions, the newest first.
func (s *Service) MySessions(ctx context.Context) (list []Session, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		user, err := userByID(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		list, err = s.openSessions(ctx, tx, user, caller)
		return err
	})
	return list, err
}

// Sessions lists the open sessions of a user on whose account the caller may
// act: they show where and with what the user works.
func (s *Service) Sessions(ctx context.Context, userID string) (list []Session, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		caller, user, err := Manage(ctx, tx, userID)
		if err != nil {
			return err
		}
		list, err = s.openSessions(ctx, tx, user, caller)
		return err
	})
	return list, err
}

// openSessions leaves out those that are over but not swept yet. It lists each place where the user
// stays signed in, and each session that one opened.
func (s *Service) openSessions(ctx context.Context, tx *sqldb.Tx, user User, caller actor.Actor) ([]Session, error) {
	all, err := sessionsOf(ctx, tx, user.ID)
	if err != nil {
		return nil, err
	}
	stays, err := staysOf(ctx, tx, user.ID, s.now())
	open, at := []Session{}, map[string]int{}
	for _, found := range stays {
		if mayStay(user) {
			at[found.id] = len(open)
			open = append(open, found.listed())
		}
	}
	for _, found := range all {
		found.LastSeen = s.touches.lastSeen(found.ID, found.LastSeen)
		found.Current = found.ID == caller.SessionID
		if !user.IsActive || sessionLimits(user.Groups).ended(s.now(), found.LastSeen, found.expires) {
			continue
		}
		if i, belongs := at[found.stay]; belongs {
			open[i].LastSeen, open[i].Current = max(open[i].LastSeen, found.LastSeen), open[i].Current || found.Current
			found.Stay = found.stay
		}
		open = append(open, found)
	}
	sorting.By(open, func(a, b Session) int { return cmp.Compare(b.CreatedAt, a.CreatedAt) })
	return open, err
}

// EndMySession ends a session of the caller, which may be the one in use, or
// where they stay signed in.
func (s *Service) EndMySession(ctx context.Context, sessionID string, revoke bool) error {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ended, err := deleteSessionOf(ctx, tx, caller.UserID, sessionID)
		switch {
		case err != nil:
			return err
		case ended == 0:
			return errNoSession
		}
		if err := s.revokeIssued(ctx, tx, caller.UserID, revoke); err != nil {
			return err
		}
		return s.recordEnded(ctx, tx, caller.UserID, ended)
	})
}

// EndMyOtherSessions ends every session of the caller except the one in use, and
// says how many. With revoke, what the caller issued ends too.
func (s *Service) EndMyOtherSessions(ctx context.Context, revoke bool) (message string, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return "", err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if message, err = s.endAll(ctx, tx, caller.UserID, caller.SessionID); err != nil {
			return err
		}
		return s.revokeIssued(ctx, tx, caller.UserID, revoke)
	})
	return message, err
}

// EndSessions ends every session of a user that the caller may manage, except the
// one in use, and says how many. With revoke, what the user issued ends too.
func (s *Service) EndSessions(ctx context.Context, userID string, revoke bool) (message string, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, _, err := Manage(ctx, tx, userID)
		if err != nil {
			return err
		}
		if message, err = s.endAll(ctx, tx, userID, caller.SessionID); err != nil {
			return err
		}
		return s.revokeIssued(ctx, tx, userID, revoke)
	})
	return message, err
}

func (s *Service) endAll(ctx context.Context, tx *sqldb.Tx, userID, keep string) (string, error) {
	ended, err := endOtherSessions(ctx, tx, userID, keep)
	if err != nil {
		return "", err
	}
	if ended == 0 {
		return "There was no other session.", nil
	}
	return fmt.Sprintf("Sessions ended: %d.", ended), s.recordEnded(ctx, tx, userID, ended)
}

func (s *Service) recordEnded(ctx context.Context, tx *sqldb.Tx, userID string, ended int64) error {
	user, err := userByID(ctx, tx, userID)
	if err != nil {
		return err
	}
	return s.record(ctx, tx, "user.sessions", user, map[string]any{"ended": ended})
}
