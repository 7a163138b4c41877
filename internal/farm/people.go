package farm

import (
	"context"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Linked is somebody with a link to a farm.
type Linked struct {
	UserID   string
	Username string
	Name     string
	Email    string
	Level    Level
	Since    int64 // Unix milliseconds
	LastSeen int64 // the same; 0 for never
	Opens    bool  // the user is active and a farm manager, so that the link opens the farm
}

// LinkedTo gives the people of a farm, by name. It asks for no right.
func LinkedTo(ctx context.Context, tx *sqldb.Tx, farmID string) ([]Linked, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (l Linked, err error) {
		var first, middle, last string
		err = r.Scan(&l.UserID, &l.Username, &first, &middle, &last, &l.Email, &l.Level, &l.Since, &l.LastSeen, &l.Opens)
		l.Name = fullName(first, middle, last)
		return l, err
	}, `SELECT u.id, u.username, u.first_name, u.middle_name, u.last_name, u.email, l.level, l.created_at, u.last_seen_at, u.is_active AND u.is_farmmanager
		FROM farm_users l JOIN users u ON u.id = l.user_id WHERE l.farm_id = $1 ORDER BY u.username_key`, farmID)
}

// Enlist links a user to a farm with a level, or gives a link that is there the level, in the
// transaction of a caller that has asked for the right.
func (s *Service) Enlist(ctx context.Context, tx *sqldb.Tx, ref Ref, user account.User, level Level) error {
	before, err := sqldb.One(ctx, tx, sqldb.Scalar[Level], "SELECT level FROM farm_users WHERE farm_id = $1 AND user_id = $2", ref.ID, user.ID)
	switch {
	case fault.Is(err, fault.NotFound):
		if err := s.insertLink(ctx, tx, ref.ID, user.ID, level); err != nil {
			return err
		}
		return s.recordLink(ctx, tx, "user.link", user, ref.ID, ref.Name, level.detail())
	case err != nil || before == level:
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE farm_users SET level = $3 WHERE farm_id = $1 AND user_id = $2", ref.ID, user.ID, level); err != nil {
		return err
	}
	return s.recordLink(ctx, tx, "user.may", user, ref.ID, ref.Name, map[string]any{"may": map[string]any{"from": before.String(), "to": level.String()}})
}

// Unlist removes a link in the transaction of a caller that has asked for the right.
func (s *Service) Unlist(ctx context.Context, tx *sqldb.Tx, ref Ref, user account.User) error {
	gone, err := tx.Exec(ctx, "DELETE FROM farm_users WHERE farm_id = $1 AND user_id = $2", ref.ID, user.ID)
	if err != nil {
		return err
	}
	if gone == 0 {
		return fault.New(fault.NotFound, "This user is not linked to that farm.")
	}
	return s.recordLink(ctx, tx, "user.unlink", user, ref.ID, ref.Name, nil)
}

func (l Level) detail() map[string]any {
	if l == Managing {
		return nil
	}
	return map[string]any{"may": l.String()}
}

// LinksBeside counts the links of a user to other farms.
func LinksBeside(ctx context.Context, tx *sqldb.Tx, farmID, userID string) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM farm_users WHERE user_id = $1 AND farm_id <> $2", userID, farmID)
}

// ByLink reports whether it is a link that lets the caller in, and not another right.
func (f Ref) ByLink() bool { return f.level != 0 }
