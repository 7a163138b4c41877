package demo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
)

// The demo farms' books begin here and end today. The start is fixed, so that
// a later start of the same demo writes the same history and goes on from it.
var demoOrigin = time.Date(2023, time.November, 1, 0, 0, 0, 0, time.UTC)

// From here on a farm sells little while its animals hardly grow, so that they last until
// spring. What was written before stays as it was.
var sparingFrom = ledger.DayOf(time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC))

// season is the work of one farm, simulated day by day: animals are planted,
// grow fastest in summer, are measured, counted, graded into larger lots, lost
// and harvested.
type season struct {
	seed     uint64
	animal   string
	sources  []string
	areas    []farm.Lease
	planting int64   // animals in one planting
	summer   float64 // month at which growth peaks: 7.5 in the north, 1.5 in the south
	currency string  // of what is harvested; empty where nothing is known of its sale
}

// cohort is animals of one planting in one place.
type cohort struct {
	place ledger.Place
	grade int
	alive int64
	held  int64 // containers
	mm    float64
}

// grade is a lot on the way from seed to market.
type grade struct {
	label, equipment, fill string
	upTo                   float64 // mm, then it is graded on; 0 for the last
	perContainer           int64
}

var grades = []grade{
	{"Seed", "Upweller", "20,000 per silo", 15, 20_000},
	{"Nursery", "2 mm bag", "2,000 per bag", 32, 2_000},
	{"Intermediate", "9 mm bag", "500 per bag", 62, 500},
	{"Petite", "14 mm bag", "200 per bag", 76, 200},
	{"Standard", "Flip bag", "150 per bag", 0, 150},
}

const (
	plantedAt   = 6.0  // mm
	harvestFrom = 76.0 // mm
	fullGrown   = 125.0
)

// work is the season of a farm while it is simulated.
type work struct {
	season
	random  *rand.Rand
	day     ledger.Day
	date    time.Time
	cohorts []*cohort
	sold    ledger.Day // the last on which something was harvested
	book    []ledger.Activity
}

// history gives everything that was done from the origin to the last day.
func (s season) history(last ledger.Day) []ledger.Activity {
	w := &work{season: s, random: rand.New(rand.NewPCG(s.seed, 2023))}
	for w.day = ledger.DayOf(demoOrigin); w.day <= last; w.day++ {
		w.date = w.day.Time()
		w.plant()
		for i, b := range append([]*cohort(nil), w.cohorts...) {
			w.tend(i, b)
		}
	}
	return w.book
}

func (w *work) enter(a ledger.Activity) {
	a.Key = fmt.Sprintf("demo-%d", len(w.book)+1)
	a.Day = w.day
	w.book = append(w.book, a)
}

// plant puts seed into one area after the other in spring and early autumn; the
// farm begins with a planting at once.
func (w *work) plant() {
	first := w.day == ledger.DayOf(demoOrigin)
	for i, area := range w.areas {
		spring := w.date.Month() == time.April && w.date.Day() == 3+5*i
		autumn := w.date.Month() == time.September && w.date.Day() == 8+4*i && i%2 == 0
		if !spring && !autumn && !(first && i < 2) {
			continue
		}
		g := grades[0]
		b := &cohort{alive: w.planting + w.random.Int64N(w.planting/5)/100*100, mm: plantedAt}
		b.place = ledger.Place{LeaseID: area.ID, Lot: ledger.Lot{
			Group: ledger.Group{
				OysterType: w.animal, SeedSource: w.sources[w.random.IntN(len(w.sources))], Year: int64(w.date.Year()),
				Month: int64(w.date.Month()), DatePlanted: w.day, LocationPlanted: area.Name,
			}, SizeLabel: g.label, MeshSize: g.equipment, Nickname: g.fill,
		}}
		b.held = containers(b.alive, g)
		w.cohorts = append(w.cohorts, b)
		w.enter(ledger.Activity{Kind: ledger.Plant, Place: b.place, Count: b.alive, Containers: b.held})
	}
}

// tend is a day of a cohort. The cohort's number spreads the work over the week.
func (w *work) tend(number int, b *cohort) {
	b.mm += w.growth(b.mm)
	age := int(w.day-b.place.Lot.DatePlanted) + number
	switch {
	case b.alive == 0:
	case age%7 == 1:
		w.lose(b)
	case age%28 == 12:
		w.measure(b)
	case age%91 == 60:
		w.count(b)
	case grades[b.grade].upTo > 0 && b.mm >= grades[b.grade].upTo:
		w.regrade(b)
	case b.mm >= harvestFrom && w.sells():
		w.harvest(b)
	}
}

// growth is a day's growth in mm: most in summer, less with size.
func (w *work) growth(mm float64) float64 {
	return (0.02 + 0.26*w.warmth()) * (1 - mm/fullGrown)
}

// warmth is from 0 in the middle of winter to 1 in summer.
func (w *work) warmth() float64 {
	month := float64(w.date.Month()) + float64(w.date.Day())/31
	return 0.5 + 0.5*math.Cos((month-w.summer)/12*2*math.Pi)
}

// sells says whether a cohort of market size is harvested from today: on Tuesdays and
// Fridays, and in winter once a week and from one alone.
func (w *work) sells() bool {
	const cold = 0.5
	day := w.date.Weekday()
	if w.day >= sparingFrom && w.warmth() < cold {
		return day == time.Friday && w.sold != w.day
	}
	return day == time.Tuesday || day == time.Friday
}

func (w *work) lose(b *cohort) {
	rate := 0.0008 + 0.003*w.random.Float64()*w.random.Float64()
	if b.grade == 0 {
		rate *= 4 // small seed dies more
	}
	if n := int64(float64(b.alive) * rate); n > 0 {
		b.alive -= n
		w.enter(ledger.Activity{Kind: ledger.Loss, Place: b.place, Count: n})
	}
}

func (w *work) measure(b *cohort) {
	const sample = 30
	classes := make([]ledger.Class, sample)
	for i := range classes {
		tenths := int64(math.Round(10 * b.mm * (1 + 0.12*w.random.NormFloat64()/2)))
		classes[i] = ledger.Class{From: tenths, To: tenths, Count: 1}
	}
	lengths := ledger.NewLengths(classes)
	w.enter(ledger.Activity{Kind: ledger.Size, Place: b.place, Measured: sample, SizeSum: lengths.Sum(), Lengths: lengths})
}

func (w *work) count(b *cohort) {
	found := int64(float64(b.alive) * (1 + 0.006*w.random.NormFloat64()))
	b.alive = found
	w.enter(ledger.Activity{Kind: ledger.Adjust, Place: b.place, Count: found})
}

// regrade moves a cohort into the next lot. From the nursery on, a fifth goes to
// another growing area, as farms spread their risk.
func (w *work) regrade(b *cohort) {
	from, left := b.place, b.held
	b.grade++
	g := grades[b.grade]
	b.place.Lot.SizeLabel, b.place.Lot.MeshSize, b.place.Lot.Nickname = g.label, g.equipment, g.fill
	total, stay := b.alive, b.alive
	parts := []ledger.Part{}
	if b.grade == 2 && len(w.areas) > 1 {
		away := &cohort{place: b.place, grade: b.grade, alive: b.alive / 5, mm: b.mm}
		away.place.LeaseID = w.areas[w.random.IntN(len(w.areas))].ID
		if away.place.LeaseID != b.place.LeaseID {
			stay -= away.alive
			away.held = containers(away.alive, g)
			w.cohorts = append(w.cohorts, away)
			parts = append(parts, ledger.Part{Place: away.place, Count: away.alive, Containers: away.held})
		}
	}
	b.alive, b.held = stay, containers(stay, g)
	parts = append(parts, ledger.Part{Place: b.place, Count: stay, Containers: b.held})
	w.enter(ledger.Activity{Kind: ledger.Move, Place: from, To: parts, Count: total, Containers: left})
}

func (w *work) harvest(b *cohort) {
	n := 400 + w.random.Int64N(500)
	if b.alive-n < 200 {
		n = b.alive
	}
	b.alive -= n
	w.sold = w.day
	emptied := max(0, b.held-containers(b.alive, grades[b.grade]))
	b.held -= emptied
	w.enter(ledger.Activity{Kind: ledger.Harvest, Place: b.place, Count: n, Containers: emptied, Facts: w.sale(b, n)})
}

var buyers = []string{"Harbor House", "Pier 12 Raw Bar", "Bayview Market", "Saltworks Seafood"}

// sale is what is known of a harvest's sale: larger animals are dearer, and of one in
// nine nobody has entered the price. It draws nothing, so that a demo goes on as it began.
func (w *work) sale(b *cohort, animals int64) *ledger.Facts {
	if w.currency == "" {
		return nil
	}
	f := &ledger.Facts{Buyer: buyers[(int64(w.day)+animals)%int64(len(buyers))]}
	if animals%9 == 0 {
		return f
	}
	f.PriceCents, f.Currency, f.Unit = 6_00+int64(max(0, b.mm-harvestFrom))*10+animals%5*20, w.currency, ledger.Dozen
	return f
}

func containers(animals int64, g grade) int64 { return (animals + g.perContainer - 1) / g.perContainer }
