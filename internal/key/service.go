package key

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases. Those who manage a farm, and staff with the permission companies,
// make, see and end its keys; making one takes a proof.
type Service struct {
	db       *sqldb.DB
	accounts *account.Service
	now      func() time.Time
	mail     *mail.Mailer
	public   string
	uses     *uses
}

// Options are what the service works with.
type Options struct {
	Now       func() time.Time
	Accounts  *account.Service
	Farms     *farm.Service
	Mail      *mail.Mailer
	PublicURL string // where the links in mails lead
	Logger    *slog.Logger
}

// New returns the service. A key ends when its owner loses what its rights need.
func New(db *sqldb.DB, o Options) *Service {
	s := &Service{db: db, accounts: o.Accounts, now: o.Now, mail: o.Mail, public: o.PublicURL, uses: newUses(db, o.Logger)}
	o.Accounts.Issues(s.issuer())
	o.Accounts.OnNarrowed(s.narrowed)
	o.Farms.OnLink(func(ctx context.Context, tx *sqldb.Tx, _ string, user account.User) error {
		return s.narrowed(ctx, tx, user.ID, false)
	})
	return s
}

// Close stores the last uses.
func (s *Service) Close() { s.uses.close() }

// List gives the keys of a farm, those that may be used first, then the newest first.
func (s *Service) List(ctx context.Context, farmID string) (list []Key, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Companies); err != nil {
			return err
		}
		list, err = keysOf(ctx, tx, farmID)
		return err
	})
	return list, err
}

// Make makes a key and gives its token, which nobody can see again.
func (s *Service) Make(ctx context.Context, farmID, name string, asked []actor.Right) (made Key, token string, err error) {
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return made, "", err
	}
	if name = strings.TrimSpace(name); name == "" {
		return made, "", fault.ForField("name", "Name the program that will use it.")
	}
	if utf8.RuneCountInString(name) > maxName {
		return made, "", fault.ForField("name", fmt.Sprintf("A name has at most %d characters.", maxName))
	}
	random, _ := secret.New()
	token = prefix + random
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		rights, err := plainRights(asked)
		if err != nil {
			return err
		}
		if err := s.accounts.RequireProof(ctx, tx); err != nil {
			return err
		}
		open, err := openKeys(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if open >= maxOpen {
			return fault.Newf(fault.Conflict, "A farm has at most %d keys. Please end one that is not needed any more.", maxOpen)
		}
		made = Key{ID: sqldb.NewID(), Name: name, Rights: rights, MadeBy: caller.Username, CreatedAt: sqldb.Millis(s.now())}
		if err := insertKey(ctx, tx, ref.ID, caller.UserID, made, secret.Digest(token)); err != nil {
			return err
		}
		return s.record(ctx, tx, "farm.key", ref, map[string]any{"key": name, "rights": rights})
	})
	if err != nil {
		return Key{}, "", err
	}
	return made, token, nil
}

// End ends a key at once: the next call with it is refused. One that has ended already is as it was.
func (s *Service) End(ctx context.Context, farmID, id string) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		name, ended, err := endKey(ctx, tx, ref.ID, id, sqldb.Millis(s.now()))
		if err != nil || !ended {
			return err
		}
		return s.record(ctx, tx, "farm.keyEnd", ref, map[string]any{"key": name})
	})
}

func (s *Service) record(ctx context.Context, tx *sqldb.Tx, action string, ref farm.Ref, detail map[string]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "farm", ID: ref.ID, Name: ref.Name, Detail: detail})
}

var errNoKey = fault.New(fault.Unauthenticated, "That key is not valid, or was ended.")

// Authenticate gives the actor behind a key's token: its maker, as they are now, at the key's farm.
// It is an Unauthenticated fault when the key is unknown or was ended, or its maker is inactive.
func (s *Service) Authenticate(ctx context.Context, token string) (caller actor.Actor, err error) {
	now := sqldb.Millis(s.now())
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		found, err := keyByDigest(ctx, tx, secret.Digest(token))
		if err != nil {
			return err
		}
		if caller, err = s.accounts.Calling(ctx, tx, found.userID); err != nil {
			return err
		}
		caller.SessionID = "key:" + found.ID
		caller.Username += " (key " + found.Name + ")"
		caller.Key = &actor.Key{ID: found.ID, FarmID: found.farmID, Rights: found.Rights}
		return nil
	})
	switch {
	case fault.Is(err, fault.NotFound):
		return actor.Actor{}, errNoKey
	case err != nil:
		return actor.Actor{}, err
	}
	s.uses.note(caller.Key.FarmID, caller.Key.ID, now)
	return caller, nil
}

// EndAll ends every key, for a restored backup, in which those that were ended since would be valid
// again.
func EndAll(ctx context.Context, tx *sqldb.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, "UPDATE farm_keys SET ended_at = $1 WHERE ended_at IS NULL", sqldb.Millis(now))
	return err
}
