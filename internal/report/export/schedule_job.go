package export

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	scheduleJob   = "report.schedules"
	scheduleEvery = 5 * time.Minute
	stopPath      = downloadPath + "stop/"
)

// SendDue asks for the exports whose time has come, each once for its day, whichever
// processes do it. Days that passed while no process was up are made up for by one.
func (x *Service) SendDue(ctx context.Context) error {
	if err := x.bringBack(ctx); err != nil {
		return err
	}
	for {
		var due []Schedule
		err := x.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			due, err = dueSchedules(ctx, tx, x.now(), sweepAtOnce)
			return err
		})
		if err != nil {
			return err
		}
		for _, s := range due { // what is wrong with one keeps no other waiting
			id := sqldb.NewID()
			err = errors.Join(err, x.db.Write(ctx, func(tx *sqldb.Tx) error { return x.sendDue(ctx, tx, s.farmID, s.ID, id) }))
		}
		if err != nil || len(due) < sweepAtOnce {
			return err
		}
	}
}

// bringBack gives schedules whose next day was set while a clock was ahead the next day by now. What they mailed
// early counts for no day, so that what should come next still comes.
func (x *Service) bringBack(ctx context.Context) error {
	now := x.now()
	var ahead []Schedule
	err := x.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		ahead, err = schedulesAhead(ctx, tx, now)
		return err
	})
	if err != nil || len(ahead) == 0 {
		return err
	}
	return x.db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, s := range ahead {
			if err := x.bringBackOne(ctx, tx, s.farmID, s.ID, now); err != nil {
				return fmt.Errorf("bring back schedule %s: %w", s.ID, err)
			}
		}
		return nil
	})
}

func (x *Service) bringBackOne(ctx context.Context, tx *sqldb.Tx, farmID, scheduleID string, now time.Time) error {
	s, err := scheduleByID(ctx, tx, farmID, scheduleID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	zone, err := farm.ZoneOf(ctx, tx, farmID)
	if err != nil {
		return err
	}

	early, err := forgetEarly(ctx, tx, s, now)
	if err != nil {
		return err
	}
	mailed, err := lastMailed(ctx, tx, s)
	if err != nil {
		return err
	}
	const zones = 26 * time.Hour // by which clocks of the world differ: a farm may have got another
	latest, _ := s.next(ledger.DayOf(now.In(zone)), now.Add(zones), zone)
	if early == 0 && s.nextDay <= max(latest, mailed+1) {
		return nil
	}
	day, at := s.next(max(mailed, ledger.DayOf(now.In(zone))-1), now, zone)
	s.nextDay, s.nextAt = day, sqldb.Millis(at)
	return storeSchedule(ctx, tx, s)
}

// sendDue asks for the export of one schedule and sets its next day, or stops it where
// its person may not export the farm any more. It does nothing where another was quicker.
func (x *Service) sendDue(ctx context.Context, tx *sqldb.Tx, farmID, scheduleID, id string) error {
	s, err := scheduleByID(ctx, tx, farmID, scheduleID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil || s.State != active || s.nextAt > sqldb.Millis(x.now()) {
		return err
	}
	caller, err := x.entitled(ctx, tx, stored{farmID: farmID, userID: s.userID})
	if errors.Is(err, errEntitled) {
		s.State, s.Message = stopped, "You could not export the farm when it was due."
		return storeSchedule(ctx, tx, s)
	}
	if err != nil {
		return err
	}
	ref, err := farm.Reporting.RequireTo(actor.With(ctx, caller), tx, farmID, actor.Export)
	if err != nil {
		return err
	}
	if err := x.enqueueScheduled(ctx, tx, s, id, s.nextDay); err != nil {
		return err
	}
	x.wait(&s, s.nextDay, ref)
	return storeSchedule(ctx, tx, s)
}

// enqueueScheduled asks for an export of a schedule; day is nil where it is beside its days.
func (x *Service) enqueueScheduled(ctx context.Context, tx *sqldb.Tx, s Schedule, id string, day any) error {
	if err := x.store(ctx, tx, s.farmID, id, s.userID, Request{s.Query, s.Email}); err != nil {
		return err
	}
	return ofSchedule(ctx, tx, s.farmID, id, s.ID, day)
}

var errStopped = fault.New(fault.Denied, "Its schedule was stopped, so nothing was sent.")

// wanted refuses an export whose schedule was stopped or deleted meanwhile.
func wanted(ctx context.Context, tx *sqldb.Tx, e stored) error {
	if e.scheduleID == "" {
		return nil
	}
	s, err := scheduleByID(ctx, tx, e.farmID, e.scheduleID)
	if fault.Is(err, fault.NotFound) || err == nil && s.State == stopped {
		return errStopped
	}
	return err
}

// hold pauses the schedule of an export that cannot be made as it was asked for, such as
// one of a growing area that is gone: it would only fail again.
func hold(ctx context.Context, tx *sqldb.Tx, e stored, kind fault.Kind, why string) error {
	if e.scheduleID == "" || kind == fault.Denied {
		return nil
	}
	s, err := scheduleByID(ctx, tx, e.farmID, e.scheduleID)
	if fault.Is(err, fault.NotFound) || err == nil && s.State != active {
		return nil
	}
	if err != nil {
		return err
	}
	s.State, s.Message = paused, why
	return storeSchedule(ctx, tx, s)
}

// scheduleWords are what a mail says of the schedule that it is of; all empty where it is
// of none.
type scheduleWords struct {
	rhythm string // how often it comes
	stop   string // the link that stops it
	held   string // why it was paused by itself
}

func (x *Service) scheduleWords(ctx context.Context, tx *sqldb.Tx, e stored) (w scheduleWords, err error) {
	if e.scheduleID == "" {
		return w, nil
	}
	s, err := scheduleByID(ctx, tx, e.farmID, e.scheduleID)
	if fault.Is(err, fault.NotFound) {
		return w, nil
	}
	if err != nil {
		return w, err
	}
	token, err := newStop(ctx, tx, e)
	return scheduleWords{s.inWords(), x.publicURL + stopPath + token, s.Message}, err
}
