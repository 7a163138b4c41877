package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/sqldb"
)

// S10: the key is made once, for this user alone, and a server that cannot open
// what is encrypted does not start with another one.
func TestSecretKeyFile(t *testing.T) {
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) {
			config := Config{DatabaseURL: database(t), DataDir: t.TempDir(), PublicURL: "http://merroir.test", WebsiteURL: "http://www.merroir.test", FarmAppURL: "http://app.merroir.test", MailFrom: "noreply@merroir.test"}
			path := filepath.Join(config.DataDir, secretKeyFile)
			start := func(c Config) error {
				c.AllowNewDatabase = true
				a, err := New(context.Background(), c)
				if err != nil {
					return err
				}
				return a.Close()
			}
			a, err := New(context.Background(), config)
			must(t, err)
			info, err := os.Stat(path)
			must(t, err)
			if info.Mode().Perm() != 0o600 {
				t.Errorf("mode %o", info.Mode().Perm())
			}
			system := actor.With(context.Background(), actor.System)
			user, err := a.accounts.Create(system, account.NewUser{Username: "ann", Email: "ann@merroir.test", Password: demo.Password})
			must(t, err)
			must(t, a.db.Write(system, func(tx *sqldb.Tx) error { // as the release before has it
				_, err := tx.Exec(system, "INSERT INTO second_factors (user_id, secret, created_at, confirmed_at) VALUES ($1, 'PLAINSECRET', 0, 1)", user.ID)
				return err
			}))
			must(t, a.Close())
			must(t, start(config))
			must(t, start(config)) // with the same key
			key, err := os.ReadFile(path)
			must(t, err)
			must(t, os.Remove(path))
			if err := start(config); err == nil ||
				!strings.HasPrefix(err.Error(), "MERROIR_SECRET_KEY: 1 second factors in the database cannot be decrypted") ||
				!strings.Contains(err.Error(), "merroir user remove-second-factors --undecryptable") {
				t.Errorf("without the key: %v", err)
			}
			if _, err := os.Stat(path); err == nil {
				t.Error("another key was made")
			}
			other := config
			other.SecretKey = strings.Repeat("ab", 32)
			if err := start(other); err == nil || strings.Contains(err.Error(), other.SecretKey) {
				t.Errorf("with another key: %v", err)
			}
			other.SecretKeysOld = strings.TrimSpace(string(key))
			must(t, start(other))
			other.SecretKeysOld = ""
			must(t, start(other)) // all is encrypted with the new one now

			lost := config // the setting is gone, and no file has the key
			lost.AllowNewDatabase = true
			if err := start(lost); err == nil {
				t.Fatal("a start without the key is not refused")
			}
			remove := RemoveSecondFactorsCommand{Config: lost, Undecryptable: true, Yes: true}
			if err := remove.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "--env-file FILE, or, if every key is lost, add --all") {
				t.Errorf("without any key: %v", err)
			}
			remove.All = true
			must(t, remove.Run(context.Background()))
			must(t, start(lost))
		})
	}
}

// Issue 44, 6.1: beside a running instance whose key is not at hand, no second factor is removed: not without a
// key, not with another one, not with --all.
func TestRemoveSecondFactors_BesideARunningInstance(t *testing.T) {
	ctx := context.Background()
	url := dbtest.PostgresURL(t)
	running := newBareApp(t, Config{DatabaseURL: url, SecretKey: oneKey})
	defer func() { must(t, running.Close()) }()
	must(t, running.join(ctx))
	system := actor.With(ctx, actor.System)
	user, err := running.accounts.Create(system, account.NewUser{Username: "ann", Email: "ann@merroir.test", Password: demo.Password})
	must(t, err)
	must(t, running.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "INSERT INTO second_factors (user_id, secret, created_at, confirmed_at) VALUES ($1, 'JBSWY3DPEHPK3PXP', 0, 1)", user.ID)
		return err
	}))
	must(t, running.accounts.SealFactors(system))
	factors := func() (n int) {
		must(t, running.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			n, err = sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM second_factors")
			return err
		}))
		return n
	}
	remove := func(key string, all bool) error {
		config := Config{DatabaseURL: url, DataDir: t.TempDir(), SecretKey: key, PublicURL: "http://merroir.test", MailFrom: "noreply@merroir.test"}
		return (&RemoveSecondFactorsCommand{Config: config, Undecryptable: true, All: all, Yes: true}).Run(ctx)
	}

	if err := remove("", false); err == nil || !strings.Contains(err.Error(), "--env-file") {
		t.Errorf("without a key: %v", err)
	}
	for key, all := range map[string]bool{otherKey: false, "": true} {
		if err := remove(key, all); err == nil || !strings.Contains(err.Error(), "an instance is running") {
			t.Errorf("key %q, all %v: %v", key, all, err)
		}
	}
	must(t, remove(oneKey, false)) // which decrypts it
	if n := factors(); n != 1 {
		t.Errorf("%d second factors are left", n)
	}

	must(t, running.leave(ctx))
	must(t, remove("", true))
	if n := factors(); n != 0 {
		t.Errorf("%d second factors are left after all instances stopped", n)
	}
}

// Of many processes that make the key at once all have the same, and nothing else
// is left of it.
func TestSecretKeyIsMadeOnce(t *testing.T) {
	for range 10 {
		path := filepath.Join(t.TempDir(), secretKeyFile)
		keys := make([]string, 20)
		var wg sync.WaitGroup
		for i := range keys {
			wg.Go(func() {
				key, err := makeKeyFile(path)
				if err != nil {
					t.Error(err)
				}
				keys[i] = string(key)
			})
		}
		wg.Wait()
		for _, key := range keys {
			if key != keys[0] || len(key) != account.SecretKeySize {
				t.Fatal("the keys differ")
			}
		}
		left, err := filepath.Glob(path + ".*")
		must(t, err)
		if len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}
