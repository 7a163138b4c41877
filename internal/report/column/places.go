package column

import (
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
)

// flows are the kinds of entry that move animals. A cell is a place and one of
// them, or hung, in one number: place*cellsPerPlace + flow.
var flows = [...]ledger.Kind{ledger.Plant, ledger.Move, ledger.Adjust, ledger.Harvest, ledger.Loss}

// moves is the flow of what leaves a place for another and comes there.
const moves = 1

// hung is the flow of the containers that came with animals or left with them.
const hung = len(flows)

const (
	sumsPerPlace  = len(flows) + 1 // that a place uses of its cells
	cellShift     = 3              // so that the place of a cell is a shift away
	cellsPerPlace = 1 << cellShift
	flowMask      = cellsPerPlace - 1
)

// flowOf gives the number of a kind, -1 for one that moves no animals.
func flowOf(kind ledger.Kind) int { return slices.Index(flows[:], kind) }

// place is a lot in a growing area, by their numbers.
type place struct{ lease, lot uint32 }

// route is the way of a move, by the numbers of the places at its ends. In the
// rows of moves it stands where a place stands in the others.
type route struct{ from, to uint32 }

// lot is a lot with the fields by which reports filter and split.
type lot struct {
	id, groupID string
	group       uint32
	values      [field.Count]uint32 // numbers of the values of the nine fields
}

// cells numbers the growing areas, lots and places of a farm. It only grows: what
// was read from it stays true.
type cells struct {
	leases []string // ids
	lots   []lot
	places []place
	first  []int32 // day of the first entry of each place
	routes []route
	groups int                   // how many there are; a group is only a number here
	values [field.Count][]string // keys of each field, by number
}

// interner finds the number of an id, or gives it a new one.
type interner struct {
	cells   *cells
	leaseAt map[string]uint32
	lotAt   map[string]uint32
	groupAt map[string]uint32
	placeAt map[place]uint32
	routeAt map[route]uint32
	valueAt [field.Count]map[string]uint32
}

func newInterner(c *cells) *interner {
	in := &interner{cells: c, leaseAt: map[string]uint32{}, lotAt: map[string]uint32{}, groupAt: map[string]uint32{}, placeAt: map[place]uint32{}, routeAt: map[route]uint32{}}
	for i, id := range c.leases {
		in.leaseAt[id] = uint32(i)
	}
	for i, l := range c.lots {
		in.lotAt[l.id] = uint32(i)
		in.groupAt[l.groupID] = l.group
	}
	for i, p := range c.places {
		in.placeAt[p] = uint32(i)
	}
	for i, r := range c.routes {
		in.routeAt[r] = uint32(i)
	}
	for f := range in.valueAt {
		in.valueAt[f] = map[string]uint32{}
		for i, key := range c.values[f] {
			in.valueAt[f][key] = uint32(i)
		}
	}
	return in
}

func (in *interner) lease(id string) uint32 {
	n, known := in.leaseAt[id]
	if !known {
		n = uint32(len(in.cells.leases))
		in.leaseAt[id] = n
		in.cells.leases = append(in.cells.leases, id)
	}
	return n
}

// addLot takes a lot with the keys of its fields; one that is known is left as it is.
func (in *interner) addLot(id, groupID string, keys [field.Count]string) {
	if _, known := in.lotAt[id]; known {
		return
	}
	l := lot{id: id, groupID: groupID}
	var known bool
	if l.group, known = in.groupAt[groupID]; !known {
		l.group = uint32(in.cells.groups)
		in.groupAt[groupID] = l.group
		in.cells.groups++
	}
	for f, key := range keys {
		n, known := in.valueAt[f][key]
		if !known {
			n = uint32(len(in.cells.values[f]))
			in.valueAt[f][key] = n
			in.cells.values[f] = append(in.cells.values[f], key)
		}
		l.values[f] = n
	}
	in.lotAt[id] = uint32(len(in.cells.lots))
	in.cells.lots = append(in.cells.lots, l)
}

// place gives the number of a place; day is that of an entry there.
func (in *interner) place(p place, day int32) uint32 {
	n, known := in.placeAt[p]
	if !known {
		n = uint32(len(in.cells.places))
		in.placeAt[p] = n
		in.cells.places = append(in.cells.places, p)
		in.cells.first = append(in.cells.first, day)
	}
	return n
}

func (in *interner) route(r route) uint32 {
	n, known := in.routeAt[r]
	if !known {
		n = uint32(len(in.cells.routes))
		in.routeAt[r] = n
		in.cells.routes = append(in.cells.routes, r)
	}
	return n
}
