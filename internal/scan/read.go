package scan

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	// kept is for how many days a count is kept.
	kept = 400
	// shownDays are asked for where no days are named.
	shownDays = 30
	// mostListed bounds the tags and the suspicions of an answer.
	mostListed = 100
	// eaten is how many days after its harvest nobody has the animals of a tag any more;
	// those who serve them keep the tags themselves for 90.
	eaten = 120
	// nearby is how many days a farm's calendar may differ from that of UTC.
	nearby = 1
)

// Service reads the scans of a firm's tags.
type Service struct {
	db  *sqldb.DB
	now func() time.Time
}

// New gives the service, by the clock now.
func New(db *sqldb.DB, now func() time.Time) *Service { return &Service{db, now} }

const sweepJob = "scan.sweep"

// Forget removes counts that are too old, once a day.
func (s *Service) Forget(queue *jobs.Queue) {
	jobs.Handle(queue, sweepJob, func(ctx context.Context, _ struct{}) error {
		return s.db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, "DELETE FROM tag_scans WHERE day < $1", int64(s.today()-kept))
			return err
		})
	})
	queue.Every(24*time.Hour, sweepJob)
}

func (s *Service) today() ledger.Day { return ledger.Day(s.now().Unix() / 86_400) }

// Scans are those of a firm's tags within some days.
type Scans struct {
	From      string         `json:"from" doc:"YYYY-MM-DD in UTC, as all days here"`
	To        string         `json:"to"`
	Total     int64          `json:"total"`
	Days      []DayScans     `json:"days" doc:"Those with scans, in order"`
	Countries []CountryScans `json:"countries" doc:"The most scans first"`
	Tags      []TagScans     `json:"tags" doc:"The most scans first, at most 100"`
	Copies    []ScanCopy     `json:"copies" doc:"Scans that cannot be, the latest first, at most 100"`
}

// DayScans is how often tags were scanned on one.
type DayScans struct {
	Day   string `json:"day"`
	Scans int64  `json:"scans"`
}

// CountryScans is how often tags were scanned in one.
type CountryScans struct {
	Country string `json:"country" doc:"ISO 3166-1, two letters; empty where it is not known"`
	Scans   int64  `json:"scans"`
}

// TagScans is how often one was scanned.
type TagScans struct {
	TagID     string `json:"tag"`
	Scans     int64  `json:"scans"`
	Countries int64  `json:"countries" doc:"In how many"`
	Last      string `json:"last" doc:"The last day"`
}

// The reasons why a scan cannot be one of the tag itself.
const (
	tooEarly = "too-early"
	tooLate  = "too-late"
	atOnce   = "two-countries"
)

// ScanCopy is a scan that cannot be one of the tag itself.
type ScanCopy struct {
	TagID     string `json:"tag"`
	Day       string `json:"day"`
	Reason    string `json:"reason" enum:"too-early,too-late,two-countries" doc:"Before the tag was harvested, more than 120 days after, or within one hour in two countries"`
	Harvested string `json:"harvested" doc:"YYYY-MM-DD; empty of two countries"`
	Country   string `json:"country"`
	Other     string `json:"other" doc:"The other country of two"`
}

// Of gives the scans of a firm's tags from a day to another, both inclusive; where they
// are empty, of the last thirty. Its people and those who see every farm may ask; anyone
// else gets NotFound.
func (s *Service) Of(ctx context.Context, farmID, from, to string) (out Scans, err error) {
	first, last, err := s.daysOf(from, to)
	if err != nil {
		return out, err
	}
	out = Scans{From: first.String(), To: last.String()}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Reporting.RequireRecord(ctx, tx, farmID); err != nil {
			return err
		}
		args := []any{farmID, int64(first), int64(last)}
		const within = " FROM tag_scans s WHERE s.farm_id = $1 AND s.day BETWEEN $2 AND $3"
		if out.Days, err = sqldb.All(ctx, tx, func(r sqldb.Row) (d DayScans, err error) {
			var day ledger.Day
			err = r.Scan(&day, &d.Scans)
			d.Day = day.String()
			return d, err
		}, "SELECT s.day, CAST(sum(s.scans) AS BIGINT)"+within+" GROUP BY s.day ORDER BY s.day", args...); err != nil {
			return err
		}
		for _, d := range out.Days {
			out.Total += d.Scans
		}
		if out.Countries, err = sqldb.All(ctx, tx, func(r sqldb.Row) (c CountryScans, err error) { return c, r.Scan(&c.Country, &c.Scans) },
			"SELECT s.country, CAST(sum(s.scans) AS BIGINT)"+within+" GROUP BY s.country ORDER BY 2 DESC, 1", args...); err != nil {
			return err
		}
		if out.Tags, err = sqldb.All(ctx, tx, func(r sqldb.Row) (t TagScans, err error) {
			var day ledger.Day
			err = r.Scan(&t.TagID, &t.Scans, &t.Countries, &day)
			t.Last = day.String()
			return t, err
		}, "SELECT s.tag_id, CAST(sum(s.scans) AS BIGINT), count(DISTINCT NULLIF(s.country, '')), max(s.day)"+within+" GROUP BY s.tag_id ORDER BY 2 DESC, 1 LIMIT 100", args...); err != nil {
			return err
		}
		out.Copies, err = copies(ctx, tx, args)
		return err
	})
	return out, err
}

// daysOf reads the days that are asked for.
func (s *Service) daysOf(from, to string) (first, last ledger.Day, err error) {
	last = s.today()
	if to != "" {
		if last, err = ledger.ParseDay(to); err != nil {
			return 0, 0, fault.ForField("to", fault.As(err).Message)
		}
	}
	first = last - shownDays + 1
	if from != "" {
		if first, err = ledger.ParseDay(from); err != nil {
			return 0, 0, fault.ForField("from", fault.As(err).Message)
		}
	}
	if first > last {
		return 0, 0, fault.ForField("to", "The last day is before the first.")
	}
	return first, last, nil
}

// copies gives what cannot be. A tag that says no day of harvest can be too early for nothing.
func copies(ctx context.Context, tx *sqldb.Tx, args []any) ([]ScanCopy, error) {
	wrong, err := sqldb.All(ctx, tx, func(r sqldb.Row) (c ScanCopy, err error) {
		var day, harvested ledger.Day
		err = r.Scan(&c.TagID, &day, &harvested, &c.Country)
		c.Day, c.Harvested, c.Reason = day.String(), harvested.String(), tooLate
		if day < harvested {
			c.Reason = tooEarly
		}
		return c, err
	}, `SELECT s.tag_id, s.day, t.harvest_day, s.country FROM tag_scans s JOIN tags t ON t.id = s.tag_id
		WHERE s.farm_id = $1 AND s.day BETWEEN $2 AND $3 AND (s.day < t.harvest_day - $4 OR s.day > t.harvest_day + $5)
		ORDER BY s.day DESC, s.tag_id, s.country LIMIT $6`, append(args, nearby, eaten, mostListed)...)
	if err != nil {
		return nil, err
	}
	two, err := sqldb.All(ctx, tx, func(r sqldb.Row) (c ScanCopy, err error) {
		var day ledger.Day
		err = r.Scan(&c.TagID, &day, &c.Country, &c.Other)
		c.Day, c.Reason = day.String(), atOnce
		return c, err
	}, `SELECT s.tag_id, s.day, s.country, o.country FROM tag_scans s
		JOIN tag_scans o ON o.farm_id = s.farm_id AND o.day = s.day AND o.tag_id = s.tag_id AND o.country > s.country
		WHERE s.farm_id = $1 AND s.day BETWEEN $2 AND $3 AND s.country <> '' AND (s.hours & o.hours) <> 0
		ORDER BY s.day DESC, s.tag_id, s.country, o.country LIMIT $4`, append(args, mostListed)...)
	return append(wrong, two...), err
}
