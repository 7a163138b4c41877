package account_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

// browser is one that keeps a cookie as browsers do.
type browser struct {
	p      *people
	cookie string // as it sends it
	token  string
}

// stay has a user sign in and stay signed in, in a browser of their own.
func (p *people) stay(name string) *browser {
	p.t.Helper()
	b := &browser{p: p, token: p.signIn(name)}
	set, err := p.Stay(p.signedIn(b.token), "")
	must(p.t, err)
	b.take(set)
	return b
}

func (b *browser) take(set string) {
	if cookie, _, _ := strings.Cut(set, ";"); cookie != "" {
		b.cookie = cookie
	}
}

// back is the browser opened anew: it asks for a session.
func (b *browser) back() error {
	token, _, set, err := b.p.Resume(context.Background(), b.cookie)
	if err == nil {
		b.token = token
		b.take(set)
	}
	return err
}

func (b *browser) mustBeBack(why string) {
	b.p.t.Helper()
	if err := b.back(); err != nil || !b.p.open(b.token) {
		b.p.t.Errorf("%s: the browser does not stay signed in: %v", why, err)
	}
}

func (b *browser) mustBeOut(why string) {
	b.p.t.Helper()
	b.p.clock.move(time.Minute) // as failed tries are counted
	if err := b.back(); !fault.Is(err, fault.Unauthenticated) {
		b.p.t.Errorf("%s: the browser asked for a session: %v", why, err)
	}
	if b.p.open(b.token) {
		b.p.t.Errorf("%s: its session is open", why)
	}
}

// STAY-1: the stay outlives its sessions, each of which is as short as any other and no
// proof of who it is.
func TestStayingSignedIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		b := p.stay("manager")
		first := b.token
		for range 20 {
			p.clock.move(13 * time.Hour)
			if p.open(b.token) {
				t.Fatal("a session outlives its time")
			}
			before := b.cookie
			b.mustBeBack("after a night")
			if b.cookie == before {
				t.Fatal("the pass is not replaced")
			}
		}
		if p.open(first) {
			t.Error("the first session came back to life")
		}
		_, name, _ := strings.Cut(b.cookie, "=")
		for _, half := range strings.Split(name, ".") {
			if n := p.count("SELECT count(*) FROM stays WHERE name_hash = $1 OR key_hash = $1 OR former_hash = $1", half); n != 0 || len(half) != 64 {
				t.Errorf("stored as it is, or easy to guess: %s", half)
			}
		}
		if err := p.ChangeMyPassword(p.signedIn(b.token), newPassword, false); err == nil || !strings.Contains(err.Error(), "password again") {
			t.Errorf("no proof is asked for: %v", err)
		}
		p.clock.move(30 * 24 * time.Hour)
		b.mustBeOut("a month unused")

		b = p.stay("member")
		for range 8 {
			p.clock.move(10 * 24 * time.Hour)
			b.mustBeBack("within its life")
		}
		p.clock.move(10*24*time.Hour - 2*time.Hour)
		b.mustBeBack("in its last hours")
		p.clock.move(2*time.Hour + time.Minute)
		b.mustBeOut("ninety days")
		must(t, p.Sweep(context.Background()))
		if n := p.count("SELECT count(*) FROM stays"); n != 0 {
			t.Errorf("%d are left after the sweep", n)
		}
	})
}

// AUTH-9: who can act beyond their own farms signs in each time, whatever is asked.
func TestStaffDoNotStaySignedIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		for _, name := range []string{"root", "admin", "narrow", "clerk", "helper"} {
			ctx := p.signedIn(p.signIn(name))
			p.refused(name, fault.Denied, func() error { _, err := p.Stay(ctx, ""); return err })
		}
		b := p.stay("member")
		p.put("member", "Exporters")
		b.mustBeOut("another group")
		// Rights can come without a change to the user: the group is given them.
		p.put("member", "Idle")
		b = p.stay("member")
		_, err := p.SetPermissions(system, p.ids["Idle"], 0, map[string]bool{"companies": true})
		must(t, err)
		list, err := p.Sessions(p.as("root"), p.ids["member"])
		must(t, err)
		for _, session := range list {
			if session.Stays {
				t.Errorf("listed: %+v", session)
			}
		}
		if err := b.back(); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("with a permission: %v", err)
		}
	})
}

// S10: all that ends a user's sessions ends that they stay signed in.
func TestWhatEndsAStay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		id := p.ids["member"]
		own := func(b *browser) context.Context { return p.signedIn(b.token) }
		for _, tt := range []struct {
			name string
			end  func(b *browser) error
		}{
			{"sign-out", func(b *browser) error { return p.SignOut(own(b)) }},
			{"the cookie given back", func(b *browser) error { _, err := p.Leave(context.Background(), b.cookie); return err }},
			{"own password", func(b *browser) error { return p.ChangeMyPassword(own(b), password, false) }},
			{"another email", func(b *browser) error {
				_, err := p.EditMy(own(b), account.UserChange{Email: ptr(sqldb.NewID() + "@farm.example")})
				return err
			}},
			{"password by an admin", func(*browser) error { return p.SetPassword(p.as("admin"), id, password, false) }},
			{"password by a link", func(*browser) error {
				p.addResetKey(id, secret.Digest("mailed"))
				user, err := p.Get(system, id)
				must(t, err)
				return p.Reset(context.Background(), user.Email, "mailed", password, false)
			}},
			{"groups", func(*browser) error { _, err := p.SetGroups(p.as("admin"), id, 0, nil); return err }},
			{"switched off", func(*browser) error { p.setActive("member", false); p.setActive("member", true); return nil }},
			{"all ended by an admin", func(*browser) error { _, err := p.EndSessions(p.as("admin"), id, false); return err }},
			{"all others ended elsewhere", func(*browser) error {
				_, err := p.EndMyOtherSessions(p.signedIn(p.signIn("member")), false)
				return err
			}},
			{"ended in the list", func(b *browser) error { return p.EndMySession(own(b), p.stayOf(b), false) }},
			{"the user is gone", func(*browser) error { return p.Delete(p.as("root"), id) }},
		} {
			b, other := p.stay("member"), p.stay("manager")
			must(t, tt.end(b))
			if tt.name == "own password" || tt.name == "another email" {
				if !p.open(b.token) {
					t.Errorf("%s: the session in use ended", tt.name)
				}
				must(t, p.SignOut(own(b)))
			}
			b.mustBeOut(tt.name)
			other.mustBeBack(tt.name)
		}
		b := p.stay("manager")
		must(t, db.Write(system, func(tx *sqldb.Tx) error { return account.EndAll(system, tx) }))
		b.mustBeOut("a restored backup")
		b = p.stay("manager")
		p.enrol("manager")
		b.mustBeOut("a second factor")
	})
}

func (p *people) listed(b *browser) []account.Session {
	p.t.Helper()
	list, err := p.MySessions(p.signedIn(b.token))
	must(p.t, err)
	return list
}

// stayOf returns the id of the entry where the browser stays signed in.
func (p *people) stayOf(b *browser) string {
	p.t.Helper()
	for _, s := range p.listed(b) {
		if s.Stays && s.Current {
			return s.ID
		}
	}
	p.t.Fatal("the browser is not listed")
	return ""
}

// ACC-2: where somebody stays signed in is an entry of the list, and so is each session that it
// opened; ending the others leaves one's own.
func TestStaysAreListed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		b := p.stay("member")
		p.clock.move(time.Minute * 2)
		before := b.token
		b.mustBeBack("a second session")
		p.clock.move(time.Minute)
		alone, other := p.signIn("member"), p.stay("member")
		list := p.listed(b)
		var stays, alone3, opened []account.Session
		for _, s := range list {
			switch {
			case s.Stays:
				stays = append(stays, s)
			case s.Stay == "":
				alone3 = append(alone3, s)
			default:
				opened = append(opened, s)
			}
		}
		if len(stays) != 2 || len(alone3) != 1 || len(opened) != 3 {
			t.Fatalf("list: %+v", list)
		}
		mine := stays[1]
		if !mine.Current || stays[0].Current || alone3[0].Current || mine.Until-mine.LastSeen < stayed {
			t.Fatalf("list: %+v", list)
		}
		if opened[1].Stay != mine.ID || opened[2].Stay != mine.ID || opened[0].Stay != stays[0].ID || !opened[1].Current {
			t.Fatalf("sessions of stays: %+v", opened)
		}
		must(t, p.EndMySession(p.signedIn(b.token), opened[2].ID, false))
		if p.open(before) || !p.open(b.token) {
			t.Error("one session of a stay does not end alone")
		}
		told, err := p.EndMyOtherSessions(p.signedIn(b.token), false)
		must(t, err)
		if told != "Sessions ended: 2." || !p.open(b.token) || p.open(alone) {
			t.Errorf("%s own %v, other %v", told, p.open(b.token), p.open(alone))
		}
		other.mustBeOut("ended as another")
		b.mustBeBack("its own")
		must(t, p.EndMySession(p.signedIn(b.token), p.stayOf(b), false))
		b.mustBeOut("ended by itself")
		theirs := p.stay("manager")
		ctx, id := p.signedIn(p.signIn("member")), p.stayOf(theirs)
		p.refused("another's", fault.NotFound, func() error { return p.EndMySession(ctx, id, false) })
		theirs.mustBeBack("not ended by another")
	})
}

const stayed = int64(29 * 24 * time.Hour / time.Millisecond)

// A pass from before the one before is a copy: everything ends, and the user is told.
func TestACopiedPassEndsEverything(t *testing.T) {
	for name, thiefFirst := range map[string]bool{"the thief comes first": true, "the owner comes first": false} {
		dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
			p := newPeople(t, db)
			owner := p.stay("member")
			thief := &browser{p: p, cookie: owner.cookie}
			elsewhere := p.signIn("member")
			first, second := owner, thief
			if thiefFirst {
				first, second = thief, owner
			}
			for range 2 {
				p.clock.move(2 * time.Minute)
				first.mustBeBack(name)
			}
			second.mustBeOut(name)
			first.mustBeOut(name)
			if p.open(elsewhere) {
				t.Errorf("%s: a session elsewhere is open", name)
			}
			if _, subject, _ := p.lastAudit("stay.copied"); subject != "member" {
				t.Errorf("%s: recorded of %s", name, subject)
			}
			if n := p.count("SELECT count(*) FROM jobs WHERE kind = 'mail.send' AND args LIKE '%somebody may have copied it%'"); n != 1 {
				t.Errorf("%s: %d mails", name, n)
			}
		})
	}
}

// A former pass opens nothing. In the moment after it was replaced it changes nothing either, so tabs
// that ask at once sign nobody out; later it ends the stay, as somebody else may have the present pass.
func TestResume_FormerPassOpensNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		b := p.stay("member")
		former := b.cookie
		own := from("203.0.113.7", "Firefox/1 Linux")
		token, _, set, err := p.Resume(own, former)
		must(t, err)
		b.take(set)
		b.token = token
		sessions := p.count("SELECT count(*) FROM sessions")

		for range 3 {
			token, _, set, err := p.Resume(own, former)
			if !fault.Is(err, fault.TooMany) {
				t.Errorf("at once: %v", err)
			}
			if token != "" || set != "" {
				t.Error("a refused pass is answered with a session or a pass")
			}
		}
		if n := p.count("SELECT count(*) FROM sessions"); n != sessions {
			t.Errorf("%d sessions, %d before", n, sessions)
		}
		if !p.open(b.token) {
			t.Error("the session that is open ended")
		}
		b.mustBeBack("with the present pass")

		elsewhere := p.signIn("member")
		former = b.cookie
		b.mustBeBack("again")
		p.clock.move(time.Minute)
		if _, _, _, err := p.Resume(own, former); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("later: %v", err)
		}
		b.mustBeOut("a former pass came later")
		if !p.open(elsewhere) {
			t.Error("a session elsewhere ended")
		}
	})
}

// Of tabs that ask at the same moment one gets a session and the next pass, and none is signed out.
func TestResume_TabsAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		b := p.stay("member")
		other := account.New(db, account.Options{PasswordCost: cheap, Now: p.clock.now, Queue: jobs.New(db, jobs.Options{Now: p.clock.now}), PublicURL: "https://merroir.example", Product: "Merroir"})
		sets := make([]string, 6)
		var tabs sync.WaitGroup
		var late atomic.Int64
		for i := range sets {
			tabs.Go(func() {
				s := []*account.Service{p.Service, other}[i%2]
				var err error
				if _, _, sets[i], err = s.Resume(context.Background(), b.cookie); fault.Is(err, fault.TooMany) {
					late.Add(1)
				} else if err != nil {
					t.Errorf("tab %d: %v", i, err)
				}
			})
		}
		tabs.Wait()
		given := 0
		for _, set := range sets {
			if set != "" {
				given++
				b.take(set)
			}
		}
		if given != 1 {
			t.Errorf("%d passes for one", given)
		}
		if late.Load() != 5 {
			t.Errorf("%d of six tabs were asked to wait", late.Load())
		}
		p.clock.move(2 * time.Minute)
		b.mustBeBack("after six tabs")
	})
}

// S11: a session that a link opened is no proof, so it cannot stay; and of two
// people in one browser the later one stays.
func TestWhoMayStay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ticket, err := p.Mint(p.as("root"), p.ids["member"], p.farm())
		must(t, err)
		token, _, err := p.Redeem(context.Background(), ticket, "")
		must(t, err)
		if _, err := p.Stay(p.signedIn(token), ""); err == nil || !fault.Is(err, fault.Denied) {
			t.Errorf("by a link: %v", err)
		}
		old := p.signIn("member")
		p.clock.move(11 * time.Minute)
		if _, err := p.Stay(p.signedIn(old), ""); !fault.Is(err, fault.Denied) {
			t.Errorf("without a proof: %v", err)
		}
		first := p.stay("member")
		_, err = p.Stay(p.signedIn(p.signIn("manager")), first.cookie)
		must(t, err)
		first.mustBeOut("somebody else stays in that browser")
		for _, cookies := range []string{"", "__Host-stay=", "__Host-stay=.", "stay=x", "__Host-stay=a.b; __Host-stay=c.d", "\x00;;;=", first.cookie + ".x"} {
			if _, err := p.Leave(context.Background(), cookies); err != nil {
				t.Errorf("%q: %v", cookies, err)
			}
		}
	})
}

// from is a context of a call from that address and browser.
func from(ip, userAgent string) context.Context {
	return actor.WithOrigin(context.Background(), actor.Origin{IP: ip, UserAgent: userAgent})
}

// Refused passes whose name nobody has keep nobody of the network out, whether they come by pass or
// by password, and cost no write.
func TestResume_UnknownPassesLockNobodyOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		b := p.stay("member")
		packingHouse := from("203.0.113.7", "Firefox/1")
		for range 25 {
			_, _, _, err := p.Resume(packingHouse, "__Host-stay="+strings.Repeat("0", 64)+"."+strings.Repeat("0", 64))
			if !fault.Is(err, fault.Unauthenticated) {
				t.Fatalf("an unknown pass: %v", err)
			}
		}
		if _, _, _, err := p.Resume(packingHouse, b.cookie); err != nil {
			t.Errorf("a good pass of the network: %v", err)
		}
		if _, _, err := p.SignIn(packingHouse, account.SignInForm{Login: "manager", Password: password}, "203.0.113.7"); err != nil {
			t.Errorf("a right password of the network: %v", err)
		}
	})
}

// A user stays signed in in ten places at most: the oldest ends, with its sessions.
func TestStay_TenPlaces(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		other := p.stay("manager")
		oldest := p.stay("member")
		var last *browser
		for range 10 {
			p.clock.move(time.Second)
			last = p.stay("member")
		}
		if n := p.count("SELECT count(*) FROM stays WHERE user_id = $1", p.ids["member"]); n != 10 {
			t.Errorf("%d places", n)
		}
		oldest.mustBeOut("the eleventh began")
		last.mustBeBack("the newest")
		other.mustBeBack("somebody else's")
	})
}
