package news

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

// box keeps the mails that were sent.
type box struct {
	mu   sync.Mutex
	sent []mail.Letter
}

func (b *box) Send(_ context.Context, l mail.Letter) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, l)
	return nil
}

// take gives what was sent since, as "address: subject", in the order of the alphabet.
func (b *box) take() (all []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.sent {
		all = append(all, l.To+": "+l.Subject)
	}
	b.sent = nil
	slices.Sort(all)
	return all
}

// office is a process that sends its mail.
type office struct {
	*Service
	queue *jobs.Queue
	*box
}

func newOffice(db *sqldb.DB, now func() time.Time) *office {
	queue, sent := jobs.New(db, jobs.Options{Now: now, Logger: slog.New(slog.DiscardHandler)}), &box{}
	return &office{posting(db, now, queue, sent), queue, sent}
}

// round tells everybody and gives the mails that come of it.
func (o *office) round(t *testing.T) []string {
	t.Helper()
	must(t, o.Tell(system))
	must(t, o.queue.RunUntilIdle(context.Background()))
	return o.take()
}

func wants(t *testing.T, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func addressOf(t *testing.T, f *town, who string) (email, name string) {
	t.Helper()
	must(t, f.db.Read(system, func(tx *sqldb.Tx) (err error) {
		if email, err = sqldb.One(system, tx, sqldb.Scalar[string], "SELECT email FROM users WHERE username = $1", who); err != nil {
			return err
		}
		name, err = sqldb.One(system, tx, sqldb.Scalar[string], "SELECT name FROM farms WHERE id = $1", f.farmID)
		return err
	}))
	return email, name
}

// NEWS-6: what a person is told is mailed too, once, one mail per kind; a recall not, as its
// firm has a mail of its own. What was switched off is not sent, and is not on the page.
func TestNewsIsMailedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newTown(t, db)
		ann, name := addressOf(t, f, "ann")
		bob, _ := addressOf(t, f, "bob")
		set := func(who context.Context, kind string, onPage, byMail bool) {
			_, err := f.SetSwitch(who, f.farmID, Switch{kind, onPage, byMail})
			must(t, err)
		}
		set(f.bob, "recall", true, true)
		set(f.bob, "lease", false, false)
		set(f.bob, "paper", true, false)
		o := newOffice(db, reporttest.Clock)
		must(t, o.Tell(system))
		must(t, o.queue.RunUntilIdle(context.Background()))
		letter := o.sent[slices.IndexFunc(o.sent, func(l mail.Letter) bool { return strings.Contains(l.Subject, "leases") })]
		wants(t, o.take(),
			ann+": "+name+": 2 notices about leases", ann+": "+name+": Certificate BC-7 expires on 20 Nov 2026", ann+": "+name+": There is little mobile paper left",
			bob+": "+name+": A recall by British Columbia reaches this farm", bob+": "+name+": Certificate BC-7 expires on 20 Nov 2026")
		f.check(t, f.bob, 3, dealer, mobile, recalling)
		for _, part := range []string{letter.Text, letter.HTML} {
			for _, want := range []string{"The lease of North ends on 13 Dec 2026.", "The lease of South ended on 1 Nov 2026.",
				"https://merroir.test/manage/" + f.farmID + "?tab=info#lease-" + f.areas["North"], "https://merroir.test/manage/" + f.farmID + "/notices", letter.Stop} {
				if !strings.Contains(part, want) {
					t.Errorf("%q is not in %s", want, part)
				}
			}
		}
		if letter.ExpiresAt != sqldb.Millis(reporttest.Noon.Add(3*24*time.Hour)) {
			t.Errorf("it expires at %d", letter.ExpiresAt)
		}
		wants(t, newOffice(db, reporttest.Clock).round(t)) // after a start
		set(f.bob, "lease", true, true)
		wants(t, newOffice(db, reporttest.Clock).round(t))
		f.check(t, f.bob, 5, north, south, dealer, mobile, recalling) // what he was told meanwhile
	})
}

// Processes that go through the farms at once send each mail once.
func TestProcessesThatMailAtOnce(t *testing.T) {
	dbtest.EachTwo(t, func(t *testing.T, db, other *sqldb.DB) {
		newTown(t, db)
		var all sync.WaitGroup
		var got []string
		offices := []*office{newOffice(db, reporttest.Clock), newOffice(other, reporttest.Clock), newOffice(other, reporttest.Clock)}
		for _, o := range offices {
			all.Go(func() {
				if err := o.Tell(system); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, o := range offices {
			must(t, o.queue.RunUntilIdle(context.Background()))
			got = append(got, o.take()...)
		}
		if len(got) != 6 {
			t.Errorf("%d mails of three kinds to two people: %v", len(got), got)
		}
	})
}

// What comes back within a week, or was ended by a release that did not know it, is neither
// told nor mailed again.
func TestWhatGoesOnIsNotMailedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n2026-11-10,loss,North,100\n")
		f.mark(t, 5)
		f.run(t, `INSERT INTO uploads (farm_id, id, user_id, filename, format, mode, preview, state, animal_type, area_prefix, created_at, finished_at)
			VALUES ($1, 'u', 'u', 'june.csv', 'csv', 'all', FALSE, 'done', '', '', 0, $2)`, f.farmID, sqldb.Millis(reporttest.Noon))
		if got := newOffice(db, reporttest.Clock).round(t); len(got) != 4 {
			t.Fatalf("%v", got)
		}
		f.run(t, "UPDATE news SET over_at = $1", sqldb.Millis(reporttest.Noon))
		for days := range 3 {
			wants(t, newOffice(db, func() time.Time { return reporttest.Noon.AddDate(0, 0, days) }).round(t))
		}
		f.check(t, f.ann, 2, "mortality 10.0  ", "upload june.csv done ")
		if n := f.stored(t); n != 4 {
			t.Errorf("%d rows", n)
		}
	})
}

// NEWS-7: the link in a mail stops mails of its kind to its person about its farm and nothing
// else, as often as it is followed; it is nobody's once the person does not manage the farm.
func TestALinkStopsOneKind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := newTown(t, db)
		o := newOffice(db, reporttest.Clock)
		must(t, o.Tell(system))
		must(t, o.queue.RunUntilIdle(context.Background()))
		ann, name := addressOf(t, f, "ann")
		token := ""
		for _, l := range o.sent {
			if l.To == ann && strings.Contains(l.Subject, "leases") {
				token = strings.TrimPrefix(l.Stop, "https://merroir.test/notices/stop/")
			}
		}
		found, err := o.ByStop(context.Background(), token)
		if err != nil || found.Stopped || found.Title != "Mail about leases of "+name {
			t.Errorf("%+v %v", found, err)
		}
		for range 2 {
			must(t, o.Stop(context.Background(), token))
		}
		if found, err := o.ByStop(context.Background(), token); err != nil || !found.Stopped {
			t.Errorf("%+v %v", found, err)
		}
		says := func(who context.Context, off int) {
			mine, err := f.Switches(who, f.farmID)
			must(t, err)
			n := 0
			for i, one := range mine.Switches {
				if one != usual[i] {
					n++
				}
			}
			if n != off || !mine.Told {
				t.Errorf("%d are changed, not %d: %+v", n, off, mine)
			}
		}
		says(f.ann, 1)
		says(f.bob, 0)
		f.check(t, f.ann, 5, north, south, dealer, mobile, recalling) // the page has it still
		f.run(t, "DELETE FROM farm_users WHERE user_id IN (SELECT id FROM users WHERE username = 'ann')")
		for _, bad := range []string{token, "", "none"} {
			if _, err := o.ByStop(context.Background(), bad); !fault.Is(err, fault.NotFound) {
				t.Errorf("%q: %v", bad, err)
			}
			if err := o.Stop(context.Background(), bad); !fault.Is(err, fault.NotFound) {
				t.Errorf("%q: %v", bad, err)
			}
		}
	})
}

// Who only looks at a farm is not told of it; who has nothing to do with it sees no switches.
func TestWhoHasSwitches(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		f := plainTown(t, db, "date,activity,growing area,count\n2026-05-10,plant,North,1000\n")
		stranger := reporttest.NewUser(t, db, "stranger", reporttest.NewFarm(t, db))
		if _, err := f.Switches(stranger, f.farmID); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger sees them: %v", err)
		}
		if _, err := f.SetSwitch(stranger, f.farmID, Switch{"lease", false, false}); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger sets one: %v", err)
		}
		if mine, err := f.SetSwitch(f.ann, f.farmID, Switch{"lease", false, true}); err != nil || !mine.Told || mine.Switches[1] != (Switch{"lease", false, true}) {
			t.Errorf("%+v %v", mine, err)
		}
	})
}

// NEWS-6: every kind has a switch, words, a sentence and the path of the page where it is dealt with.
func TestEveryKindIsWhole(t *testing.T) {
	paths := map[string]string{
		"recall": "/recalls/r", "lease": "?tab=info#lease-r", "certificate": "?tab=info", "paper": "?tab=tagging",
		kindMortality: "?tab=reports&report=intervalMortality&dates=30", kindUpload: "/upload?upload=r",
	}
	for _, one := range usual[:len(usual)-1] { // the summary has words of its own
		n := News{Kind: one.Kind, Ref: "r", Subject: "mobile", On: "2026-12-01"}
		if about[one.Kind] == "" || !strings.HasSuffix(n.sentence(), ".") || n.path() != paths[one.Kind] || heading([]News{n}) == "" {
			t.Errorf("%s: %q %q", one.Kind, n.sentence(), n.path())
		}
	}
}
