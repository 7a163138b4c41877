package account_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// phone is a user's authenticator app.
type phone struct {
	*people
	user, secret string
}

// code is what the app shows so much later than now.
func (p *phone) code(later time.Duration) string {
	p.t.Helper()
	code, err := totp.GenerateCode(p.secret, p.clock.now().Add(later))
	must(p.t, err)
	return code
}

// enter signs in with the code.
func (p *phone) enter(code string) error {
	_, _, err := p.SignIn(context.Background(), account.SignInForm{Login: p.user, Password: password, Code: code}, "127.0.0.1")
	return err
}

// enrol gives the user a second factor and its recovery codes.
func (p *people) enrol(user string) (app *phone, recovery []string) {
	p.t.Helper()
	ctx := p.signedIn(p.signIn(user))
	secret, _, err := p.BeginFactor(ctx)
	must(p.t, err)
	app = &phone{p, user, secret}
	recovery, err = p.ConfirmFactor(ctx, app.code(0))
	must(p.t, err)
	p.clock.move(time.Minute)
	return app, recovery
}

// ACC-2: a second factor is in force from its first right code on, and sessions
// that were opened without it end.
func TestEnrolling(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		other, mine := p.signIn("member"), p.signIn("member")
		ctx := p.signedIn(mine)
		if _, err := p.ConfirmFactor(ctx, "123456"); !fault.Is(err, fault.Conflict) {
			t.Errorf("before it began: %v", err)
		}
		first, _, err := p.BeginFactor(ctx)
		must(t, err)
		secret, url, err := p.BeginFactor(ctx)
		must(t, err)
		key, err := otp.NewKeyFromURL(url)
		must(t, err)
		if secret == first || key.Secret() != secret || key.AccountName() != "member" || key.Period() != 30 || len(secret) < 26 {
			t.Errorf("the key: %s", url)
		}
		if app := (&phone{p, "member", first}); field(func() error { _, err := p.ConfirmFactor(ctx, app.code(0)); return err }()) != "code" {
			t.Error("the code of a secret that was replaced is good")
		}
		app := &phone{p, "member", secret}
		must(t, app.enter("")) // not in force yet
		codes, err := p.ConfirmFactor(ctx, app.code(0)[:3]+" "+app.code(0)[3:])
		must(t, err)
		if distinct := strings.Join(codes, " "); len(codes) != 10 || strings.Count(distinct, codes[0]) != 1 || len(codes[0]) != 19 {
			t.Errorf("recovery codes: %v", codes)
		}
		if !p.open(mine) || p.open(other) {
			t.Errorf("open: mine %v, the other %v", p.open(mine), p.open(other))
		}
		my, err := p.My(ctx)
		must(t, err)
		row, err := p.Get(p.as("admin"), p.ids["member"])
		must(t, err)
		if !my.SecondFactor || my.MustEnrol || !row.SecondFactor {
			t.Errorf("my %v, in the console %v", my.SecondFactor, row.SecondFactor)
		}
		if who, subject, detail := p.lastAudit("user.second-factor"); who != "member" || subject != "member" || detail["on"] != true || len(detail) != 1 {
			t.Errorf("recorded: %s %s %v", who, subject, detail)
		}
		for _, code := range codes {
			if n := p.count("SELECT count(*) FROM recovery_codes WHERE code_hash = $1 OR code_hash = $2", code, strings.ToUpper(strings.ReplaceAll(code, "-", ""))); n != 0 {
				t.Error("a recovery code is stored as it is")
			}
		}
		for name, again := range map[string]func() error{
			"begin": func() error { _, _, err := p.BeginFactor(ctx); return err }, "confirm": func() error { _, err := p.ConfirmFactor(ctx, app.code(30*time.Second)); return err },
		} {
			p.refused(name+" again", fault.Conflict, again)
		}
	})
}

// PUB-1: a code is asked for only after the right password; each code is good once,
// and within one step of its own time.
func TestSignInWithACode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		ctx := p.signedIn(p.signIn("member"))
		secret, _, err := p.BeginFactor(ctx)
		must(t, err)
		app := &phone{p, "member", secret}
		confirmed := app.code(0)
		_, err = p.ConfirmFactor(ctx, confirmed)
		must(t, err)
		if err := app.enter(confirmed); field(err) != "code" {
			t.Errorf("the code that confirmed it: %v", err)
		}
		p.clock.move(5 * time.Minute)
		before := p.state()
		if err := app.enter(" "); field(err) != "code" || fault.As(err).Fields[0].Message != "Please give the code from your authenticator app." {
			t.Errorf("no code: %v", err)
		}
		if p.state() != before {
			t.Error("asking for a code counted as a failure")
		}
		for _, form := range []account.SignInForm{{Login: "member", Password: "a wrong password"}, {Login: "member", Password: "a wrong password", Code: app.code(0)}} {
			if _, _, err := p.SignIn(context.Background(), form, "127.0.0.1"); !fault.Is(err, fault.Invalid) || len(fault.As(err).Fields) != 0 {
				t.Errorf("a wrong password: %v", err)
			}
		}
		must(t, app.enter(app.code(0)))
		for name, code := range map[string]string{"again": app.code(0), "an older one": app.code(-30 * time.Second), "two steps ahead": app.code(time.Minute)} {
			if err := app.enter(code); field(err) != "code" {
				t.Errorf("%s: %v", name, err)
			}
		}
		p.clock.move(time.Hour)
		must(t, app.enter(app.code(-30*time.Second)))
		must(t, app.enter(app.code(0)))
		must(t, app.enter(app.code(30*time.Second)))
		p.clock.move(time.Hour)
		if err := app.enter(app.code(-time.Minute)); field(err) != "code" {
			t.Errorf("two steps late: %v", err)
		}
	})
}

// S8: wrong codes count like wrong passwords; of many at once with the same code
// one signs in.
func TestGuessingCodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		app, recovery := p.enrol("member")
		for i := range 5 {
			if err := app.enter(fmt.Sprintf("%06d x", i)); field(err) != "code" {
				t.Fatalf("a guess: %v", err)
			}
		}
		for _, code := range []string{app.code(0), recovery[0]} {
			if err := app.enter(code); err == nil || field(err) == "code" {
				t.Errorf("the right one while the account is closed: %v", err)
			}
		}
		p.clock.move(time.Hour)
		opened := p.count("SELECT count(*) FROM sessions")
		code := app.code(0)
		var won atomic.Int64
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if app.enter(code) == nil {
					won.Add(1)
				}
			})
		}
		wg.Wait()
		if n := p.count("SELECT count(*) FROM sessions") - opened; won.Load() != 1 || n != 1 {
			t.Errorf("%d signed in, %d sessions", won.Load(), n)
		}
	})
}

// A recovery code stands in for the app once, however it is typed, and for its owner alone.
func TestRecoveryCodes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		app, codes := p.enrol("member")
		other, _ := p.enrol("manager")
		if err := other.enter(codes[0]); field(err) != "code" {
			t.Errorf("another's: %v", err)
		}
		must(t, app.enter(codes[0]))
		must(t, app.enter(strings.ToUpper(strings.ReplaceAll(codes[1], "-", " "))))
		for _, used := range codes[:2] {
			if err := app.enter(used); field(err) != "code" {
				t.Errorf("a second time: %v", err)
			}
		}
		must(t, app.enter(codes[9]))
	})
}

// ACC-2 AUTH-9: one's own second factor goes with the password; somebody else's
// is reset by whoever manages users, an admin's by root alone.
func TestRemovingASecondFactor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		app, recovery := p.enrol("member")
		token, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "member", Password: password, Code: app.code(0)}, "127.0.0.1")
		must(t, err)
		ctx := p.signedIn(token)
		p.clock.move(time.Minute)
		other, _, err := p.SignIn(context.Background(), account.SignInForm{Login: "member", Password: password, Code: app.code(0)}, "127.0.0.1")
		must(t, err)
		must(t, p.RemoveFactor(ctx))
		if p.open(other) {
			t.Error("the other session is still open")
		}
		if _, _, detail := p.lastAudit("user.second-factor"); detail["on"] != false {
			t.Errorf("recorded: %v", detail)
		}
		must(t, app.enter(""))
		if n := p.count("SELECT count(*) FROM recovery_codes"); n != 0 || !p.open(token) {
			t.Errorf("%d recovery codes are left, the session open %v", n, p.open(token))
		}
		app, _ = p.enrol("member")
		if err := app.enter(recovery[5]); field(err) != "code" {
			t.Errorf("a recovery code of the one before: %v", err)
		}
		p.enrol("admin")
		p.enrol("clerk")
		reset := func(caller, user string) func() error {
			ctx := p.as(caller)
			return func() error { return p.ResetFactor(ctx, p.ids[user]) }
		}
		for _, try := range [][2]string{{"manager", "member"}, {"narrow", "member"}, {"helper", "admin"}, {"admin", "clerk"}, {"admin", "root"}} {
			p.refused(try[0]+" resets "+try[1], fault.Denied, reset(try[0], try[1]))
		}
		p.refused("one's own", fault.Conflict, reset("admin", "admin"))
		p.refused("none", fault.Conflict, reset("admin", "manager"))
		must(t, reset("helper", "member")())
		must(t, app.enter(""))
		must(t, reset("root", "admin")())
		if who, subject, detail := p.lastAudit("user.second-factor"); who != "root" || subject != "admin" || detail["on"] != false {
			t.Errorf("recorded: %s %s %v", who, subject, detail)
		}
	})
}

// AUTH-10: each sign-in and each failed one of a known user is in the trail, with
// the address and no secret; those of unknown users are not.
func TestSignInsAreRecorded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _ := fixture(t, db, account.Groups{})
		p := &people{s, t, db, nil, nil}
		for _, form := range []account.SignInForm{{Login: "ann", Password: "a wrong password"}, {Login: "nobody", Password: "a wrong password"}, {Login: "ann@farm.example", Password: password}} {
			_, _, _ = s.SignIn(context.Background(), form, "127.0.0.1") // what came of it is in the trail
		}
		if who, subject, detail := p.lastAudit("sign-in"); who != "Ann" || subject != "Ann" || len(detail) != 0 {
			t.Errorf("signed in: %s %s %v", who, subject, detail)
		}
		if who, subject, detail := p.lastAudit("sign-in.failed"); who != "" || subject != "Ann" || len(detail) != 0 {
			t.Errorf("failed: %s %s %v", who, subject, detail)
		}
		if known, unknown := p.count("SELECT count(*) FROM audit WHERE action LIKE 'sign-in%'"), p.count("SELECT count(*) FROM strangers"); known != 2 || unknown != 1 {
			t.Errorf("%d rows in the trail, %d of unknown users", known, unknown)
		}
		text, err := json.Marshal(p.state())
		must(t, err)
		if strings.Contains(string(text), "a wrong password") {
			t.Error("a password is stored as it is")
		}
	})
}

// S8: guesses made at the same moment all count, except those that are turned away
// unchecked because too many come at once.
func TestGuessesAtOnceAllCount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, _ := fixture(t, db, account.Groups{})
		p := &people{s, t, db, nil, nil}
		var checked atomic.Int64
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				_, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "ann", Password: "a guess"}, fmt.Sprintf("203.0.113.%d", i))
				switch {
				case fault.Is(err, fault.Invalid):
					checked.Add(1)
				case !fault.Is(err, fault.Unavailable):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := p.count("SELECT failed_sign_ins FROM users"); n == 0 || int64(n) != checked.Load() {
			t.Errorf("%d of %d count", n, checked.Load())
		}
	})
}
