package tag

import (
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// stock is a tag with what it stands for.
type stock struct {
	row
	states    Fields // with the item over its own fields
	counted   bool   // it states a quantity
	unit      ledger.Unit
	quantity  int64 // in parts of the unit, as all amounts
	remainder int64
	held      held      // in other units
	madeBy    EventKind // empty where no event did
	madeOn    ledger.Day
	origin    origin
	wetStored bool
	search    []string // terms

	takenBack string // YYYY-MM-DD on which it was; what it took went back

	fresh   bool  // made by this batch
	changed bool  // it states something else
	moved   bool  // something of it was taken or given back
	drawn   int64 // by this batch, less what was given back
}

const stockColumns = rowColumns + ", t.unit, t.quantity, t.remainder, t.held, t.made_by, t.made_on, t.harvest_day, t.origin_area, t.origin_cert, t.mixed, t.wet_stored, t.search_key"

func scanStock(r sqldb.Row) (*stock, error) {
	s := &stock{}
	var unit, heldText, madeBy, area, cert, search *string
	var quantity, remainder, madeOn, day *int64
	var mixed, wetStored *bool
	err := r.Scan(&s.id, &s.farmID, &s.kind, &s.doc, &s.version, &unit, &quantity, &remainder, &heldText, &madeBy, &madeOn, &day, &area, &cert, &mixed, &wetStored, &search)
	if err != nil {
		return nil, err
	}
	if s.states, err = s.row.states(); err != nil {
		return nil, err
	}
	if s.held, err = readHeld[held](heldText); err != nil {
		return nil, err
	}
	stored, err := s.row.tag()
	if err != nil {
		return nil, err
	}
	s.takenBack = stored.TakenBack
	if s.counted = quantity != nil; s.counted {
		s.unit, s.quantity, s.remainder = ledger.Unit(or(unit)), *quantity, or(remainder)
	}
	s.madeBy, s.madeOn, s.wetStored = EventKind(or(madeBy)), ledger.Day(or(madeOn)), or(wetStored)
	if mixed == nil {
		s.origin = originStated(s.states)
	} else {
		s.origin = origin{ledger.Day(or(day)), or(area), or(cert), *mixed}
	}
	if or(search) != "" {
		s.search = strings.Split(*search, "\n")
	}
	return s, nil
}

// or is the value, or the zero one where there is none.
func or[T any](value *T) (v T) {
	if value != nil {
		v = *value
	}
	return v
}
