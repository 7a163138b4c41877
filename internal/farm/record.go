package farm

import (
	"context"
	"maps"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// ErrChanged is the answer to an editor who saw an older version.
var ErrChanged = fault.New(fault.Conflict, "Somebody else changed this farm meanwhile.")

// edit changes a farm that the caller may work with, and gives it as it is then.
// A version that is not the stored one is a Conflict; zero is not checked. The
// audit trail names the action.
func (s *Service) edit(ctx context.Context, action, farmID string, version int64, change func(*Farm) error) (f Farm, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := RequireTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		if f, err = farmByID(ctx, tx, farmID); err != nil {
			return err
		}
		if version != 0 && version != f.Version {
			return ErrChanged
		}
		f.May = ref.level.String()
		before := f
		before.Features = maps.Clone(f.Features)
		stored, err := f.values()
		if err != nil {
			return err
		}
		if err := change(&f); err != nil {
			return err
		}
		f.Version++
		if err := updateFarm(ctx, tx, stored, f, s.now()); err != nil {
			return err
		}
		if err := s.recordEdit(ctx, tx, action, before, f); err != nil {
			return err
		}
		return s.complete(ctx, tx, &f)
	})
	return f, err
}

// Edit changes the form of a farm. One that is no longer a distributor loses
// the features of distributors. Those who keep farm records may, and the farm's own
// people, but for what is kept from them (changedByPlatform); the setup fee and the paper
// discount also take the permission for pricing.
func (s *Service) Edit(ctx context.Context, farmID string, version int64, c Change) (Farm, error) {
	return s.edit(ctx, "farm.update", farmID, version, func(f *Farm) error {
		before := *f
		c.apply(f)
		priced := f.SetupFee != before.SetupFee || f.PaperDiscount != before.PaperDiscount
		if priced || f.changedByPlatform(before.Details) {
			if err := actor.Require(ctx, actor.Companies); err != nil {
				return err
			}
		}
		if priced {
			if err := actor.Require(ctx, actor.Pricing); err != nil {
				return err
			}
		}
		f.dropFeatures()
		return f.check()
	})
}

// EditPublic changes what the tag page shows of a farm. Those who keep farm records
// may, and the farm's own people.
func (s *Service) EditPublic(ctx context.Context, farmID string, version int64, c PublicChange) (Farm, error) {
	return s.edit(ctx, "farm.public", farmID, version, func(f *Farm) error {
		c.apply(f)
		return f.check()
	})
}

// EditShipping changes the shipping address. Those who keep farm records may, and
// the farm's own people.
func (s *Service) EditShipping(ctx context.Context, farmID string, version int64, c ShippingChange) (Farm, error) {
	return s.edit(ctx, "farm.shipping", farmID, version, func(f *Farm) error {
		var found faults
		c.apply(&f.ShippingAddress)
		f.ShippingAddress.check(&found)
		return fault.ForFields(found)
	})
}

// EditFeatures switches flags on and off. Only those who keep farm records may.
func (s *Service) EditFeatures(ctx context.Context, farmID string, version int64, c FeaturesChange) (Farm, error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return Farm{}, err
	}
	return s.edit(ctx, "farm.features", farmID, version, func(f *Farm) error {
		var found faults
		c.apply(f, &found)
		return fault.ForFields(found)
	})
}

// Subscription is what other parts of the platform decide about a farm.
type Subscription struct {
	TaggingActive   TaggingState
	SetupInvoice    string
	PaperDiscount   bool
	ShippingAddress *ShippingAddress // nil leaves it as it is
}

// SetSubscription stores the state of the tagging subscription. Only those who keep farm records may.
func (s *Service) SetSubscription(ctx context.Context, farmID string, sub Subscription) error {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := Require(ctx, tx, farmID); err != nil {
			return err
		}
		return s.Subscribe(ctx, tx, farmID, func(stored *Subscription) { *stored = sub })
	})
}

// Subscribe changes the state of the tagging subscription in the caller's
// transaction, who has asked for the right.
func (s *Service) Subscribe(ctx context.Context, tx *sqldb.Tx, farmID string, change func(*Subscription)) error {
	f, err := farmByID(ctx, tx, farmID)
	if err != nil {
		return err
	}
	stored, err := f.values()
	if err != nil {
		return err
	}
	before, sub := f, Subscription{f.TaggingActive, f.TaggingSetupInvoice, f.PaperDiscount, nil}
	change(&sub)
	f.TaggingActive, f.TaggingSetupInvoice, f.PaperDiscount = sub.TaggingActive, sub.SetupInvoice, sub.PaperDiscount
	if sub.ShippingAddress != nil {
		f.ShippingAddress = *sub.ShippingAddress
	}
	f.Version++
	if err := updateFarm(ctx, tx, stored, f, s.now()); err != nil {
		return err
	}
	return s.recordEdit(ctx, tx, "farm.subscription", before, f)
}
