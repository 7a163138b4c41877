package account_test

import (
	"context"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

// AUTH-8: of a lost key only the factors that it encrypted are removed. Their owners are signed out, notified,
// and sign in with their password; others keep their factor and their sessions.
func TestRemoveUndecryptableFactors(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		p.enrol("root")
		p.enrol("member")
		_, _, err := p.BeginFactor(p.signedIn(p.signIn("helper"))) // never confirmed
		must(t, err)
		must(t, db.Write(system, func(tx *sqldb.Tx) error { // a damaged one, whose key is known
			_, err := tx.Exec(system, "UPDATE second_factors SET sealed = sealed || 'x' WHERE user_id = $1", p.ids["member"])
			return err
		}))
		key2 := p.restarted(false, key(2))
		app, _ := key2.enrol("manager")
		kept := p.signIn("clerk")

		folder, err := mail.NewFolder(t.TempDir())
		must(t, err)
		queue := jobs.New(db, jobs.Options{Now: p.clock.now})
		mailer, err := mail.New(queue, folder, mail.Options{From: "noreply@merroir.example", Product: "Merroir", Now: p.clock.now})
		must(t, err)
		s := account.New(db, account.Options{
			PasswordCost: cheap, Now: p.clock.now, Queue: queue, Mail: mailer, PublicURL: "https://merroir.example", Product: "Merroir",
			SecretKeys: [][]byte{key(2)},
		})
		if err := s.SealFactors(context.Background()); err == nil {
			t.Fatal("a start with lost factors is not refused")
		}
		if _, err := s.RemoveUndecryptableFactors(p.as("member")); !fault.Is(err, fault.Denied) {
			t.Errorf("a member removes them: %v", err)
		}

		var lost int
		must(t, db.Read(system, func(tx *sqldb.Tx) error {
			lost, err = account.CountUndecryptable(system, tx, [][]byte{key(2)})
			return err
		}))
		if lost != 3 {
			t.Errorf("%d are lost, not 3", lost)
		}
		before := p.count("SELECT count(*) FROM sessions WHERE user_id = $1", p.ids["root"])
		owners, err := s.RemoveUndecryptableFactors(system)
		must(t, err)
		if len(owners) != 3 || before == 0 {
			t.Errorf("removed of %v; root had %d sessions", owners, before)
		}

		for _, user := range []string{"root", "member"} {
			if n := p.count("SELECT count(*) FROM sessions WHERE user_id = $1", p.ids[user]); n != 0 {
				t.Errorf("%s still has %d sessions", user, n)
			}
			if n := p.count("SELECT count(*) FROM recovery_codes WHERE user_id = $1", p.ids[user]); n != 0 {
				t.Errorf("%s still has %d recovery codes", user, n)
			}
			p.signIn(user) // without a code
		}
		if !p.open(kept) {
			t.Error("the session of somebody without a factor ended")
		}
		if err := (&phone{&people{s, t, db, p.clock, p.ids}, "manager", app.secret}).enter(app.code(0)); err != nil {
			t.Errorf("a factor that can be decrypted: %v", err)
		}
		if n := p.count("SELECT count(*) FROM audit WHERE action = 'user.second-factor' AND detail LIKE '%undecryptable%'"); n != 2 {
			t.Errorf("%d removals in the audit trail, not 2", n)
		}

		must(t, queue.RunUntilIdle(system))
		sent, err := folder.List()
		must(t, err)
		told := map[string]bool{}
		for _, m := range sent {
			if strings.Contains(m.Text, "has lost the key that encrypted it") {
				told[m.To] = true
			}
		}
		if len(told) != 2 || !told["<root@farm.example>"] || !told["<member@farm.example>"] {
			t.Errorf("notified: %v", told)
		}

		must(t, s.SealFactors(context.Background()))
		if again, err := s.RemoveUndecryptableFactors(system); err != nil || len(again) != 0 {
			t.Errorf("again: %v, %v", again, err)
		}
	})
}
