package account

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Acting gives the user as the caller, with the groups they are in now, for work
// that was asked for earlier. It is an Unauthenticated fault when the
// user is gone or inactive.
func Acting(ctx context.Context, tx *sqldb.Tx, userID string) (actor.Actor, error) {
	user, err := activeUser(ctx, tx, userID)
	if err != nil {
		return actor.Actor{}, err
	}
	return user.actor(""), nil
}

// Calling is [Acting] for a program that calls in the name of the user, who must have set up a
// second factor where one is required.
func (s *Service) Calling(ctx context.Context, tx *sqldb.Tx, userID string) (actor.Actor, error) {
	user, err := activeUser(ctx, tx, userID)
	if err != nil {
		return actor.Actor{}, err
	}
	return s.enrolling(user).actor(""), nil
}

func activeUser(ctx context.Context, tx *sqldb.Tx, userID string) (User, error) {
	user, err := userByID(ctx, tx, userID)
	if fault.Is(err, fault.NotFound) || err == nil && !user.IsActive {
		return User{}, fault.New(fault.Unauthenticated, "There is no such active user.")
	}
	return user, err
}
