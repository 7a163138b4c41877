package key

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// recent is how old a key may be that a thief could have made with a stolen session.
const recent = 24 * time.Hour

// Reasons why a key ended, as the audit trail and the mail have them.
const (
	ownerGone    = "whoever made it has no account any more"
	ownerNarrow  = "whoever made it may not do that on the farm any more"
	ownerRevoked = "whoever made it ended what was issued with their sessions"
)

// owned is an open key of a user.
type owned struct {
	found
	farmName, username string
}

// narrowed ends the open keys of a user that open more than the user still may, or all of them
// before the user is deleted. The audit trail has each, and the farm's managers are notified.
func (s *Service) narrowed(ctx context.Context, tx *sqldb.Tx, userID string, deleted bool) error {
	keys, err := ownedBy(ctx, tx, userID)
	if err != nil || len(keys) == 0 {
		return err
	}

	maker, err := account.Acting(ctx, tx, userID)
	inactive := fault.Is(err, fault.Unauthenticated)
	if err != nil && !inactive {
		return fmt.Errorf("load owner %s of keys: %w", userID, err)
	}

	for _, k := range keys {
		why := ownerNarrow
		switch covered, err := covers(actor.With(ctx, maker), tx, k.found); {
		case deleted:
			why = ownerGone
		case inactive:
		case err != nil:
			return err
		case covered:
			continue
		}
		if err := s.stop(ctx, tx, k, why); err != nil {
			return err
		}
	}

	return nil
}

// covers reports whether the caller may still do on the farm what the key's rights open.
func covers(ctx context.Context, tx *sqldb.Tx, k found) (bool, error) {
	for _, right := range k.Rights {
		level := farm.Recording
		if right == actor.ReadReports {
			level = farm.Reporting
		}
		_, err := level.RequireRecordTo(ctx, tx, k.farmID, actor.Companies)
		if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Denied) {
			return false, nil
		}
		if err != nil {
			return false, fmt.Errorf("check owner of key %s: %w", k.ID, err)
		}
	}

	return true, nil
}

// stop ends an open key, records why, and notifies the farm's managers.
func (s *Service) stop(ctx context.Context, tx *sqldb.Tx, k owned, why string) error {
	if _, _, err := endKey(ctx, tx, k.farmID, k.ID, sqldb.Millis(s.now())); err != nil {
		return err
	}

	err := audit.Record(ctx, tx, audit.Entry{
		At: s.now(), Action: "farm.keyEnd", Kind: "farm", ID: k.farmID, Name: k.farmName, Detail: map[string]any{"key": k.Name, "madeBy": k.username, "why": why},
	})
	if err != nil || s.mail == nil {
		return err
	}

	people, err := farm.Managers(ctx, tx, k.farmID)
	if err != nil {
		return fmt.Errorf("load managers of farm %s: %w", k.farmID, err)
	}
	for _, p := range people {
		if p.Level != farm.Managing {
			continue
		}
		err := s.mail.Send(ctx, tx, mail.Message{To: p.Email, Template: "keyEnded", Data: map[string]string{
			"Farm": k.farmName, "Key": k.Name, "By": k.username, "Why": why, "Link": s.public + "/manage/" + url.PathEscape(k.farmID) + "/keys",
		}})
		if err != nil {
			return fmt.Errorf("notify of ended key %s: %w", k.ID, err)
		}
	}

	return nil
}

// issuer lists the keys of the last day of a user, and ends them.
func (s *Service) issuer() account.Issuer {
	return account.Issuer{
		List: func(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) (list []account.Issued, err error) {
			keys, err := ownedBy(ctx, tx, userID)
			for _, k := range keys {
				if k.CreatedAt > sqldb.Millis(now.Add(-recent)) {
					list = append(list, account.Issued{ID: k.ID, Kind: "key", Name: k.Name, FarmID: k.farmID, FarmName: k.farmName, At: k.CreatedAt})
				}
			}
			return list, err
		},
		Revoke: func(ctx context.Context, tx *sqldb.Tx, one account.Issued) error {
			keys, err := ownedWhere(ctx, tx, "k.farm_id = $1 AND k.id = $2", one.FarmID, one.ID)
			for _, k := range keys {
				if err := s.stop(ctx, tx, k, ownerRevoked); err != nil {
					return err
				}
			}
			return err
		},
	}
}

func ownedBy(ctx context.Context, tx *sqldb.Tx, userID string) ([]owned, error) {
	return ownedWhere(ctx, tx, "k.user_id = $1", userID)
}

func ownedWhere(ctx context.Context, tx *sqldb.Tx, where string, args ...any) ([]owned, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (o owned, err error) {
		o.Key, err = scanKey(r, &o.farmID, &o.userID, &o.farmName, &o.username)
		return o, err
	}, "SELECT "+keyColumns+`, k.farm_id, k.user_id, f.name, u.username
		FROM farm_keys k JOIN farms f ON f.id = k.farm_id JOIN users u ON u.id = k.user_id
		WHERE k.ended_at IS NULL AND `+where+" ORDER BY k.created_at, k.id", args...)
}
