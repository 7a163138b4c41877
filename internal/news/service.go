package news

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/today"
)

// Service holds the use cases of what people are told.
type Service struct {
	db      *sqldb.DB
	now     func() time.Time
	today   *today.Service
	reports *report.Service
	queue   *jobs.Queue
	mail    *mail.Mailer
	public  string
}

// Options are what the service works with.
type Options struct {
	Now       func() time.Time
	Today     *today.Service
	Reports   *report.Service
	Mail      *mail.Mailer
	PublicURL string
}

// New makes the service. It tells nobody before [Service.TellByJobs].
func New(db *sqldb.DB, o Options) *Service {
	return &Service{db: db, now: o.Now, today: o.Today, reports: o.Reports, mail: o.Mail, public: o.PublicURL}
}

// MyNews is a page of what the caller was told of a farm.
type MyNews struct {
	page.List[News]
	Unread int `json:"unread" doc:"Of all: not read, and holds still"`
}

// List gives what the caller was told of a farm that they may look at, the latest first.
func (s *Service) List(ctx context.Context, farmID string, slice page.Slice) (mine MyNews, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		hears, err := reader(ctx, tx, farmID)
		if err != nil {
			return err
		}
		rows, err := listOf(ctx, tx, hears, slice)
		if err != nil {
			return err
		}
		total, unread, err := countOf(ctx, tx, hears)
		mine = MyNews{page.Of(slice, rows, total), unread}
		return err
	})
	return mine, err
}

// SetRead notes that the caller has read pieces of news of theirs, or has not. It gives
// how many are unread. An id of nobody's, or of somebody else's, changes nothing.
func (s *Service) SetRead(ctx context.Context, farmID string, ids []string, read bool) (unread int, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		hears, err := reader(ctx, tx, farmID)
		if err != nil {
			return err
		}
		var at any
		if read {
			at = sqldb.Millis(s.now())
		}
		if err := setRead(ctx, tx, hears, ids, at); err != nil {
			return err
		}
		_, unread, err = countOf(ctx, tx, hears)
		return err
	})
	return unread, err
}

// hearer is somebody with what they may hear now of what they were told of a farm: who may only
// record has been told more if they could do more before.
type hearer struct {
	farmID, userID string
	all            bool
}

// reader is the caller, who must be allowed to look at the farm.
func reader(ctx context.Context, tx *sqldb.Tx, farmID string) (hearer, error) {
	if _, err := farm.Recording.RequireSight(ctx, tx, farmID); err != nil {
		return hearer{}, err
	}
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return hearer{}, err
	}
	_, err = farm.Reporting.RequireSight(ctx, tx, farmID)
	mine := hearer{farmID, caller.UserID, err == nil}
	if fault.Is(err, fault.Denied) {
		err = nil
	}
	return mine, err
}
