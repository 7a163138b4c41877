package event

import (
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// draw is what goes from a tag into another: an amount in parts, 0 where it is not known,
// and what goes along.
type draw struct {
	amount int64
	over   stock.Over
}

// along gives the draw of an amount from a tag.
func (t *taking) along(e *Event, parent *stock.Tag, amount int64) draw {
	switch {
	case amount == 0:
		return draw{}
	case e.Kind == tag.Receive:
		return draw{amount, parent.Came(amount, t.received[parent.ID])}
	}
	return draw{amount, parent.Goes(amount)}
}

// hold gives the new tag what it holds in other units by what goes over. It is refused
// where it states more in its own than they held, whatever they were counted in between.
func (t *taking) hold(s *stock.Tag, from []*stock.Tag, draws []draw) *problem {
	if len(from) == 0 {
		return nil // on paper
	}
	own := tag.Measure(s.Unit)
	if most, known := t.most(own, from, draws); known && s.Quantity > most {
		return wrong("quantity", "It states %s, and what it is made of held %s", tag.Say(s.Quantity, s.Unit), tag.Say(most, own))
	}
	if _, known := from[0].In(own); known && len(from) == 1 && draws[0].amount == 0 {
		draws[0].over = stock.Over{own: s.Quantity} // received in another unit
	}
	s.Held = stock.Held{}
	for _, u := range tag.Measures {
		if sum, known := went(u, from, draws); known && u != own {
			s.Held[u] = stock.Content{In: sum, Left: sum}
		}
	}
	return nil
}

// most gives what the tags have for the new one in a measure: what goes over, or where
// that is not known all that was not received before.
func (t *taking) most(u ledger.Unit, from []*stock.Tag, draws []draw) (sum int64, known bool) {
	for i, parent := range from {
		amount, known := went(u, from[i:i+1], draws[i:i+1])
		if !known {
			c, known := parent.In(u)
			if !known {
				return 0, false
			}
			before := t.received[parent.ID]
			if amount = c.In - before.Over[u]; tag.Measure(parent.Unit) == u {
				amount = c.In - before.Amount
			}
		}
		sum += max(amount, 0)
	}
	return sum, true
}

// went gives what goes over in a measure, where that is known of each tag.
func went(u ledger.Unit, from []*stock.Tag, draws []draw) (sum int64, known bool) {
	for i, parent := range from {
		amount, known := draws[i].over[u]
		if parent.Counted && tag.Measure(parent.Unit) == u {
			amount, known = draws[i].amount, draws[i].amount > 0
		}
		if !known {
			return 0, false
		}
		sum += amount
	}
	return sum, true
}
