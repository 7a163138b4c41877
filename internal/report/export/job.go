package export

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/download"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	makeJob  = "report.export"
	sweepJob = "report.sweepExports"

	sweepEvery  = time.Hour
	sweepAtOnce = 100
	keepHistory = 90 * 24 * time.Hour
	// givenUp is when an export that is still not done never will be: the job
	// has used up its tries by then.
	givenUp = 48 * time.Hour
)

// makeArgs travel with the job. They are emptied when it is done, the token
// with them.
type makeArgs struct {
	FarmID string `json:"farmId"`
	ID     string `json:"id"`
	Token  string `json:"token"`
}

func (x *Service) register() {
	jobs.Handle(x.queue, makeJob, x.make)
	jobs.Handle(x.queue, scheduleJob, func(ctx context.Context, _ struct{}) error { return x.SendDue(ctx) })
	x.queue.Every(scheduleEvery, scheduleJob)
	jobs.Handle(x.queue, sweepJob, func(ctx context.Context, _ struct{}) error { return x.Sweep(ctx) })
	x.queue.Every(sweepEvery, sweepJob)
}

// make is the job. Run again after a crash it makes the file anew under the
// same name; the mail is enqueued with the step to done, which happens once.
func (x *Service) make(ctx context.Context, args makeArgs) error {
	var e stored
	var caller actor.Actor
	err := x.db.Write(ctx, func(tx *sqldb.Tx) (err error) {
		if e, err = storedByID(ctx, tx, args.FarmID, args.ID); err != nil {
			return err
		}
		if e.ended() {
			return nil
		}
		if caller, err = x.entitled(ctx, tx, e); err != nil {
			return err
		}
		if err := wanted(ctx, tx, e); err != nil {
			return err
		}
		return markWorking(ctx, tx, e)
	})
	if err == nil && !e.ended() {
		err = x.produce(actor.With(ctx, caller), e, args.Token)
	}
	return x.settle(ctx, e, err)
}

func (e stored) ended() bool { return e.state == done || e.state == failed }

var errEntitled = fault.New(fault.Denied, "Whoever asked for this export may not export the farm any more, so nothing was sent.")

// entitled makes whoever asked for the export the caller, if they may still export
// the farm.
func (x *Service) entitled(ctx context.Context, tx *sqldb.Tx, e stored) (actor.Actor, error) {
	caller, err := account.Acting(ctx, tx, e.userID)
	if err == nil {
		_, err = farm.Reporting.RequireTo(actor.With(ctx, caller), tx, e.farmID, actor.Export)
	}
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.NotFound) || fault.Is(err, fault.Denied) {
		return actor.Actor{}, errEntitled
	}
	return caller, err
}

// settle says what became of a run. What the request itself is wrong about ends
// the export; anything else is tried again.
func (x *Service) settle(ctx context.Context, e stored, err error) error {
	switch kind := fault.KindOf(err); {
	case err == nil:
		return nil
	case e.id == "": // not even found
		return jobs.Permanent(err)
	case kind == fault.Denied || kind == fault.Invalid || kind == fault.NotFound:
		slog.InfoContext(ctx, "an export ended without a file", "export", e.id, "err", err)
		return x.db.Write(ctx, func(tx *sqldb.Tx) error {
			why := fault.As(err).Message
			if err := hold(ctx, tx, e, kind, why); err != nil {
				return err
			}
			return x.fail(ctx, tx, e, why)
		})
	case ctx.Err() != nil: // another run goes on with it
		return err
	}
	// Why the run failed comes first, before why that could not be noted.
	return errors.Join(err, x.db.Write(ctx, func(tx *sqldb.Tx) error {
		return markTroubled(ctx, tx, e, "Something went wrong on our side. It is tried again.")
	}))
}

// fail ends an export without a file, and mails why, unless whoever asked may not export
// the farm any more or has stopped its schedule.
func (x *Service) fail(ctx context.Context, tx *sqldb.Tx, e stored, why string) error {
	first, err := markFailed(ctx, tx, e, why, x.now())
	if err != nil || !first {
		return err
	}
	caller, err := x.entitled(ctx, tx, e)
	if err == nil {
		err = wanted(ctx, tx, e)
	}
	if errors.Is(err, errEntitled) || errors.Is(err, errStopped) {
		return nil
	}
	if err != nil {
		return err
	}
	of, err := x.scheduleWords(ctx, tx, e)
	if err != nil {
		return err
	}
	ref, err := farm.Reporting.RequireTo(actor.With(ctx, caller), tx, e.farmID, actor.Export)
	if err != nil {
		return err
	}
	return x.mail.Send(ctx, tx, mail.Message{
		To: e.email, Template: "exportFailed", Key: "export:" + e.id, Stop: of.stop,
		Data: map[string]string{"Report": nameOf(e.query.Metric), "Farm": ref.Name, "By": caller.Username, "Why": why, "Rhythm": of.rhythm, "Stop": of.stop, "Held": of.held},
	})
}

// produce writes the file, stores it, and mails it.
func (x *Service) produce(ctx context.Context, e stored, token string) error {
	about, data, err := x.gather(ctx, e)
	if err != nil {
		return err
	}
	content, err := writeWorkbook(about, data, func(percent int) error {
		return x.db.Write(ctx, func(tx *sqldb.Tx) error { return storePercent(ctx, tx, e, percent) })
	})
	if err != nil {
		return err
	}
	if err := x.bucket.Put(ctx, tokenName(e.id), "text/plain", []byte(token)); err != nil {
		return err
	}
	if err := x.bucket.Put(ctx, objectName(e.id), download.XLSX, content); err != nil {
		return err
	}
	now := x.now()
	return x.finish(ctx, e, about, token, finished{
		fileName: fileName(about.ref.Name, nameOf(e.query.Metric), now.In(about.ref.Zone).Format(time.DateOnly)),
		rows:     int64(data.count), bytes: int64(len(content)), at: now, expires: now.Add(fileLife),
	})
}

// finish marks the export as done and mails it, unless the rights have gone
// meanwhile, or another run of the job was quicker.
func (x *Service) finish(ctx context.Context, e stored, about about, token string, f finished) error {
	return x.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := x.entitled(ctx, tx, e); err != nil {
			return err
		}
		if err := wanted(ctx, tx, e); err != nil {
			return err
		}
		first, err := markDone(ctx, tx, e, f)
		if err != nil || !first {
			return err
		}
		of, err := x.scheduleWords(ctx, tx, e)
		if err != nil {
			return err
		}
		message := mail.Message{
			To: e.email, Template: "exportLink", ExpiresAt: f.expires, Key: "export:" + e.id, Stop: of.stop,
			Data: map[string]string{
				"Report": nameOf(e.query.Metric), "Farm": about.ref.Name, "By": about.by, "Rows": rowsInWords(f.rows),
				"Link": x.publicURL + downloadPath + token, "Until": f.expires.In(about.ref.Zone).Format("2 January 2006 15:04 MST"),
				"Rhythm": of.rhythm, "Stop": of.stop,
			},
		}
		if f.bytes <= int64(x.maxAttached) {
			message.Template = "export"
			message.Files = []mail.File{{Name: f.fileName, ContentType: download.XLSX, Stored: objectName(e.id)}}
		}
		return x.mail.Send(ctx, tx, message)
	})
}

// remove takes the files of an export out of the bucket.
func (x *Service) remove(ctx context.Context, e stored) error {
	for _, name := range []string{objectName(e.id), tokenName(e.id)} {
		if err := x.bucket.Delete(ctx, name); err != nil {
			return err
		}
	}
	return x.db.Write(ctx, func(tx *sqldb.Tx) error { return markRemoved(ctx, tx, e) })
}

// Sweep removes files that have expired, ends exports that never will be done,
// and forgets those of long ago.
func (x *Service) Sweep(ctx context.Context) error {
	now := x.now()
	err := x.db.Write(ctx, func(tx *sqldb.Tx) error {
		late, err := overdue(ctx, tx, now.Add(-givenUp))
		for i := 0; err == nil && i < len(late); i++ {
			err = x.fail(ctx, tx, late[i], "It could not be made. Please ask for it again.")
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "DELETE FROM exports WHERE NOT kept AND (created_at < $1 OR withdrawn AND created_at < $2)",
			sqldb.Millis(now.Add(-keepHistory)), sqldb.Millis(now.Add(-perHourWindow)))
		return err
	})
	for err == nil {
		var old []stored
		err = x.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			old, err = outdated(ctx, tx, now, sweepAtOnce)
			return err
		})
		for i := 0; err == nil && i < len(old); i++ {
			err = x.remove(ctx, old[i])
		}
		if len(old) < sweepAtOnce {
			break
		}
	}
	return err
}
