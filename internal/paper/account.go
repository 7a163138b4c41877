package paper

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// account is a farm as the subscription sees it.
type account struct {
	id, name, company, email, country string
	state                             farm.TaggingState
	setupInvoice                      string
	discount                          bool
	setupFee, version                 int64
	address                           farm.ShippingAddress
	zone                              *time.Location

	settings Settings
	printers []Printer
	charged  map[string]Printer // also those that were removed
}

// load reads the account, in the transaction of a caller who passed the gate or
// of a job.
func load(ctx context.Context, tx *sqldb.Tx, farmID string) (*account, error) {
	f := &account{id: farmID, charged: map[string]Printer{}}
	var address, zone string
	_, err := sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		return struct{}{}, r.Scan(&f.name, &f.company, &f.email, &f.country, &f.state, &f.setupInvoice, &f.discount, &f.setupFee, &f.version, &address, &zone)
	}, `SELECT name, company_name, email, country, tagging_active, tagging_setup_invoice, paper_discount, setup_fee, version, shipping_address, time_zone
		FROM farms WHERE id = $1`, farmID)
	if err != nil {
		return nil, err
	}
	if f.zone, err = farm.ZoneNamed(farmID, zone); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(address), &f.address); err != nil {
		return nil, fmt.Errorf("shipping address of farm %s: %w", farmID, err)
	}
	if err := f.loadSettings(ctx, tx); err != nil {
		return nil, err
	}
	return f, f.loadPrinters(ctx, tx)
}

func (f *account) loadSettings(ctx context.Context, tx *sqldb.Tx) error {
	stored, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT settings FROM tagging_subscriptions WHERE farm_id = $1", f.id)
	switch {
	case err == nil:
		err = json.Unmarshal([]byte(stored), &f.settings)
	case fault.Is(err, fault.NotFound):
		err = nil
	}
	f.settings.fill()
	return err
}

func (f *account) storeSettings(ctx context.Context, tx *sqldb.Tx) error {
	stored, err := json.Marshal(f.settings)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO tagging_subscriptions (farm_id, settings) VALUES ($1, $2)
		ON CONFLICT (farm_id) DO UPDATE SET settings = EXCLUDED.settings`, f.id, string(stored))
	return err
}

func (f *account) loadPrinters(ctx context.Context, tx *sqldb.Tx) error {
	f.printers = []Printer{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var stored string
		var charged, removed bool
		var p Printer
		if err := r.Scan(&stored, &charged, &removed); err != nil {
			return struct{}{}, err
		}
		err := json.Unmarshal([]byte(stored), &p)
		if charged {
			f.charged[p.ID] = p
		}
		if !removed {
			f.printers = append(f.printers, p)
		}
		return struct{}{}, err
	}, "SELECT printer, is_charged, is_removed FROM paper_printers WHERE farm_id = $1 ORDER BY position, id", f.id)
	return err
}

// storePrinters makes the printers those of the form. New ones are charged with
// the order, at once or when it is paid; what was charged once is remembered,
// what never was is not.
func (f *account) storePrinters(ctx context.Context, tx *sqldb.Tx, printers []Printer, orderID string, charged bool) error {
	if _, err := tx.Exec(ctx, "DELETE FROM paper_printers WHERE farm_id = $1 AND NOT is_charged", f.id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE paper_printers SET is_removed = TRUE WHERE farm_id = $1", f.id); err != nil {
		return err
	}
	for i, p := range printers {
		stored, err := json.Marshal(p)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO paper_printers (farm_id, id, position, printer, order_id, is_charged) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (farm_id, id) DO UPDATE SET position = EXCLUDED.position, is_removed = FALSE`,
			f.id, p.ID, i, string(stored), orderID, charged); err != nil {
			return err
		}
	}
	f.printers = printers
	return nil
}

// due gives the step that a stock calls for: none for a farm whose subscription
// is not active, and where a refill has no rolls.
func (f *account) due(stock *Stock) step {
	if f.state != farm.TaggingOn || f.settings.portion(stock.Type).Rolls == 0 {
		return nothing
	}
	return stock.due(!f.settings.StopAutoReplenishment)
}

// newTo returns those of the printers that the farm doesn't have yet.
func (f *account) newTo(printers []Printer) []Printer {
	return slices.DeleteFunc(slices.Clone(printers), func(p Printer) bool {
		return slices.ContainsFunc(f.printers, func(has Printer) bool { return has.ID == p.ID })
	})
}

// prints reports whether the farm has a printer for paper of the type.
func (f *account) prints(t Type) bool {
	return slices.ContainsFunc(rollKinds, func(k rollKind) bool { return k.of == t && takes(f.printers, k) })
}

// buyer is what prices depend on.
func (f *account) buyer() buyer {
	return buyer{country: f.country, discount: f.discount, setupFee: f.setupFee, promoFee: f.settings.PromotionalFee}
}
