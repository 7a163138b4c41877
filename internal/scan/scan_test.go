package scan_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/scan"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
)

const (
	american = "8.8.8.8"
	french   = "2a01:e00::1"
	phone    = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)"
)

var (
	system = actor.With(context.Background(), actor.System)
	north  = id('f', 1)
	south  = id('f', 2)
	one    = id('a', 1)
	two    = id('a', 2)
)

func id(kind byte, n int) string { return fmt.Sprintf("%c%023d", kind, n) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// world has a farm with two tags, harvested on 10 November and 1 January.
type world struct {
	*scan.Service
	t   *testing.T
	db  *sqldb.DB
	now time.Time
}

func newWorld(t *testing.T, db *sqldb.DB) *world {
	w := &world{t: t, db: db, now: time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC)}
	w.Service = scan.New(db, w.clock)
	farms, events := farm.New(db, w.clock), event.New(db, w.clock, tag.New(db, w.clock))
	for _, farmID := range []string{north, south} {
		_, err := farms.CreateWithID(system, farmID, farm.Details{Name: "Farm", Country: "USA", State: "Maine", TimeZone: "UTC", Activities: []string{"Harvest"}})
		must(t, err)
	}
	for tagID, day := range map[string]string{one: "2026-11-10", two: "2026-01-01"} {
		_, err := events.Create(system, tag.Draft{ID: tagID, FarmID: north, Type: tag.TypeFarm, Content: tag.Content{Fields: tag.Fields{HarvestDate: day}}})
		must(t, err)
	}
	return w
}

func (w *world) clock() time.Time { return w.now }

func (w *world) counter() *scan.Counter {
	return scan.NewCounter(w.db, w.clock, slog.New(slog.DiscardHandler))
}

func (w *world) of(farmID string) scan.Scans {
	w.t.Helper()
	found, err := w.Of(system, farmID, "", "")
	must(w.t, err)
	return found
}

// TAG-6: what several processes counted adds up, by day, tag and country; what was left at
// the end is stored too, and asking again changes nothing.
func TestScansAddUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		processes := []*scan.Counter{w.counter(), w.counter()}
		var both sync.WaitGroup
		for _, c := range processes {
			c.Start()
			both.Go(func() {
				for range 20 {
					c.Count(one, american, phone)
				}
			})
			both.Go(func() {
				for range 30 {
					c.Count(one, american, phone)
				}
				c.Count(one, french, phone)
				c.Count(two, "10.0.0.7", phone)
				c.Count(id('a', 99), american, phone) // there is no such tag
			})
		}
		both.Wait()
		for _, c := range processes {
			must(t, c.Close(context.Background()))
		}
		found := w.of(north)
		want := scan.Scans{
			From: "2026-10-22", To: "2026-11-20", Total: 104, Days: []scan.DayScans{{Day: "2026-11-20", Scans: 104}},
			Countries: []scan.CountryScans{{Country: "US", Scans: 100}, {Country: "", Scans: 2}, {Country: "FR", Scans: 2}},
			Tags:      []scan.TagScans{{TagID: one, Scans: 102, Countries: 2, Last: "2026-11-20"}, {TagID: two, Scans: 2, Countries: 0, Last: "2026-11-20"}},
			Copies: []scan.ScanCopy{
				{TagID: two, Day: "2026-11-20", Reason: "too-late", Harvested: "2026-01-01"},
				{TagID: one, Day: "2026-11-20", Reason: "two-countries", Country: "FR", Other: "US"},
			},
		}
		if diff := cmp.Diff(want, found); diff != "" {
			t.Error(diff)
		}
		if other := w.of(south); other.Total != 0 || len(other.Tags) != 0 {
			t.Errorf("another farm: %+v", other)
		}
	})
}

// TAG-6: a scan that cannot be is pointed out, and one that can be is not.
func TestWhatMayBeACopy(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		c := w.counter()
		count := func(at string, address string) {
			var err error
			w.now, err = time.Parse("2006-01-02 15:04", at)
			must(t, err)
			c.Count(one, address, phone)
		}
		count("2026-11-08 23:59", american) // two days before its harvest
		count("2026-11-09 23:00", american) // the day of its harvest, somewhere
		count("2026-11-12 10:10", american)
		count("2026-11-12 11:50", french) // in another hour
		count("2026-11-13 10:10", american)
		count("2026-11-13 10:50", french)
		count("2026-11-13 10:55", "127.0.0.1")
		count("2027-03-10 12:00", american) // 120 days after
		count("2027-03-11 12:00", american)
		must(t, c.Flush(context.Background()))
		found, err := w.Of(system, north, "2026-11-01", "2027-04-01")
		must(t, err)
		want := []scan.ScanCopy{
			{TagID: one, Day: "2027-03-11", Reason: "too-late", Harvested: "2026-11-10", Country: "US"},
			{TagID: one, Day: "2026-11-08", Reason: "too-early", Harvested: "2026-11-10", Country: "US"},
			{TagID: one, Day: "2026-11-13", Reason: "two-countries", Country: "FR", Other: "US"},
		}
		if diff := cmp.Diff(want, found.Copies); diff != "" {
			t.Error(diff)
		}
	})
}

// TAG-6: programs and previews are not counted, and memory is bounded.
func TestWhatIsNotCounted(t *testing.T) {
	db := dbtest.SQLite(t)
	w := newWorld(t, db)
	c := w.counter()
	for _, browser := range []string{"", "facebookexternalhit/1.1", "WhatsApp/2.23", "Mozilla/5.0 (compatible; Googlebot/2.1)", "curl/8.5", "Slackbot-LinkExpanding 1.0", "TelegramBot (like TwitterBot)"} {
		c.Count(one, american, browser)
	}
	c.Count("short", american, phone)
	must(t, c.Flush(context.Background()))
	if found := w.of(north); found.Total != 0 {
		t.Errorf("%+v", found)
	}
	for n := range 20_000 {
		c.Count(id('b', n), american, phone)
	}
	c.Count(one, american, phone) // beyond the bound
	must(t, c.Flush(context.Background()))
	c.Count(one, american, phone)
	must(t, c.Flush(context.Background()))
	if found := w.of(north); found.Total != 1 {
		t.Errorf("%+v", found)
	}
}

// TAG-6: nothing of a person is kept: every value in the database is a farm, a tag, a day,
// a country or a count.
func TestNothingOfAPersonIsKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		c := w.counter()
		c.Count(one, american, phone)
		must(t, c.Flush(context.Background()))
		must(t, db.Read(system, func(tx *sqldb.Tx) error {
			rows, err := sqldb.All(system, tx, func(r sqldb.Row) (row string, err error) {
				var farmID, tagID, country string
				var day, scans, hours int64
				err = r.Scan(&farmID, &day, &tagID, &country, &scans, &hours)
				return fmt.Sprint(farmID, day, tagID, country, scans, hours), err
			}, "SELECT * FROM tag_scans")
			if want := fmt.Sprint(north, 20777, one, "US", 1, 1<<9); err == nil && (len(rows) != 1 || rows[0] != want) {
				t.Errorf("%q, want %q", rows, want)
			}
			return err
		}))
	})
}

// TAG-6: what could not be stored is stored later, and counts are kept for 400 days.
func TestScansWaitForTheDatabase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		c := w.counter()
		c.Count(one, american, phone)
		gone, cancel := context.WithCancel(context.Background())
		cancel()
		if err := c.Flush(gone); err == nil {
			t.Fatal("stored without a database")
		}
		c.Count(one, american, phone)
		must(t, c.Flush(context.Background()))
		if found := w.of(north); found.Total != 2 {
			t.Errorf("%+v", found)
		}
	})
}

func TestScansAreForTheFirm(t *testing.T) {
	db := dbtest.SQLite(t)
	w := newWorld(t, db)
	stranger := actor.With(context.Background(), actor.Actor{UserID: "u8", Username: "x", FarmManager: true})
	if _, err := w.Of(stranger, north, "", ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("a stranger: %v", err)
	}
	for _, days := range [][2]string{{"soon", ""}, {"", "2026-02-30"}, {"2026-11-02", "2026-11-01"}} {
		if _, err := w.Of(system, north, days[0], days[1]); !fault.Is(err, fault.Invalid) {
			t.Errorf("%v: %v", days, err)
		}
	}
}

func TestCountryOf(t *testing.T) {
	for address, want := range map[string]string{
		american: "US", french: "FR", "::ffff:8.8.8.8": "US", "201.140.0.1": "MX", "2001:4860:4860::8888": "US",
		"10.1.2.3": "", "127.0.0.1": "", "192.168.1.1": "", "fe80::1": "", "fd00::1": "", "": "", "not": "", "8.8.8.8:53": "", "0.0.0.0": "", "240.0.0.1": "",
	} {
		if got := scan.CountryOf(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
