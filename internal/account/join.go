package account

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/sqldb"
)

// Join makes the account of somebody who was invited, who chooses name and password
// themselves. The caller has seen the invitation, and welcome checks it in the transaction:
// it says in which groups the new user is, and given the user does the rest. Nobody else
// gives rights by this call, and it signs nobody in. Few at once make an account with one
// address: whoever has one invitation must not keep others from signing in.
func (s *Service) Join(ctx context.Context, u NewUser, welcome func(tx *sqldb.Tx) (Groups, error), rest func(tx *sqldb.Tx, user User) error) (user User, err error) {
	if user, err = s.checked(u); err != nil {
		return user, err
	}
	hash, err := s.hasher.Hash(ctx, trusted(sqldb.Fold(user.Email)), u.Password)
	if err != nil {
		return user, err
	}
	err = s.writeNames(ctx, func(tx *sqldb.Tx) (err error) {
		if user.Groups, err = welcome(tx); err != nil {
			return err
		}
		if err := refuseTwins(ctx, tx, user.identity(), user.ID); err != nil {
			return err
		}
		if err := insertUser(ctx, tx, user, hash, s.now()); err != nil {
			return err
		}
		if err := audit.RecordAs(ctx, tx, user.actor(""), audit.Entry{
			At: s.now(), Action: "user.create", Kind: "user", ID: user.ID, Name: user.Username, Detail: map[string]any{"email": user.Email, "invited": true},
		}); err != nil {
			return err
		}
		return rest(tx, user)
	})
	return user, err
}

// Promote makes the caller a farm manager, by an invitation that was checked in the same
// transaction. As with any change of groups, their other sessions end.
func (s *Service) Promote(ctx context.Context, tx *sqldb.Tx, user User) error {
	caller, err := actor.SignedIn(ctx)
	if err != nil || user.Groups.FarmManager {
		return err
	}
	user.Groups.FarmManager = true
	if err := updateUser(ctx, tx, user, s.now()); err != nil {
		return err
	}
	if _, err := endSessions(ctx, tx, user.ID, caller.SessionID); err != nil {
		return err
	}
	return s.record(ctx, tx, "user.groups", user, map[string]any{"added": []string{"Farm manager"}, "invited": true})
}

// WithEmail gives the user with that address; a NotFound fault where there is none.
func WithEmail(ctx context.Context, tx *sqldb.Tx, email string) (User, error) {
	user, err := sqldb.One(ctx, tx, scanUser, "SELECT "+userColumns+" FROM users u WHERE u.email_key = $1", sqldb.Fold(email))
	return user, orNoUser(err)
}

// Named gives the user of that id; a NotFound fault where there is none.
func Named(ctx context.Context, tx *sqldb.Tx, userID string) (User, error) {
	user, err := userByID(ctx, tx, userID)
	return user, orNoUser(err)
}

// IsEmail reports whether mail can be sent to the address, and it can be a user's.
func IsEmail(email string) bool { return validEmail(email) }

// GuessRefusal is a TooMany fault for a network that has tried too many passwords, keys or
// tokens that are none; [Service.CountGuess] counts one more.
func (s *Service) GuessRefusal(ctx context.Context) error {
	if s.failed.exhausted(actor.OriginOf(ctx).IP) {
		return errManyFailed
	}
	return nil
}

// CountGuess counts a token of the caller's that is none.
func (s *Service) CountGuess(ctx context.Context) { s.failed.add(actor.OriginOf(ctx).IP) }
