package account

import (
	"context"

	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
)

// noOwner is for a first look at a password whose user is not read yet.
var noOwner = password.Owner{}

// owner is the user as the password rules know them.
func (i Identity) owner() password.Owner {
	return password.Owner{Username: i.Username, Email: i.Email, Names: []string{i.Name.First, i.Name.Middle, i.Name.Last}}
}

// trusted says that the user has a password hashed: who is signed in or holds a
// reset key.
func trusted(userID string) password.Requester { return password.Requester{Key: userID, Trusted: true} }

// callerAsks says that the caller, who is signed in, has a password hashed.
func callerAsks(ctx context.Context) password.Requester {
	caller, _ := actor.From(ctx)
	return trusted(caller.UserID)
}
