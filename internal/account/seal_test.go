package account_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

func key(fill byte) []byte { return bytes.Repeat([]byte{fill}, account.SecretKeySize) }

// restarted is the service of another process with these keys.
func (p *people) restarted(plain bool, keys ...[]byte) *people {
	s := account.New(p.db, account.Options{PasswordCost: cheap,
		Now: p.clock.now, Queue: jobs.New(p.db, jobs.Options{Now: p.clock.now}), PublicURL: "https://merroir.example", Product: "Merroir", SecretKeys: keys, PlainSecrets: plain,
	})
	return &people{s, p.t, p.db, p.clock, p.ids}
}

// stored gives both columns of the user's secret.
func (p *people) stored(user string) (plain, sealed string) {
	p.t.Helper()
	must(p.t, p.db.Read(system, func(tx *sqldb.Tx) error {
		_, err := sqldb.One(system, tx, func(r sqldb.Row) (any, error) { return nil, r.Scan(&plain, &sealed) },
			"SELECT secret, sealed FROM second_factors WHERE user_id = $1", p.ids[user])
		return err
	}))
	return plain, sealed
}

// S10: the secret of a second factor is in the database only encrypted, and
// is of no use to another user.
func TestSecretsAreEncrypted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		app, _ := p.enrol("member")
		other, _ := p.enrol("manager")
		plain, sealed := p.stored("member")
		if plain != "" || len(sealed) < 40 || strings.Contains(sealed, app.secret) {
			t.Errorf("stored: %q %q", plain, sealed)
		}
		must(t, app.enter(app.code(0)))
		must(t, db.Write(system, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(system, "UPDATE second_factors SET sealed = $1 WHERE user_id = $2", sealed, p.ids["manager"])
			return err
		}))
		if err := other.enter(app.code(30 * time.Second)); err == nil {
			t.Error("a secret works that was copied from another user")
		}
	})
}

// S10: a server that starts encrypts what an older release or an older key has
// left, and does not start with keys that decrypt nothing.
func TestKeysChange(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		p := newPeople(t, db)
		app, _ := p.enrol("member")
		must(t, db.Write(system, func(tx *sqldb.Tx) error { // as the release before has it
			_, err := tx.Exec(system, "UPDATE second_factors SET secret = $1, sealed = ''", app.secret)
			return err
		}))
		first := p.restarted(false, key(1))
		must(t, first.SealFactors(context.Background()))
		plain, sealed := p.stored("member")
		if plain != "" || sealed == "" {
			t.Fatalf("after the start: %q %q", plain, sealed)
		}
		in := func(p *people) error {
			p.clock.move(time.Minute)
			return (&phone{p, "member", app.secret}).enter(app.code(0))
		}
		must(t, in(first))
		if err := p.restarted(false, key(2)).SealFactors(context.Background()); err == nil || !strings.Contains(err.Error(), "MERROIR_SECRET_KEYS_OLD") {
			t.Errorf("with another key: %v", err)
		}
		if _, still := p.stored("member"); still != sealed {
			t.Error("a key that decrypts nothing changed something")
		}
		second := p.restarted(false, key(2), key(1))
		must(t, in(second)) // before it is encrypted anew
		must(t, second.SealFactors(context.Background()))
		_, resealed := p.stored("member")
		must(t, second.SealFactors(context.Background()))
		if _, again := p.stored("member"); resealed == sealed || again != resealed {
			t.Error("it is not encrypted anew, or each time")
		}
		alone := p.restarted(false, key(2))
		must(t, alone.SealFactors(context.Background()))
		must(t, in(alone))
		back := p.restarted(true, key(2))
		must(t, back.SealFactors(context.Background()))
		if plain, sealed := p.stored("member"); plain != app.secret || sealed == "" {
			t.Errorf("for the release before: %q %q", plain, sealed)
		}
		must(t, in(back))
		must(t, alone.SealFactors(context.Background()))
		if plain, _ := p.stored("member"); plain != "" {
			t.Error("it stays readable")
		}
	})
}

// A key is 32 bytes in either form, and no error holds any of it.
func TestParseSecretKey(t *testing.T) {
	want := key('k')
	for _, text := range []string{hex.EncodeToString(want), base64.StdEncoding.EncodeToString(want), base64.RawURLEncoding.EncodeToString(want), " " + hex.EncodeToString(want) + "\n"} {
		if got, err := account.ParseSecretKey(text); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: %x %v", text, got, err)
		}
	}
	for _, text := range []string{"", "secret", hex.EncodeToString(want[1:]), strings.Repeat("k", 32)} {
		if _, err := account.ParseSecretKey(text); err == nil || text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// S10: where somebody uses a second factor while a start encrypts it, the
// database has the start repeat its part, and no secret is passed over.
func TestSealingPassesOverNoSecret(t *testing.T) {
	db := dbtest.Postgres(t)
	p := newPeople(t, db)
	app, _ := p.enrol("member")
	p.enrol("manager")
	ctx := context.Background()
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error { // as the release before has them
		_, err := tx.Exec(ctx, "UPDATE second_factors SET secret = $1, sealed = ''", app.secret)
		return err
	}))
	blocked := func(tx *sqldb.Tx) (n int, err error) {
		return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
	}
	sealed := make(chan error, 1)
	must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE second_factors SET last_step = last_step + 1 WHERE user_id = (SELECT max(user_id) FROM second_factors)"); err != nil {
			return err
		}
		go func() { sealed <- p.restarted(false, key(1)).SealFactors(ctx) }()
		for n := 0; n == 0; { // until it waits for this row, having done those before it
			var err error
			if err = db.Read(ctx, func(tx *sqldb.Tx) error { n, err = blocked(tx); return err }); err != nil {
				return err
			}
		}
		return nil
	}))
	must(t, <-sealed)
	for _, user := range []string{"member", "manager"} {
		if plain, sealed := p.stored(user); plain != "" || sealed == "" {
			t.Errorf("%s: stored %q %q", user, plain, sealed)
		}
	}
}
