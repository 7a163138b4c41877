package account_test

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// ACC-2 S10: people see their sessions and end them; nobody ends another's.
func TestMySessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		old := p.signIn("member")
		p.clock.move(10 * time.Minute)
		mine, other := p.signIn("member"), p.signIn("manager")
		ctx := p.signedIn(mine)
		list, err := p.MySessions(ctx)
		must(t, err)
		if len(list) != 2 || !list[0].Current || list[1].Current || list[0].CreatedAt-list[1].CreatedAt < 600_000 ||
			list[0].IP != "127.0.0.1" || list[0].Device != "Unknown device" {
			t.Fatalf("list: %+v", list)
		}
		theirs, err := p.MySessions(p.signedIn(other))
		must(t, err)
		for _, id := range []string{theirs[0].ID, "none", ""} {
			p.refused("another's session", fault.NotFound, func() error { return p.EndMySession(ctx, id, false) })
		}
		must(t, p.EndMySession(ctx, list[1].ID, false))
		if p.open(old) || !p.open(mine) || !p.open(other) {
			t.Error("the wrong session ended")
		}
		if who, subject, detail := p.lastAudit("user.sessions"); who != "member" || subject != "member" || detail["ended"] != 1.0 {
			t.Errorf("recorded: %s %s %v", who, subject, detail)
		}
		others := []string{p.signIn("member"), p.signIn("member")}
		message, err := p.EndMyOtherSessions(ctx, false)
		must(t, err)
		if message != "Sessions ended: 2." || p.open(others[0]) || p.open(others[1]) || !p.open(mine) || !p.open(other) {
			t.Errorf("ending the others: %s", message)
		}
		if message, err = p.EndMyOtherSessions(ctx, false); err != nil || message != "There was no other session." {
			t.Errorf("again: %s %v", message, err)
		}
		must(t, p.EndMySession(ctx, list[0].ID, false))
		if p.open(mine) {
			t.Error("the session in use is still open")
		}
	})
}

// AUTH-9 AUTH-10: whoever manages users sees and ends a user's sessions, but
// not those of somebody who may do more. Those that have ended are not listed.
func TestSessionsOfAUser(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		token := p.signIn("member")
		list, err := p.Sessions(p.as("helper"), p.ids["member"])
		must(t, err)
		if len(list) != 1 || list[0].Current {
			t.Errorf("list: %+v", list)
		}
		for _, caller := range []string{"narrow", "manager", "member"} {
			p.refused(caller+" lists", fault.Denied, func() error { _, err := p.Sessions(p.as(caller), p.ids["member"]); return err })
			p.refused(caller+" ends", fault.Denied, func() error { _, err := p.EndSessions(p.as(caller), p.ids["member"], false); return err })
		}
		p.signIn("root")
		p.refused("root's", fault.Denied, func() error { _, err := p.EndSessions(p.as("admin"), p.ids["root"], false); return err })
		p.refused("nobody's", fault.NotFound, func() error { _, err := p.EndSessions(p.as("admin"), "none", false); return err })
		message, err := p.EndSessions(p.as("helper"), p.ids["member"], false)
		must(t, err)
		if message != "Sessions ended: 1." || p.open(token) {
			t.Errorf("%s, open %v", message, p.open(token))
		}
		if who, subject, _ := p.lastAudit("user.sessions"); who != "helper" || subject != "member" {
			t.Errorf("recorded: %s %s", who, subject)
		}
		own := p.signIn("admin")
		second := p.signIn("admin")
		_, err = p.EndSessions(p.signedIn(own), p.ids["admin"], false)
		must(t, err)
		if !p.open(own) || p.open(second) {
			t.Error("ending one's own through the console must keep the one that asks")
		}
		p.signIn("member")
		p.clock.move(time.Hour)
		if list, err = p.Sessions(p.as("helper"), p.ids["member"]); err != nil || len(list) != 0 {
			t.Errorf("a session unused for too long is listed: %+v %v", list, err)
		}
	})
}

// S10 AUTH-10: whatever is done to a user, the sessions end at the next request,
// and so does a ticket that would open another.
func TestEveryChangeEndsSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		farmID := p.farm()
		id := p.ids["member"]
		for name, change := range map[string]func() error{
			"password":   func() error { return p.SetPassword(p.as("admin"), id, password, false) },
			"groups":     func() error { _, err := p.SetGroups(p.as("admin"), id, 0, nil); return err },
			"switch off": func() error { p.setActive("member", false); p.setActive("member", true); return nil },
			"sessions":   func() error { _, err := p.EndSessions(p.as("admin"), id, false); return err },
		} {
			token, other := p.signIn("member"), p.signIn("manager")
			ticket, err := p.Mint(p.as("admin"), id, farmID)
			must(t, err)
			must(t, change())
			if p.open(token) || !p.open(other) {
				t.Errorf("%s: the user's session open %v, another's %v", name, p.open(token), p.open(other))
			}
			if _, _, err := p.Redeem(context.Background(), ticket, ""); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%s: the ticket: %v", name, err)
			}
		}
	})
}

// S10: what ends a session in one process ends it in every other at the next
// request; each sign-in has a token of its own, which is stored as a digest.
func TestSessionsEndInEveryProcess(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		other := account.New(db, account.Options{PasswordCost: cheap, Now: p.clock.now, Queue: jobs.New(db, jobs.Options{Now: p.clock.now}), PublicURL: "https://merroir.example", Product: "Merroir"})
		tokens := map[string]bool{}
		for name, end := range map[string]func(ctx context.Context) error{
			"sign-out":    func(ctx context.Context) error { return p.SignOut(ctx) },
			"password":    func(context.Context) error { return p.SetPassword(p.as("root"), p.ids["member"], password, false) },
			"groups":      func(context.Context) error { _, err := p.SetGroups(p.as("root"), p.ids["member"], 0, nil); return err },
			"deactivated": func(context.Context) error { p.setActive("member", false); return nil },
		} {
			p.setActive("member", true)
			token := p.signIn("member")
			if _, err := other.Authenticate(context.Background(), token); err != nil || tokens[token] || len(token) < 64 {
				t.Errorf("%s: the token %q in the other process: %v", name, token, err)
			}
			tokens[token] = true
			if n := p.count("SELECT count(*) FROM sessions WHERE token_hash = $1", token); n != 0 {
				t.Error("the token is stored as it is")
			}
			must(t, end(p.signedIn(token)))
			if _, err := other.Authenticate(context.Background(), token); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%s: in the other process: %v", name, err)
			}
		}
	})
}

// farm makes a farm and gives its id.
func (p *people) farm() string {
	p.t.Helper()
	id := sqldb.NewID()
	must(p.t, p.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, `INSERT INTO farms (id, name, time_zone, created_at, updated_at) VALUES ($1, 'Cove', 'UTC', 0, 0)`, id)
		return err
	}))
	return id
}
