package tag

import (
	"encoding/json"
	"math/bits"

	"github.com/merroir/merroir/internal/ledger"
)

// A tag is counted in one unit. What it was made of may have been counted in another:
// a hundred animals become two bags. That is kept too, as a ceiling for whoever counts
// in that unit again, so that nothing grows by being counted in another unit between.

// held is what a tag holds in units other than its own, by the measure of the unit.
type held map[ledger.Unit]content

// content is what came in, and what is left of it, in parts.
type content struct {
	In   int64 `json:"in"`
	Left int64 `json:"left"`
}

// over is what went from a tag into another, by measure, in parts.
type over map[ledger.Unit]int64

// share gives the part of a whole that a part of another whole stands for, to the
// nearest; all of it where all is taken.
func share(whole, part, of int64) int64 {
	if of <= 0 || part >= of {
		return whole
	}
	high, low := bits.Mul64(uint64(whole), uint64(part))
	low, carry := bits.Add64(low, uint64(of)/2, 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(of)) // which fits, as the part is less than its whole
	return int64(quotient)
}

// in gives what the tag holds in a measure, if that is known.
func (s *stock) in(u ledger.Unit) (content, bool) {
	if s.counted && measure(s.unit) == u {
		return content{s.quantity, s.remainder}, true
	}
	c, known := s.held[u]
	return c, known
}

// goes gives what goes along with an amount of what is left of the tag, by measure.
func (s *stock) goes(amount int64) over {
	going := over{}
	for u, c := range s.held {
		going[u] = share(c.Left, amount, s.remainder)
	}
	return going
}

// came gives what goes along with an amount that another firm receives under the tag,
// beside what it has received under it before.
func (s *stock) came(amount int64, before receipts) over {
	going := over{}
	for u, c := range s.held {
		going[u] = share(max(c.In-before.over[u], 0), amount, s.quantity-before.amount)
	}
	return going
}

// take draws an amount that is there with what goes along; one below nothing gives it back.
func (s *stock) take(amount int64, going over) {
	s.remainder -= amount
	s.drawn += amount
	s.moved = true
	for u, c := range s.held {
		c.Left -= going[u]
		s.held[u] = c
	}
}

// draw is what goes from a tag into another: an amount in parts, 0 where it is not known,
// and what goes along.
type draw struct {
	amount int64
	over   over
}

// along gives the draw of an amount from a tag.
func (t *taking) along(e *Event, parent *stock, amount int64) draw {
	switch {
	case amount == 0:
		return draw{}
	case e.Kind == Receive:
		return draw{amount, parent.came(amount, t.received[parent.id])}
	}
	return draw{amount, parent.goes(amount)}
}

// hold gives the new tag what it holds in other units by what goes over. It is refused
// where it states more in its own than they held, whatever they were counted in between.
func (t *taking) hold(s *stock, from []*stock, draws []draw) *problem {
	if len(from) == 0 {
		return nil // on paper
	}
	own := measure(s.unit)
	if most, known := t.most(own, from, draws); known && s.quantity > most {
		return wrong("quantity", "It states %s, and what it is made of held %s", say(s.quantity, s.unit), say(most, own))
	}
	if _, known := from[0].in(own); known && len(from) == 1 && draws[0].amount == 0 {
		draws[0].over = over{own: s.quantity} // received in another unit
	}
	s.held = held{}
	for _, u := range measures {
		if sum, known := went(u, from, draws); known && u != own {
			s.held[u] = content{sum, sum}
		}
	}
	return nil
}

// most gives what the tags have for the new one in a measure: what goes over, or where
// that is not known all that was not received before.
func (t *taking) most(u ledger.Unit, from []*stock, draws []draw) (sum int64, known bool) {
	for i, parent := range from {
		amount, known := went(u, from[i:i+1], draws[i:i+1])
		if !known {
			c, known := parent.in(u)
			if !known {
				return 0, false
			}
			before := t.received[parent.id]
			if amount = c.In - before.over[u]; measure(parent.unit) == u {
				amount = c.In - before.amount
			}
		}
		sum += max(amount, 0)
	}
	return sum, true
}

// went gives what goes over in a measure, where that is known of each tag.
func went(u ledger.Unit, from []*stock, draws []draw) (sum int64, known bool) {
	for i, parent := range from {
		amount, known := draws[i].over[u]
		if parent.counted && measure(parent.unit) == u {
			amount, known = draws[i].amount, draws[i].amount > 0
		}
		if !known {
			return 0, false
		}
		sum += amount
	}
	return sum, true
}

// receipts are what a firm has received under a tag.
type receipts struct {
	amount int64
	over   over
}

func (r receipts) and(amount int64, going over) receipts {
	sum := receipts{r.amount + amount, over{}}
	for u, n := range r.over {
		sum.over[u] += n
	}
	for u, n := range going {
		sum.over[u] += n
	}
	return sum
}

// less gives amounts below nothing.
func (o over) less() over {
	back := over{}
	for u, n := range o {
		back[u] = -n
	}
	return back
}

// stored is JSON, or nil of nothing.
func stored[M held | over](m M) any {
	if len(m) == 0 {
		return nil
	}
	text, _ := json.Marshal(m) // numbers by text
	return string(text)
}

func readHeld[M held | over](text *string) (m M, err error) {
	if text != nil {
		err = json.Unmarshal([]byte(*text), &m)
	}
	return m, err
}
