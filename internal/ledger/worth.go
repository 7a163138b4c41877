package ledger

import "math/bits"

const dozen = 12

// Worth is what so many animals were sold for, in cents of the currency, half a cent up:
// the price of a unit times the quantity. Where the quantity is not known it is that of
// the animals, which can be said by each and by the dozen alone. Known is false where
// no price or no quantity is.
func (f *Facts) Worth(animals int64) (cents int64, known bool) {
	switch {
	case f == nil || f.PriceCents == 0:
		return 0, false
	case f.Quantity > 0:
		return timesOver(f.Quantity, f.PriceCents, Thousand), true
	case f.Unit == Each:
		return timesOver(animals, f.PriceCents, 1), true
	case f.Unit == Dozen:
		return timesOver(animals, f.PriceCents, dozen), true
	}
	return 0, false
}

// timesOver is a x b / c of numbers that are not negative, a half rounded up.
func timesOver(a, b, c int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	low, carry := bits.Add64(low, uint64(c/2), 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(c))
	return int64(quotient) // the bounds of a harvest keep it far inside 64 bits
}

// PerDozen is the price of a dozen in cents, half a cent up, where so many animals were
// sold for so much; known is false where there are none, or more was taken back than sold.
func PerDozen(cents, animals int64) (price int64, known bool) {
	if animals <= 0 || cents < 0 {
		return 0, false
	}
	return timesOver(cents, dozen, animals), true
}
