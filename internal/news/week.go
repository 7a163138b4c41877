package news

import (
	"context"
	"errors"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	weekJob    = "news.weeks"
	kindWeek   = "week"
	weekHour   = 7 // of Monday, in the farm's time zone
	daysOfWeek = 7
)

// monday is the Monday whose hour has come last on a farm's clock. A clock that is put forward
// over the hour has it an hour later.
func monday(now time.Time, zone *time.Location) ledger.Day {
	local := now.In(zone)
	today := ledger.DayOf(local)
	last := today - ledger.Day((int(local.Weekday())+daysOfWeek-1)%daysOfWeek)
	year, month, day := last.Time().Date()
	if now.Before(time.Date(year, month, day, weekHour, 0, 0, 0, zone)) {
		last -= daysOfWeek
	}
	return last
}

// Weeks sends everybody who manages a farm the numbers of their dashboard, once for each week,
// whichever processes do it: from Monday morning on the farm's clock, and later in the week
// where none was up. Who manages it only since is sent the next week's.
func (s *Service) Weeks(ctx context.Context) error {
	trouble := s.bringBackWeeks(ctx)
	for after := ""; ; {
		var farms []farm.Ref
		var due []week
		if err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			if farms, err = farm.Peopled(ctx, tx, after, farmsAtOnce); err != nil {
				return err
			}
			due, err = s.weeksDue(ctx, tx, farms)
			return err
		}); err != nil || len(farms) == 0 {
			return errors.Join(trouble, err)
		}
		for _, w := range due { // what is wrong with one keeps no other waiting
			trouble = errors.Join(trouble, s.sendWeek(ctx, w))
		}
		after = farms[len(farms)-1].ID
	}
}

// bringBackWeeks forgets the weeks that were noted while a clock was ahead, so that those which are still to
// come are sent. Which Monday is the last depends on the zone: the earliest that it can be is noted.
func (s *Service) bringBackWeeks(ctx context.Context) error {
	const west, east = -12 * 60 * 60, 14 * 60 * 60 // seconds of the outermost zones
	now := s.now()
	last := monday(now, time.FixedZone("", west))
	newest := monday(now.Add(skew.Slack), time.FixedZone("", east))
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE news_weeks SET monday = $1, noted_at = 0 WHERE noted_at > $2 OR monday > $3", last, skew.Latest(now, 0), newest)
		return err
	})
}

// week is the summary of a farm for a person, for the days before a Monday.
type week struct {
	farmID, userID string
	monday         ledger.Day
}

// weeksDue are the summaries that nobody has sent yet.
func (s *Service) weeksDue(ctx context.Context, tx *sqldb.Tx, farms []farm.Ref) (due []week, err error) {
	if len(farms) == 0 {
		return nil, nil
	}
	sent := map[week]ledger.Day{}
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (w week, err error) {
		err = r.Scan(&w.farmID, &w.userID, &w.monday)
		sent[week{w.farmID, w.userID, 0}] = w.monday
		return w, err
	}, "SELECT farm_id, user_id, monday FROM news_weeks WHERE farm_id IN ("+sqldb.In(1, len(farms))+")", sqldb.Args(farm.IDs(farms))...); err != nil {
		return nil, err
	}
	people, err := farm.ManagersOf(ctx, tx, farm.IDs(farms))
	for _, f := range farms {
		last := monday(s.now(), f.Zone)
		for _, p := range people[f.ID] {
			if !isFor(p.Level, kindWeek) {
				continue
			}
			if on, known := sent[week{f.ID, p.ID, 0}]; !known || on < last {
				due = append(due, week{f.ID, p.ID, last})
			}
		}
	}
	return due, err
}

// sendWeek sends one summary. The numbers are read before the transaction that notes it, as
// adding them up may take long; who is quicker sends it.
func (s *Service) sendWeek(ctx context.Context, w week) error {
	var caller actor.Actor
	wanted := false
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		one, err := switchOf(ctx, tx, w.farmID, w.userID, kindWeek)
		if err != nil || !one.Mail {
			return err
		}
		wanted = true
		caller, err = account.Acting(ctx, tx, w.userID)
		return err
	})
	if fault.Is(err, fault.Unauthenticated) {
		return nil
	}
	if err != nil {
		return err
	}
	var squares []square
	if wanted {
		results, err := s.reports.Dashboard(actor.With(ctx, caller), w.farmID, "")
		if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Denied) || fault.Is(err, fault.Conflict) {
			return nil // it is not theirs, or is being cleaned: a later round sees
		}
		if err != nil {
			return err
		}
		if squares, err = squaresOf(results); err != nil {
			return err
		}
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		first, err := w.note(ctx, tx, s.now())
		if err != nil || !first {
			return err
		}
		return s.mailWeek(ctx, tx, w, squares)
	})
}

// note stores that the week is summed up; it is the first to where it should be sent.
func (w week) note(ctx context.Context, tx *sqldb.Tx, now time.Time) (first bool, err error) {
	at := sqldb.Millis(now)
	rows, err := tx.Exec(ctx, "UPDATE news_weeks SET monday = $3, noted_at = $4 WHERE farm_id = $1 AND user_id = $2 AND monday < $3", w.farmID, w.userID, w.monday, at)
	if err != nil || rows > 0 {
		return rows > 0, err
	}
	_, err = tx.Exec(ctx, "INSERT INTO news_weeks (farm_id, user_id, monday, noted_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING", w.farmID, w.userID, w.monday, at)
	return false, err
}

// weekLetter is what the summary says.
type weekLetter struct {
	Farm, From, To           string
	Squares                  []square
	Dashboard, Notices, Stop string
}

func (s *Service) mailWeek(ctx context.Context, tx *sqldb.Tx, w week, squares []square) error {
	of := stop{w.farmID, w.userID, kindWeek}
	wants, err := switchOf(ctx, tx, of.farmID, of.userID, of.kind)
	if err != nil || !wants.Mail || len(squares) == 0 {
		return err
	}
	ref, person, err := addressee(ctx, tx, w.farmID, w.userID)
	if err != nil || !mail.IsAddress(person.Email) {
		return err
	}
	l := weekLetter{
		Farm: ref.Name, From: dayInWords((w.monday - daysOfWeek).String()), To: dayInWords((w.monday - 1).String()), Squares: squares,
		Dashboard: s.page(ref, "?tab=reports&report=snapshot"), Notices: s.page(ref, "/notices"),
	}
	if l.Stop, err = s.newStop(ctx, tx, of); err != nil {
		return err
	}
	m := mail.Message{To: person.Email, Template: "week", Data: l, Stop: l.Stop, ExpiresAt: s.now().Add(mailFor)}
	for _, one := range squares {
		if one.png != nil {
			m.Files = append(m.Files, mail.File{Name: one.name, ContentType: "image/png", Inline: one.png})
		}
	}
	return s.mail.Send(ctx, tx, m)
}
