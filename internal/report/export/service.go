package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of spreadsheets, which jobs make.
type Service struct {
	db          *sqldb.DB
	now         func() time.Time
	reports     *report.Service
	queue       *jobs.Queue
	mail        *mail.Mailer
	bucket      *blob.Bucket
	publicURL   string
	maxAttached int // bytes
	maxRows     int // of a sheet
}

// Options are what exports need from the rest of the program.
type Options struct {
	Queue     *jobs.Queue
	Mail      *mail.Mailer
	Bucket    *blob.Bucket // keeps the files
	PublicURL string       // where the links in mails lead
}

// New makes the service and sets its jobs on the queue.
func New(db *sqldb.DB, now func() time.Time, reports *report.Service, o Options) *Service {
	x := &Service{
		db: db, now: now, reports: reports, queue: o.Queue, mail: o.Mail, bucket: o.Bucket,
		publicURL: o.PublicURL, maxAttached: maxAttached, maxRows: maxRows,
	}
	x.register()
	return x
}

// Request enqueues an export, and gives its id. It is made and mailed in the
// background. The farm's people may ask, and those who may export any farm, each
// [maxPerHour] times.
func (x *Service) Request(ctx context.Context, farmID string, r Request) (id string, err error) {
	fresh := sqldb.NewID()
	if err := x.refuseRequest(ctx, farmID, r); err != nil {
		return "", err
	}
	err = x.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Reporting.RequireTo(ctx, tx, farmID, actor.Export)
		if err != nil {
			return err
		}
		id, err = once.Do(ctx, tx, func() (string, error) { return fresh, x.enqueue(ctx, tx, ref, fresh, r) })
		return err
	})
	return id, err
}

// refuseRequest refuses what cannot be exported while the person is there to ask for less.
func (x *Service) refuseRequest(ctx context.Context, farmID string, r Request) error {
	return x.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Reporting.RequireTo(ctx, tx, farmID, actor.Export)
		if err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		today := ledger.Day(ref.Today(x.now()))
		if r.Query, err = report.Dated(ctx, tx, ref, r.Query, today); err != nil {
			return err
		}
		p, err := r.check(leases, today)
		if err != nil {
			return err
		}
		n, err := rowsOf(ctx, tx, farmID, r.Metric, p, x.maxRows)
		if err != nil {
			return err
		}
		return refuseRows(n, x.maxRows)
	})
}

// enqueue stores the export and the job that makes it.
func (x *Service) enqueue(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, id string, r Request) error {
	caller, _ := actor.From(ctx)
	if err := refuseTooMany(ctx, tx, caller.UserID, x.now()); err != nil {
		return err
	}
	err := audit.Record(ctx, tx, audit.Entry{
		At: x.now(), Action: "export.ask", Kind: "farm", ID: ref.ID, Name: ref.Name, Detail: map[string]any{"report": r.Metric, "email": r.Email},
	})
	if err != nil {
		return fmt.Errorf("record export %s: %w", id, err)
	}
	return x.store(ctx, tx, ref.ID, id, caller.UserID, r)
}

func (x *Service) store(ctx context.Context, tx *sqldb.Tx, farmID, id, userID string, r Request) error {
	query, err := json.Marshal(r.Query)
	if err != nil {
		return err
	}
	token, digest := secret.New()
	if err := insert(ctx, tx, farmID, id, userID, r, string(query), digest, x.now()); err != nil {
		return err
	}
	return x.queue.Enqueue(ctx, tx, makeJob, makeArgs{farmID, id, token}, jobs.Unique(makeJob+":"+id))
}

func refuseTooMany(ctx context.Context, tx *sqldb.Tx, userID string, now time.Time) error {
	recent, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM exports WHERE user_id = $1 AND created_at > $2 AND created_at <= $3 AND schedule_day IS NULL",
		userID, sqldb.Millis(now.Add(-perHourWindow)), skew.Latest(now, 0))
	if err == nil && recent >= maxPerHour {
		err = fault.Newf(fault.TooMany, "You have asked for %d exports within an hour, which is the most. Please try again later.", maxPerHour)
	}
	return err
}

// List gives the newest exports of a farm: one's own, and everybody's to those who
// may export any farm. The farm's people and those may ask. Only one's own have the
// address of the file, since a link asks for the rights of the one it was made for.
func (x *Service) List(ctx context.Context, farmID string) (list []Export, err error) {
	caller, _ := actor.From(ctx)
	err = x.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Reporting.RequireTo(ctx, tx, farmID, actor.Export)
		if err != nil {
			return err
		}
		if list, err = listed(ctx, tx, farmID, caller, x.now()); err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		for i := range list {
			if err := list[i].tell(ctx, tx, ref, leases); err != nil {
				return fmt.Errorf("tell exports of farm %s apart: %w", farmID, err)
			}
		}

		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range list {
		e := &list[i]
		if !e.open {
			continue
		}
		token, err := x.tokenOf(ctx, e.ID)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return nil, err
		}
		if err == nil {
			path := downloadPath + token
			e.URL = &path
		}
	}
	return list, nil
}

// The token of a link is stored beside its file: whoever can read the one can read
// the other.
func tokenName(id string) string  { return "exports/" + id + ".token" }
func objectName(id string) string { return "exports/" + id + ".xlsx" }

func (x *Service) tokenOf(ctx context.Context, id string) (string, error) {
	object, err := x.bucket.Get(ctx, tokenName(id))
	if err != nil {
		return "", err
	}
	defer object.Close()
	token, err := io.ReadAll(object)
	return string(token), err
}
