package demo

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/stock"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/notebook"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// Services are what the demo is made through.
type Services struct {
	DB       *sqldb.DB
	Now      func() time.Time
	Accounts *account.Service
	Farms    *farm.Service
	Photos   *farm.Photos
	Ledgers  *ledger.Service
	Tags     *tag.Service
	Stock    *stock.Service
	Events   *event.Service
	Recalls  *recall.Service
	Past     func(now func() time.Time) (Past, error)
	Noted    func(context.Context) (string, error) // what was noted last; empty for nothing
	Note     func(context.Context, string) error
}

// Fill makes the demo's people, farms, books and tags, as the system. What is
// there already stays; the farms' books go on to today, unless somebody has
// changed what they go on from. One process may fill a database at a time.
func (s Services) Fill(ctx context.Context) error {
	ctx = actor.With(ctx, actor.System)
	managerID, err := s.accounts(ctx)
	if err != nil {
		return fmt.Errorf("making the demo accounts: %w", err)
	}
	if err := s.beginPast(ctx); err != nil {
		return err
	}
	unfurnished, err := s.unfurnished(ctx)
	if err != nil {
		return err
	}
	for _, f := range Farms {
		if err := changedByHand(ctx, s.farm(ctx, f, managerID, slices.Contains(unfurnished, f.ID))); err != nil {
			return fmt.Errorf("making the demo farm %s: %w", f.Details.Name, err)
		}
	}
	if err := s.tellPast(ctx); err != nil {
		return err
	}
	for i, details := range neighbours {
		_, err := s.Farms.CreateWithID(ctx, fmt.Sprintf("5f00000000000000000001%02d", i), details)
		if err != nil && !fault.Is(err, fault.Conflict) {
			return fmt.Errorf("making the demo farm %s: %w", details.Name, err)
		}
	}
	if err := changedByHand(ctx, s.tags(ctx)); err != nil {
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

// accounts makes the users and gives the id of the farm manager.
func (s Services) accounts(ctx context.Context) (managerID string, err error) {
	for _, u := range Users {
		user, err := s.Accounts.ByUsername(ctx, u.Username)
		if fault.Is(err, fault.NotFound) {
			u.Password = Password
			user, err = s.Accounts.Create(ctx, u)
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

// farm makes the farm, if it is new, and brings its books up to today. One that a
// start made which was interrupted then is furnished now.
func (s Services) farm(ctx context.Context, f Farm, managerID string, unfurnished bool) error {
	_, err := s.Farms.CreateWithID(ctx, f.ID, f.Details)
	if err == nil || fault.Is(err, fault.Conflict) && unfurnished {
		err = s.furnish(ctx, f, managerID)
	} else if fault.Is(err, fault.Conflict) {
		err = nil
	}
	if err != nil {
		return err
	}
	return s.books(ctx, f)
}

func (s Services) books(ctx context.Context, f Farm) error {
	if f.ID == notebookFarm {
		_, err := sheet.Import(ctx, s.Ledgers, f.ID, "notebook.csv", bytes.NewReader(notebook.CSV), sheet.Options{AreaPrefix: "Site ", OysterType: "Pacific oyster"})
		return err
	}
	if f.season == nil {
		return nil
	}
	return s.book(ctx, f)
}

// furnish gives a new farm what the form of a farm does not. What it has already
// it does not get again.
func (s Services) furnish(ctx context.Context, f Farm, managerID string) error {
	if f.sky != [2]uint32{} {
		if err := s.photo(ctx, f); err != nil {
			return err
		}
	}
	if _, err := s.Farms.EditPublic(ctx, f.ID, 0, f.public); err != nil {
		return err
	}
	made, err := s.Farms.Get(ctx, f.ID)
	if err != nil {
		return err
	}
	for _, l := range f.Leases {
		if slices.ContainsFunc(made.Leases, func(has farm.Lease) bool { return has.Name == l.Name }) {
			continue
		}
		if _, err := s.Farms.AddLease(ctx, f.ID, l); err != nil {
			return err
		}
	}
	if f.Managed {
		if err := s.Farms.LinkUser(ctx, f.ID, managerID); !fault.Is(err, fault.Conflict) {
			return err
		}
	}
	return nil
}

// book writes the farm's history up to its own today. Days that were
// written before are skipped by their keys.
func (s Services) book(ctx context.Context, f Farm) error {
	var ref farm.Ref
	season := *f.season
	err := s.DB.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if ref, err = farm.Require(ctx, tx, f.ID); err != nil {
			return err
		}
		season.areas, err = farm.Leases(ctx, tx, f.ID)
		return err
	})
	if err != nil {
		return err
	}
	today := ledger.Day(ref.Today(s.Now()))
	season.currency = map[string]string{"USA": "USD", "Canada": "CAD", "Mexico": "MXN", "Australia": "AUD"}[f.Details.Country]
	result, err := s.Ledgers.Record(ctx, f.ID, season.history(today))
	if fault.Is(err, fault.Conflict) { // an older demo, in which nothing was sold
		season.currency = ""
		result, err = s.Ledgers.Record(ctx, f.ID, season.history(today))
	}
	if err == nil && result.Recorded > 0 {
		slog.InfoContext(ctx, "demo farm", "name", ref.Name, "activities", result.Recorded)
	}
	return err
}
