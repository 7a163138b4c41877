package app

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/notebook"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

// fillDemo makes the demo's people, farms, books and tags, each through the
// service that anyone uses. What is there already stays; the farms' books go on
// to today, unless somebody has changed what they go on from.
func (a *App) fillDemo(ctx context.Context) error {
	ctx = actor.With(ctx, actor.System)
	done, err := a.takeDemoTurn(ctx)
	if err != nil {
		return fmt.Errorf("waiting for another process to make the demo: %w", err)
	}
	defer done()
	managerID, err := a.demoAccounts(ctx)
	if err != nil {
		return fmt.Errorf("making the demo accounts: %w", err)
	}
	for _, f := range demoFarms {
		if err := changedByHand(ctx, a.demoFarm(ctx, f, managerID)); err != nil {
			return fmt.Errorf("making the demo farm %s: %w", f.details.Name, err)
		}
	}
	for i, details := range demoNeighbours {
		_, err := a.farms.CreateWithID(ctx, fmt.Sprintf("5f00000000000000000001%02d", i), details)
		if err != nil && !fault.Is(err, fault.Conflict) {
			return fmt.Errorf("making the demo farm %s: %w", details.Name, err)
		}
	}
	if err := changedByHand(ctx, a.demoTags(ctx)); err != nil {
		return fmt.Errorf("making the demo tags: %w", err)
	}
	return nil
}

// changedByHand passes over what breaks a rule: people who try the demo out add
// areas, harvest what would be harvested next, or take another name, and must
// find it so at the next start.
func changedByHand(ctx context.Context, err error) error {
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.Conflict) || fault.Is(err, fault.NotFound) {
		slog.InfoContext(ctx, "a part of the demo was changed by hand and stays as it is", "err", err)
		return nil
	}
	return err
}

// demoAccounts makes the users and gives the id of the farm manager.
func (a *App) demoAccounts(ctx context.Context) (managerID string, err error) {
	for _, u := range demoUsers {
		user, err := a.accounts.ByUsername(ctx, u.Username)
		if fault.Is(err, fault.NotFound) {
			u.Password = demoPassword
			user, err = a.accounts.Create(ctx, u)
		}
		if err := changedByHand(ctx, err); err != nil {
			return "", err
		}
		if u.Username == "manager" {
			managerID = user.ID
		}
	}
	return managerID, nil
}

func (a *App) demoFarm(ctx context.Context, f demoFarm, managerID string) error {
	_, err := a.farms.CreateWithID(ctx, f.id, f.details)
	switch {
	case err == nil:
		if err := a.furnish(ctx, f, managerID); err != nil {
			return err
		}
	case !fault.Is(err, fault.Conflict):
		return err
	}
	if f.id == notebookFarm {
		_, err := sheet.Import(ctx, a.ledgers, f.id, "notebook.csv", bytes.NewReader(notebook.CSV), sheet.Options{AreaPrefix: "Site ", OysterType: "Pacific oyster"})
		return err
	}
	if f.season == nil {
		return nil
	}
	return a.demoBook(ctx, f)
}

// furnish gives a new farm what the form of a farm does not.
func (a *App) furnish(ctx context.Context, f demoFarm, managerID string) error {
	if f.sky != [2]uint32{} {
		if err := a.demoPhoto(ctx, f); err != nil {
			return err
		}
	}
	if _, err := a.farms.EditPublic(ctx, f.id, 0, f.public); err != nil {
		return err
	}
	if err := a.farms.SetSubscription(ctx, f.id, f.subscription); err != nil {
		return err
	}
	for _, l := range f.leases {
		if _, err := a.farms.AddLease(ctx, f.id, l); err != nil {
			return err
		}
	}
	if f.managed {
		return a.farms.LinkUser(ctx, f.id, managerID)
	}
	return nil
}

// demoBook writes the farm's history up to its own today. Days that were
// written before are skipped by their keys.
func (a *App) demoBook(ctx context.Context, f demoFarm) error {
	var ref farm.Ref
	season := *f.season
	err := a.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if ref, err = farm.Require(ctx, tx, f.id); err != nil {
			return err
		}
		season.areas, err = farm.Leases(ctx, tx, f.id)
		return err
	})
	if err != nil {
		return err
	}
	result, err := a.ledgers.Record(ctx, f.id, season.history(ledger.Day(ref.Today(a.now()))))
	if err == nil && result.Recorded > 0 {
		slog.InfoContext(ctx, "demo farm", "name", ref.Name, "activities", result.Recorded)
	}
	return err
}
