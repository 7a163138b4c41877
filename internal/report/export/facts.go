package export

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// factColumns are those of what is known of a harvest beside its animals, then of
// where it was and of who grew it: with the date, the growing area, the kind and
// the number of animals they are what 21 CFR 1.1325 asks of a harvest, row by row.
var factColumns = []heading{
	{"Landed", asText, 18}, {"Buyer", asText, 24}, {"Order", asText, 16}, {"Quantity", asNumber, 12}, {"Unit", asText, 10},
	{"Price of a unit", asMoney, 14}, {"Currency", asText, 10}, {"Harvester", asText, 20}, {"Water, °C", asSize, 10}, {"Air, °C", asSize, 10},
	{"Location of the area", asText, 24}, {"Farm", asText, 24}, {"Harvester's certificate", asText, 22}, {"Phone", asText, 18}, {"Address", asText, 32},
	{"State", asText, 16}, {"Country", asText, 12},
}

// factCells are the cells of the facts; of a harvest that is undone the quantity is
// taken back.
func factCells(f *ledger.Facts, undone bool) []any {
	if f == nil {
		f = &ledger.Facts{}
	}
	quantity := f.Quantity
	if undone {
		quantity = -quantity
	}
	return []any{
		f.Landed, f.Buyer, f.Order, fraction(quantity, ledger.Thousand), string(f.Unit), fraction(f.PriceCents, 100), f.Currency, f.Harvester,
		degrees(f.WaterTemp), degrees(f.AirTemp),
	}
}

// fraction is a number of parts as a cell, empty for none.
func fraction(parts int64, of float64) any {
	if parts == 0 {
		return nil
	}
	return float64(parts) / of
}

func degrees(tenths *int64) any {
	if tenths == nil {
		return nil
	}
	return float64(*tenths) / 10
}

// areaPlaces are where the growing areas lie, in the farm's words.
func areaPlaces(leases []farm.Lease) map[string]string {
	places := make(map[string]string, len(leases))
	for _, l := range leases {
		places[l.ID] = l.Location
	}
	return places
}

func growerCells(ctx context.Context, tx *sqldb.Tx, farmID string) ([]any, error) {
	g, err := farm.GrowerOf(ctx, tx, farmID)
	if err != nil {
		return nil, fmt.Errorf("the grower of farm %s: %w", farmID, err)
	}
	return []any{g.Name, g.HarvesterCert, g.Phone, g.Address, g.State, g.Country}, nil
}
