package stock

import (
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// stock is a tag with what it stands for.
type Tag struct {
	tag.Row
	States    tag.Fields // with the item over its own fields
	Counted   bool       // it states a quantity
	Unit      ledger.Unit
	Quantity  int64 // in parts of the unit, as all amounts
	Remainder int64
	Held      Held          // in other units
	MadeBy    tag.EventKind // empty where no event did
	MadeOn    ledger.Day
	Origin    Origin
	WetStored bool
	Search    []string // terms

	TakenBack string // YYYY-MM-DD on which it was; what it took went back

	Fresh   bool  // made by this batch
	Changed bool  // it states something else
	Moved   bool  // something of it was taken or given back
	Drawn   int64 // by this batch, less what was given back
}

const stockColumns = tag.RowColumns + ", t.unit, t.quantity, t.remainder, t.held, t.made_by, t.made_on, t.harvest_day, t.origin_area, t.origin_cert, t.mixed, t.wet_stored, t.search_key"

func scanStock(r sqldb.Row) (*Tag, error) {
	s := &Tag{}
	var unit, heldText, madeBy, area, cert, search *string
	var quantity, remainder, madeOn, day *int64
	var mixed, wetStored *bool
	err := r.Scan(&s.ID, &s.FarmID, &s.Kind, &s.Doc, &s.Version, &unit, &quantity, &remainder, &heldText, &madeBy, &madeOn, &day, &area, &cert, &mixed, &wetStored, &search)
	if err != nil {
		return nil, err
	}
	if s.States, err = s.Row.States(); err != nil {
		return nil, err
	}
	if s.Held, err = ReadHeld[Held](heldText); err != nil {
		return nil, err
	}
	stored, err := s.Row.Tag()
	if err != nil {
		return nil, err
	}
	s.TakenBack = stored.TakenBack
	if s.Counted = quantity != nil; s.Counted {
		s.Unit, s.Quantity, s.Remainder = ledger.Unit(Or(unit)), *quantity, Or(remainder)
	}
	s.MadeBy, s.MadeOn, s.WetStored = tag.EventKind(Or(madeBy)), ledger.Day(Or(madeOn)), Or(wetStored)
	if mixed == nil {
		s.Origin = OriginStated(s.States)
	} else {
		s.Origin = Origin{ledger.Day(Or(day)), Or(area), Or(cert), *mixed}
	}
	if Or(search) != "" {
		s.Search = strings.Split(*search, "\n")
	}
	return s, nil
}

// Or is the value, or the zero one where there is none.
func Or[T any](value *T) (v T) {
	if value != nil {
		v = *value
	}
	return v
}
