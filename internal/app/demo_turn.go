package app

import (
	"context"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/demo"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	demoTurn      = "the demo is being filled" // a row of the table settings
	demoNote      = "how far the demo is filled"
	demoTurnLasts = 30 * time.Second // of a process that died
	demoTurnLook  = 100 * time.Millisecond
	demoTurnTell  = 5 * time.Second
)

// fillDemo fills the demo's database, or finds it filled.
func (a *App) fillDemo(ctx context.Context, sender mail.Sender) error {
	done, err := a.takeDemoTurn(ctx)
	if err != nil {
		return fmt.Errorf("waiting for another process to make the demo: %w", err)
	}
	defer done()
	return a.demoServices(sender).Fill(ctx)
}

func (a *App) demoServices(sender mail.Sender) demo.Services {
	return demo.Services{
		DB: a.db, Now: a.now, Accounts: a.accounts, Farms: a.farms, Photos: a.farmPhotos, Ledgers: a.ledgers, Tags: a.tags, Stock: a.stock, Events: a.events, Recalls: a.recalls,
		Past: func(now func() time.Time) (past demo.Past, err error) {
			past.Now, past.Queue = now, jobs.New(a.db, jobs.Options{Now: now, Logger: a.log})
			mailer, err := a.newMailer(past.Queue, sender, now)
			past.Invoices, past.Papers = a.subscriptions(billing.Options{Now: now, Queue: past.Queue, Mail: mailer, PublicURL: a.config.PublicURL})
			return past, err
		},
		Noted: a.demoNoted, Note: a.noteForDemo,
	}
}

func (a *App) demoNoted(ctx context.Context) (note string, err error) {
	err = a.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		note, err = sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT value FROM settings WHERE name = $1", demoNote)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		return err
	})
	return note, err
}

func (a *App) noteForDemo(ctx context.Context, note string) error {
	return a.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", demoNote, note)
		return err
	})
}

// takeDemoTurn waits until no other process fills the demo, so that one that
// starts at the same time finds it whole. The caller says when it is done.
func (a *App) takeDemoTurn(ctx context.Context) (done func(), err error) {
	for begun, told := a.now(), time.Duration(0); ; {
		since, taken, err := a.tryDemoTurn(ctx)
		if err != nil {
			return nil, err
		}
		if taken {
			return a.keepDemoTurn(context.WithoutCancel(ctx), since), nil
		}
		if waited := a.now().Sub(begun); waited >= told {
			told += demoTurnTell
			a.log.InfoContext(ctx, "waiting for another process that fills the demo", "for", waited.Round(time.Second), "at_most_if_it_died", demoTurnLasts)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(demoTurnLook):
		}
	}
}

// turnStamp is an instant as a text that sorts by time.
func turnStamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func (a *App) tryDemoTurn(ctx context.Context) (since string, taken bool, err error) {
	since = turnStamp(a.now())
	abandoned := turnStamp(a.now().Add(-demoTurnLasts))
	if a.db.OneProcess() {
		abandoned = turnStamp(a.now().AddDate(1, 0, 0)) // whoever had it is gone
	}
	err = a.db.Write(ctx, func(tx *sqldb.Tx) error {
		n, err := tx.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.value < $3`,
			demoTurn, since, abandoned)
		taken = n == 1
		return err
	})
	return since, taken, err
}

// keepDemoTurn says again and again that this process lives, however long it takes,
// until the caller says that it is done.
func (a *App) keepDemoTurn(ctx context.Context, since string) (done func()) {
	keeping, stop := context.WithCancel(ctx)
	kept := make(chan string, 1)
	go func() {
		tick := time.NewTicker(demoTurnLasts / 10)
		defer tick.Stop()
		for {
			select {
			case <-keeping.Done():
				kept <- since
				return
			case <-tick.C:
				since = a.renewDemoTurn(ctx, since)
			}
		}
	}()
	return func() {
		stop()
		a.endDemoTurn(ctx, <-kept)
	}
}

func (a *App) renewDemoTurn(ctx context.Context, since string) string {
	now := turnStamp(a.now())
	err := a.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE settings SET value = $1 WHERE name = $2 AND value = $3", now, demoTurn, since)
		return err
	})
	if err != nil {
		a.log.WarnContext(ctx, "another demo on this database may begin beside this one", "err", err)
		return since
	}
	return now
}

func (a *App) endDemoTurn(ctx context.Context, since string) {
	err := a.db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM settings WHERE name = $1 AND value = $2", demoTurn, since)
		return err
	})
	if err != nil {
		a.log.WarnContext(ctx, "another demo on this database will wait for a while", "err", err)
	}
}
