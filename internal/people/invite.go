package people

import (
	"context"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	life       = 7 * 24 * time.Hour
	kept       = 24 * time.Hour // after its end, to be counted
	perDay     = 50             // invitations of one person
	perAddress = 3              // a day, of one address by one farm
	maxOpen    = 25             // to one farm
)

// Invitation is one that is open, as those see it who may invite.
type Invitation struct {
	ID        string `json:"_id"`
	Email     string `json:"email"`
	May       string `json:"may" doc:"record, reports or manage; empty without a farm"`
	By        string `json:"by" doc:"Username of who invited"`
	CreatedAt int64  `json:"createdAt" doc:"Unix milliseconds"`
	ExpiresAt int64  `json:"expiresAt" doc:"Unix milliseconds"`
}

// Invite asks somebody by mail to work with the farm. An earlier invitation of the same address
// to it is over. Those may who manage the farm, and staff who may link users to farms. The
// answer is the same whether the address has an account or not.
func (s *Service) Invite(ctx context.Context, farmID, email, may string) (p People, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, ref, err := changing(ctx, tx, farmID)
		if err != nil {
			return err
		}
		level, err := farm.LevelNamed(may)
		if err != nil {
			return err
		}
		email, err := address(email)
		if err != nil {
			return err
		}
		_, err = once.Do(ctx, tx, func() (struct{}, error) {
			linked, err := farm.LinkedTo(ctx, tx, farmID)
			if err != nil {
				return struct{}{}, err
			}
			for _, l := range linked {
				if sqldb.Fold(l.Email) == sqldb.Fold(email) {
					return struct{}{}, fault.ForField("email", "This person has access already.")
				}
			}
			return struct{}{}, s.invite(ctx, tx, caller, ref, level, email)
		})
		if err != nil {
			return err
		}
		p, err = s.peopleOf(ctx, tx, farmID)
		p.MayChange = true
		return err
	})
	return p, err
}

// InviteToPlatform asks somebody by mail to make an account, in no group and for no farm. Those
// who manage users may.
func (s *Service) InviteToPlatform(ctx context.Context, email string) (open []Invitation, err error) {
	if err := actor.Require(ctx, actor.AdminUsers); err != nil {
		return nil, err
	}
	if email, err = address(email); err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := once.Do(ctx, tx, func() (struct{}, error) {
			switch user, err := account.WithEmail(ctx, tx, email); {
			case err == nil:
				return struct{}{}, fault.ForField("email", "There is an account with this address: "+user.Username+".")
			case !fault.Is(err, fault.NotFound):
				return struct{}{}, err
			}
			caller, err := actor.SignedIn(ctx)
			if err != nil {
				return struct{}{}, err
			}
			return struct{}{}, s.invite(ctx, tx, caller, farm.Ref{}, 0, email)
		})
		if err == nil {
			open, err = openOf(ctx, tx, "", s.now())
		}
		return err
	})
	return open, err
}

// Open lists the invitations to the platform that are open. Those who manage users may ask.
func (s *Service) Open(ctx context.Context) (open []Invitation, err error) {
	if err := actor.Require(ctx, actor.AdminUsers); err != nil {
		return nil, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		open, err = openOf(ctx, tx, "", s.now())
		return err
	})
	return open, err
}

func address(email string) (string, error) {
	email = strings.TrimSpace(email)
	if !account.IsEmail(email) {
		return "", fault.ForField("email", "Please give an email address.")
	}
	return email, nil
}

// invite stores the invitation, and has it mailed; without a farm, ref is the zero one.
func (s *Service) invite(ctx context.Context, tx *sqldb.Tx, caller actor.Actor, ref farm.Ref, level farm.Level, email string) error {
	now := s.now()
	if caller.UserID == "" {
		return actor.ErrDenied // nobody could be asked later whether they still may
	}
	if err := refuseMany(ctx, tx, caller.UserID, ref.ID, email, now); err != nil {
		return err
	}
	if err := endOlder(ctx, tx, ref.ID, email, now); err != nil {
		return err
	}
	token, digest := secret.New()
	expires := now.Add(life)
	if err := insert(ctx, tx, row{
		id: sqldb.NewID(), digest: digest, farmID: ref.ID, level: level, email: email, by: caller.UserID, created: sqldb.Millis(now), expires: sqldb.Millis(expires),
	}); err != nil {
		return err
	}
	if err := s.record(ctx, tx, "farm.invite", "user.invite", ref, email, level); err != nil {
		return err
	}
	by, err := account.Named(ctx, tx, caller.UserID)
	if err != nil {
		return err
	}
	return s.mail.Send(ctx, tx, mail.Message{
		To: email, Purpose: mail.Invitation, Template: "invitation", ExpiresAt: expires,
		Data: letter{Farm: ref.Name, By: shown(by), May: inWords[level], Link: s.public + "/invitation/" + token},
	})
}

// letter is what the mail says.
type letter struct{ Farm, By, May, Link string }

// inWords says what a level lets somebody do.
var inWords = map[farm.Level]string{
	farm.Recording: "record what is done there",
	farm.Reporting: "record what is done there and see its reports",
	farm.Managing:  "manage it",
}

// shown returns the name under which somebody invites. A username such as ann.lee could be taken for the
// address of a page.
func shown(u account.User) string {
	if name := strings.TrimSpace(u.Name.First + " " + u.Name.Last); name != "" {
		return name
	}
	if account.HoldsAddress(u.Username) {
		return "a colleague"
	}

	return u.Username
}

// record puts it into the trail: of the farm, or where there is none of the address.
func (s *Service) record(ctx context.Context, tx *sqldb.Tx, ofFarm, ofPlatform string, ref farm.Ref, email string, level farm.Level) error {
	e := audit.Entry{At: s.now(), Action: ofFarm, Kind: "farm", ID: ref.ID, Name: ref.Name, Detail: map[string]any{"email": email, "may": level.String()}}
	if ref.ID == "" {
		e.Action, e.Kind, e.Name, e.Detail = ofPlatform, "user", email, map[string]any{"email": email}
	}
	return audit.Record(ctx, tx, e)
}

// TakeBack ends an open invitation to a farm, whose link is void from then on.
func (s *Service) TakeBack(ctx context.Context, farmID, id string) (p People, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, ref, err := changing(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if err := s.takeBack(ctx, tx, ref, id); err != nil {
			return err
		}
		p, err = s.peopleOf(ctx, tx, farmID)
		p.MayChange = true
		return err
	})
	return p, err
}

// TakeBackFromPlatform ends an open invitation to the platform.
func (s *Service) TakeBackFromPlatform(ctx context.Context, id string) (open []Invitation, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if err := actor.Require(ctx, actor.AdminUsers); err != nil {
			return err
		}
		if err := s.takeBack(ctx, tx, farm.Ref{}, id); err != nil {
			return err
		}
		open, err = openOf(ctx, tx, "", s.now())
		return err
	})
	return open, err
}

// issuer lists the open invitations of a user, and withdraws them.
func (s *Service) issuer() account.Issuer {
	return account.Issuer{
		List: issuedBy,
		Revoke: func(ctx context.Context, tx *sqldb.Tx, one account.Issued) error {
			return s.takeBack(ctx, tx, farm.Ref{ID: one.FarmID, Name: one.FarmName}, one.ID)
		},
	}
}

func (s *Service) takeBack(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, id string) error {
	one, err := byID(ctx, tx, ref.ID, id)
	if err != nil {
		return err
	}
	won, err := end(ctx, tx, id, s.now())
	if err != nil || !won {
		return err
	}
	return s.record(ctx, tx, "farm.uninvite", "user.uninvite", ref, one.email, one.level)
}
