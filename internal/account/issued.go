package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/sqldb"
)

// Issued is something by which a user gave others a way in: an open invitation, or an API key made
// within the last day. A thief with the user's session could have issued it.
type Issued struct {
	ID       string `json:"_id"`
	Kind     string `json:"kind" enum:"invitation,key"`
	Name     string `json:"name" doc:"The invited address, or the name of the key"`
	FarmID   string `json:"farm" doc:"Empty for an invitation to the platform"`
	FarmName string `json:"farmName"`
	At       int64  `json:"at" doc:"Unix milliseconds"`
}

// Issuer lists and revokes what users issued of one kind.
type Issuer struct {
	List   func(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) ([]Issued, error)
	Revoke func(ctx context.Context, tx *sqldb.Tx, one Issued) error
}

// Issues registers an issuer. It is called at the start of the process.
func (s *Service) Issues(i Issuer) { s.issuers = append(s.issuers, i) }

// MyIssued returns what the caller issued and may want to revoke, the newest first.
func (s *Service) MyIssued(ctx context.Context) (all []Issued, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return nil, err
	}

	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		all, err = s.issued(ctx, tx, caller.UserID)
		return err
	})

	return all, err
}

// IssuedBy is MyIssued of a user on whose account the caller may act.
func (s *Service) IssuedBy(ctx context.Context, userID string) (all []Issued, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, _, err := Manage(ctx, tx, userID); err != nil {
			return err
		}
		all, err = s.issued(ctx, tx, userID)
		return err
	})

	return all, err
}

func (s *Service) issued(ctx context.Context, tx *sqldb.Tx, userID string) ([]Issued, error) {
	all := []Issued{}
	for _, i := range s.issuers {
		some, err := i.List(ctx, tx, userID, s.now())
		if err != nil {
			return nil, fmt.Errorf("list what user %s issued: %w", userID, err)
		}
		all = append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b Issued) int { return int(b.At - a.At) })

	return all, nil
}

// revokeIssued revokes what the user issued, if it is asked for.
func (s *Service) revokeIssued(ctx context.Context, tx *sqldb.Tx, userID string, asked bool) error {
	if !asked {
		return nil
	}

	for _, i := range s.issuers {
		some, err := i.List(ctx, tx, userID, s.now())
		if err != nil {
			return fmt.Errorf("list what user %s issued: %w", userID, err)
		}
		for _, one := range some {
			if err := i.Revoke(ctx, tx, one); err != nil {
				return fmt.Errorf("revoke %s %s: %w", one.Kind, one.ID, err)
			}
		}
	}

	return nil
}

// Narrowing is called in the transaction in which users may have lost rights, after that is stored.
// It is called before a user is deleted, with deleted set.
type Narrowing func(ctx context.Context, tx *sqldb.Tx, userID string, deleted bool) error

// OnNarrowed registers what happens then. It is called at the start of the process.
func (s *Service) OnNarrowed(do Narrowing) { s.narrowed = append(s.narrowed, do) }

func (s *Service) narrow(ctx context.Context, tx *sqldb.Tx, deleted bool, userIDs ...string) error {
	for _, id := range userIDs {
		for _, do := range s.narrowed {
			if err := do(ctx, tx, id, deleted); err != nil {
				return fmt.Errorf("narrow rights of user %s: %w", id, err)
			}
		}
	}

	return nil
}

// members returns the users in an admin group.
func members(ctx context.Context, tx *sqldb.Tx, groupID string) ([]string, error) {
	return sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT user_id FROM admin_group_members WHERE group_id = $1 ORDER BY user_id", groupID)
}
