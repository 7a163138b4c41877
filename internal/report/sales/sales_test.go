package sales

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/reporttest"
	"github.com/merroir/merroir/internal/sqldb"
)

var system, must, day = reporttest.System, reporttest.Must, reporttest.Day

// yard is a farm with animals in two growing areas, and what asks about it.
type yard struct {
	t     testing.TB
	db    *sqldb.DB
	farm  string
	areas map[string]string // id by name
	sales *Service
	book  *ledger.Service
}

var lot = ledger.Lot{Group: ledger.Group{OysterType: "Pacific", SeedSource: "Hatchery", Year: 2024}, SizeLabel: "Market"}

func newYard(t testing.TB, db *sqldb.DB, now func() time.Time) *yard {
	y := &yard{t: t, db: db, farm: reporttest.ImportedFarm(t, db, "date,activity,growing area,animal type,seed source,year,size,count\n"+
		"2025-01-01,plant,North,Pacific,Hatchery,2024,Market,900000000\n2025-01-01,plant,South,Pacific,Hatchery,2024,Market,900000000\n")}
	y.areas = booktest.Areas(t, db, y.farm)
	y.sales, y.book = New(db, report.New(db, now)), ledger.New(db, now)
	return y
}

// harvest records one, and gives its number.
func (y *yard) harvest(date, area string, animals int64, facts *ledger.Facts) int64 {
	y.t.Helper()
	return y.record(ledger.Activity{Kind: ledger.Harvest, Day: day(date), Place: ledger.Place{LeaseID: y.areas[area], Lot: lot}, Count: animals, Facts: facts})
}

func (y *yard) record(a ledger.Activity) int64 {
	y.t.Helper()
	result, err := y.book.Record(system, y.farm, []ledger.Activity{a})
	must(y.t, err)
	return result.Numbers[0]
}

func (y *yard) ask(q Query) Sales {
	y.t.Helper()
	found, err := y.sales.Sales(system, y.farm, q)
	must(y.t, err)
	return found
}

func (y *yard) explain(f Figure) Explanation {
	y.t.Helper()
	e, err := y.sales.Explain(system, y.farm, f)
	must(y.t, err)
	return e
}

var november = Query{DateRange: "Custom", StartDate: "2026-11-01", EndDate: "2026-11-20"}

func cents(n int64) *int64 { return &n }

// SALES-1: docs/formulas.md shows the same numbers.
func TestSalesWorkedOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		y := newYard(t, db, reporttest.Clock)
		y.harvest("2026-10-31", "North", 7, &ledger.Facts{PriceCents: 80, Unit: ledger.Each, Currency: "USD"}) // another month
		y.harvest("2026-11-01", "North", 1_250, &ledger.Facts{Buyer: "elliott's", Quantity: 100_000, PriceCents: 9_00, Unit: ledger.Dozen, Currency: "USD"})
		wrong := y.harvest("2026-11-02", "South", 600, &ledger.Facts{Buyer: "Elliott's", PriceCents: 80, Unit: ledger.Each, Currency: "USD"})
		y.harvest("2026-11-03", "South", 250, &ledger.Facts{Buyer: "Elliott's", PriceCents: 9_10, Unit: ledger.Dozen, Currency: "USD"})
		y.harvest("2026-11-04", "North", 500, &ledger.Facts{Buyer: "Rive Sud", Quantity: 2_500, PriceCents: 310_25, Unit: ledger.Bag, Currency: "CAD"})
		y.harvest("2026-11-05", "North", 100, &ledger.Facts{Buyer: "Rive Sud", PriceCents: 50_00, Unit: ledger.Bag, Currency: "USD"})
		y.harvest("2026-11-06", "North", 60, nil)
		y.record(ledger.Activity{Reverses: wrong})
		usd := func(harvests, animals, sum int64, price int64) Worth {
			return Worth{"USD", sum, harvests, animals, cents(price)}
		}
		cad := Worth{"CAD", 775_63, 1, 500, cents(18_62)}
		want := Sales{
			StartDate: "2026-11-01", EndDate: "2026-11-20",
			All: Sold{5, 2_160, []Worth{cad, usd(2, 1_500, 1_089_58, 8_72)}, Unvalued{2, 160}},
			Buyers: []SoldTo{
				{"Elliott's", Sold{2, 1_500, []Worth{usd(2, 1_500, 1_089_58, 8_72)}, Unvalued{}}},
				{"Rive Sud", Sold{2, 600, []Worth{cad}, Unvalued{1, 100}}},
				{"", Sold{1, 60, []Worth{}, Unvalued{1, 60}}},
			},
			Areas: []SoldFrom{
				{y.areas["North"], "North", Sold{4, 1_910, []Worth{cad, usd(1, 1_250, 900_00, 8_64)}, Unvalued{2, 160}}},
				{y.areas["South"], "South", Sold{1, 250, []Worth{usd(1, 250, 189_58, 9_10)}, Unvalued{}}},
			},
		}
		if got := y.ask(november); !cmp.Equal(got, want) {
			t.Error(cmp.Diff(want, got))
		}
		north := november
		north.ActiveLease = y.areas["South"]
		if got := y.ask(north); got.All.Harvests != 1 || len(got.Areas) != 1 || got.Areas[0].Area != "South" {
			t.Errorf("of one area: %+v", got)
		}

		buyer, dollars, none := " ELLIOTT'S", "USD", ""
		e := y.explain(Figure{Query: november, Buyer: &buyer})
		if len(e.Entries) != 4 || !cmp.Equal(e.Sold, want.Buyers[0].Sold) {
			t.Errorf("a buyer's harvests: %+v", e)
		}
		back := e.Entries[1]
		if back.Animals != -600 || *back.Cents != -480_00 || *back.Reverses != wrong || back.Area != "South" || back.Date != "2026-11-02" || back.Lot != lot.Describe() {
			t.Errorf("what was undone: %+v", back)
		}
		if e := y.explain(Figure{Query: november, Currency: &none}); e.Unvalued != want.All.Unvalued || len(e.Worth) != 0 || len(e.Entries) != 2 {
			t.Errorf("what is not valued: %+v", e)
		}
		if e := y.explain(Figure{Query: november, Buyer: &none}); e.Animals != 60 || e.Entries[0].Cents != nil {
			t.Errorf("without a buyer: %+v", e)
		}
		if e := y.explain(Figure{Query: november, Currency: &dollars}); e.Worth[0].Cents != 1_089_58 {
			t.Errorf("in dollars: %+v", e)
		}
	})
}

// What random harvests come to is what a second reckoning with large numbers says, by
// buyer, area and currency, and each number's harvests add up to it over all pages.
func TestSalesAddUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		y, random := newYard(t, db, reporttest.Clock), rand.New(rand.NewPCG(3, 9))
		buyers := []string{"", "Étoile", "étoile ", "Rive Sud", "RIVE SUD", "Harbor House"}
		type line struct {
			area, buyer, currency string
			worth                 *big.Int // nil for none
			animals               int64
		}
		var book []line
		for n := range 120 {
			f := &ledger.Facts{Buyer: strings.TrimSpace(buyers[random.IntN(len(buyers))]), Unit: ledger.Units[random.IntN(len(ledger.Units))]}
			if random.IntN(3) > 0 {
				f.PriceCents, f.Currency = 1+random.Int64N(9_999), ledger.Currencies[random.IntN(2)]
			}
			if random.IntN(2) > 0 {
				f.Quantity = 1 + random.Int64N(50_000)
				if f.Unit == ledger.Each {
					f.Quantity -= f.Quantity % ledger.Thousand
				}
			}
			area, animals := []string{"North", "South"}[random.IntN(2)], 1+random.Int64N(9_000)
			number := y.harvest(fmt.Sprintf("2026-11-%02d", 1+n%20), area, animals, f)
			one := line{area, sqldb.Fold(f.Buyer), f.Currency, worthOf(f, animals), animals}
			book = append(book, one)
			if random.IntN(6) == 0 {
				y.record(ledger.Activity{Reverses: number})
				book = slices.Delete(book, len(book)-1, len(book))
			}
		}
		check := func(what string, got Sold, has func(line) bool) {
			t.Helper()
			sums, animals, unvalued := map[string]*big.Int{}, int64(0), int64(0)
			for _, l := range book {
				if !has(l) {
					continue
				}
				animals += l.animals
				if l.worth == nil {
					unvalued += l.animals
					continue
				}
				if sums[l.currency] == nil {
					sums[l.currency] = new(big.Int)
				}
				sums[l.currency].Add(sums[l.currency], l.worth)
			}
			if got.Animals != animals || got.Unvalued.Animals != unvalued || len(got.Worth) != len(sums) {
				t.Errorf("%s: %+v, want %d animals, %d not valued, %v", what, got, animals, unvalued, sums)
			}
			for _, w := range got.Worth {
				if sums[w.Currency].Int64() != w.Cents {
					t.Errorf("%s: %d cents in %s, want %v", what, w.Cents, w.Currency, sums[w.Currency])
				}
			}
		}
		found := y.ask(november)
		check("all", found.All, func(line) bool { return true })
		for _, b := range found.Buyers {
			key := sqldb.Fold(b.Buyer)
			check("buyer "+b.Buyer, b.Sold, func(l line) bool { return l.buyer == key })
			f := Figure{Query: november, Buyer: &b.Buyer, Limit: 7}
			sum := tally{}
			for page := y.explain(f); ; page = y.explain(f) {
				if !cmp.Equal(page.Sold, b.Sold) {
					t.Fatalf("%s: %s", b.Buyer, cmp.Diff(b.Sold, page.Sold))
				}
				for _, h := range page.Entries {
					sum.animals += h.Animals
					if h.Cents != nil {
						of := &Worth{Currency: h.Currency}
						if sum.worth == nil {
							sum.worth = map[string]*Worth{}
						}
						if sum.worth[h.Currency] == nil {
							sum.worth[h.Currency] = of
						}
						sum.worth[h.Currency].Cents += *h.Cents
					}
				}
				if f.Before = page.Next; page.Next == 0 {
					break
				}
			}
			if sum.animals != b.Animals {
				t.Errorf("%s: pages have %d animals, want %d", b.Buyer, sum.animals, b.Animals)
			}
			for _, w := range b.Worth {
				if sum.worth[w.Currency].Cents != w.Cents {
					t.Errorf("%s: pages have %d cents in %s, want %d", b.Buyer, sum.worth[w.Currency].Cents, w.Currency, w.Cents)
				}
			}
		}
		for _, a := range found.Areas {
			check("area "+a.Area, a.Sold, func(l line) bool { return l.area == a.Area })
		}
		if len(found.Buyers) != 4 || found.Buyers[3].Buyer != "" || len(found.Areas) != 2 {
			t.Errorf("buyers %+v", found.Buyers)
		}
	})
}

// worthOf is the formula once more.
func worthOf(f *ledger.Facts, animals int64) *big.Int {
	over := map[bool]int64{true: 1_000}[f.Quantity > 0]
	units := f.Quantity
	if f.Quantity == 0 {
		units, over = animals, map[ledger.Unit]int64{ledger.Each: 1, ledger.Dozen: 12}[f.Unit]
	}
	if f.PriceCents == 0 || over == 0 {
		return nil
	}
	exact := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(units), big.NewInt(f.PriceCents)), big.NewInt(over))
	exact.Add(exact, big.NewRat(1, 2))
	return new(big.Int).Quo(exact.Num(), exact.Denom())
}

// A sum that no reader of JSON could take exactly is refused in words, and nothing else is.
func TestSalesThatAreTooMuch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		y := newYard(t, db, reporttest.Clock)
		most := &ledger.Facts{Quantity: 90_071_992_540, PriceCents: ledger.MaxPrice, Unit: ledger.Kg, Currency: "AUD"} // just below the bound
		y.harvest("2026-11-01", "North", 5, most)
		if got := y.ask(november); got.All.Worth[0].Cents != 9_007_199_254_000_000 {
			t.Errorf("%+v", got.All)
		}
		y.harvest("2026-11-02", "North", 5, most)
		_, err := y.sales.Sales(system, y.farm, november)
		if f := fault.As(err); f == nil || !fault.Is(err, fault.Invalid) || !strings.Contains(f.Fields[0].Message, "90,071,992,547,409 AUD") {
			t.Errorf("twice as much: %v", err)
		}
		first := november
		first.EndDate = "2026-11-01"
		y.ask(first)
	})
}

// As known on a day, what was recorded or undone later does not count; the figure is that of then.
func TestSalesAsKnownOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		now := time.Date(2026, 11, 5, 20, 0, 0, 0, time.UTC)
		y := newYard(t, db, func() time.Time { return now })
		priced := &ledger.Facts{PriceCents: 1_00, Unit: ledger.Each, Currency: "CAD"}
		number := y.harvest("2026-11-01", "North", 10, priced)
		then := y.ask(Query{DateRange: "All time"})
		now = now.AddDate(0, 0, 10)
		y.record(ledger.Activity{Reverses: number})
		y.harvest("2026-11-02", "North", 40, priced)
		if got := y.ask(Query{DateRange: "All time"}); got.All.Worth[0].Cents != 40_00 {
			t.Errorf("now: %+v", got.All)
		}
		known := Query{DateRange: "All time", KnownOn: "2026-11-05"}
		if got := y.ask(known); !cmp.Equal(got, then) {
			t.Error(cmp.Diff(then, got))
		}
		if e := y.explain(Figure{Query: known}); len(e.Entries) != 1 || e.Worth[0].Cents != 10_00 {
			t.Errorf("%+v", e)
		}
	})
}

// A farm's people and those who see every farm may ask, and nobody else.
func TestWhoMaySeeSales(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		y := newYard(t, db, reporttest.Clock)
		own, other := reporttest.NewUser(t, db, "own", y.farm), reporttest.NewUser(t, db, "other", reporttest.NewFarm(t, db))
		for caller, may := range map[context.Context]bool{own: true, other: false} {
			_, asked := y.sales.Sales(caller, y.farm, november)
			_, explained := y.sales.Explain(caller, y.farm, Figure{Query: november})
			if (asked == nil) != may || (explained == nil) != may || !may && (!fault.Is(asked, fault.NotFound) || !fault.Is(explained, fault.NotFound)) {
				t.Errorf("may %v: %v, %v", may, asked, explained)
			}
		}
		if _, err := y.sales.Sales(own, y.farm, Query{DateRange: "Snapshot", ActiveLease: "none", KnownOn: "2030-01-01"}); len(fault.As(err).Fields) < 2 {
			t.Errorf("what is wrong with the question: %v", err)
		}
	})
}
