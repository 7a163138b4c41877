package export

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/workbook"
)

// factColumns are those of what is known of a harvest beside its animals, then of
// where it was and of who grew it: with the date, the growing area, the kind and
// the number of animals they are what 21 CFR 1.1325 asks of a harvest, row by row.
var factColumns = []workbook.Column{
	workbook.Col("Landed", workbook.Text, 18), workbook.Col("Buyer", workbook.Text, 24), workbook.Col("Order", workbook.Text, 16), workbook.Col("Quantity", workbook.Number, 12), workbook.Col("Unit", workbook.Text, 10),
	workbook.Col("Price of a unit", workbook.Money, 14), workbook.Col("Currency", workbook.Text, 10), workbook.Col("Harvester", workbook.Text, 20), workbook.Col("Water, °C", workbook.Size, 10), workbook.Col("Air, °C", workbook.Size, 10),
	workbook.Col("Location of the area", workbook.Text, 24), workbook.Col("Farm", workbook.Text, 24), workbook.Col("Harvester's certificate", workbook.Text, 22), workbook.Col("Phone", workbook.Text, 18), workbook.Col("Address", workbook.Text, 32),
	workbook.Col("State", workbook.Text, 16), workbook.Col("Country", workbook.Text, 12),
}

// laterColumns come after them, in the order in which they came: files keep their columns' places.
var laterColumns = []workbook.Column{workbook.Col("Value", workbook.Money, 14), workbook.Col("Buyer's address", workbook.Text, 32)}

func laterCells(h taken) []any {
	address := ""
	if h.facts != nil {
		address = h.facts.BuyerAddress
	}
	return []any{worthCell(h), address}
}

// worthCell is what the harvest was sold for in its currency, empty where that is not
// known; of one that is undone it is taken back.
func worthCell(h taken) any {
	cents, known := h.facts.Worth(max(h.animals, -h.animals))
	if !known {
		return nil
	}
	if h.undoes != nil {
		cents = -cents
	}
	return float64(cents) / 100
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
