package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// The demo has accounts whose password everybody knows and shows mail to
// anyone, so it runs only on a database that a demo made, and only where nobody
// else can reach it. A row of the table settings marks such a database.
const demoMarker = "made by a demo"

var errNotADemo = errors.New("MERROIR_DEMO: the database holds data that no demo made, and the demo would give everybody an account on it; " +
	"start without --demo, or give the demo a MERROIR_DATA_DIR or MERROIR_DATABASE_URL of its own")

// claimDemo marks an empty database as the demo's, in the transaction that
// finds it empty, and refuses one with other people's data.
func (a *App) claimDemo(ctx context.Context) error {
	return a.db.Write(ctx, func(tx *sqldb.Tx) error {
		made, empty, err := originOf(ctx, tx)
		switch {
		case err != nil:
			return err
		case !made && !empty:
			return errNotADemo
		}
		_, err = tx.Exec(ctx, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
			demoMarker, a.now().UTC().Format(time.RFC3339))
		return err
	})
}

// originOf says whether a demo made the database, and whether nobody has made
// anything in it.
func originOf(ctx context.Context, tx *sqldb.Tx) (demo, empty bool, err error) {
	marks, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM settings WHERE name = $1", demoMarker)
	if err != nil || marks > 0 {
		return true, false, err
	}
	email, err := account.OldestEmail(ctx, tx)
	if err != nil {
		return false, false, err
	}
	farmID, err := farm.OldestID(ctx, tx)
	if err != nil {
		return false, false, err
	}
	return madeUnmarked(email, farmID), email == "" && farmID == "", nil
}

// madeUnmarked recognises a database that a demo made before demos left a mark:
// nothing in it is older than the demo's first account and its farms.
func madeUnmarked(oldestEmail, oldestFarm string) bool {
	return oldestEmail == demo.Users[0].Email && strings.HasPrefix(oldestFarm, demo.FarmIDs)
}

// warnOfDemo tells, in the log and on the terminal, that the database of a
// normal start has accounts of the demo.
func (a *App) warnOfDemo(ctx context.Context, terminal io.Writer) error {
	var demo bool
	err := a.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		demo, _, err = originOf(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	names, err := a.demoAccountsLeft(actor.With(ctx, actor.System))
	if err != nil || !demo && len(names) == 0 {
		return err
	}
	a.log.WarnContext(ctx, "this database has the accounts of the demo", "accounts", names, "madeByADemo", demo)
	fmt.Fprintf(terminal, "\n  WARNING: this database has the accounts of the demo (%s).\n"+
		"  Everybody knows their password. Delete them, or start on a database of your own.\n\n", strings.Join(names, ", "))
	return nil
}

// demoAccountsLeft are the usernames of the demo's accounts that can sign in.
func (a *App) demoAccountsLeft(ctx context.Context) (names []string, err error) {
	for _, u := range demo.Users {
		found, err := a.accounts.ByUsername(ctx, u.Username)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if found.IsActive && found.Email == u.Email {
			names = append(names, u.Username)
		}
	}
	return names, nil
}

// privateDemo refuses a demo that anybody but the person at this machine can
// reach, unless that is what was asked for.
func (c *Config) privateDemo() error {
	if !c.Demo {
		return nil
	}
	if c.SMTPURL != "" {
		return errors.New("MERROIR_SMTP_URL: the demo shows its mail at /dev/mail and sends none; leave this setting out")
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if c.DemoForAnyone || c.Addr == "" || err == nil && isLoopback(host) {
		return nil
	}
	return fmt.Errorf("MERROIR_ADDR: %s can be reached from other machines, where anyone could sign in to the demo as root and read its mail; "+
		"use localhost, or allow that with --demo-anyone-can-sign-in", c.Addr)
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
