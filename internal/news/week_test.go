package news

import (
	"bytes"
	"context"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/timezone"
)

// Monday morning is the farm's: at seven on its clock, west and east, on the days around a
// change of clocks too.
func TestMondayIsTheFarms(t *testing.T) {
	for _, c := range []struct{ zone, at, want string }{
		{"America/Vancouver", "2026-11-23T13:59:00Z", "2026-11-16"}, // 06:59 on Monday
		{"America/Vancouver", "2026-11-23T14:00:00Z", "2026-11-23"},
		{"Pacific/Auckland", "2026-11-22T17:59:00Z", "2026-11-16"}, // 06:59 on Monday
		{"Pacific/Auckland", "2026-11-22T18:00:00Z", "2026-11-23"},
		{"Pacific/Auckland", "2026-11-29T10:59:00Z", "2026-11-23"}, // 23:59 on Sunday
		{"Europe/Paris", "2026-10-26T05:59:00Z", "2026-10-19"},     // after the night of 25 October
		{"Europe/Paris", "2026-10-26T06:00:00Z", "2026-10-26"},
		{"Europe/Paris", "2026-03-30T04:59:00Z", "2026-03-23"}, // after the night of 29 March
		{"Europe/Paris", "2026-03-30T05:00:00Z", "2026-03-30"},
	} {
		zone, err := timezone.Load(c.zone)
		must(t, err)
		at, err := time.Parse(time.RFC3339, c.at)
		must(t, err)
		if got := monday(at, zone).String(); got != c.want {
			t.Errorf("%s at %s: %s, not %s", c.zone, c.at, got, c.want)
		}
	}
}

// weeks has every process look at once and gives the mails that come of it.
func weeks(t *testing.T, offices ...*office) (sent []string) {
	t.Helper()
	var all sync.WaitGroup
	for _, o := range offices {
		all.Go(func() {
			if err := o.Weeks(system); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, o := range offices {
		must(t, o.queue.RunUntilIdle(context.Background()))
		sent = append(sent, o.take()...)
	}
	return sent
}

// NEWS-8: of two processes that look at once one sends the summary to each; TestTheWeekIsSentOnce has the rest.
func TestTheWeekIsSentByOneOfTwo(t *testing.T) {
	dbtest.EachTwo(t, func(t *testing.T, db, other *sqldb.DB) {
		plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n")
		now := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
		clock := func() time.Time { return now }
		one, two := newOffice(db, clock), newOffice(other, clock)
		if got := weeks(t, one, two); len(got) != 0 { // they are its people since
			t.Errorf("%v", got)
		}
		now = now.AddDate(0, 0, 4)
		if got := weeks(t, one, two); len(got) != 2 {
			t.Errorf("%d mails: %v", len(got), got)
		}
	})
}

// The summary says the numbers of that person's dashboard, as text and with pictures.
func TestTheWeekSaysTheDashboard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,12000\n2026-11-10,loss,North,1200\n")
		_, err := f.reports.SaveDashboard(f.bob, f.farmID, []report.Square{{Metric: report.MetricInventory, DateRange: "Last 365 days"}, {Metric: report.MetricEquipment}})
		must(t, err)
		must(t, f.Weeks(system))
		o := newOffice(db, func() time.Time { return reporttest.Noon.AddDate(0, 0, 7) })
		must(t, o.Weeks(system))
		must(t, o.queue.RunUntilIdle(context.Background()))
		bob, name := addressOf(t, f, "bob")
		for _, l := range o.sent {
			if l.To != bob {
				continue
			}
			if !strings.HasPrefix(l.Subject, name+": your week to ") || len(l.Files) != 1 || l.Stop == "" {
				t.Errorf("%q, %d files", l.Subject, len(l.Files))
			}
			for _, part := range []string{l.Text, l.HTML} {
				if !strings.Contains(part, "10,800") || !strings.Contains(part, "0, and 0 spots unused") || !strings.Contains(part, ": lowest 0 (until 30 Nov 2025), highest 12,000 (until 31 May 2026), last 10,800 (until ") {
					t.Errorf("%s", part)
				}
			}
			if !strings.Contains(l.HTML, `src="cid:`+l.Files[0].Name+`"`) {
				t.Errorf("the picture is not shown: %s", l.HTML)
			}
			if picture, err := png.Decode(bytes.NewReader(l.Files[0].Inline)); err != nil || picture.Bounds().Dx() != lineWidth {
				t.Errorf("the picture: %v", err)
			}
		}
		if len(o.sent) != 2 {
			t.Errorf("%d mails", len(o.sent))
		}
	})
}
