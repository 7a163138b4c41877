package export

import (
	"context"
	"errors"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	errNoSchedule = fault.New(fault.NotFound, "No such schedule.")
	errNoStop     = fault.New(fault.NotFound, "This link is not valid any more.")
)

// Plan has an export mailed every week or month, and gives the schedule. The farm's
// people may, and those who may export any farm, [maxSchedules] times each.
func (x *Service) Plan(ctx context.Context, farmID string, r ScheduleRequest) (s Schedule, err error) {
	fresh := sqldb.NewID()
	err = x.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Reporting.RequireTo(ctx, tx, farmID, actor.Export)
		if err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		today := ledger.Day(ref.Today(x.now()))
		if err := r.check(ctx, tx, ref, leases, today); err != nil {
			return err
		}
		id, err := once.Do(ctx, tx, func() (string, error) { return fresh, x.plan(ctx, tx, ref, fresh, r, today) })
		if err == nil {
			s, err = ownSchedule(ctx, tx, farmID, id)
		}
		return err
	})
	return s, err
}

// plan stores a schedule that was checked.
func (x *Service) plan(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, id string, r ScheduleRequest, today ledger.Day) error {
	caller, _ := actor.From(ctx)
	n, err := countSchedules(ctx, tx, caller.UserID)
	if err != nil {
		return err
	}
	if n >= maxSchedules {
		return fault.Newf(fault.TooMany, "You have %d schedules, which is the most. Please delete one that you need no more.", maxSchedules)
	}
	s := Schedule{ID: id, Rhythm: r.Rhythm, Query: r.Query, Email: r.Email, State: active, farmID: ref.ID, userID: caller.UserID}
	x.wait(&s, today-1, ref)
	return insertSchedule(ctx, tx, s, x.now())
}

// wait sets when the schedule is mailed next, on a day after the given one.
func (x *Service) wait(s *Schedule, after ledger.Day, ref farm.Ref) {
	day, at := s.next(after, x.now(), ref.Zone)
	s.nextDay, s.nextAt = day, sqldb.Millis(at)
}

// ownSchedule is a schedule of the caller's.
func ownSchedule(ctx context.Context, tx *sqldb.Tx, farmID, id string) (Schedule, error) {
	caller, _ := actor.From(ctx)
	s, err := scheduleByID(ctx, tx, farmID, id)
	if err == nil && s.userID != caller.UserID || fault.Is(err, fault.NotFound) {
		err = errNoSchedule
	}
	return s, err
}

// Schedules are the caller's own of a farm, the oldest first.
func (x *Service) Schedules(ctx context.Context, farmID string) (list []Schedule, err error) {
	caller, _ := actor.From(ctx)
	err = x.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Reporting.RequireTo(ctx, tx, farmID, actor.Export); err != nil {
			return err
		}
		list, err = schedulesOf(ctx, tx, farmID, caller.UserID)
		return err
	})
	return list, err
}

// Pause holds a schedule of the caller's, or lets it go on if it can be made as it was asked
// for. What it missed meanwhile is not made up for.
func (x *Service) Pause(ctx context.Context, farmID, id string, hold bool) (s Schedule, err error) {
	err = x.changeOwn(ctx, farmID, id, func(tx *sqldb.Tx, ref farm.Ref, own Schedule) error {
		switch {
		case own.State == stopped:
			return fault.New(fault.Conflict, "This schedule has stopped. Please make another one.")
		case hold:
			own.State = paused
		case own.State == paused:
			if err := x.checkAgain(ctx, tx, own, ref); err != nil {
				return err
			}
			own.State, own.Message = active, ""
			x.wait(&own, own.nextDay-1, ref)
		}
		s = own.told()
		return storeSchedule(ctx, tx, own)
	})
	return s, err
}

// Change has a schedule of the caller's mailed as it is asked for now: another day or hour, to
// another address, about other dates, another growing area or other animals. One that was paused
// by itself goes on; one that its person has paused stays so.
func (x *Service) Change(ctx context.Context, farmID, id string, r ScheduleRequest) (s Schedule, err error) {
	err = x.changeOwn(ctx, farmID, id, func(tx *sqldb.Tx, ref farm.Ref, own Schedule) error {
		switch {
		case own.State == stopped:
			return fault.New(fault.Conflict, "This schedule has stopped. Please make another one.")
		case r.Metric != own.Query.Metric:
			return fault.ForField("metric", "A schedule stays that of its report. Please make another one for another report.")
		}
		own.Query, own.Email, own.Rhythm = r.Query, r.Email, r.Rhythm
		if err := x.checkAgain(ctx, tx, own, ref); err != nil {
			return err
		}
		if own.Message != "" {
			own.State, own.Message = active, ""
		}
		mailed, err := lastMailed(ctx, tx, own)
		if err != nil {
			return err
		}
		x.wait(&own, max(mailed, ledger.Day(ref.Today(x.now()))-1), ref)
		s = own.told()
		return storeSchedule(ctx, tx, own)
	})
	return s, err
}

// checkAgain refuses what cannot be mailed any more.
func (x *Service) checkAgain(ctx context.Context, tx *sqldb.Tx, s Schedule, ref farm.Ref) error {
	leases, err := farm.Leases(ctx, tx, ref.ID)
	if err != nil {
		return err
	}
	again := ScheduleRequest{Request{s.Query, s.Email}, s.Rhythm}
	return again.check(ctx, tx, ref, leases, ledger.Day(ref.Today(x.now())))
}

// Unplan deletes a schedule of the caller's. What it has sent stays.
func (x *Service) Unplan(ctx context.Context, farmID, id string) error {
	return x.changeOwn(ctx, farmID, id, func(tx *sqldb.Tx, _ farm.Ref, own Schedule) error {
		_, err := tx.Exec(ctx, "DELETE FROM export_schedules WHERE farm_id = $1 AND id = $2", farmID, own.ID)
		return err
	})
}

// SendNow mails a schedule of the caller's once beside its days. It counts as an export
// that the caller asked for.
func (x *Service) SendNow(ctx context.Context, farmID, id string) (exportID string, err error) {
	fresh := sqldb.NewID()
	err = x.changeOwn(ctx, farmID, id, func(tx *sqldb.Tx, _ farm.Ref, own Schedule) error {
		if own.State == stopped {
			return fault.New(fault.Conflict, "This schedule has stopped. Please make another one.")
		}
		exportID, err = once.Do(ctx, tx, func() (string, error) {
			if err := refuseTooMany(ctx, tx, own.userID, x.now()); err != nil {
				return "", err
			}
			return fresh, x.enqueueScheduled(ctx, tx, own, fresh, nil)
		})
		return err
	})
	return exportID, err
}

func (x *Service) changeOwn(ctx context.Context, farmID, id string, change func(*sqldb.Tx, farm.Ref, Schedule) error) error {
	return x.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Reporting.RequireTo(ctx, tx, farmID, actor.Export)
		if err != nil {
			return err
		}
		own, err := ownSchedule(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		return change(tx, ref, own)
	})
}

// ByStop tells what a link in a mail stops. Whoever has the link may ask, and that stops
// nothing, as mail scanners open links too.
func (x *Service) ByStop(ctx context.Context, token string) (found mail.Stoppable, err error) {
	err = x.db.Read(ctx, func(tx *sqldb.Tx) error {
		s, err := scheduleByStop(ctx, tx, token)
		if fault.Is(err, fault.NotFound) {
			return errNoStop
		}
		if err != nil {
			return err
		}
		caller, err := x.entitled(ctx, tx, stored{farmID: s.farmID, userID: s.userID})
		if errors.Is(err, errEntitled) {
			return errNoStop // and nothing is sent any more
		}
		if err != nil {
			return err
		}
		ref, err := farm.Reporting.RequireTo(actor.With(ctx, caller), tx, s.farmID, actor.Export)
		found = mail.Stoppable{
			Title:   nameOf(s.Query.Metric) + " of " + ref.Name,
			Note:    "It comes " + s.inWords() + ". Whoever set it up sees that it was stopped, and can set up another one.",
			Stopped: s.State == stopped,
		}
		return err
	})
	return found, err
}

// Stop ends the schedule of a link in a mail, for good. Whoever has the link may, and
// nothing else.
func (x *Service) Stop(ctx context.Context, token string) error {
	return x.db.Write(ctx, func(tx *sqldb.Tx) error {
		s, err := scheduleByStop(ctx, tx, token)
		if fault.Is(err, fault.NotFound) {
			return errNoStop
		}
		if err != nil || s.State == stopped {
			return err
		}
		s.State, s.Message = stopped, "It was stopped from one of its mails."
		return storeSchedule(ctx, tx, s)
	})
}
