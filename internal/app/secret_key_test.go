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
			must(t, (&RemoveSecondFactorsCommand{Config: lost, Undecryptable: true}).Run(context.Background()))
			must(t, start(lost))
		})
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
