package account_test

import (
	"context"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// holdWriter keeps a transaction open that has the sessions and users locked,
// until release is called.
func holdWriter(t *testing.T, db *sqldb.DB) (release func()) {
	t.Helper()
	held, free, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- db.Write(context.Background(), func(tx *sqldb.Tx) error {
			for _, statement := range []string{"UPDATE sessions SET ip = ip", "UPDATE users SET email = email"} {
				if _, err := tx.Exec(context.Background(), statement); err != nil {
					return err
				}
			}
			close(held)
			<-free
			return nil
		})
	}()
	<-held
	return func() {
		close(free)
		must(t, <-done)
	}
}

// S10: while somebody writes for a long time, everybody who is signed in goes on: the
// use of sessions is stored afterwards, and counts meanwhile.
func TestReadingNeverWaitsForAWriter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s, c := fixture(t, db, account.Groups{})
		token, _, err := s.SignIn(context.Background(), account.SignInForm{Login: "Ann", Password: password}, "127.0.0.1")
		must(t, err)
		c.move(50 * time.Minute) // of the hour that a session may go unused
		release := holdWriter(t, db)
		answered := make(chan error, 1)
		go func() {
			for range 20 {
				if _, err := s.Authenticate(context.Background(), token); err != nil {
					answered <- err
					return
				}
				c.move(30 * time.Second)
			}
			answered <- nil
		}()
		select {
		case err := <-answered:
			must(t, err)
		case <-time.After(10 * time.Second): // much more than an answer takes on a busy machine
			t.Error("reading waits for the writer")
		}
		c.move(50 * time.Minute)
		if _, err := s.Authenticate(context.Background(), token); err != nil {
			t.Errorf("a session in use ended because its use could not be stored: %v", err)
		}
		used := c.now()
		release()
		must(t, s.Close(context.Background()))
		p := &people{s, t, db, c, nil}
		if n := p.count("SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.last_seen_at = $1 AND u.last_seen_at = $1", sqldb.Millis(used)); n != 1 {
			t.Error("the last use is not stored at the end")
		}
		c.move(time.Hour)
		if _, err := s.Authenticate(context.Background(), token); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("after an hour without use: %v", err)
		}
	})
}

// A use of a session is stored at most once a minute, and none brings back a
// session that has ended.
func TestUsesAreStoredOnceAMinute(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		token := p.signIn("member")
		signedIn := p.clock.now()
		p.clock.move(time.Minute - time.Second)
		p.open(token)
		must(t, p.Flush(context.Background()))
		if n := p.count("SELECT count(*) FROM sessions WHERE last_seen_at = $1", sqldb.Millis(signedIn)); n != 1 {
			t.Error("stored within a minute")
		}
		p.clock.move(time.Second)
		ctx := p.signedIn(token)
		must(t, p.SignOut(ctx))
		must(t, p.Flush(context.Background()))
		if p.open(token) || p.count("SELECT count(*) FROM sessions WHERE user_id = $1", p.ids["member"]) != 0 {
			t.Error("a use brought the session back")
		}
	})
}
