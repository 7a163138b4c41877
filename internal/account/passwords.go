package account

import (
	"context"

	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
)

// noOwner is for a first check of a password, before its user is read.
var noOwner = password.Owner{}

// owner is the user as the password rules know them.
func (i Identity) owner() password.Owner {
	return password.Owner{Username: i.Username, Email: i.Email, Names: []string{i.Name.First, i.Name.Middle, i.Name.Last}}
}

// trusted is a user who is signed in or holds a reset key, or an address that was
// invited, as one who asks for a password to be hashed.
func trusted(who string) password.Requester { return password.Requester{Key: who, Trusted: true} }

// callerAsks is the caller, who is signed in, as one who asks for a password to
// be hashed.
func callerAsks(ctx context.Context) password.Requester {
	caller, _ := actor.From(ctx)
	return trusted(caller.UserID)
}
