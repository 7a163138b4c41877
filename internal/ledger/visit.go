package ledger

import (
	"cmp"
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
)

// Visit is a row of a field notebook: what was found in a container on a day
// and what was taken out.
type Visit struct {
	Row       int // line of the sheet
	Day       Day
	Area      string // name of the growing area
	Equipment string
	Profile   string // the container
	Counted   int64
	Dead      int64
	Taken     int64
	Measured  int64
	SizeSum   int64 // tenths of a millimetre, over the measured animals
}

// Planted describes the animals that the first visit to a container plants.
type Planted struct{ OysterType, SeedSource string }

// container is what a notebook calls a bag.
type container struct{ leaseID, equipment, profile string }

// kept is a lot that a container of the farm holds, or held: not one of which all was undone.
type kept struct {
	lot     Lot
	onHand  int64
	lastDay Day
}

// resolveVisits turns the visits into activities. The first visit to a
// container is its planting, unless the farm keeps animals in it already: then
// the notebook goes on with those.
func (d *Draft) resolveVisits(ctx context.Context, tx *sqldb.Tx, r *Recording) error {
	inUse, err := keptByContainer(ctx, tx, r.farmID)
	if err != nil {
		return err
	}
	r.batch = &batch{visits: d.visits}
	order := make([]int, len(d.visits))
	for i := range order {
		order[i] = i
	}
	sorting.By(order, func(i, j int) int { return cmp.Compare(d.visits[i].Day, d.visits[j].Day) })
	lots := map[container]Lot{}
	for _, i := range order {
		v := &d.visits[i]
		c := container{r.areas.id(v.Area), v.Equipment, v.Profile}
		lot, visited := lots[c]
		planting := false
		if !visited {
			var reason string
			if lot, planting, reason = d.firstVisit(v, inUse[c]); reason != "" {
				r.refused.addRefusal(Refusal{Activity: -1, Row: v.Row, Reason: reason})
				continue
			}
			lots[c] = lot
		}
		r.addVisit(i, Place{c.leaseID, lot}, planting)
	}
	return nil
}

// firstVisit decides whether the sheet's first visit to a container plants it, or
// goes on with a lot that the farm has there.
func (d *Draft) firstVisit(v *Visit, there []kept) (lot Lot, planting bool, reason string) {
	month := v.Day.Time()
	planted := Lot{
		Group: Group{
			OysterType: d.Visits.OysterType, SeedSource: d.Visits.SeedSource,
			Year: int64(month.Year()), Month: int64(month.Month()), DatePlanted: v.Day, LocationPlanted: v.Area,
		},
		MeshSize: v.Equipment, Nickname: v.Profile,
	}
	var candidates []Lot
	for _, k := range there {
		if k.lot == planted {
			return planted, true, ""
		}
		if k.onHand > 0 || k.lastDay >= v.Day {
			candidates = append(candidates, k.lot)
		}
	}
	switch {
	case len(candidates) == 0:
		return planted, true, ""
	case len(candidates) > 1:
		return planted, false, fmt.Sprintf("%s, %s, %s holds several lots; record its visits as activities", v.Area, v.Equipment, v.Profile)
	case candidates[0].DatePlanted > v.Day:
		return planted, false, fmt.Sprintf("the visit is before the planting on %s that the farm has for this container", candidates[0].DatePlanted)
	}
	return candidates[0], false, ""
}

// visitPart is what an activity adds to the key of its visit.
var visitPart = map[Kind]string{Plant: "counted", Adjust: "counted", Size: "size", Loss: "dead", Harvest: "taken"}

// key names the visit within the farm.
func (v *Visit) key(leaseID string) string {
	var b digestBuilder
	b.texts(leaseID, v.Equipment, v.Profile)
	b.numbers(int64(v.Day))
	return "visit:" + b.sum().String() + ":"
}

// source is what the visit says, all of it: it is part of the content of each
// of its activities.
func (v *Visit) source() string { return fmt.Sprint(v.Counted, v.Dead, v.Taken, v.Measured, v.SizeSum) }

// addVisit adds the activities of a visit, in the order in which they happen.
func (b *Recording) addVisit(i int, where Place, planting bool) {
	v := &b.visits[i]
	counted := Activity{Kind: Adjust, Count: v.Counted, Order: BeforeRemovals, Missing: b.draft.Missing}
	if planting {
		counted = Activity{Kind: Plant, Count: v.Counted, Containers: 1}
	}
	all := []Activity{counted}
	if v.Measured > 0 {
		all = append(all, Activity{Kind: Size, Measured: v.Measured, SizeSum: v.SizeSum})
	}
	if v.Dead > 0 {
		all = append(all, Activity{Kind: Loss, Count: v.Dead})
	}
	if v.Taken > 0 {
		all = append(all, Activity{Kind: Harvest, Count: v.Taken})
	}
	for k := range all {
		all[k].Day, all[k].Place = v.Day, where
		if field, reason := all[k].Refuse(v.Day); reason != "" {
			b.refused.addRefusal(Refusal{Activity: -1, Row: v.Row, Kind: all[k].Kind, Field: field, Reason: reason})
			return
		}
	}
	for _, a := range all {
		b.add(a, v.Row)
		b.acts[len(b.acts)-1].visit = int32(i + 1)
	}
}

func keptByContainer(ctx context.Context, tx *sqldb.Tx, farmID string) (map[container][]kept, error) {
	found := map[container][]kept{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var leaseID string
		var k kept
		err := r.Scan(append([]any{&leaseID, &k.onHand, &k.lastDay}, k.lot.columns()...)...)
		c := container{leaseID, k.lot.MeshSize, k.lot.Nickname}
		found[c] = append(found[c], k)
		return struct{}{}, err
	}, "SELECT b.lease_id, b.on_hand, b.last_day, "+lotColumns+`
		FROM balances b
		JOIN lots l ON l.farm_id = b.farm_id AND l.id = b.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		JOIN farm_state s ON s.farm_id = b.farm_id
		WHERE b.farm_id = $1 AND (b.on_hand > 0 OR EXISTS (
			SELECT 1 FROM entries e JOIN activities a ON a.farm_id = e.farm_id AND a.seq = e.activity_seq
			WHERE e.farm_id = b.farm_id AND e.lot_id = b.lot_id AND e.lease_id = b.lease_id AND a.reverses IS NULL
				AND NOT EXISTS (SELECT 1 FROM activities u WHERE u.farm_id = a.farm_id AND u.reverses = a.seq AND u.seq <= s.seq)))`, farmID)
	return found, err
}
