package account

import (
	"context"
	"errors"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// ErrUndecryptable is the error of a stored second factor that the keys at hand do not decrypt.
var ErrUndecryptable = errors.New("a second factor cannot be decrypted")

const factorLost = "We removed the second factor from your account, because this server has lost the key that encrypted it. " +
	"Until you set up a new one, your password alone signs you in."

// CountUndecryptable returns how many second factors in the database cannot be decrypted with the keys.
func CountUndecryptable(ctx context.Context, tx *sqldb.Tx, keys [][]byte) (int, error) {
	sealer, err := newSealer(keys)
	if err != nil {
		return 0, err
	}

	lost, err := undecryptable(ctx, tx, sealer)
	return len(lost), err
}

// undecryptable returns the ids of the users whose second factor cannot be decrypted.
func undecryptable(ctx context.Context, tx *sqldb.Tx, sealer *sealer) (userIDs []string, err error) {
	factors, err := sqldb.All(ctx, tx, scanStoredFactor, "SELECT user_id, secret, sealed FROM second_factors ORDER BY user_id")
	if err != nil {
		return nil, err
	}

	for _, f := range factors {
		switch _, err := sealer.openFactor(f); {
		case errors.Is(err, ErrUndecryptable):
			userIDs = append(userIDs, f.userID)
		case err != nil:
			return nil, err
		}
	}
	return userIDs, nil
}

// RemoveUndecryptableFactors removes the second factors that cannot be decrypted, so that their owners sign in
// with the password and set up new ones. It ends the owners' sessions, writes the removal to the audit trail,
// notifies each owner by email, and returns the owners. Only callers who manage users may call it.
func (s *Service) RemoveUndecryptableFactors(ctx context.Context) (owners []User, err error) {
	var lost []string
	err = s.readManaging(ctx, func(tx *sqldb.Tx) error {
		lost, err = undecryptable(ctx, tx, s.sealer)
		return err
	})
	if err != nil {
		return nil, err
	}

	for _, userID := range lost {
		user, removed, err := s.removeUndecryptable(ctx, userID)
		if err != nil {
			return owners, err
		}
		if removed {
			owners = append(owners, user)
		}
	}
	return owners, nil
}

// removeUndecryptable removes the user's second factor, unless it was replaced since it was found.
func (s *Service) removeUndecryptable(ctx context.Context, userID string) (user User, removed bool, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		removed = false
		if _, user, err = Manage(ctx, tx, userID); err != nil {
			return err
		}

		f, err := factorOf(ctx, tx, userID)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := s.sealer.openFactor(f.storedFactor); !errors.Is(err, ErrUndecryptable) {
			return err
		}

		removed = true
		if err := deleteFactor(ctx, tx, userID); err != nil || !f.confirmed {
			return err // a factor that was never confirmed protected nothing
		}
		if _, err := endSessions(ctx, tx, userID, ""); err != nil {
			return err
		}
		if err := s.tell(ctx, tx, user.Email, "accountChanged", factorLost); err != nil {
			return err
		}
		return s.record(ctx, tx, "user.second-factor", user, map[string]any{"on": false, "undecryptable": true})
	})
	return user, removed, err
}
