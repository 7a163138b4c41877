package stock

import (
	"encoding/json"
	"math/bits"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/tag"
)

// A tag is counted in one unit. What it was made of may have been counted in another:
// a hundred animals become two bags. That is kept too, as a ceiling for whoever counts
// in that unit again, so that nothing grows by being counted in another unit between.

// Held is what a tag holds in units other than its own, by the measure of the unit.
type Held map[ledger.Unit]Content

// Content is what came in, and what is left of it, in parts.
type Content struct {
	In   int64 `json:"in"`
	Left int64 `json:"left"`
}

// Over is what went from a tag into another, by measure, in parts.
type Over map[ledger.Unit]int64

// Share returns the part of a whole that a part of another whole stands for, to the
// nearest; all of it where all is taken.
func Share(whole, part, of int64) int64 {
	if of <= 0 || part >= of {
		return whole
	}
	high, low := bits.Mul64(uint64(whole), uint64(part))
	low, carry := bits.Add64(low, uint64(of)/2, 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(of)) // which fits, as the part is less than its whole
	return int64(quotient)
}

// In gives what the tag holds in a measure, if that is known.
func (s *Tag) In(u ledger.Unit) (Content, bool) {
	if s.Counted && tag.Measure(s.Unit) == u {
		return Content{s.Quantity, s.Remainder}, true
	}
	c, known := s.Held[u]
	return c, known
}

// Goes gives what goes along with an amount of what is left of the tag, by measure.
func (s *Tag) Goes(amount int64) Over {
	going := Over{}
	for u, c := range s.Held {
		going[u] = Share(c.Left, amount, s.Remainder)
	}
	return going
}

// Came gives what goes along with an amount that another firm receives under the tag,
// beside what it has received under it before.
func (s *Tag) Came(amount int64, before Receipts) Over {
	going := Over{}
	for u, c := range s.Held {
		going[u] = Share(max(c.In-before.Over[u], 0), amount, s.Quantity-before.Amount)
	}
	return going
}

// Take draws an amount that is there with what goes along; one below nothing gives it back.
func (s *Tag) Take(amount int64, going Over) {
	s.Remainder -= amount
	s.Drawn += amount
	s.Moved = true
	for u, c := range s.Held {
		c.Left -= going[u]
		s.Held[u] = c
	}
}

// Receipts are what a firm has received under a tag.
type Receipts struct {
	Amount int64
	Over   Over
}

func (r Receipts) And(amount int64, going Over) Receipts {
	sum := Receipts{r.Amount + amount, Over{}}
	for u, n := range r.Over {
		sum.Over[u] += n
	}
	for u, n := range going {
		sum.Over[u] += n
	}
	return sum
}

// Less gives amounts below nothing.
func (o Over) Less() Over {
	back := Over{}
	for u, n := range o {
		back[u] = -n
	}
	return back
}

// Stored is JSON, or nil of nothing.
func Stored[M Held | Over](m M) any {
	if len(m) == 0 {
		return nil
	}
	text, _ := json.Marshal(m) // numbers by text
	return string(text)
}

func ReadHeld[M Held | Over](text *string) (m M, err error) {
	if text != nil {
		err = json.Unmarshal([]byte(*text), &m)
	}
	return m, err
}
