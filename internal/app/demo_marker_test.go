package app

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// eachDatabase runs the test on an address of either engine.
func eachDatabase(t *testing.T, test func(t *testing.T, url string)) {
	for engine, url := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLiteURL, "postgres": dbtest.PostgresURL} {
		t.Run(engine, func(t *testing.T) { test(t, url(t)) })
	}
}

func demoConfig(t testing.TB, url string) Config {
	return Config{
		DatabaseURL: url, DataDir: t.TempDir(), Demo: true, MailFrom: "noreply@merroir.test", passwordCost: cheapPasswords,
		PublicURL: "http://merroir.test", WebsiteURL: "http://www.merroir.test", FarmAppURL: "http://app.merroir.test",
	}
}

// filled is what the first start of a demo leaves, which takes long.
var filled struct {
	once     sync.Once
	database []byte
	files    fstest.MapFS
}

// filledDemo is a demo on SQLite after its first start: each test has a copy of the same one.
func filledDemo(t testing.TB) Config {
	t.Helper()
	filled.once.Do(func() {
		config := demoConfig(t, dbtest.SQLiteURL(t))
		must(t, start(t, config).Close())
		var err error
		filled.database, err = os.ReadFile(sqldb.FilePath(config.DatabaseURL))
		must(t, err)
		filled.files = dbtest.Folder(t, config.DataDir)
	})
	config := demoConfig(t, dbtest.SQLiteURL(t))
	must(t, os.WriteFile(sqldb.FilePath(config.DatabaseURL), filled.database, 0o600))
	must(t, os.CopyFS(config.DataDir, filled.files))
	return config
}

var system = actor.With(context.Background(), actor.System)

func start(t testing.TB, config Config) *App {
	t.Helper()
	a, err := New(system, config)
	must(t, err)
	return a
}

// The demo gives nobody an account on data that no demo made.
func TestDemoRefusesDataThatNoDemoMade(t *testing.T) {
	ann := account.NewUser{Username: "ann", Email: "ann@farm.test", Password: "the tide comes in", Groups: account.Groups{Root: true}}
	root := ann
	root.Username = "root"
	eachDatabase(t, func(t *testing.T, url string) {
		config := demoConfig(t, url)
		config.Demo = false
		a := start(t, config)
		_, err := a.accounts.Create(system, root)
		must(t, err)
		must(t, a.Close())
		config.Demo, config.DataDir = true, t.TempDir()
		if a, err := New(system, config); err == nil {
			_ = a.Close()
			t.Fatal("the demo started on somebody's data")
		} else if !strings.Contains(err.Error(), "holds data that no demo made") {
			t.Fatal(err)
		}
		if entries, err := os.ReadDir(filepath.Join(config.DataDir, "demo-mail")); err == nil {
			t.Errorf("the refused demo left %v", entries)
		}
		config.Demo = false
		a = start(t, config)
		if names, err := a.demoAccountsLeft(system); err != nil || len(names) != 0 {
			t.Errorf("accounts of the demo: %v, %v", names, err)
		}
		must(t, a.Close())
	})
	t.Run("a farm is data too", func(t *testing.T) {
		config := demoConfig(t, dbtest.SQLiteURL(t))
		config.Demo = false
		a := start(t, config)
		_, err := a.farms.CreateWithID(system, ownFarm, farm.Details{Name: "Ours", Country: "USA", State: "Maine", TimeZone: "UTC"})
		must(t, err)
		must(t, a.Close())
		config.Demo = true
		if _, err := New(system, config); err == nil {
			t.Error("the demo started beside somebody's farm")
		}
	})
}

// A demo's database made by the previous release has no mark. It is known by what is
// oldest in it; where a demo was started on older data, it does not count as a demo's.
func TestDemoKnowsItsDatabaseWithoutAMark(t *testing.T) {
	knowsItself(t, filledDemo(t))
}

func knowsItself(t *testing.T, config Config) {
	t.Helper()
	a := start(t, config)
	forget(t, a)
	_, err := a.accounts.Create(system, account.NewUser{Username: "later", Email: "later@farm.test", Password: "the tide comes in"})
	must(t, err)
	must(t, a.Close())
	a = start(t, config)
	forget(t, a)
	must(t, a.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "UPDATE users SET created_at = 1 WHERE username = 'later'")
		return err
	}))
	must(t, a.Close())
	if _, err := New(system, config); err == nil {
		t.Error("the demo started on data that is older than it")
	}
}

// forget takes the mark of the demo away.
func forget(t *testing.T, a *App) {
	t.Helper()
	must(t, a.db.Write(system, func(tx *sqldb.Tx) error {
		n, err := tx.Exec(system, "DELETE FROM settings WHERE name = $1", demoMarker)
		if err == nil && n != 1 {
			err = fmt.Errorf("%d marks", n)
		}
		return err
	}))
}

// A normal start on a demo's database, or on one that a demo was once started on,
// names the accounts whose password everybody knows.
func TestNormalStartWarnsOfTheDemo(t *testing.T) {
	config := filledDemo(t)
	config.Demo = false
	a := start(t, config)
	defer func() { must(t, a.Close()) }()
	said := func() string {
		var terminal bytes.Buffer
		must(t, a.warnOfDemo(system, &terminal))
		return terminal.String()
	}
	if text := said(); !strings.Contains(text, "WARNING: this database has the accounts of the demo (root, admin, manager, member)") {
		t.Errorf("said %q", text)
	}
	forget(t, a)
	must(t, a.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "UPDATE users SET is_active = FALSE, created_at = 1 WHERE username IN ('member', 'manager')")
		return err
	}))
	if text := said(); !strings.Contains(text, "(root, admin)") {
		t.Errorf("said %q", text)
	}
	must(t, a.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, "UPDATE users SET email = 'ann@' || username, is_active = TRUE")
		return err
	}))
	if text := said(); text != "" {
		t.Errorf("said %q of a database without any of them", text)
	}
}

// Whoever fills the demo keeps the turn however long it takes; who died does not.
func TestTheTurnOfADemoIsKept(t *testing.T) {
	a := newTestApp(t, Config{DatabaseURL: dbtest.PostgresURL(t)})
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	a.now = func() time.Time { return now }
	since, taken, err := a.tryDemoTurn(system)
	if must(t, err); !taken {
		t.Fatal("nobody has the turn, and it is not given")
	}
	for range 3 {
		now = now.Add(demoTurnLasts - time.Second)
		since = a.renewDemoTurn(system, since)
	}
	now = now.Add(demoTurnLasts - time.Second)
	if _, taken, err := a.tryDemoTurn(system); err != nil || taken {
		t.Errorf("taken from somebody who lives: %v %v", taken, err)
	}
	now = now.Add(2 * time.Second)
	if _, taken, err := a.tryDemoTurn(system); err != nil || !taken {
		t.Errorf("not taken from somebody who died: %v %v", taken, err)
	}
}

// The demo is for the person at this machine, unless they say otherwise.
func TestDemoListensWhereNobodyElseIs(t *testing.T) {
	for address, private := range map[string]bool{
		"localhost:8080": true, "127.0.0.1:0": true, "127.9.9.9:80": true, "[::1]:8080": true,
		":8080": false, "0.0.0.0:8080": false, "[::]:80": false, "192.168.1.5:8080": false, "farm.example:80": false, "8080": false,
	} {
		config := Config{Addr: address, Demo: true}
		if err := config.privateDemo(); private != (err == nil) || err != nil && !strings.Contains(err.Error(), "--demo-anyone-can-sign-in") {
			t.Errorf("%s: %v", address, err)
		}
		config.DemoForAnyone = true
		must(t, config.privateDemo())
		config.Demo, config.DemoForAnyone = false, false
		must(t, config.privateDemo())
	}
	mailing := Config{Addr: "localhost:8080", Demo: true, SMTPURL: "smtp://mail.example"}
	if err := mailing.privateDemo(); err == nil || !strings.HasPrefix(err.Error(), "MERROIR_SMTP_URL: ") {
		t.Errorf("a demo that sends mail: %v", err)
	}
}
