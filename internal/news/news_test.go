package news

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/tagtest"
	"github.com/merroir/merroir/internal/today"
)

var system, must = reporttest.System, reporttest.Must

var first = page.Slice{Limit: 20, Page: 1}

// town is a farm with something of every kind to tell, and its people. It is 20 November there.
type town struct {
	*Service
	db       *sqldb.DB
	farmID   string
	areas    map[string]string
	ann, bob context.Context
}

// process is the service as another process has it.
func process(db *sqldb.DB, now func() time.Time) *Service {
	return posting(db, now, jobs.New(db, jobs.Options{Now: now, Logger: slog.New(slog.DiscardHandler)}), nil)
}

// posting is a process whose mail goes to a sender.
func posting(db *sqldb.DB, now func() time.Time, queue *jobs.Queue, sender mail.Sender) *Service {
	reports := report.New(db, now)
	mailer, err := mail.New(queue, sender, mail.Options{From: "noreply@merroir.test", Product: "Merroir", Now: now})
	if err != nil {
		panic(err)
	}
	needs := today.New(db, now, reports, reach.New(db, now, tag.New(db, now)))
	return New(db, Options{Now: now, Today: needs, Reports: reports, Mail: mailer, PublicURL: "https://merroir.test"})
}

func newTown(t *testing.T, db *sqldb.DB) *town {
	t.Helper()
	clock := reporttest.Clock
	farmID, areas := reporttest.BusyFarm(t, db)
	f := &town{process(db, clock), db, farmID, areas, reporttest.NewUser(t, db, "ann", farmID), reporttest.NewUser(t, db, "bob", farmID)}
	f.expires(t, "North", "2026-12-13")
	f.expires(t, "South", "2026-11-01")
	_, err := farm.New(db, clock).EditPublic(system, farmID, 0, farm.PublicChange{Certs: []farm.Certificate{{CertID: "c", Cert: "BC-7", DateOfExpiration: "2026-11-20"}}})
	must(t, err)
	f.run(t, "UPDATE farms SET tagging_active = 'true' WHERE id = $1", farmID)
	f.run(t, "INSERT INTO tagging_subscriptions (farm_id, settings) VALUES ($1, '{}')", farmID)
	f.run(t, "INSERT INTO paper_stock (farm_id, type, shipped, printed, next_reminder, next_finalized, state) VALUES ($1, 'mobile', 100, 60, 50, 25, 'reminded')", farmID)
	tags := tag.New(db, clock)
	ref, err := event.New(db, clock, tags).Create(system, tag.Draft{FarmID: farmID, Type: tag.TypeFarm})
	must(t, err)
	tagtest.Recall(t, db, reach.New(db, clock, tags), system, "British Columbia", ref.ID)
	return f
}

func (f *town) run(t *testing.T, statement string, args ...any) {
	t.Helper()
	must(t, f.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, statement, args...)
		return err
	}))
}

func (f *town) expires(t *testing.T, area, on string) {
	t.Helper()
	_, err := farm.New(f.db, reporttest.Clock).EditLease(system, f.farmID, f.areas[area], 0, farm.LeaseChange{DateOfExpiration: &on})
	must(t, err)
}

// heard is what somebody was told, in the order of the alphabet, and how much is unread.
func (f *town) heard(t *testing.T, who context.Context) (all []string, unread int) {
	t.Helper()
	mine, err := f.List(who, f.farmID, first)
	must(t, err)
	for _, n := range mine.Data {
		s := fmt.Sprintf("%s %s %s %s", n.Kind, n.Subject, n.State, n.On)
		if n.Over {
			s += " over"
		}
		all = append(all, s)
	}
	slices.Sort(all)
	return all, mine.Unread
}

func (f *town) check(t *testing.T, who context.Context, unread int, want ...string) {
	t.Helper()
	got, n := f.heard(t, who)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" || n != unread {
		t.Errorf("%d unread, not %d: %s", n, unread, diff)
	}
}

const (
	north     = "lease North soon 2026-12-13"
	south     = "lease South expired 2026-11-01"
	dealer    = "certificate BC-7 soon 2026-11-20"
	mobile    = "paper mobile low "
	recalling = "recall British Columbia  "
)

// NEWS-1: each person who manages a farm is told once what it needs, also by a process
// that has just started; whoever comes later is told then.
func TestPeopleAreToldOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newTown(t, db)
		for name, change := range map[string]string{"idle": "is_active = FALSE", "plain": "is_farmmanager = FALSE"} {
			reporttest.NewUser(t, db, name, f.farmID)
			f.run(t, "UPDATE users SET "+change+" WHERE username = $1", name)
		}
		f.check(t, f.ann, 0)
		must(t, f.Tell(system))
		f.check(t, f.ann, 5, north, south, dealer, mobile, recalling)
		eve := reporttest.NewUser(t, db, "eve", f.farmID)
		must(t, process(db, reporttest.Clock).Tell(system))
		must(t, f.Tell(system))
		for _, who := range []context.Context{f.ann, f.bob, eve} {
			f.check(t, who, 5, north, south, dealer, mobile, recalling)
		}
		if n := f.stored(t); n != 15 {
			t.Errorf("%d rows for three people", n)
		}
	})
}

// NEWS-1 PEO-1: who may only record is told of recalls alone, and does not see any more what they were told
// when they could do more; who sees reports is told of all.
func TestWorkersAreToldOfRecalls(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newTown(t, db)
		narrow := func(username string, level farm.Level) {
			f.run(t, "UPDATE farm_users SET level = $2 WHERE user_id = (SELECT id FROM users WHERE username = $1)", username, level)
		}
		narrow("bob", farm.Recording)
		must(t, f.Tell(system))
		f.check(t, f.ann, 5, north, south, dealer, mobile, recalling)
		f.check(t, f.bob, 1, recalling)
		if n := f.stored(t); n != 6 {
			t.Errorf("%d rows", n)
		}
		narrow("ann", farm.Recording)
		f.check(t, f.ann, 1, recalling)
		mine, err := f.Switches(f.ann, f.farmID)
		if err != nil || !mine.Told || len(mine.Switches) != 1 || mine.Switches[0].Kind != kindRecall {
			t.Errorf("%+v, %v", mine, err)
		}
		narrow("bob", farm.Reporting)
		must(t, f.Tell(system))
		f.check(t, f.bob, 5, north, south, dealer, mobile, recalling)
	})
}

func (f *town) stored(t *testing.T) (n int) {
	t.Helper()
	must(t, f.db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int], "SELECT count(*) FROM news")
		return err
	}))
	return n
}

// NEWS-2: what holds no more is over and no longer counts as unread. It is told anew when
// it comes back, and so is what has come to its last day.
func TestNewsEnds(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newTown(t, db)
		must(t, f.Tell(system))
		f.expires(t, "North", "2028-12-13")
		f.run(t, "UPDATE paper_stock SET shipped = 100000, state = 'stocked'")
		must(t, f.Tell(system))
		f.check(t, f.ann, 3, north+" over", south, dealer, mobile+" over", recalling)
		f.run(t, "UPDATE paper_stock SET shipped = 100, state = 'reminded'")
		tomorrow := process(db, func() time.Time { return reporttest.Noon.AddDate(0, 0, 1) })
		must(t, tomorrow.Tell(system))
		f.check(t, f.ann, 4, north+" over", south, dealer+" over", "certificate BC-7 expired 2026-11-20", mobile+" over", mobile, recalling)
	})
}

// Two processes that go through the farms at once tell each person once.
func TestProcessesThatTellAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newTown(t, db)
		var all sync.WaitGroup
		for _, s := range []*Service{f.Service, process(db, reporttest.Clock), process(db, reporttest.Clock), process(db, reporttest.Clock)} {
			all.Go(func() {
				if err := s.Tell(system); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		f.check(t, f.ann, 5, north, south, dealer, mobile, recalling)
		if n := f.stored(t); n != 10 {
			t.Errorf("%d rows for two people", n)
		}
	})
}

// A process that was held up between finding and writing does not tell again what has
// ended meanwhile.
func TestALateProcessTellsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newTown(t, db)
		late, _, err := process(db, reporttest.Clock).look(system, "")
		must(t, err)
		must(t, f.Tell(system))
		f.expires(t, "North", "2028-12-13")
		must(t, f.Tell(system))
		if len(late) != 1 || len(late[0].tell) != 10 {
			t.Fatalf("the late process found %+v", late)
		}
		must(t, db.Write(system, func(tx *sqldb.Tx) error { return f.apply(system, tx, late[0]) }))
		f.check(t, f.ann, 4, north+" over", south, dealer, mobile, recalling)
	})
}

// NEWS-3: one reads one's own news, as often as one likes, and nobody else's; to those who
// have nothing to do with the farm there is none.
func TestReadingNews(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newTown(t, db)
		must(t, f.Tell(system))
		of := func(who context.Context) (ids []string) {
			mine, err := f.List(who, f.farmID, first)
			must(t, err)
			for _, n := range mine.Data {
				ids = append(ids, n.ID)
			}
			return ids
		}
		anns, bobs := of(f.ann), of(f.bob)
		for range 2 {
			if left, err := f.SetRead(f.ann, f.farmID, []string{anns[0], anns[1], bobs[0]}, true); err != nil || left != 3 {
				t.Errorf("%d left, %v", left, err)
			}
		}
		if _, left := f.heard(t, f.bob); left != 5 {
			t.Errorf("bob has %d unread", left)
		}
		if left, err := f.SetRead(f.ann, f.farmID, anns[:1], false); err != nil || left != 4 {
			t.Errorf("%d left, %v", left, err)
		}
		second, err := f.List(f.ann, f.farmID, page.Slice{Limit: 5, Page: 2})
		if err != nil || len(second.Data) != 0 || second.Items.Total != 5 || second.Unread != 4 {
			t.Errorf("the page after the last: %+v, %v", second, err)
		}
		stranger := reporttest.NewUser(t, db, "stranger", reporttest.NewFarm(t, db))
		if _, err := f.List(stranger, f.farmID, first); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger lists: %v", err)
		}
		if _, err := f.SetRead(stranger, f.farmID, anns, true); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger reads: %v", err)
		}
	})
}
