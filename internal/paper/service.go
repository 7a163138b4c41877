package paper

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of the tagging subscription.
type Service struct {
	db        *sqldb.DB
	now       func() time.Time
	mail      *mail.Mailer
	queue     *jobs.Queue
	farms     *farm.Service
	bills     *billing.Service
	app       func(context.Context) (string, bool)
	publicURL string
	team      string
	contact   Contact

	reached func(point string) error // a test stops here what a crash could
}

// Options are what the service needs from the rest of the program.
type Options struct {
	Now       func() time.Time
	Mail      *mail.Mailer
	Queue     *jobs.Queue
	Farms     *farm.Service
	Billing   *billing.Service
	App       func(context.Context) (name string, is bool) // whose key came with the call
	PublicURL string                                       // where the links in mails lead
	TeamEmail string                                       // who ships, and is asked for tagging; empty for nobody
	Contact   Contact                                      // whom farms call
}

// New makes the service and sets its jobs on the queue.
func New(db *sqldb.DB, o Options) *Service {
	s := &Service{
		db: db, now: o.Now, mail: o.Mail, queue: o.Queue, farms: o.Farms, bills: o.Billing, app: o.App,
		publicURL: o.PublicURL, team: o.TeamEmail, contact: o.Contact, reached: func(string) error { return nil },
	}
	jobs.Handle(s.queue, advanceJob, func(ctx context.Context, a advanceArgs) error { return s.advance(ctx, a.FarmID) }, jobs.AtOnce(2))
	jobs.Handle(s.queue, sweepJob, func(ctx context.Context, _ struct{}) error { return s.sweep(ctx) })
	s.queue.Every(sweepEvery, sweepJob)
	return s
}

// write runs fn in a transaction, in which who changes one farm's paper take turns.
func (s *Service) write(ctx context.Context, farmID string, fn func(*sqldb.Tx) error) error {
	return s.db.WriteTo(ctx, "paper:"+farmID, fn)
}

// note writes an entry about the farm's paper into the audit trail.
func (s *Service) note(ctx context.Context, tx *sqldb.Tx, action string, f *account, detail map[string]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "farm", ID: f.id, Name: f.name, Detail: detail})
}

// Keeper keeps a farm from being deleted while money or paper is under way.
func (s *Service) Keeper() farm.Keeper { return farm.Keeper{Refuse: refuseDelete} }
