package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/sqldb"
)

// visit is a row of a field notebook: what was found in a container on a day
// and what was taken out.
type visit struct {
	line      int
	day       Day
	area      string
	equipment string
	profile   string
	counted   int64
	dead      int64
	taken     int64
	measured  int64
	sizeSum   int64
}

// visitReader gives the reader of the rows of one sheet of visits.
func (s *sheet) visitReader() func(*rowReader) {
	type visitKey struct {
		day                      Day
		area, equipment, profile string
	}
	lines := map[visitKey]int{}
	return func(r *rowReader) {
		v := readVisit(r, s.options)
		if !r.ok {
			return
		}
		key := visitKey{v.day, v.area, v.equipment, v.profile}
		if line, twice := lines[key]; twice {
			r.refuse("", fmt.Sprintf("the same container is visited on the same day in line %d", line))
			return
		}
		lines[key] = v.line
		s.visits = append(s.visits, v)
	}
}

func readVisit(r *rowReader, o Options) visit {
	for _, field := range []string{colDate, colArea, colFillProfile, colCounted} {
		r.required(field)
	}
	v := visit{
		line:      r.row.Line,
		day:       r.date(colDate),
		area:      r.area(colArea, o),
		equipment: r.label(colEquipment),
		profile:   r.fillProfile(colFillProfile),
		counted:   r.number(colCounted, maxAnimals),
		dead:      r.number(colDead, maxAnimals),
		taken:     r.number(colTaken, maxAnimals),
	}
	live := r.number(colLive, maxAnimals)
	if r.ok {
		v.measured, v.sizeSum = r.sample()
	}
	switch left := v.counted - v.dead; {
	case !r.ok:
	case left < 0:
		r.refuse(colDead, fmt.Sprintf("%d dead of %d counted", v.dead, v.counted))
	case r.text(colLive) != "" && live != left:
		r.refuse(colLive, fmt.Sprintf("is %d where %d counted less %d dead leave %d", live, v.counted, v.dead, left))
	case v.taken > left:
		r.refuse(colTaken, fmt.Sprintf("more taken than there are: %d of %d", v.taken, left))
	}
	return v
}

// container is what a notebook calls a bag.
type container struct{ leaseID, equipment, profile string }

// kept is a lot that the farm has, or had, in a container.
type kept struct {
	lot     Lot
	onHand  int64
	lastDay Day
}

// resolveVisits turns the visits into activities. The first visit to a
// container is its planting, unless the farm keeps animals in it already: then
// the notebook goes on with those.
func (s *sheet) resolveVisits(ctx context.Context, tx *sqldb.Tx, r *recording) error {
	inUse, err := keptByContainer(ctx, tx, r.farmID)
	if err != nil {
		return err
	}
	r.batch = &batch{visits: s.visits}
	order := make([]int, len(s.visits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.visits[i].day, s.visits[j].day) })
	lots := map[container]Lot{}
	for _, i := range order {
		v := &s.visits[i]
		c := container{r.areas.id(v.area), v.equipment, v.profile}
		lot, visited := lots[c]
		planting := false
		if !visited {
			var reason string
			if lot, planting, reason = s.firstVisit(v, inUse[c]); reason != "" {
				s.unclear.add(v.line, "", reason)
				continue
			}
			lots[c] = lot
		}
		s.addVisit(r.batch, i, Place{c.leaseID, lot}, planting)
	}
	if s.skip {
		return nil
	}
	return s.unclear.err()
}

// firstVisit decides what the first visit of the sheet to a container means.
func (s *sheet) firstVisit(v *visit, there []kept) (lot Lot, planting bool, reason string) {
	month := v.day.Time()
	planted := Lot{
		Group: Group{
			OysterType: s.options.OysterType, SeedSource: s.options.SeedSource,
			Year: int64(month.Year()), Month: int64(month.Month()), DatePlanted: v.day, LocationPlanted: v.area,
		},
		MeshSize: v.equipment, Nickname: v.profile,
	}
	var candidates []Lot
	for _, k := range there {
		if k.lot == planted {
			return planted, true, ""
		}
		if k.onHand > 0 || k.lastDay >= v.day {
			candidates = append(candidates, k.lot)
		}
	}
	switch {
	case len(candidates) == 0:
		return planted, true, ""
	case len(candidates) > 1:
		return planted, false, fmt.Sprintf("%s, %s, %s holds several lots; record its visits as activities", v.area, v.equipment, v.profile)
	case candidates[0].DatePlanted > v.day:
		return planted, false, fmt.Sprintf("the visit is before the planting on %s that the farm has for this container", candidates[0].DatePlanted)
	}
	return candidates[0], false, ""
}

// visitPart is what an activity adds to the key of its visit.
var visitPart = map[Kind]string{Plant: "counted", Adjust: "counted", Size: "size", Loss: "dead", Harvest: "taken"}

// key names the visit within the farm.
func (v *visit) key(leaseID string) string {
	var b digestBuilder
	b.texts(leaseID, v.equipment, v.profile)
	b.numbers(int64(v.day))
	return "visit:" + b.sum().String() + ":"
}

// source is what the visit says, all of it: it is part of the content of each
// of its activities.
func (v *visit) source() string { return fmt.Sprint(v.counted, v.dead, v.taken, v.measured, v.sizeSum) }

// addVisit adds the activities of a visit, in the order in which they happen.
func (s *sheet) addVisit(b *batch, i int, where Place, planting bool) {
	v := &s.visits[i]
	counted := Activity{Kind: Adjust, Count: v.counted}
	if planting {
		counted = Activity{Kind: Plant, Count: v.counted, Containers: 1}
	}
	all := []Activity{counted}
	if v.measured > 0 {
		all = append(all, Activity{Kind: Size, Measured: v.measured, SizeSum: v.sizeSum})
	}
	if v.dead > 0 {
		all = append(all, Activity{Kind: Loss, Count: v.dead})
	}
	if v.taken > 0 {
		all = append(all, Activity{Kind: Harvest, Count: v.taken})
	}
	for k := range all {
		all[k].Day, all[k].Place = v.day, where
		if field, reason := all[k].refuse(v.day); reason != "" {
			s.unclear.add(v.line, s.columnOf(all[k].Kind, field), reason)
			return
		}
	}
	for _, a := range all {
		b.add(a, v.line)
		b.acts[len(b.acts)-1].visit = int32(i + 1)
	}
}

func keptByContainer(ctx context.Context, tx *sqldb.Tx, farmID string) (map[container][]kept, error) {
	found := map[container][]kept{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var leaseID string
		var k kept
		err := r.Scan(&leaseID, &k.onHand, &k.lastDay, &k.lot.SizeLabel, &k.lot.MeshSize, &k.lot.Nickname,
			&k.lot.OysterType, &k.lot.SeedSource, &k.lot.Year, &k.lot.Month, &k.lot.DatePlanted, &k.lot.LocationPlanted)
		c := container{leaseID, k.lot.MeshSize, k.lot.Nickname}
		found[c] = append(found[c], k)
		return struct{}{}, err
	}, `SELECT b.lease_id, b.on_hand, b.last_day, l.size_label, l.mesh_size, l.nickname,
			g.oyster_type, g.seed_source, g.year, g.month, g.date_planted, g.location_planted
		FROM balances b
		JOIN lots l ON l.farm_id = b.farm_id AND l.id = b.lot_id
		JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id
		WHERE b.farm_id = $1`, farmID)
	return found, err
}
