package report

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

func growthOf(t testing.TB, db *sqldb.DB, farmID string, q GrowthQuery) Growth {
	t.Helper()
	g, err := New(db, clock).Growth(system, farmID, q)
	must(t, err)
	return g
}

// docs/formulas.md shows the same numbers.
func TestGrowthWorkedOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID := importedFarm(t, db, "date,activity,growing area,date planted,equipment,count,measured,size mm,lengths mm\n"+
			"2025-11-20,plant,North,2025-11-20,bag,800,,,\n2025-11-20,size,North,2025-11-20,bag,,10,20,\n2026-05-19,size,North,2025-11-20,bag,,10,40,\n"+
			"2026-11-20,size,North,2025-11-20,bag,,,,60 70 80 80\n2026-10-01,plant,South,2026-10-01,tray,200,,,\n2026-11-10,size,South,2026-10-01,tray,,,,10-15x10\n")
		g := growthOf(t, db, farmID, GrowthQuery{})
		d := g.Distribution
		for what, one := range map[string][2]float64{
			"mean": {*d.MeanMM, 60.5}, "spread": {*d.SpreadMM, 25.128}, "a tenth": {*d.P10MM, 12.5}, "nine tenths": {*d.P90MM, 80}, "of market size": {*d.MarketShare, 40},
			"first months": {*g.Plantings[1].Points[1].MMPerMonth, 3.382}, "last months": {*g.Plantings[1].Points[2].MMPerMonth, 5.347}, "the year": {*g.Plantings[1].Forecast.MMPerMonth, 4.378},
		} {
			if math.Abs(one[0]-one[1]) > 0.0006 {
				t.Errorf("%s: %v, want %v", what, one[0], one[1])
			}
		}
		bins := map[float64]float64{}
		for _, b := range d.Bins {
			if b.ToMM-b.FromMM != 5 || d.BinMM != 5 {
				t.Errorf("bin %v of %v mm", b, d.BinMM)
			}
			if b.Animals > 1e-9 {
				bins[b.FromMM] = math.Round(b.Animals)
			}
		}
		if want := map[float64]float64{10: 200, 60: 200, 70: 200, 80: 400}; !cmp.Equal(bins, want) {
			t.Error(cmp.Diff(want, bins))
		}
		older, newer := g.Plantings[1], g.Plantings[0]
		if *older.Forecast.Days != 25 || older.Forecast.Date != "2026-12-15" || older.Forecast.Since != "2025-11-20" || g.Oldest != "2026-11-10" || g.Newest != "2026-11-20" {
			t.Errorf("%+v %s %s", older.Forecast, g.Oldest, g.Newest)
		}
		if newer.Living != 200 || newer.Forecast.Why != "Measured on one day only. Measure again in a month." || newer.Forecast.Days != nil {
			t.Errorf("%+v", newer)
		}
		// In October nobody had measured lengths, and the seed nothing at all.
		before := growthOf(t, db, farmID, GrowthQuery{To: "2026-10-15"})
		if before.WithoutLengths != 800 || before.NotMeasured != 200 || before.Distribution.MeanMM != nil || len(before.Distribution.Bins) != 0 {
			t.Errorf("%+v", before)
		}
		one := growthOf(t, db, farmID, GrowthQuery{LotID: g.Lots[1].LotID})
		if one.Living != 200 || *one.Distribution.MeanMM != 12.5 || len(one.Plantings) != 1 {
			t.Errorf("the seed: %+v", one)
		}
	})
}

// The market size is the farm's own, 76 mm until it says otherwise; it is audited and bounded.
func TestMarketSize(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, farms := newFarm(t, db), farm.New(db, clock)
		if g := growthOf(t, db, farmID, GrowthQuery{}); g.MarketMM != 76 || g.Living != 0 || g.Plantings == nil || g.Lots == nil {
			t.Errorf("%+v", g)
		}
		stored, err := farms.SetMarket(newUser(t, db, "marin", farmID), farmID, farm.Market{MM: 63.54}, nil)
		if g := growthOf(t, db, farmID, GrowthQuery{}); err != nil || stored.MM != 63.5 || g.MarketMM != 63.5 {
			t.Errorf("%v, %v %v", g.MarketMM, stored, err)
		}
		_, err = farms.SetMarket(system, farmID, stored, nil)
		must(t, err)
		for _, mm := range []float64{0, 4.9, 300.1, math.Inf(1), -5} {
			if _, err := farms.SetMarket(system, farmID, farm.Market{MM: mm}, nil); !fault.Is(err, fault.Invalid) {
				t.Errorf("%v mm: %v", mm, err)
			}
		}
		if _, err := farms.SetMarket(newUser(t, db, "other"), farmID, farm.Market{MM: 80}, nil); !fault.Is(err, fault.NotFound) {
			t.Errorf("of another farm: %v", err)
		}
		must(t, db.Read(system, func(tx *sqldb.Tx) error {
			n, err := sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT count(*) FROM audit WHERE action = 'farm.marketSize'")
			if n != 1 {
				t.Errorf("%d in the audit trail", n)
			}
			return err
		}))
	})
}

func TestGrowthRefuses(t *testing.T) {
	db := dbtest.SQLite(t)
	farmID := newFarm(t, db)
	for name, q := range map[string]GrowthQuery{"activeLease": {LeaseID: "none"}, "to": {To: "2026-11-21"}} {
		if _, err := New(db, clock).Growth(system, farmID, q); !fault.Is(err, fault.Invalid) || fault.As(err).Fields[0].Name != name {
			t.Errorf("%+v: %v", q, err)
		}
	}
	if _, err := New(db, clock).Growth(newUser(t, db, "other"), farmID, GrowthQuery{}); !fault.Is(err, fault.NotFound) {
		t.Errorf("another farm: %v", err)
	}
}

// measuredClass is animals of a sample from one length up to another, in mm.
type measuredClass struct {
	day         int
	lot         string
	from, to, n float64
}

// readLengths reads the lengths that were measured and not undone.
func readLengths(t testing.TB, db *sqldb.DB, farmID string, b book) (all []measuredClass) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(system, tx, func(r sqldb.Row) (struct{}, error) {
			var seq int64
			var text string
			if err := r.Scan(&seq, &text); err != nil {
				return struct{}{}, err
			}
			var classes [][3]float64
			err := json.Unmarshal([]byte(text), &classes)
			for _, e := range b.entries {
				for _, c := range classes {
					if e.activity == seq {
						all = append(all, measuredClass{e.day, e.lot, c[0] / 10, c[1] / 10, c[2]})
					}
				}
			}
			return struct{}{}, err
		}, "SELECT seq, lengths FROM activities WHERE farm_id = $1 AND lengths IS NOT NULL AND seq NOT IN (SELECT reverses FROM activities WHERE farm_id = $1 AND reverses IS NOT NULL)", farmID)
		return err
	}))
	return all
}

// newestDay is the latest day up to the given one on which any of the lots were measured.
func (b book) newestDay(day int, of func(lot string) bool) int {
	counts := map[int]int64{}
	for _, e := range b.entries {
		if e.day <= day && of(e.lot) {
			counts[e.day] += e.sizeN
		}
	}
	newest := 0
	for d, n := range counts {
		if n > 0 {
			newest = max(newest, d)
		}
	}
	return newest
}

// checkGrowth compares an answer with docs/formulas.md.
func (b book) checkGrowth(t testing.TB, g Growth, lengths []measuredClass, day int, passes func(replayed) bool) {
	t.Helper()
	var living, without, never, told float64
	type share struct{ from, to, share float64 }
	var shares []share
	for id, lot := range b.lots {
		alive := float64(b.until(day, func(e replayed) bool { return e.lot == id && passes(e) }).alive())
		living += alive
		of := func(other string) bool { return other == id }
		on := b.newestDay(day, of)
		if on == 0 {
			of = func(other string) bool { return b.lots[other].group == lot.group }
			on = b.newestDay(day, of)
		}
		n := 0.0
		for _, c := range lengths {
			if c.day == on && of(c.lot) {
				n += c.n
			}
		}
		switch {
		case on == 0:
			never += alive
		case n == 0:
			without += alive
		default:
			told += alive
			for _, c := range lengths {
				if c.day == on && of(c.lot) {
					shares = append(shares, share{c.from, c.to, alive * c.n / n})
				}
			}
		}
	}
	if living != float64(g.Living) || without != float64(g.WithoutLengths) || never != float64(g.NotMeasured) || told != float64(g.Distribution.Animals) {
		t.Fatalf("living %v %v, without %v %v, never %v %v, told %v %v", living, g.Living, without, g.WithoutLengths, never, g.NotMeasured, told, g.Distribution.Animals)
	}
	d := g.Distribution
	if told == 0 {
		if d.MeanMM != nil || d.MarketShare != nil || len(d.Bins) != 0 {
			t.Fatalf("a distribution of nothing: %+v", d)
		}
		return
	}
	shorter := func(mm float64, orSo bool) (sum float64) { // how many are shorter, or as long
		for _, s := range shares {
			switch {
			case s.to < mm || s.to == mm && (orSo || s.from < s.to):
				sum += s.share
			case s.from < mm:
				sum += s.share * (mm - s.from) / (s.to - s.from)
			}
		}
		return sum / told
	}
	var mean, squares float64
	for _, s := range shares {
		mean += s.share / told * (s.from + s.to) / 2
		squares += s.share / told * (s.from*s.from + s.from*s.to + s.to*s.to) / 3
	}
	if !alike(mean, *d.MeanMM) || math.Abs(math.Sqrt(max(squares-mean*mean, 0))-*d.SpreadMM) > 1e-5 || !alike(100*(1-shorter(g.MarketMM, false)), *d.MarketShare) {
		t.Fatalf("mean %v, spread %v, market %v: %+v", mean, math.Sqrt(squares-mean*mean), 100*(1-shorter(g.MarketMM, false)), d)
	}
	const close = 1e-7
	for part, mm := range map[float64]float64{0.1: *d.P10MM, 0.9: *d.P90MM} {
		if shorter(mm, true) < part-close || shorter(mm-1e-6, true) > part+1e-6 {
			t.Fatalf("%v up to %v mm, %v just below, want %v", shorter(mm, true), mm, shorter(mm-1e-6, true), part)
		}
	}
	sum, at := 0.0, d.Bins[0].FromMM
	for _, bin := range d.Bins {
		want := told * (shorter(bin.ToMM, false) - shorter(bin.FromMM, false))
		if bin.FromMM != at || math.Abs(bin.Animals-want) > 1e-6 {
			t.Fatalf("%+v, want %v from %v", bin, want, at)
		}
		sum, at = sum+bin.Animals, bin.ToMM
	}
	if math.Abs(sum-told) > 1e-6 || len(d.Bins) > 25 {
		t.Fatalf("%d bins of %v animals, want %v", len(d.Bins), sum, told)
	}
}

// checkCurves compares each point of a planting with the average size of its animals that day.
func (b book) checkCurves(t testing.TB, g Growth, passes func(replayed) bool) (points int) {
	t.Helper()
	for _, p := range g.Plantings {
		for i, point := range p.Points {
			on := int(day(point.Date))
			of := func(e replayed) bool { return b.lots[e.lot].group == p.GroupID && passes(e) }
			if want := b.averageSize(on, of); !alike(point.MM, want) {
				t.Fatalf("%s: %v mm, want %v", point.Date, point.MM, want)
			}
			if apart := i > 0 && on-int(day(p.Points[i-1].Date)) >= 14; apart != (point.MMPerMonth != nil) {
				t.Fatalf("%s: growth %v", point.Date, point.MMPerMonth)
			} else if apart {
				before := p.Points[i-1]
				rate := (point.MM - before.MM) / float64(on-int(day(before.Date))) * 30.4375
				if !alike(rate, *point.MMPerMonth) {
					t.Fatalf("%s: %v mm a month, want %v", point.Date, *point.MMPerMonth, rate)
				}
			}
			points++
		}
	}
	return points
}

// Random farms, growing areas, lots and days, by the columns and by SQL, are what an engine that
// knows only the formulas works out.
func TestGrowthIsTheFormulas(t *testing.T) {
	const farms, asked = 4, 12
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		points, distributions := 0, 0
		for seed := range farms {
			r := rand.New(rand.NewPCG(uint64(seed), 11))
			farmID, places := historyPlaces(t, db)
			newest := recordAtOnce(t, db, farmID, plantings(places))
			for i := range 70 {
				a := drawActivity(places, newest).Example(5000*seed + i)
				if a.Kind == ledger.Size && r.IntN(4) > 0 {
					a.Lengths = randomLengths(r)
					a.Measured, a.SizeSum = a.Lengths.Count(), a.Lengths.Sum()
				}
				newest = max(newest, record(t, db, farmID, []ledger.Activity{a}))
			}
			b := readBook(t, db, farmID)
			lengths := readLengths(t, db, farmID, b)
			lots := []string{"", ""}
			for id := range b.lots {
				lots = append(lots, id)
			}
			slices.Sort(lots)
			for range asked {
				on := int(historyStart) + r.IntN(90)
				q := GrowthQuery{LotID: lots[r.IntN(len(lots))], To: ledger.Day(on).String()}
				if r.IntN(2) == 0 {
					q.LeaseID = places[r.IntN(len(places))].LeaseID
				}
				passes := func(e replayed) bool {
					return (q.LeaseID == "" || e.lease == q.LeaseID) && (q.LotID == "" || e.lot == q.LotID)
				}
				for name, s := range map[string]*Service{"columns": New(db, clock), "SQL": bySQL(db)} {
					g, err := s.Growth(system, farmID, q)
					if must(t, err); t.Failed() {
						t.Fatal(name, q)
					}
					b.checkGrowth(t, g, lengths, on, passes)
					points += b.checkCurves(t, g, passes)
					distributions += len(g.Distribution.Bins)
				}
			}
		}
		if points < 100 || distributions < 100 {
			t.Errorf("little happened: %d points, %d bins", points, distributions)
		}
	})
}

func randomLengths(r *rand.Rand) *ledger.Lengths {
	var classes []ledger.Class
	for range 1 + r.IntN(6) {
		from := 200 + r.Int64N(700)
		c := ledger.Class{From: from, To: from, Count: 1 + r.Int64N(3)}
		if r.IntN(3) == 0 {
			c.From = from / 50 * 50
			c.To = c.From + 50
		}
		classes = append(classes, c)
	}
	return ledger.NewLengths(classes)
}

// However long the book, the statements are as many: only those for the lots that live.
func TestGrowthAsksLittle(t *testing.T) {
	db, statements := dbtest.Counted(t)
	farmID, places := historyPlaces(t, db)
	recordAtOnce(t, db, farmID, plantings(places))
	s := New(db, clock)
	ask := func() int64 {
		_, err := s.Growth(system, farmID, GrowthQuery{})
		must(t, err)
		before := statements()
		_, err = s.Growth(system, farmID, GrowthQuery{})
		must(t, err)
		return statements() - before
	}
	measure := func(days int) {
		var batch []ledger.Activity
		for i := range days {
			for _, place := range places[:2] {
				a := ledger.Activity{Kind: ledger.Size, Day: historyStart + 30 + ledger.Day(i), Place: place, Lengths: ledger.NewLengths([]ledger.Class{{From: 600, To: 650, Count: 10}})}
				a.Measured, a.SizeSum = 10, a.Lengths.Sum()
				batch = append(batch, a)
			}
		}
		record(t, db, farmID, batch)
	}
	measure(1)
	few := ask()
	measure(100)
	if many := ask(); many != few || few > 9 {
		t.Errorf("%d statements with one day measured, %d with a hundred", few, many)
	}
}
