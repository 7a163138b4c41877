package farm

import (
	"context"
	"maps"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

// maxFarmsPerUser is how many farms one user may be linked to.
const maxFarmsPerUser = 25

var errLinked = fault.New(fault.Conflict, "Farm already added.")

// LinkUser lets a user see a farm as soon as the user is a farm manager. Those
// may who both manage users and keep the records of farms, for users whom they
// may change. A link that already exists is a Conflict, and so is one beyond the
// limit.
func (s *Service) LinkUser(ctx context.Context, farmID, userID string) error {
	_, err := s.link(ctx, farmID, userID, Managing)
	return err
}

func (s *Service) link(ctx context.Context, farmID, userID string, level Level) (a account.Account, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		a, err = once.Do(ctx, tx, func() (account.Account, error) {
			user, name, err := linking(ctx, tx, farmID, userID)
			if err != nil {
				return account.Account{}, err
			}
			if err := s.insertLink(ctx, tx, farmID, userID, level); err != nil {
				return account.Account{}, err
			}
			if err := s.recordLink(ctx, tx, "user.link", user, farmID, name, level.detail()); err != nil {
				return account.Account{}, err
			}
			return account.ByID(ctx, tx, userID)
		})
		return err
	})
	return a, err
}

// UnlinkUser removes a link, which also puts the user's dashboard of the farm out
// of reach. Those who may link may also unlink.
func (s *Service) UnlinkUser(ctx context.Context, farmID, userID string) (a account.Account, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		user, name, err := linking(ctx, tx, farmID, userID)
		if err != nil {
			return err
		}
		if err := s.Unlist(ctx, tx, Ref{ID: farmID, Name: name}, user); err != nil {
			return err
		}
		a, err = account.ByID(ctx, tx, userID)
		return err
	})
	return a, err
}

// linking lets those through who may change the links of the user, and gives the
// user and the farm's name. It needs no tenancy gate: those who may link reach
// every farm.
func linking(ctx context.Context, tx *sqldb.Tx, farmID, userID string) (user account.User, farmName string, err error) {
	caller, user, err := account.Manage(ctx, tx, userID)
	if err != nil {
		return user, "", err
	}
	if err := account.MayLink(caller); err != nil {
		return user, "", err
	}
	farmName, err = sqldb.One(ctx, tx, sqldb.Scalar[string], `SELECT name FROM farms
		WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM farm_emptying e WHERE e.farm_id = farms.id AND e.deletes)`, farmID)
	if fault.Is(err, fault.NotFound) {
		err = errNoFarm
	}
	return user, farmName, err
}

func (s *Service) insertLink(ctx context.Context, tx *sqldb.Tx, farmID, userID string, level Level) error {
	linked, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT farm_id FROM farm_users WHERE user_id = $1", userID)
	if err != nil {
		return err
	}
	for _, id := range linked {
		if id == farmID {
			return errLinked
		}
	}
	if len(linked) >= maxFarmsPerUser {
		return fault.Newf(fault.Conflict, "You have reached %d farms the maximum number allowed.", maxFarmsPerUser)
	}
	_, err = tx.Exec(ctx, "INSERT INTO farm_users (farm_id, user_id, created_at, level) VALUES ($1, $2, $3, $4)", farmID, userID, sqldb.Millis(s.now()), level)
	if fault.Is(err, fault.Conflict) { // somebody did the same at the same moment
		err = errLinked
	}
	return err
}

// recordLink puts what happened to a link into the trail, and tells who asked for it.
func (s *Service) recordLink(ctx context.Context, tx *sqldb.Tx, action string, user account.User, farmID, farmName string, more map[string]any) error {
	for _, tell := range s.linked {
		if err := tell(ctx, tx, farmID, user); err != nil {
			return err
		}
	}
	detail := map[string]any{"farm": farmID, "farmName": farmName}
	maps.Copy(detail, more)
	return audit.Record(ctx, tx, audit.Entry{
		At: s.now(), Action: action, Kind: "user", ID: user.ID, Name: user.Username,
		Detail: detail,
	})
}
