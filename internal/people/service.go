package people

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of the people of farms.
type Service struct {
	db       *sqldb.DB
	now      func() time.Time
	accounts *account.Service
	farms    *farm.Service
	mail     *mail.Mailer
	public   string
}

// Options are what the service works with.
type Options struct {
	Now       func() time.Time
	Accounts  *account.Service
	Farms     *farm.Service
	Mail      *mail.Mailer
	Queue     *jobs.Queue
	PublicURL string // where the links in mails lead
}

// New makes the service and sets its job on the queue.
func New(db *sqldb.DB, o Options) *Service {
	s := &Service{db: db, now: o.Now, accounts: o.Accounts, farms: o.Farms, mail: o.Mail, public: o.PublicURL}
	jobs.Handle(o.Queue, sweepJob, func(ctx context.Context, _ struct{}) error { return s.sweep(ctx) })
	o.Queue.Every(time.Hour, sweepJob)
	// What is decided about somebody's link stands: no older invitation brings them back, or to more.
	o.Farms.OnLink(func(ctx context.Context, tx *sqldb.Tx, farmID string, user account.User) error {
		return endOlder(ctx, tx, farmID, user.Email, s.now())
	})
	o.Accounts.Issues(s.issuer())
	return s
}

// Person is one of a farm's people.
type Person struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	May      string `json:"may" enum:"record,reports,manage"`
	Since    int64  `json:"since" doc:"Unix milliseconds"`
	LastSeen int64  `json:"lastSeen" doc:"Unix milliseconds, to the minute; 0 for never"`
	Opens    bool   `json:"opens" doc:"The account is active and a farm manager's; until then its link opens nothing"`
	Me       bool   `json:"me"`
}

// People are who works with a farm, and who is invited to.
type People struct {
	People      []Person     `json:"people" doc:"By username"`
	Invitations []Invitation `json:"invitations" doc:"That are open, the newest first"`
	MayChange   bool         `json:"mayChange" doc:"Whether you may change any of this"`
}

// List gives the people of a farm. Those who manage it may ask, and those who manage users.
func (s *Service) List(ctx context.Context, farmID string) (p People, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecordTo(ctx, tx, farmID, actor.AdminUsers); err != nil {
			return err
		}
		_, _, refused := changing(ctx, tx, farmID)
		if refused != nil && !fault.Is(refused, fault.Denied) && !fault.Is(refused, fault.NotFound) {
			return refused
		}
		p, err = s.peopleOf(ctx, tx, farmID)
		caller, _ := actor.From(ctx)
		p.MayChange = refused == nil && caller.Viewing == ""
		return err
	})
	return p, err
}

func (s *Service) peopleOf(ctx context.Context, tx *sqldb.Tx, farmID string) (p People, err error) {
	caller, _ := actor.From(ctx)
	linked, err := farm.LinkedTo(ctx, tx, farmID)
	if err != nil {
		return p, err
	}
	p.People = make([]Person, len(linked))
	for i, l := range linked {
		p.People[i] = Person{l.UserID, l.Username, l.Name, l.Email, l.Level.String(), l.Since, l.LastSeen, l.Opens, l.UserID == caller.UserID}
	}
	p.Invitations, err = openOf(ctx, tx, farmID, s.now())
	return p, err
}

// changing lets those through who may change the people of a farm: those who manage it, and
// staff who may link users to farms.
func changing(ctx context.Context, tx *sqldb.Tx, farmID string) (caller actor.Actor, ref farm.Ref, err error) {
	if caller, err = actor.SignedIn(ctx); err != nil {
		return caller, ref, err
	}
	lacking := actor.AdminUsers
	if caller.May(lacking) {
		lacking = actor.Companies
	}
	if ref, err = farm.RequireRecordTo(ctx, tx, farmID, lacking); fault.Is(err, fault.NotFound) && caller.May(actor.AdminUsers) {
		if _, err = farm.RequireRecordTo(ctx, tx, farmID, actor.AdminUsers); err == nil {
			err = account.MayLink(caller) // who sees the people of the farm is told why not
		}
	}
	return caller, ref, err
}

// change is a write to the people of a farm, after which somebody must manage it still.
func (s *Service) change(ctx context.Context, farmID, userID string, do func(tx *sqldb.Tx, caller actor.Actor, ref farm.Ref, user account.User) error) (p People, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, ref, err := changing(ctx, tx, farmID)
		if err != nil {
			return err
		}
		user, err := linkedUser(ctx, tx, farmID, userID)
		if err != nil {
			return err
		}
		if err := do(tx, caller, ref, user); err != nil {
			return err
		}
		if err := keepManaged(ctx, tx, ref); err != nil {
			return err
		}
		if ref.ByLink() && userID == caller.UserID {
			p = People{People: []Person{}, Invitations: []Invitation{}} // which they may not see any more
			return nil
		}
		p, err = s.peopleOf(ctx, tx, farmID)
		p.MayChange = true
		return err
	})
	return p, err
}

func linkedUser(ctx context.Context, tx *sqldb.Tx, farmID, userID string) (account.User, error) {
	linked, err := farm.LinkedTo(ctx, tx, farmID)
	if err != nil {
		return account.User{}, err
	}
	for _, l := range linked {
		if l.UserID == userID {
			return account.Named(ctx, tx, userID)
		}
	}
	return account.User{}, fault.New(fault.NotFound, "This user is not linked to that farm.")
}

// keepManaged is a Conflict where a caller who is here by a link has left the farm to nobody.
// Staff may: they can manage it, and give it to somebody.
func keepManaged(ctx context.Context, tx *sqldb.Tx, ref farm.Ref) error {
	if !ref.ByLink() {
		return nil
	}
	people, err := farm.Managers(ctx, tx, ref.ID)
	if err != nil {
		return err
	}
	for _, p := range people {
		if p.Level == farm.Managing {
			return nil
		}
	}
	return fault.New(fault.Conflict, "Nobody else manages this farm. Hand the management over first.")
}

// SetMay says what one of the farm's people may do from now on. Their open pages learn it with
// their next call.
func (s *Service) SetMay(ctx context.Context, farmID, userID, may string) (People, error) {
	level, err := farm.LevelNamed(may)
	if err != nil {
		return People{}, err
	}
	return s.change(ctx, farmID, userID, func(tx *sqldb.Tx, _ actor.Actor, ref farm.Ref, user account.User) error {
		return s.farms.Enlist(ctx, tx, ref, user, level)
	})
}

// Remove takes one of the farm's people off it; the account stays.
func (s *Service) Remove(ctx context.Context, farmID, userID string) (People, error) {
	return s.change(ctx, farmID, userID, func(tx *sqldb.Tx, _ actor.Actor, ref farm.Ref, user account.User) error {
		return s.farms.Unlist(ctx, tx, ref, user)
	})
}

// leaving is what a manager who hands over may choose for themselves, beside the levels.
const leaving = "leave"

// HandOver has another of the farm's people manage it and the caller step back, at once. Only
// who manages the farm by a link may; the other's account must be one that the link opens the
// farm to.
func (s *Service) HandOver(ctx context.Context, farmID, userID, then string) (People, error) {
	return s.change(ctx, farmID, userID, func(tx *sqldb.Tx, caller actor.Actor, ref farm.Ref, user account.User) error {
		switch {
		case !ref.ByLink():
			return actor.ErrDenied
		case caller.UserID == userID:
			return fault.New(fault.Conflict, "You manage this farm already. Choose somebody else.")
		case !user.IsActive || !user.Groups.FarmManager:
			return fault.New(fault.Conflict, "This person cannot sign in to the farm yet. Choose somebody else.")
		}
		if err := s.farms.Enlist(ctx, tx, ref, user, farm.Managing); err != nil {
			return err
		}
		me, err := account.Named(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if then == leaving {
			return s.farms.Unlist(ctx, tx, ref, me)
		}
		level, err := farm.LevelNamed(then)
		if err != nil {
			return err
		}
		return s.farms.Enlist(ctx, tx, ref, me, level)
	})
}
