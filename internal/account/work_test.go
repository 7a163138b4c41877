package account

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account/password"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// S8 S9: whether an account is unknown, inactive, closed or the password wrong,
// the same work is done, and so it takes as long: one hash and as many
// statements. Times themselves are too noisy to compare on a busy machine.
func TestSameWorkForEveryRefusal(t *testing.T) {
	db, statements := dbtest.Counted(t)
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	s := New(db, Options{Now: clock, Queue: jobs.New(db, jobs.Options{Now: clock}), PublicURL: "https://merroir.example", Product: "Merroir"})
	hashes := s.hasher.Hashed
	const right = "oysters at night"
	system := actor.With(context.Background(), actor.System)
	for _, name := range []string{"open", "home", "inactive", "closed"} {
		if _, err := s.Create(system, NewUser{Username: name, Email: name + "@farm.example", Password: right}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.SignIn(context.Background(), SignInForm{Login: "home", Password: right}, "192.0.2.1"); err != nil {
		t.Fatal(err)
	}
	if err := db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "UPDATE users SET is_active = FALSE WHERE username_key = 'inactive'")
		if err == nil {
			_, err = tx.Exec(system, "UPDATE users SET locked_until = $1 WHERE username_key = 'closed'", sqldb.Millis(now.Add(longWait)))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	work := func(do func() error) string {
		h, n := hashes(), statements()
		err := do()
		return fmt.Sprintf("%d hashes, %d statements, %v", hashes()-h, statements()-n, err)
	}
	signIn := func(login, password, address string) string {
		return work(func() error {
			_, _, err := s.SignIn(context.Background(), SignInForm{Login: login, Password: password}, address)
			return err
		})
	}
	want := signIn("open", "a wrong password", "192.0.2.1")
	if !strings.HasPrefix(want, "1 hashes, ") || strings.HasPrefix(want, "1 hashes, 0 ") {
		t.Fatalf("a wrong password takes %s", want)
	}
	if says := fmt.Sprintf("at most %d minutes", int(longWait.Minutes())); !strings.Contains(want, says) {
		t.Errorf("nobody is told how long an account is closed, %s: %s", says, want)
	}
	for _, try := range [][3]string{
		{"nobody", right, "192.0.2.1"}, {"nobody@farm.example", right, "192.0.2.1"}, {"", "", "192.0.2.1"}, {"open@farm.example", "a wrong password", "192.0.2.1"},
		{"inactive", right, "192.0.2.1"}, {"inactive", "a wrong password", "192.0.2.1"}, {"closed", right, "192.0.2.1"}, {"closed", "a wrong password", "192.0.2.1"},
		{"home", "a wrong password", "192.0.2.1"}, {"home", "a wrong password", "192.0.2.2"}, {"open", strings.Repeat("x", password.MaxLength), "192.0.2.1"},
	} {
		if got := signIn(try[0], try[1], try[2]); got != want {
			t.Errorf("%.40q takes %s, a wrong password %s", try, got, want)
		}
	}
	endless := strings.Repeat("x", password.MaxLength+1)
	if known, unknown := signIn("open", endless, "192.0.2.1"), signIn("nobody", endless, "192.0.2.1"); known != unknown || !strings.HasPrefix(known, "0 hashes") {
		t.Errorf("an endless password takes %s, of an unknown user %s", known, unknown)
	}
	if got := work(func() error {
		return s.Reset(context.Background(), "open@farm.example", "forged", "a long new password", false)
	}); !strings.HasPrefix(got, "0 hashes") {
		t.Errorf("a forged reset key takes %s", got)
	}
	forgot := func(email string) string {
		return work(func() error { return s.Forgot(context.Background(), email, "", "192.0.2.1") })
	}
	want = forgot("open@farm.example")
	for _, email := range []string{"nobody@farm.example", "inactive@farm.example", "closed@farm.example", "open@farm.example", "open@farm.example", "open@farm.example", ""} {
		if got := forgot(email); got != want {
			t.Errorf("asking for a link for %q takes %s, for an account %s", email, got, want)
		}
	}
	if !strings.HasSuffix(want, "<nil>") || strings.Contains(want, " 0 statements") {
		t.Errorf("asking for a link takes %s", want)
	}
}
