package account

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// viewLife is how long staff may look at a farm as its manager does before they begin anew.
const viewLife = time.Hour

// Viewed is the farm that staff look at as its manager does.
type Viewed struct {
	FarmID string `json:"farm"`
	Name   string `json:"name"`
}

// MayView is a Denied fault unless the caller may look at any farm as its manager does. It
// takes what linking oneself to the farm takes, so that nobody sees more by it than they could.
func MayView(caller actor.Actor) error {
	if !caller.Staff() || !caller.May(actor.AdminUsers) || !caller.May(actor.Companies) {
		return actor.ErrDenied
	}
	return nil
}

// OpenView opens a session of the caller's that shows a farm as its manager sees it, reads and
// never writes. The caller's right, and that the farm is there, have been checked.
func OpenView(ctx context.Context, tx *sqldb.Tx, farmID string, now time.Time) (token string, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return "", err
	}
	user, err := userByID(ctx, tx, caller.UserID)
	if err != nil {
		return "", err
	}
	token, digest := secret.New()
	id := sqldb.NewID()
	if err := insertSession(ctx, tx, newSession{id: id, digest: digest, from: originOf(ctx)}, user, now); err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, "UPDATE sessions SET viewing = $2, expires_at = $3 WHERE id = $1", id, farmID, sqldb.Millis(now.Add(viewLife)))
	return token, err
}

// endViews ends all views of a user.
func endViews(ctx context.Context, tx *sqldb.Tx, userID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND viewing <> ''", userID)
	return err
}

// viewer is the actor of a session that shows a farm, as long as its user may look at farms so.
func (s *Service) viewer(found session) (actor.Actor, error) {
	user := s.enrolling(found.user)
	if user.MustEnrol || MayView(user.actor(found.id)) != nil {
		return actor.Actor{}, fault.New(fault.Unauthenticated, "Your session has ended. Please sign in again.")
	}
	return actor.Actor{UserID: user.ID, Username: user.Username, SessionID: found.id, FarmManager: true, Viewing: found.viewing}, nil
}

// viewing is the user as they are while they look at a farm as its manager does.
func (u User) viewing(ctx context.Context, tx *sqldb.Tx, farmID string) (User, error) {
	name, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT name FROM farms WHERE id = $1", farmID)
	if fault.Is(err, fault.NotFound) {
		err = nil // it was deleted meanwhile
	}
	u.Groups, u.Permissions, u.Viewing = Groups{FarmManager: true}, []actor.Permission{}, &Viewed{farmID, name}
	return u, err
}
