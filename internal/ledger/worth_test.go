package ledger

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// SALES-1: a harvest is worth what its price and quantity say, to the cent.
func TestWorth(t *testing.T) {
	for _, tt := range []struct {
		facts   *Facts
		animals int64
		want    int64 // -1 for not known
	}{
		{nil, 100, -1},
		{&Facts{Buyer: "Elliott's"}, 100, -1},
		{&Facts{Unit: Each, Currency: "USD"}, 100, -1},
		{&Facts{PriceCents: 80, Unit: Each, Currency: "USD"}, 600, 480_00},
		{&Facts{PriceCents: 9_10, Unit: Dozen, Currency: "USD"}, 250, 189_58},
		{&Facts{PriceCents: 9_00, Unit: Dozen, Quantity: 100 * Thousand, Currency: "USD"}, 1_250, 900_00},
		{&Facts{PriceCents: 310_25, Unit: Bag, Quantity: 2_500, Currency: "CAD"}, 500, 775_63},
		{&Facts{PriceCents: 1, Unit: Kg, Quantity: 499, Currency: "CAD"}, 500, 0},
		{&Facts{PriceCents: 1, Unit: Kg, Quantity: 500, Currency: "CAD"}, 500, 1},
		{&Facts{PriceCents: 50_00, Unit: Bag, Currency: "USD"}, 100, -1},
		{&Facts{PriceCents: MaxPrice, Unit: Kg, Quantity: MaxQuantity * Thousand, Currency: "AUD"}, 1, MaxPrice * MaxQuantity},
		{&Facts{PriceCents: MaxPrice, Unit: Each, Currency: "AUD"}, MaxAnimals, MaxPrice * MaxAnimals},
	} {
		got, known := tt.facts.Worth(tt.animals)
		if !known {
			got = -1
		}
		if got != tt.want {
			t.Errorf("%+v of %d animals: %d, want %d", tt.facts, tt.animals, got, tt.want)
		}
	}
}

func TestWorthIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 20_000 {
		a, b, c := random.Int64N(MaxQuantity*Thousand+1), random.Int64N(MaxPrice+1), []int64{1, dozen, Thousand}[random.IntN(3)]
		if c != Thousand {
			a %= MaxAnimals + 1
		}
		sum := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
		sum.Mul(sum, big.NewInt(2)).Add(sum, big.NewInt(c))
		want := sum.Div(sum, big.NewInt(2*c)).Int64() // half a cent up
		if got := timesOver(a, b, c); got != want {
			t.Fatalf("%d x %d / %d = %d, want %d", a, b, c, got, want)
		}
	}
}

func TestPerDozen(t *testing.T) {
	for _, tt := range []struct{ cents, animals, want int64 }{{900_00, 1_200, 9_00}, {189_58, 250, 9_10}, {1, 24, 1}, {1, 25, 0}, {0, 12, 0}, {100, 0, -1}, {-100, 12, -1}, {100, -12, -1}} {
		got, known := PerDozen(tt.cents, tt.animals)
		if !known {
			got = -1
		}
		if got != tt.want {
			t.Errorf("%d cents for %d: %d, want %d", tt.cents, tt.animals, got, tt.want)
		}
	}
}
