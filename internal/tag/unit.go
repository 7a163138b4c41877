package tag

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
)

// A quantity is kept as a whole number of the smallest parts of its unit: animals,
// or thousandths of a bag, a bushel or a kilogram. Units with the same parts can
// stand for each other.

// parts are how many parts a unit has.
func parts(u ledger.Unit) int64 {
	switch u {
	case ledger.Each:
		return 1
	case ledger.Dozen:
		return 12
	}
	return ledger.Thousand
}

// Measure names what the parts of a unit are: animals, or the unit itself.
func Measure(u ledger.Unit) ledger.Unit {
	if u == ledger.Dozen {
		return ledger.Each
	}
	return u
}

// Measures are the units whose parts are counted.
var Measures = []ledger.Unit{ledger.Each, ledger.Bag, ledger.Bushel, ledger.Kg}

func OfAnimals(u ledger.Unit) bool { return Measure(u) == ledger.Each }

// InParts gives a quantity in parts; a reason where it cannot be one.
func InParts(quantity float64, u ledger.Unit) (int64, string) {
	exact := quantity * float64(parts(u))
	whole := math.Round(exact)
	switch {
	case math.IsNaN(exact) || quantity <= 0:
		return 0, "A quantity is more than 0"
	case quantity > ledger.MaxQuantity:
		return 0, fmt.Sprintf("A quantity is at most %d", ledger.MaxQuantity)
	case whole == 0 || math.Abs(exact-whole) > 0.02: // a twelfth of a dozen, written with three decimals or more, is an animal
		if OfAnimals(u) {
			return 0, "That is not a whole number of animals"
		}
		return 0, "A quantity has at most three decimals"
	}
	return int64(whole), ""
}

// InUnits gives parts as the unit counts them.
func InUnits(amount int64, u ledger.Unit) float64 { return float64(amount) / float64(parts(u)) }

// Say gives parts in words: "40 animals", "1 bag", "2.5 bushels".
func Say(amount int64, u ledger.Unit) string {
	return Words(InUnits(amount, u), string(u))
}

// Thousandths returns a quantity to three decimals, as many as people see anywhere: a twelfth of a
// dozen has no end.
func Thousandths(quantity float64) float64 { return math.Round(quantity*1000)/1000 + 0 } // + 0, as there is a -0

// Figure returns a quantity with the decimals that it has, at most three.
func Figure(quantity float64) string {
	return strconv.FormatFloat(Thousandths(quantity), 'f', -1, 64)
}

// Words gives a quantity in words, as every screen has it.
func Words(quantity float64, unit string) string {
	number := Figure(quantity)
	noun := unit
	switch ledger.Unit(unit) {
	case ledger.Each:
		noun = "animal"
	case ledger.Bag, ledger.Bushel:
	default:
		return strings.TrimSpace(number + " " + unit)
	}
	if number != "1" {
		noun += "s"
	}
	return number + " " + noun
}
