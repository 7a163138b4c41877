package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/merroir/merroir/internal/ledger"
)

const (
	farmDays   = 1826 // five years
	farmGroups = 200
	farmAreas  = 10
	seedCount  = 5
)

var (
	animalTypes = []string{"Pacific oyster", "Kumamoto", "Olympia"}
	sizeLabels  = []string{"seed", "20 mm", "40 mm", "60 mm", "76 mm", "100 mm"}
	equipment   = []string{"tray", "bag", "basket"}
)

// held is a place with the animals in it.
type held struct {
	place   ledger.Place
	size    int // index in sizeLabels
	animals int64
}

// planting is the animals of one group, and the places that they are in.
type planting struct {
	group ledger.Group
	at    []*held
}

// generator makes the activities of a farm in order of days. The same seed
// makes the same farm.
type generator struct {
	random    *rand.Rand
	areas     []string // lease ids
	today     ledger.Day
	total     int
	made      int
	plantings []*planting
}

func newGenerator(seed uint64, areas []string, today ledger.Day, activities int) *generator {
	return &generator{random: rand.New(rand.NewPCG(seed, 1)), areas: areas, today: today, total: activities}
}

// next gives the next activities, at most n.
func (g *generator) next(n int) []ledger.Activity {
	batch := make([]ledger.Activity, 0, n)
	for len(batch) < n && g.made < g.total {
		day := g.today - farmDays + 1 + ledger.Day(int64(g.made)*farmDays/int64(g.total))
		batch = append(batch, g.activity(day))
		g.made++
	}
	return batch
}

func (g *generator) activity(day ledger.Day) ledger.Activity {
	if due := 1 + g.made*farmGroups/g.total; len(g.plantings) < due {
		return g.plant(day)
	}
	p := g.plantings[g.random.IntN(len(g.plantings))]
	at := p.at[g.random.IntN(len(p.at))]
	a := ledger.Activity{Day: day, Place: at.place}
	most := at.animals / 20
	if most < 1 {
		a.Kind, a.Count = ledger.Plant, 20_000+g.random.Int64N(20_000)
		at.animals += a.Count
		return a
	}
	n := 1 + g.random.Int64N(most)
	switch kind := g.random.IntN(100); {
	case kind < 16:
		return g.move(a, p, at, n)
	case kind < 34:
		a.Kind, a.Count = ledger.Adjust, at.animals+g.random.Int64N(21)-10
		a.Count = max(a.Count, 0)
		at.animals = a.Count
	case kind < 50:
		a.Kind, a.Measured = ledger.Size, min(10+g.random.Int64N(40), at.animals)
		a.SizeSum = a.Measured * int64(100+150*at.size+g.random.IntN(100))
	case kind < 72:
		a.Kind, a.Count = ledger.Harvest, n
		at.animals -= n
	default:
		a.Kind, a.Count = ledger.Loss, max(1, n/4)
		at.animals -= a.Count
	}
	return a
}

func (g *generator) plant(day ledger.Day) ledger.Activity {
	i := len(g.plantings)
	group := ledger.Group{
		OysterType: animalTypes[i%len(animalTypes)], SeedSource: fmt.Sprint("Hatchery ", 1+i%seedCount),
		Year: int64(day.Time().Year()), Month: int64(day.Time().Month()), DatePlanted: day, LocationPlanted: fmt.Sprint("Area ", 1+i%farmAreas),
	}
	first := &held{place: ledger.Place{LeaseID: g.areas[i%farmAreas], Lot: lotOf(group, 0, i)}, animals: 50_000}
	g.plantings = append(g.plantings, &planting{group, []*held{first}})
	return ledger.Activity{Kind: ledger.Plant, Day: day, Place: first.place, Count: first.animals}
}

func lotOf(group ledger.Group, size, i int) ledger.Lot {
	return ledger.Lot{Group: group, SizeLabel: sizeLabels[size], MeshSize: equipment[(i+size)%len(equipment)], Nickname: fmt.Sprint("line ", 1+i%40)}
}

// move grades animals up, or brings them to another growing area.
func (g *generator) move(a ledger.Activity, p *planting, from *held, n int64) ledger.Activity {
	size := min(from.size+g.random.IntN(2), len(sizeLabels)-1)
	area := g.areas[g.random.IntN(len(g.areas))]
	lot := from.place.Lot
	if size != from.size {
		lot = lotOf(p.group, size, int(p.group.DatePlanted))
	}
	place := ledger.Place{LeaseID: area, Lot: lot}
	if place == from.place {
		a.Kind, a.Count = ledger.Loss, n
		from.animals -= n
		return a
	}
	to := &held{place: place, size: size}
	known := false
	for _, s := range p.at {
		if s.place == place {
			to, known = s, true
		}
	}
	if !known {
		p.at = append(p.at, to)
	}
	from.animals -= n
	to.animals += n
	a.Kind, a.Count, a.To = ledger.Move, n, []ledger.Part{{Place: place, Count: n}}
	return a
}
