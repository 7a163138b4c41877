package export

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// maxSchedules is of one user, over all farms: every report of six farms.
const maxSchedules = 60

// Rhythm is how often an export is mailed by itself.
type Rhythm struct {
	Every string `json:"every" enum:"week,month"`
	On    int    `json:"on" minimum:"1" maximum:"31" doc:"Day of the week, Monday is 1; or day of the month, of a shorter month its last"`
	At    int    `json:"at" minimum:"4" maximum:"11" doc:"Hour of the morning, in the farm's time zone"`
}

const (
	everyWeek, everyMonth = "week", "month"
	daysOfWeek            = 7
)

// ScheduleRequest asks for an export week by week or month by month.
type ScheduleRequest struct {
	Request
	Rhythm
}

// Schedule is an export that a person has mailed every week or month.
type Schedule struct {
	ID string `json:"_id"`
	Rhythm
	Query   report.Query  `json:"query"`
	Email   string        `json:"email"`
	State   ScheduleState `json:"state" enum:"active,paused,stopped"`
	Message string        `json:"message" doc:"Why it stopped or was paused by itself, empty where it was not"`
	Next    *string       `json:"next" doc:"Day on which it is mailed next, YYYY-MM-DD; null where it is not"`

	farmID, userID string
	nextDay        ledger.Day
	nextAt         int64 // Unix ms
}

// ScheduleState is whether a schedule goes on. What has stopped does not begin again.
type ScheduleState string

const (
	active  ScheduleState = "active"
	paused  ScheduleState = "paused"
	stopped ScheduleState = "stopped"
)

// told is the schedule with what follows from its state.
func (s Schedule) told() Schedule {
	s.Next = nil
	if s.State == active {
		next := s.nextDay.String()
		s.Next = &next
	}
	return s
}

// next is the first day after the given one on which it is mailed at a time still to
// come, and that time. A clock that is put forward over the hour mails an hour later.
func (r Rhythm) next(after ledger.Day, now time.Time, zone *time.Location) (ledger.Day, time.Time) {
	for d := max(after+1, ledger.DayOf(now.In(zone))); ; d++ {
		year, month, day := d.Time().Date()
		at := time.Date(year, month, day, r.At, 0, 0, 0, zone)
		if r.falls(d) && at.After(now) {
			return d, at
		}
	}
}

func (r Rhythm) falls(d ledger.Day) bool {
	date := d.Time()
	if r.Every == everyWeek {
		return (int(date.Weekday())+daysOfWeek-1)%daysOfWeek+1 == r.On
	}
	lastOfMonth := (d + 1).Time().Day() == 1
	return date.Day() == r.On || lastOfMonth && date.Day() < r.On
}

// inWords is "every Monday" or "on day 3 of every month".
func (r Rhythm) inWords() string {
	if r.Every == everyWeek {
		return "every " + time.Weekday(r.On%daysOfWeek).String()
	}
	return fmt.Sprintf("on day %d of every month", r.On)
}

func (r Rhythm) faults() (bad []fault.Field) {
	if r.Every != everyWeek && r.Every != everyMonth {
		bad = append(bad, fault.Field{Name: "every", Message: "A schedule is every week or every month."})
	}
	if r.On < 1 || r.On > 31 || r.Every == everyWeek && r.On > daysOfWeek {
		bad = append(bad, fault.Field{Name: "on", Message: "Please choose a day of the week (1 to 7) or of the month (1 to 31)."})
	}
	if r.At < 4 || r.At > 11 {
		bad = append(bad, fault.Field{Name: "at", Message: "Please choose an hour of the morning, from 4 to 11."})
	}
	return bad
}

// check refuses what cannot be mailed again and again.
func (s ScheduleRequest) check(ctx context.Context, tx *sqldb.Tx, of farm.Ref, leases []farm.Lease, today ledger.Day) error {
	bad := s.faults()
	if s.KnownOn != "" {
		bad = append(bad, fault.Field{Name: "knownOn", Message: "A schedule is about all that is known on its day."})
	}
	if s.DateRange == "Custom" || s.StartDate != "" || s.EndDate != "" {
		bad = append(bad, fault.Field{Name: "dateRange", Message: "A schedule needs dates that move with the day, such as Last month."})
	}
	if !mail.IsAddress(s.Email) {
		bad = append(bad, fault.Field{Name: "email", Message: "Please give one email address."})
	}
	if len(bad) > 0 {
		return fault.ForFields(bad)
	}
	dated, err := report.Dated(ctx, tx, of, s.Query, today)
	if err == nil {
		_, err = planOf(dated, leases, today)
	}
	return err
}
