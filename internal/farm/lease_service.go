package farm

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

// errLeaseChanged is the answer to an editor who saw an older version.
var errLeaseChanged = fault.New(fault.Conflict, "Somebody else changed this growing area meanwhile.")

// LeaseChange is an edit of a growing area: what is nil stays as it is.
type LeaseChange struct {
	Name             *string `json:"name" required:"false" maxLength:"200"`
	DateOfIssue      *string `json:"dateOfIssue" required:"false" doc:"YYYY-MM-DD or empty"`
	DateOfIssueTwin  *string `json:"dateofIssue" required:"false" doc:"The same as dateOfIssue, for older clients; a different date in each is refused"`
	DateOfExpiration *string `json:"dateOfExpiration" required:"false" doc:"YYYY-MM-DD or empty"`
	Size             *string `json:"size" required:"false" maxLength:"200"`
	Location         *string `json:"location" required:"false" maxLength:"200"`
	Lines            []Line  `json:"lines" required:"false" doc:"All lines, in place of those that there are"`
}

// apply changes the growing area. It returns Invalid if the two spellings of the date of issue differ.
func (c LeaseChange) apply(l *Lease) error {
	if c.DateOfIssue != nil && c.DateOfIssueTwin != nil && *c.DateOfIssue != *c.DateOfIssueTwin {
		return fault.ForField("dateofIssue", "dateOfIssue and dateofIssue have different dates. Send one of them")
	}

	set(&l.Name, c.Name)
	set(&l.DateOfIssue, c.DateOfIssue)
	set(&l.DateOfIssue, c.DateOfIssueTwin)
	set(&l.DateOfExpiration, c.DateOfExpiration)
	set(&l.Size, c.Size)
	set(&l.Location, c.Location)
	if c.Lines != nil {
		l.Lines = c.Lines
	}

	return nil
}

// AddLease adds a growing area. The farm's own people may, and those who keep
// farm records. A call with an Idempotency-Key adds one area however often it
// comes.
func (s *Service) AddLease(ctx context.Context, farmID string, l Lease) (added Lease, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := RequireTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		added, err = once.Do(ctx, tx, func() (Lease, error) {
			made, err := AddLease(ctx, tx, farmID, l, s.now())
			if err == nil {
				err = s.recordArea(ctx, tx, "area.create", ref, made, nil)
			}
			return made, err
		})
		return err
	})
	return added, err
}

// EditLease changes a growing area, from the version that the caller saw, or
// from the stored one where that is zero; a newer one is a Conflict. Lines on
// which containers hang cannot be removed.
func (s *Service) EditLease(ctx context.Context, farmID, leaseID string, version int64, c LeaseChange) (Lease, error) {
	return s.changeLease(ctx, "area.update", farmID, leaseID, version, func(_ Ref, l *Lease, held Held) error {
		before := l.Lines
		if err := c.apply(l); err != nil {
			return err
		}
		if err := l.check(); err != nil {
			return err
		}
		return roomFor(held.Containers, before, l.Lines)
	})
}

// EndLease ends a growing area that is empty by now, on a day that is not before
// anything that was recorded there. It stays in reports and history; nothing can
// be put there later. One that has already ended gets the new date.
func (s *Service) EndLease(ctx context.Context, farmID, leaseID string, version int64, date string) (Lease, error) {
	return s.changeLease(ctx, "area.end", farmID, leaseID, version, func(ref Ref, l *Lease, held Held) error {
		if problem := l.endProblem(date, s.now().In(ref.Zone), held); problem != "" {
			return fault.ForField("date", problem)
		}
		l.EndedOn = date
		return held.mustBeGone()
	})
}

// endProblem says why the growing area cannot end on the date.
func (l Lease) endProblem(date string, now time.Time, held Held) string {
	last := time.Unix(int64(held.LastDay)*24*60*60, 0).UTC().Format(time.DateOnly)
	switch {
	case !isDate(date):
		return "That is not a date (YYYY-MM-DD)"
	case date > now.Format(time.DateOnly):
		return "A growing area cannot end in the future"
	case date < l.DateOfIssue:
		return fmt.Sprintf("It was issued on %s and cannot end before", l.DateOfIssue)
	case held.LastDay > 0 && date < last:
		return fmt.Sprintf("Something was recorded there on %s. It cannot end before", last)
	}
	return ""
}

// ReopenLease puts an ended growing area back into use.
func (s *Service) ReopenLease(ctx context.Context, farmID, leaseID string) (Lease, error) {
	return s.changeLease(ctx, "area.reopen", farmID, leaseID, 0, func(_ Ref, l *Lease, _ Held) error {
		l.EndedOn = ""
		return nil
	})
}

// changeLease loads, changes and stores a growing area. The farm's own people
// may, and those who keep farm records.
func (s *Service) changeLease(ctx context.Context, action, farmID, leaseID string, version int64, change func(Ref, *Lease, Held) error) (l Lease, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := RequireTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		if l, err = leaseByID(ctx, tx, farmID, leaseID); err != nil {
			return err
		}
		if version != 0 && version != l.Version {
			return errLeaseChanged
		}
		held, err := s.held(ctx, tx, farmID)
		if err != nil {
			return err
		}
		before := l
		if err := change(ref, &l, held[leaseID]); err != nil {
			return err
		}
		changed, err := audit.Changes(before, l)
		if err != nil {
			return err
		}
		if err := s.recordArea(ctx, tx, action, ref, l, changed); err != nil {
			return err
		}
		l.holds(held[leaseID])
		return updateLease(ctx, tx, farmID, &l)
	})
	return l, err
}

// DeleteLease removes a growing area where nothing was ever recorded: any other
// belongs to the history and can only end.
func (s *Service) DeleteLease(ctx context.Context, farmID, leaseID string) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := RequireTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		l, err := leaseByID(ctx, tx, farmID, leaseID)
		if err != nil {
			return err
		}
		all, err := s.held(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if held, recorded := all[leaseID]; recorded {
			if err := held.mustBeGone(); err != nil {
				return err
			}
			return fault.New(fault.Conflict, "Something was recorded there, so it belongs to the farm's history. End it instead.")
		}
		if _, err := tx.Exec(ctx, "DELETE FROM leases WHERE farm_id = $1 AND id = $2", farmID, leaseID); err != nil {
			return err
		}
		return s.recordArea(ctx, tx, "area.delete", ref, l, nil)
	})
}
