package export

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs/jobstest"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

func weekly(q report.Query) ScheduleRequest {
	return ScheduleRequest{Request{q, "buyer@market.example"}, Rhythm{"week", 1, 7}}
}

// vancouver is an instant on the clock of the test's farm.
func vancouver(t testing.TB, text string) time.Time {
	t.Helper()
	zone, err := timezone.Load("America/Vancouver")
	must(t, err)
	at, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
	must(t, err)
	return at
}

// scheduled counts the exports that schedules have made for their days.
func scheduled(t testing.TB, db *sqldb.DB) (n int) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int], "SELECT count(*) FROM exports WHERE schedule_day IS NOT NULL")
		return err
	}))
	return n
}

func TestTheNextDayOfASchedule(t *testing.T) {
	for _, tt := range []struct {
		r         Rhythm
		now, want string
		after     string
	}{
		{Rhythm{"week", 1, 7}, "2026-11-20 12:00", "2026-11-23 07:00", "2026-11-19"},
		{Rhythm{"week", 5, 7}, "2026-11-20 06:59", "2026-11-20 07:00", "2026-11-19"},
		{Rhythm{"week", 5, 7}, "2026-11-20 07:00", "2026-11-27 07:00", "2026-11-19"},
		{Rhythm{"week", 7, 11}, "2026-11-20 12:00", "2026-11-22 11:00", "2026-11-19"},
		{Rhythm{"week", 5, 7}, "2026-11-20 06:59", "2026-11-27 07:00", "2026-11-20"}, // the day is done: the zone has changed
		{Rhythm{"month", 31, 7}, "2026-11-20 12:00", "2026-11-30 07:00", "2026-11-19"},
		{Rhythm{"month", 31, 7}, "2027-02-01 12:00", "2027-02-28 07:00", "2027-01-31"},
		{Rhythm{"month", 29, 7}, "2028-02-01 12:00", "2028-02-29 07:00", "2028-01-31"},
		{Rhythm{"month", 1, 4}, "2026-11-20 12:00", "2026-12-01 04:00", "2026-11-19"},
		{Rhythm{"week", 7, 4}, "2027-03-13 12:00", "2027-03-14 04:00", "2027-03-12"}, // the night of the clocks
	} {
		want := vancouver(t, tt.want)
		d, at := tt.r.next(day(tt.after), vancouver(t, tt.now), want.Location())
		if !at.Equal(want) || d.String() != tt.want[:10] {
			t.Errorf("%+v at %s: %s on %s, want %s", tt.r, tt.now, at, d, tt.want)
		}
	}
}

// Whatever the rhythm, day follows day: never twice a period, and none is left out.
func TestSchedulesHaveOneDayAPeriod(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rhythm := Rhythm{rapid.SampledFrom([]string{"week", "month"}).Draw(r, "every"), rapid.IntRange(1, 31).Draw(r, "on"), rapid.IntRange(4, 11).Draw(r, "at")}
		if rhythm.Every == "week" {
			rhythm.On = (rhythm.On-1)%7 + 1
		}
		zone, err := timezone.Load(rapid.SampledFrom([]string{"America/Vancouver", "Pacific/Auckland", "UTC"}).Draw(r, "zone"))
		must(t, err)
		now := time.Date(2026, 1, rapid.IntRange(1, 700).Draw(r, "day"), rapid.IntRange(0, 23).Draw(r, "hour"), 0, 0, 0, zone)
		d, at := rhythm.next(0, now, zone)
		for range 30 {
			next, then := rhythm.next(d, at, zone)
			gap := next - d
			if at.Hour() != rhythm.At || rhythm.Every == "week" && gap != 7 || rhythm.Every == "month" && (gap < 28 || gap > 31) {
				r.Fatalf("%+v: %s then %s", rhythm, at, then)
			}
			d, at = next, then
		}
	})
}

// EXP-4: a schedule mails at its hour, once for its day, however many processes look and begin
// anew; what was missed is made up for by one.
func TestAScheduleMailsOnceADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		s, err := o.Plan(manager, farmID, weekly(report.Query{Metric: "Harvest", DateRange: "Last month"}))
		must(t, err)
		if s.nextAt != vancouver(t, "2026-11-23 07:00").UnixMilli() || *s.Next != "2026-11-23" || s.State != active {
			t.Fatalf("%+v", s)
		}
		o.time = vancouver(t, "2026-11-23 06:59")
		o.work(t)
		if n := len(o.mails(t)); n != 0 {
			t.Fatalf("%d mails before its time", n)
		}
		for _, step := range []struct {
			at   string
			sent int
			next string
		}{{"2026-11-23 07:00", 1, "2026-11-30 07:00"}, {"2026-11-23 23:00", 1, "2026-11-30 07:00"}, {"2026-12-20 12:00", 2, "2026-12-21 07:00"}} {
			o.time = vancouver(t, step.at)
			another := openOffice(t, db, o.folder, "file://"+t.TempDir())
			another.time = o.time
			var both sync.WaitGroup
			for _, each := range []*office{o, another, o, another} {
				both.Go(func() {
					if err := each.SendDue(system); err != nil {
						t.Error(err)
					}
				})
			}
			both.Wait()
			o.work(t)
			o.work(t)
			list, err := o.Schedules(manager, farmID)
			must(t, err)
			if n := len(o.mails(t)); n != step.sent || scheduled(t, db) != step.sent || list[0].nextAt != vancouver(t, step.next).UnixMilli() {
				t.Errorf("%s: %d mails, %d exports, next %v", step.at, n, scheduled(t, db), time.UnixMilli(list[0].nextAt))
			}
		}
		about := openBook(t, o.mails(t)[0].Files[0].Content)
		if from, to := fact(t, about, "From"), fact(t, about, "To"); from != fmt.Sprint(excelDay("2026-11-01")) || to != fmt.Sprint(excelDay("2026-11-30")) {
			t.Errorf("last month is from %s to %s", from, to)
		}
		if failed := jobstest.Failed(t, db, o.queue); len(failed) != 0 {
			t.Errorf("parked %+v", failed)
		}
	})
}

// A farm whose clocks are put back between two looks has its day once.
func TestADayThatComesAgainMailsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		_, err := o.Plan(manager, farmID, weekly(report.Query{Metric: Snapshot}))
		must(t, err)
		o.time = vancouver(t, "2026-11-23 07:00")
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE farms SET time_zone = 'Pacific/Honolulu' WHERE id = $1", farmID)
			return err
		}))
		o.work(t)
		list, err := o.Schedules(manager, farmID)
		must(t, err)
		if n := len(o.mails(t)); n != 1 || *list[0].Next != "2026-11-30" {
			t.Errorf("%d mails, next on %s", n, *list[0].Next)
		}
	})
}

// excelDay is how a spreadsheet stores a day.
func excelDay(text string) int { return int(day(text)) + 25569 }

// The database itself refuses a second export of a schedule for one day.
func TestADayOfAScheduleIsUnique(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		o := newOffice(t, db)
		s, err := o.Plan(newUser(t, db, "marin", farmID), farmID, weekly(report.Query{Metric: Snapshot}))
		must(t, err)
		ask := func(day any) error {
			id := sqldb.NewID()
			return db.Write(system, func(tx *sqldb.Tx) error {
				s, err := scheduleByID(system, tx, farmID, s.ID)
				if err != nil {
					return err
				}
				return o.enqueueScheduled(system, tx, s, id, day)
			})
		}
		must(t, ask(ledger.Day(20000)))
		must(t, ask(nil))
		must(t, ask(nil))
		if err := ask(ledger.Day(20000)); err == nil {
			t.Error("two exports for one day")
		}
	})
}

// A schedule stops by itself when its person loses the farm or the account, and no mail goes out.
func TestAScheduleStopsWithTheRights(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		o := newOffice(t, db)
		for how, lose := range map[string]string{
			"unlinked": "DELETE FROM farm_users WHERE user_id = $1", "inactive": "UPDATE users SET is_active = FALSE WHERE id = $1",
			"no farm manager": "UPDATE users SET is_farmmanager = FALSE WHERE id = $1", "deleted": "DELETE FROM users WHERE id = $1",
		} {
			manager := newUser(t, db, how, farmID)
			caller, _ := actor.From(manager)
			s, err := o.Plan(manager, farmID, weekly(report.Query{Metric: Snapshot}))
			must(t, err)
			var found Schedule
			look := func() error {
				return db.Read(system, func(tx *sqldb.Tx) (err error) {
					found, err = scheduleByID(system, tx, farmID, s.ID)
					return err
				})
			}
			must(t, db.Write(system, func(tx *sqldb.Tx) error {
				_, err := tx.Exec(system, lose, caller.UserID)
				return err
			}))
			o.time = o.time.Add(7 * 24 * time.Hour)
			o.work(t)
			switch err := look(); {
			case how == "deleted":
				if !fault.Is(err, fault.NotFound) {
					t.Errorf("%s: %+v, %v", how, found, err)
				}
			case err != nil || found.State != stopped || found.Message == "" || found.Next != nil:
				t.Errorf("%s: %+v, %v", how, found, err)
			}
		}
		if n := len(o.mails(t)); n != 0 || scheduled(t, db) != 0 {
			t.Errorf("%d mails", n)
		}
	})
}

var stopLink = regexp.MustCompile(`https://merroir\.example/exports/stop/([0-9a-f]{64})`)

// EXP-4: the link in a mail stops the schedule that the mail is of, for good, and nothing else;
// what is being made meanwhile is not sent, and what was sent can still be downloaded.
func TestTheLinkInAMailStopsItsSchedule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		one, err := o.Plan(manager, farmID, weekly(report.Query{Metric: Snapshot}))
		must(t, err)
		other, err := o.Plan(manager, farmID, weekly(report.Query{Metric: "Harvest"}))
		must(t, err)
		exportID, err := o.SendNow(manager, farmID, one.ID)
		must(t, err)
		o.work(t)
		letter := o.mails(t)[0]
		found := stopLink.FindStringSubmatch(letter.Text)
		if found == nil || !strings.Contains(letter.HTML, found[0]) || !strings.Contains(letter.Text, "It comes every Monday.") || !strings.Contains(letter.Text, "marin has scheduled") {
			t.Fatalf("the mail: %s", letter.Text)
		}
		if e := o.ask(t, manager, farmID, report.Query{Metric: "Yield"}); e.State != done || stopLink.MatchString(o.mails(t)[0].Text) {
			t.Errorf("a mail of no schedule: %+v %s", e, o.mails(t)[0].Text)
		}
		told, err := o.ByStop(t.Context(), found[1])
		if want := "It comes every Monday. Whoever set it up sees that it was stopped, and can set up another one."; err != nil || told.Title != "Snapshot of Test farm" || told.Note != want || told.Stopped {
			t.Errorf("%+v %v", told, err)
		}
		for _, wrong := range []string{"", found[1][:63], strings.Repeat("0", 64), one.ID, exportID} {
			if err := o.Stop(t.Context(), wrong); !fault.Is(err, fault.NotFound) {
				t.Errorf("%q: %v", wrong, err)
			}
		}
		if got := o.download("/exports/" + found[1]); got.Code != 404 {
			t.Errorf("the link that stops opens a file: %d", got.Code)
		}
		waits, err := o.SendNow(manager, farmID, one.ID)
		must(t, err)
		must(t, o.Stop(t.Context(), found[1]))
		must(t, o.Stop(t.Context(), found[1]))
		before := len(o.mails(t))
		o.work(t)
		if e := o.one(t, manager, farmID, waits); e.State != failed || e.Message != errStopped.Error() || len(o.mails(t)) != before {
			t.Errorf("what was being made: %+v", e)
		}
		list, err := o.Schedules(manager, farmID)
		must(t, err)
		if len(list) != 2 || list[0].ID != one.ID || list[0].State != stopped || list[1].ID != other.ID || list[1].State != active {
			t.Errorf("%+v", list)
		}
		_, pause := o.Pause(manager, farmID, one.ID, false)
		_, send := o.SendNow(manager, farmID, one.ID)
		if !fault.Is(pause, fault.Conflict) || !fault.Is(send, fault.Conflict) {
			t.Errorf("what has stopped goes on: %v %v", pause, send)
		}
		if got := o.download(*o.one(t, manager, farmID, exportID).URL); got.Code != 200 {
			t.Errorf("what was sent: %d", got.Code)
		}
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "DELETE FROM farm_users")
			return err
		}))
		if _, err := o.ByStop(t.Context(), found[1]); !fault.Is(err, fault.NotFound) {
			t.Errorf("the link tells of a farm that was lost: %v", err)
		}
	})
}

// Schedules are one's own: paused they wait, and what they missed is not sent; another's
// are not there.
func TestSchedulesAreOnesOwn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		ann, ben := newUser(t, db, "ann", farmID), newUser(t, db, "ben", farmID)
		o := newOffice(t, db)
		s, err := o.Plan(ann, farmID, weekly(report.Query{Metric: Snapshot}))
		must(t, err)
		_, pause := o.Pause(ben, farmID, s.ID, true)
		_, send := o.SendNow(ben, farmID, s.ID)
		for _, err := range []error{pause, send, o.Unplan(ben, farmID, s.ID), o.Unplan(ann, "aaaaaaaaaaaaaaaaaaaaaaa9", s.ID)} {
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("another's: %v", err)
			}
		}
		if list, err := o.Schedules(ben, farmID); err != nil || len(list) != 0 {
			t.Errorf("ben sees %+v %v", list, err)
		}
		held, err := o.Pause(ann, farmID, s.ID, true)
		must(t, err)
		o.time = vancouver(t, "2026-12-01 12:00")
		o.work(t)
		again, err := o.Pause(ann, farmID, s.ID, false)
		must(t, err)
		o.work(t)
		if held.State != paused || held.Next != nil || again.State != active || *again.Next != "2026-12-07" || scheduled(t, db) != 0 {
			t.Errorf("%+v then %+v, %d exports", held, again, scheduled(t, db))
		}
		must(t, o.Unplan(ann, farmID, s.ID))
		o.time = vancouver(t, "2026-12-08 12:00")
		o.work(t)
		if n := scheduled(t, db); n != 0 {
			t.Errorf("%d exports of a schedule that was deleted", n)
		}
	})
}

// A schedule of what is gone, such as a growing area, fails once: it is paused, its one mail
// says why, and it goes on only when it can be made again.
func TestAScheduleOfWhatIsGoneIsPaused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		far := func(change func(tx *sqldb.Tx) error) { must(t, db.Write(system, change)) }
		var area string
		add := func(tx *sqldb.Tx) error {
			ids, err := farm.EnsureLeases(system, tx, farmID, []string{"Far reach"}, o.time)
			area = ids["Far reach"]
			return err
		}
		far(add)
		s, err := o.Plan(manager, farmID, weekly(report.Query{Metric: "Inventory", DateRange: "Last week", ActiveLease: area}))
		must(t, err)
		far(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "DELETE FROM leases WHERE farm_id = $1 AND id = $2", farmID, area)
			return err
		})
		for range 3 {
			o.time = o.time.Add(7 * 24 * time.Hour)
			o.work(t)
		}
		list, err := o.Schedules(manager, farmID)
		must(t, err)
		mails := o.mails(t)
		if len(mails) != 1 || scheduled(t, db) != 1 || list[0].State != paused || list[0].Next != nil || list[0].Message == "" {
			t.Fatalf("%d mails, %d exports, %+v", len(mails), scheduled(t, db), list[0])
		}
		if text := mails[0].Text; !strings.Contains(text, list[0].Message) || !strings.Contains(text, "It is paused until marin resumes it") || !stopLink.MatchString(text) || !strings.Contains(mails[0].HTML, "It is paused until marin") {
			t.Errorf("the mail: %s", text)
		}
		if _, err := o.Pause(manager, farmID, s.ID, false); !fault.Is(err, fault.Invalid) {
			t.Errorf("what cannot be made goes on: %v", err)
		}
		far(add)
		far(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE export_schedules SET query = replace(query, $2, $3) WHERE id = $1", s.ID, s.Query.ActiveLease, area)
			return err
		})
		again, err := o.Pause(manager, farmID, s.ID, false)
		must(t, err)
		if again.State != active || again.Message != "" || again.Next == nil {
			t.Errorf("%+v", again)
		}
	})
}

// What cannot be mailed again and again is refused by field, and so is one too many.
func TestSchedulesThatAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		for _, tt := range []struct {
			want   string
			change func(*ScheduleRequest)
		}{
			{"email", func(r *ScheduleRequest) { r.Email = "two@x.example, three@x.example" }},
			{"every", func(r *ScheduleRequest) { r.Every = "day" }},
			{"on", func(r *ScheduleRequest) { r.On = 8 }},
			{"on", func(r *ScheduleRequest) { r.Every, r.On = "month", 0 }},
			{"at", func(r *ScheduleRequest) { r.At = 12 }},
			{"metric", func(r *ScheduleRequest) { r.Metric = "Weather" }},
			{"activeLease", func(r *ScheduleRequest) { r.ActiveLease = "none" }},
			{"knownOn", func(r *ScheduleRequest) { r.KnownOn = "2026-11-01" }},
			{"dateRange", func(r *ScheduleRequest) { r.DateRange, r.StartDate, r.EndDate = "Custom", "2026-01-01", "2026-02-01" }},
			{"dateRange", func(r *ScheduleRequest) { r.DateRange, r.StartDate = "Season to date", "2026-01-01" }},
			{"dateRange", func(r *ScheduleRequest) { r.DateRange = "Some time" }},
		} {
			r := weekly(report.Query{Metric: "Inventory", DateRange: "Last week"})
			tt.change(&r)
			_, err := o.Plan(manager, farmID, r)
			if !fault.Is(err, fault.Invalid) || len(fault.As(err).Fields) != 1 || fault.As(err).Fields[0].Name != tt.want {
				t.Errorf("%s: %+v", tt.want, err)
			}
		}
		for range maxSchedules {
			_, err := o.Plan(manager, farmID, weekly(report.Query{Metric: Snapshot}))
			must(t, err)
		}
		if _, err := o.Plan(manager, farmID, weekly(report.Query{Metric: Snapshot})); !fault.Is(err, fault.TooMany) {
			t.Errorf("one too many: %v", err)
		}
		if err := o.SendDue(system); err != nil {
			t.Error(err)
		}
		o.time = o.time.Add(7 * 24 * time.Hour)
		o.work(t)
		// What comes by itself takes nothing from what one may ask for.
		for range maxPerHour - maxSchedules + 1 {
			_, err := o.Request(manager, farmID, Request{report.Query{Metric: Snapshot}, "buyer@market.example"})
			must(t, err)
		}
		if n := scheduled(t, db); n != maxSchedules {
			t.Errorf("%d exports", n)
		}
	})
}

// A scheduled export that cannot be made is mailed in words, with the link that stops it.
func TestAScheduledExportThatFails(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, areas := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		_, err := o.Plan(manager, farmID, weekly(report.Query{Metric: "Inventory", ActiveLease: areas["North"]}))
		must(t, err)
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE export_schedules SET query = '{\"metric\":\"Inventory\",\"activeLease\":\"gone\"}'")
			return err
		}))
		o.time = vancouver(t, "2026-11-23 07:00")
		o.work(t)
		mails := o.mails(t)
		if len(mails) != 1 || mails[0].Subject != "Inventory of Test farm could not be exported" || !strings.Contains(mails[0].Text, "The farm has no such growing area.") || !stopLink.MatchString(mails[0].Text) {
			t.Errorf("%+v", mails)
		}
	})
}

// EXP-4: a schedule can be changed: its days, its address, what it is about. It mails once for a
// day whatever it is changed to; what was paused by itself goes on, what its person paused stays.
func TestAScheduleIsChanged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		o := newOffice(t, db)
		asked := weekly(report.Query{Metric: "Harvest", DateRange: "Last month"})
		s, err := o.Plan(manager, farmID, asked)
		must(t, err)
		o.time = vancouver(t, "2026-11-23 07:30")
		o.work(t)
		if n := scheduled(t, db); n != 1 {
			t.Fatalf("%d exports", n)
		}
		later := asked
		later.At, later.Email, later.DateRange = 9, "chef@market.example", "Last week"
		changed, err := o.Change(manager, farmID, s.ID, later)
		must(t, err)
		if *changed.Next != "2026-11-30" || changed.At != 9 || changed.Email != later.Email || changed.Query.DateRange != "Last week" {
			t.Errorf("%+v: what was mailed today comes again today", changed)
		}
		list, err := o.Schedules(manager, farmID)
		must(t, err)
		if len(list) != 1 || list[0].Email != later.Email || *list[0].Next != "2026-11-30" || list[0].Query.DateRange != "Last week" {
			t.Errorf("%+v", list)
		}
		o.time = vancouver(t, "2026-11-30 09:00")
		o.work(t)
		if n := scheduled(t, db); n != 2 {
			t.Errorf("%d exports", n)
		}
		_, err = o.Pause(manager, farmID, s.ID, true)
		must(t, err)
		later.On = 3
		changed, err = o.Change(manager, farmID, s.ID, later)
		must(t, err)
		if changed.State != paused || changed.Next != nil {
			t.Errorf("%+v: it was paused by its person", changed)
		}
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			own, err := scheduleByID(system, tx, farmID, s.ID)
			own.State, own.Message = paused, "The farm has no such growing area."
			must(t, err)
			return storeSchedule(system, tx, own)
		}))
		changed, err = o.Change(manager, farmID, s.ID, later)
		must(t, err)
		if changed.State != active || changed.Message != "" || *changed.Next != "2026-12-02" {
			t.Errorf("%+v: it was paused by itself, and can be made now", changed)
		}
		for field, wrong := range map[string]func(*ScheduleRequest){
			"activeLease": func(r *ScheduleRequest) { r.ActiveLease = "gone" }, "email": func(r *ScheduleRequest) { r.Email = "nobody" },
			"on": func(r *ScheduleRequest) { r.On = 8 }, "dateRange": func(r *ScheduleRequest) { r.DateRange = "Custom" }, "metric": func(r *ScheduleRequest) { r.Metric = "Inventory" },
		} {
			bad := later
			wrong(&bad)
			if _, err := o.Change(manager, farmID, s.ID, bad); !fault.Is(err, fault.Invalid) || !strings.Contains(fmt.Sprint(fault.As(err).Fields), field) {
				t.Errorf("%s: %v", field, err)
			}
		}
		if _, err := o.Change(newUser(t, db, "other", farmID), farmID, s.ID, later); !fault.Is(err, fault.NotFound) {
			t.Errorf("somebody else's: %v", err)
		}
	})
}
