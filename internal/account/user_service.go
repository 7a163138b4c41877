package account

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// UserFilter says which users are asked for; an empty field matches all.
type UserFilter struct {
	Username string // a part of it, of the name or of the email
	Role     string // admin or account
	IsActive string // true or false
}

// List gives a page of the users. Only those who manage users may ask.
func (s *Service) List(ctx context.Context, f UserFilter, q page.Query) (list page.List[AccountRow], err error) {
	err = s.readManaging(ctx, func(tx *sqldb.Tx) error {
		rows, total, err := listUsers(ctx, tx, f, q)
		list = page.Of(q.Slice, rows, total)
		return err
	})
	return list, err
}

// Get gives a user. Only those who manage users may ask.
func (s *Service) Get(ctx context.Context, userID string) (a Account, err error) {
	err = s.readManaging(ctx, func(tx *sqldb.Tx) error {
		a, err = ByID(ctx, tx, userID)
		return orNoUser(err)
	})
	return a, err
}

func orNoUser(err error) error {
	if fault.Is(err, fault.NotFound) {
		return errNoUser
	}
	return err
}

// ByUsername finds a user. Only those who manage users may ask.
func (s *Service) ByUsername(ctx context.Context, username string) (a Account, err error) {
	err = s.readManaging(ctx, func(tx *sqldb.Tx) error {
		id, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT id FROM users WHERE username_key = $1", sqldb.Fold(username))
		if err != nil {
			return orNoUser(err)
		}
		a, err = ByID(ctx, tx, id)
		return err
	})
	return a, err
}

// Create makes a user, in the groups that are given. Only those who manage
// users may, and only with rights that they have themselves.
func (s *Service) Create(ctx context.Context, u NewUser) (a Account, err error) {
	if err := actor.Require(ctx, actor.AdminUsers); err != nil {
		return a, err
	}
	user, err := s.checked(u)
	if err != nil {
		return a, err
	}
	user.Groups = u.Groups
	hash, err := s.hasher.Hash(ctx, callerAsks(ctx), u.Password)
	if err != nil {
		return a, err
	}
	err = s.writeNames(ctx, func(tx *sqldb.Tx) error {
		a, err = once.Do(ctx, tx, func() (Account, error) { return s.create(ctx, tx, user, hash) })
		return err
	})
	return a, err
}

// checked gives a new user, in no group yet, where what is given is right, the password too.
func (s *Service) checked(u NewUser) (user User, err error) {
	identity := u.identity()
	identity.tidy()
	fields := identity.faults()
	if message := s.rules.Problem(u.Password, identity.owner()); message != "" {
		fields = append(fields, fault.Field{Name: "password", Message: message})
	}
	if err := fault.ForFields(fields); err != nil {
		return user, err
	}
	return User{ID: sqldb.NewID(), Username: identity.Username, Email: identity.Email, Name: identity.Name, IsActive: true}, nil
}

func (s *Service) create(ctx context.Context, tx *sqldb.Tx, user User, hash string) (Account, error) {
	caller, err := managing(ctx, tx)
	if err != nil {
		return Account{}, err
	}
	if !caller.Covers(user.rights()) {
		return Account{}, errEscalation
	}
	if err := refuseTwins(ctx, tx, user.identity(), user.ID); err != nil {
		return Account{}, err
	}
	if err := insertUser(ctx, tx, user, hash, s.now()); err != nil {
		return Account{}, err
	}
	if err := s.record(ctx, tx, "user.create", user, map[string]any{"email": user.Email}); err != nil {
		return Account{}, err
	}
	return ByID(ctx, tx, user.ID)
}

// record puts what was done to a user into the audit trail.
func (s *Service) record(ctx context.Context, tx *sqldb.Tx, action string, user User, detail map[string]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "user", ID: user.ID, Name: user.Username, Detail: detail})
}

// Edit changes the details of a user that the caller may manage. A version
// other than 0 must be the stored one. A user who is switched off loses every
// session and reset key; when the address changes, the old one is told, and
// sessions end. Callers change their own address by [Service.EditMy], which asks
// for a proof.
func (s *Service) Edit(ctx context.Context, userID string, version int64, change UserChange) (a Account, err error) {
	err = s.writeNames(ctx, func(tx *sqldb.Tx) error {
		caller, before, err := Manage(ctx, tx, userID)
		if err != nil {
			return err
		}
		if err := refuseStale(ctx, tx, userID, version); err != nil {
			return err
		}
		after := change.apply(before)
		if caller.UserID == userID && after.Email != before.Email {
			return fault.New(fault.Conflict, "Please change your own email in your account settings.")
		}
		if after.Email != before.Email || after.IsActive && !before.IsActive {
			if err := s.requireProofOfPerson(ctx, tx); err != nil {
				return err
			}
		}
		if err := s.edit(ctx, tx, caller, before, after); err != nil {
			return err
		}
		a, err = ByID(ctx, tx, userID)
		return err
	})
	return a, err
}

func (s *Service) edit(ctx context.Context, tx *sqldb.Tx, caller actor.Actor, before, after User) error {
	changed := differences(before, after)
	if len(changed) == 0 {
		return nil
	}
	if err := fault.ForFields(after.newFaults(before)); err != nil {
		return err
	}
	if err := refuseTwins(ctx, tx, after.identity(), after.ID); err != nil {
		return err
	}
	if before.IsActive && !after.IsActive {
		if caller.UserID == before.ID {
			return fault.New(fault.Conflict, "You cannot make yourself inactive. Please let somebody else do that.")
		}
		if err := keepRoot(ctx, tx, before); err != nil {
			return err
		}
		if _, err := endSessions(ctx, tx, before.ID, ""); err != nil {
			return err
		}
	}
	if before.Email != after.Email || !after.IsActive {
		if err := voidResets(ctx, tx, before.ID); err != nil {
			return err
		}
	}
	if before.Email != after.Email {
		if _, err := endSessions(ctx, tx, before.ID, caller.SessionID); err != nil {
			return err
		}
		if err := s.tell(ctx, tx, before.Email, "accountChanged", "The email address of your account was changed. Mail about it no longer comes here."); err != nil {
			return err
		}
	}
	if err := updateUser(ctx, tx, after, s.now()); err != nil {
		return err
	}
	if before.IsActive && !after.IsActive {
		if err := s.narrow(ctx, tx, false, after.ID); err != nil {
			return err
		}
	}
	return s.record(ctx, tx, "user.update", after, changed)
}

func refuseStale(ctx context.Context, tx *sqldb.Tx, userID string, version int64) error {
	stored, err := versionOf(ctx, tx, userID)
	if err == nil && version != 0 && version != stored {
		err = fault.New(fault.Conflict, "Somebody else changed this user meanwhile.")
	}
	return err
}

// SetPassword gives a user that the caller may manage a new password, which
// ends the user's sessions and, with revoke, what the user issued. Callers change
// their own by [Service.ChangeMyPassword], which asks for a proof.
func (s *Service) SetPassword(ctx context.Context, userID, password string, revoke bool) error {
	if err := actor.Require(ctx, actor.AdminUsers); err != nil {
		return err
	}
	if err := s.rules.Refuse("password", password, noOwner); err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, callerAsks(ctx), password)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, user, err := Manage(ctx, tx, userID)
		if err != nil {
			return err
		}
		if caller.UserID == userID {
			return fault.New(fault.Conflict, "Please change your own password in your account settings.")
		}
		if err := s.rules.Refuse("password", password, user.identity().owner()); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, user, hash, ""); err != nil {
			return err
		}
		if err := s.revokeIssued(ctx, tx, user.ID, revoke); err != nil {
			return err
		}
		return s.record(ctx, tx, "user.password", user, nil)
	})
}

// Delete deletes a user that the caller may manage, with everything that is
// theirs alone. What they recorded keeps their id.
func (s *Service) Delete(ctx context.Context, userID string) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, user, err := Manage(ctx, tx, userID)
		if err != nil {
			return err
		}
		if caller.UserID == userID {
			return fault.New(fault.Conflict, "You cannot delete yourself. Please let somebody else do that.")
		}
		if err := keepRoot(ctx, tx, user); err != nil {
			return err
		}
		if err := s.narrow(ctx, tx, true, userID); err != nil {
			return err
		}
		if err := deleteUser(ctx, tx, userID); err != nil {
			return err
		}
		return s.record(ctx, tx, "user.delete", user, map[string]any{"email": user.Email})
	})
}
