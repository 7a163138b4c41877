package account_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

var nobody = context.Background()

// PUB-5: a ticket opens one session, which has a token of its own; the ticket
// itself is no session.
func TestTicketOpensASession(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		farmID := p.farm()
		ticket, err := p.Mint(p.as("helper"), p.ids["manager"], farmID)
		must(t, err)
		if who, subject, detail := p.lastAudit("sso.ticket"); who != "helper" || subject != "manager" || detail["farm"] != farmID || len(detail) != 1 {
			t.Errorf("recorded: %s %s %v", who, subject, detail)
		}
		if p.open(ticket) {
			t.Error("the ticket is a session")
		}
		if n := p.count("SELECT count(*) FROM sso_tickets WHERE ticket_hash = $1", ticket); n != 0 {
			t.Error("the ticket is stored as it is")
		}
		token, user, err := p.Redeem(nobody, ticket, farmID)
		must(t, err)
		if user.Username != "manager" || token == ticket || !p.open(token) {
			t.Errorf("%s, open %v", user.Username, p.open(token))
		}
		if who, subject, detail := p.lastAudit("sign-in"); who != "manager" || subject != "manager" || detail["ticket"] != true {
			t.Errorf("recorded: %s %s %v", who, subject, detail)
		}
		if err := p.ChangeMyPassword(p.signedIn(token), newPassword, false); code(err) != proofRequired {
			t.Errorf("a ticket proves no password: %v", err)
		}
	})
}

// PUB-5 S11: a ticket that comes a second time is refused, and the session that it
// opened ends, as nobody knows which of the two was the thief.
func TestTicketComesTwice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		before := p.signIn("member")
		ticket, err := p.Mint(p.as("admin"), p.ids["member"], p.farm())
		must(t, err)
		token, _, err := p.Redeem(nobody, ticket, "")
		must(t, err)
		if _, _, err := p.Redeem(nobody, ticket, ""); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the second time: %v", err)
		}
		if p.open(token) || !p.open(before) {
			t.Errorf("open: the ticket's session %v, an earlier one %v", p.open(token), p.open(before))
		}
	})
}

// PUB-5: of thirty uses at once one succeeds.
func TestTicketThirtyTimesAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ticket, err := p.Mint(p.as("admin"), p.ids["member"], p.farm())
		must(t, err)
		var mu sync.Mutex
		var tokens []string
		var wg sync.WaitGroup
		for range 30 {
			wg.Go(func() {
				token, _, err := p.Redeem(nobody, ticket, "")
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					tokens = append(tokens, token)
				case !fault.Is(err, fault.Unauthenticated):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		opened := p.count("SELECT count(*) FROM audit WHERE action = 'sign-in'")
		if len(tokens) != 1 || opened != 1 {
			t.Errorf("%d won, %d sessions were opened", len(tokens), opened)
		}
	})
}

// PUB-5 AUTH-10 S11: an old ticket, one of a user who is inactive, one for
// another farm and a made-up one are all refused alike, and open nothing.
func TestTicketsThatAreNotGood(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		farmID, another := p.farm(), p.farm()
		mint := func() string {
			t.Helper()
			ticket, err := p.Mint(p.as("root"), p.ids["member"], farmID)
			must(t, err)
			return ticket
		}
		good := mint()
		p.clock.move(time.Minute - time.Second)
		_, _, err := p.Redeem(nobody, good, "")
		must(t, err)
		old := mint()
		p.clock.move(time.Minute)
		inactive := mint()
		deactivate(t, db, "member")
		answers := map[string]bool{}
		for name, try := range map[string][2]string{"old": {old, farmID}, "inactive": {inactive, farmID}, "made up": {"x", farmID}, "none": {"", ""}} {
			p.refused(name, fault.Unauthenticated, func() error {
				_, _, err := p.Redeem(nobody, try[0], try[1])
				answers[fault.As(err).Message] = true
				return err
			})
		}
		p.setActive("member", true)
		elsewhere := mint()
		p.refused("another farm", fault.Unauthenticated, func() error {
			_, _, err := p.Redeem(nobody, elsewhere, another)
			answers[fault.As(err).Message] = true
			return err
		})
		if len(answers) != 1 {
			t.Errorf("the answers differ: %v", answers)
		}
		p.clock.move(2 * time.Hour)
		must(t, p.Sweep(nobody))
		if n := p.count("SELECT count(*) FROM sso_tickets"); n != 0 {
			t.Errorf("%d tickets are left", n)
		}
	})
}

// PUB-5 AUTH-9: a ticket is no way to more rights: for root and admins only root
// makes one, and nobody for a user who may do more.
func TestWhoMakesTicketsForWhom(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		farmID := p.farm()
		p.put("manager", "Exporters")
		for caller, targets := range map[string][]string{
			"admin": {"root", "admin", "narrow"}, "helper": {"root", "admin", "clerk", "manager"}, "clerk": {"clerk", "manager"},
			"narrow": {"member"}, "manager": {"member"}, "member": {"member"},
		} {
			for _, target := range targets {
				p.refused(caller+" for "+target, fault.Denied, func() error { _, err := p.Mint(p.as(caller), p.ids[target], farmID); return err })
			}
		}
		p.refused("nobody", fault.Unauthenticated, func() error { _, err := p.Mint(nobody, p.ids["member"], farmID); return err })
		for caller, targets := range map[string][]string{"root": {"root", "admin", "member"}, "admin": {"manager", "member"}, "helper": {"member", "helper"}} {
			for _, target := range targets {
				_, err := p.Mint(p.as(caller), p.ids[target], farmID)
				must(t, err)
			}
		}
		for want, try := range map[string][2]string{"user": {"none", farmID}, "farm": {p.ids["member"], "none"}} {
			p.refused(want, fault.Invalid, func() error {
				_, err := p.Mint(p.as("root"), try[0], try[1])
				if field(err) != want {
					t.Errorf("%s: %v", want, err)
				}
				return err
			})
		}
		deactivate(t, db, "member")
		p.refused("inactive", fault.Invalid, func() error { _, err := p.Mint(p.as("root"), p.ids["member"], farmID); return err })
	})
}

// PUB-5 ACC-2: a ticket skips no second factor, also one that was set after the ticket was made, unless
// the setting lets it.
func TestTicket_RespectsASecondFactor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		farmID := p.farm()
		ticket, err := p.Mint(p.as("root"), p.ids["manager"], farmID)
		must(t, err)
		p.enrol("manager")
		if _, _, err := p.Redeem(nobody, ticket, farmID); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a ticket from before the factor: %v", err)
		}
		p.refused("a new one", fault.Denied, func() error { _, err := p.Mint(p.as("root"), p.ids["manager"], farmID); return err })

		lenient := account.New(db, account.Options{
			PasswordCost: cheap, Now: p.clock.now, Queue: jobs.New(db, jobs.Options{Now: p.clock.now}), PublicURL: "https://merroir.example", Product: "Merroir", TicketsSkipFactor: true,
		})
		ticket, err = lenient.Mint(p.as("root"), p.ids["manager"], farmID)
		must(t, err)
		if _, _, err := lenient.Redeem(nobody, ticket, farmID); err != nil {
			t.Errorf("with the setting: %v", err)
		}
	})
}
