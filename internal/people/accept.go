package people

import (
	"context"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// errInvitation is the one answer to a token that opens nothing: unknown, used, taken back, too
// old, of somebody who may not invite any more, or to a farm that is gone.
var errInvitation = fault.New(fault.Invalid, "This invitation is not valid any more. Please ask whoever invited you for a new one.")

// Asked is what an invitation says to whoever has its link.
type Asked struct {
	Email      string `json:"email" doc:"That was invited"`
	FarmID     string `json:"farm" doc:"Empty where it is to the platform"`
	FarmName   string `json:"farmName"`
	May        string `json:"may" doc:"record, reports or manage; empty without a farm"`
	By         string `json:"by" doc:"Who invited"`
	ExpiresAt  int64  `json:"expiresAt" doc:"Unix milliseconds"`
	HasAccount bool   `json:"hasAccount" doc:"An account has the address: its person signs in and accepts"`
}

// Look says what the invitation with that token is to. Whoever has the token may ask, and it
// stays good.
func (s *Service) Look(ctx context.Context, token string) (a Asked, err error) {
	err = s.guarded(ctx, func() error {
		return s.db.Read(ctx, func(tx *sqldb.Tx) error {
			found, err := s.open(ctx, tx, token)
			if err != nil {
				return err
			}
			a = Asked{
				Email: found.email, FarmID: found.farmID, FarmName: found.ref.Name, May: found.level.String(),
				By: shown(found.inviter), ExpiresAt: found.expires,
			}
			_, err = account.WithEmail(ctx, tx, found.email)
			if a.HasAccount = err == nil; fault.Is(err, fault.NotFound) {
				err = nil
			}
			return err
		})
	})
	return a, err
}

// guarded counts tokens that are none, and names that are taken, which would tell who has an
// account; it refuses a network that tried too many.
func (s *Service) guarded(ctx context.Context, do func() error) error {
	if err := s.accounts.GuessRefusal(ctx); err != nil {
		return err
	}
	err := do()
	if fault.Is(err, fault.Invalid) {
		s.accounts.CountGuess(ctx)
	}
	return err
}

// asking is an open invitation with what it stands on now.
type asking struct {
	row
	ref     farm.Ref // the zero one without a farm
	inviter account.User
	rights  actor.Actor // of who invited, as they are now
}

// open gives the invitation with that token, if whoever made it may still make it.
func (s *Service) open(ctx context.Context, tx *sqldb.Tx, token string) (a asking, err error) {
	if a.row, err = byDigest(ctx, tx, secret.Digest(token), s.now()); err != nil {
		return a, gone(err)
	}
	if a.rights, err = s.accounts.Calling(ctx, tx, a.by); err != nil {
		return a, gone(err)
	}
	if a.inviter, err = account.Named(ctx, tx, a.by); err != nil {
		return a, gone(err)
	}
	as := actor.With(ctx, a.rights)
	if a.farmID == "" {
		return a, gone(actor.Require(as, actor.AdminUsers))
	}
	_, a.ref, err = changing(as, tx, a.farmID)
	return a, gone(err)
}

// gone is errInvitation for what means that an invitation holds no more.
func gone(err error) error {
	for _, kind := range []fault.Kind{fault.NotFound, fault.Denied, fault.Unauthenticated} {
		if fault.Is(err, kind) {
			return errInvitation
		}
	}
	return err
}

// use ends the invitation, for the first of those who try.
func (s *Service) use(ctx context.Context, tx *sqldb.Tx, a asking) error {
	won, err := end(ctx, tx, a.id, s.now())
	if err == nil && !won {
		err = errInvitation
	}
	return err
}

// Newcomer is what somebody who is invited says of themselves.
type Newcomer struct {
	Username string
	Password string
	Name     account.Name
}

// Accept makes the account of somebody who was invited, with the invited address, and links it
// to the farm. Whoever has the token may, once. Nobody is signed in by it.
func (s *Service) Accept(ctx context.Context, token string, n Newcomer) (Asked, error) {
	asked, err := s.Look(ctx, token) // before anything is hashed
	if err != nil {
		return asked, err
	}
	if asked.HasAccount {
		return asked, errSignInFirst
	}
	err = s.guarded(ctx, func() error {
		var a asking
		_, err := s.accounts.Join(ctx, account.NewUser{Username: n.Username, Email: asked.Email, Password: n.Password, Name: n.Name},
			func(tx *sqldb.Tx) (g account.Groups, err error) {
				if a, err = s.open(ctx, tx, token); err != nil {
					return g, err
				}
				g.FarmManager = a.farmID != ""
				return g, s.use(ctx, tx, a)
			},
			func(tx *sqldb.Tx, user account.User) error {
				if a.farmID == "" {
					return nil
				}
				return s.farms.Enlist(asUser(ctx, user), tx, a.ref, user, a.level)
			})
		return err
	})
	return asked, err
}

var errSignInFirst = fault.New(fault.Conflict, "There is an account with this address already. Please sign in with it to accept.")

// asUser is the context of somebody who is not signed in yet, for the trail.
func asUser(ctx context.Context, user account.User) context.Context {
	return actor.With(ctx, actor.Actor{UserID: user.ID, Username: user.Username, FarmManager: true})
}

// AcceptSignedIn links the caller's account to the farm of the invitation. The account must have
// the address that was invited: a link that was passed on opens nothing to others.
func (s *Service) AcceptSignedIn(ctx context.Context, token string) (farmID string, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return "", err
	}
	err = s.guarded(ctx, func() error {
		return s.db.Write(ctx, func(tx *sqldb.Tx) error {
			a, err := s.open(ctx, tx, token)
			if err != nil {
				return err
			}
			user, err := account.Named(ctx, tx, caller.UserID)
			if err != nil {
				return err
			}
			if err := a.refuse(ctx, tx, user); err != nil {
				return err
			}
			if err := s.use(ctx, tx, a); err != nil {
				return err
			}
			if farmID = a.farmID; farmID == "" {
				return nil
			}
			if err := s.accounts.Promote(ctx, tx, user); err != nil {
				return err
			}
			return s.farms.Enlist(ctx, tx, a.ref, user, a.level)
		})
	})
	return farmID, err
}

// refuse is a fault where an account that is there cannot accept. What one may not do, one may
// not give: somebody who is no farm manager yet, and linked to other farms, would come to those
// too, so whoever invited must be able to open them.
func (a asking) refuse(ctx context.Context, tx *sqldb.Tx, user account.User) error {
	switch {
	case sqldb.Fold(user.Email) != sqldb.Fold(a.email):
		return fault.New(fault.Denied, "This invitation was sent to another address than that of your account. Sign in with the account that has it, or ask to be invited at yours.")
	case a.farmID == "":
		return nil
	case user.Groups.Root || user.Groups.Admin:
		return fault.New(fault.Conflict, "Your account is the platform's, and sees every farm already.")
	}
	if _, err := linkedUser(ctx, tx, a.farmID, user.ID); err == nil {
		return fault.New(fault.Conflict, "You work with this farm already. Who manages it says what you may do.")
	} else if !fault.Is(err, fault.NotFound) {
		return err
	}
	if user.Groups.FarmManager || a.rights.May(actor.Companies) {
		return nil
	}
	beside, err := farm.LinksBeside(ctx, tx, a.farmID, user.ID)
	if err == nil && beside > 0 {
		err = fault.New(fault.Conflict, "Your account is linked to other farms that are not open to you yet. Please ask the platform's people to link this one.")
	}
	return err
}
