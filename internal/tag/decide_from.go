package tag

import (
	"fmt"
)

// parents are the tags that the event takes from, which it may.
func (t *taking) parents(e *Event) ([]*stock, *problem) {
	from := make([]*stock, len(e.From))
	for i, d := range e.From {
		field := fmt.Sprintf("from.%d.tag", i)
		s := t.tags[d.TagID]
		if s == nil {
			return nil, wrong(field, "There is no tag %s", d.TagID)
		}
		own := s.farmID == t.farmID
		switch {
		case s.takenBack != "":
			return nil, wrong(field, "Tag %s was taken back on %s, and is not valid", s.id, s.takenBack)
		case e.Kind == Receive && own:
			return nil, wrong(field, "Tag %s is the firm's own, and cannot be received", s.id)
		case e.Kind == Receive:
		case !own:
			return nil, wrong(field, "Tag %s is another firm's: please receive it first", s.id)
		case !s.counted:
			return nil, wrong(field, "Tag %s states no quantity, so nothing can be taken from it", s.id)
		case e.Kind == WetStorageOut && !s.wetStored:
			return nil, wrong(field, "Tag %s is not in wet storage", s.id)
		case e.Kind != WetStorageOut && s.wetStored:
			return nil, wrong(field, "Tag %s is in wet storage: please take it out first", s.id)
		case e.Day < s.madeOn:
			return nil, wrong("date", "Tag %s is of %s, which is later", s.id, s.madeOn)
		}
		if e.Day < s.origin.day {
			return nil, wrong("date", "Tag %s was harvested on %s, which is later", s.id, s.origin.day)
		}
		from[i] = s
	}
	return from, nil
}

// draws gives what goes over from each tag, and what the new one holds by that.
func (t *taking) draws(e *Event, s *stock, from []*stock) ([]draw, *problem) {
	draws := make([]draw, len(from))
	var sum int64
	whole := len(from) > 0 // all that goes over is known, in the measure of the new tag
	for i, parent := range from {
		amount, p := t.amount(e, i, s, parent)
		if p != nil {
			return nil, p
		}
		draws[i] = t.along(e, parent, amount)
		same := measure(parent.unit) == measure(s.unit)
		if whole = whole && amount > 0 && same; same {
			sum += amount
		}
		if parent.counted && measure(parent.unit) != measure(s.unit) && e.Kind != Retag && e.Kind != Receive {
			return nil, wrong("unit", "Tag %s is counted in %s: only a retag or a receipt counts in another unit", parent.id, parent.unit)
		}
	}
	if whole && sum != s.quantity || sum > s.quantity {
		return nil, wrong("quantity", "It takes %s from its tags and states %s", say(sum, s.unit), say(s.quantity, s.unit))
	}
	return draws, t.hold(s, from, draws)
}

func (t *taking) amount(e *Event, i int, s, parent *stock) (amount int64, p *problem) {
	d, field := e.From[i], fmt.Sprintf("from.%d.quantity", i)
	same := measure(parent.unit) == measure(s.unit)
	unit := d.Unit
	if unit == "" {
		unit = parent.unit
	}
	switch {
	case d.Quantity == 0 && len(e.From) == 1 && same:
		amount = s.quantity
	case d.Quantity == 0 && e.Kind == Receive:
		return 0, nil // nobody knows, or says
	case d.Quantity == 0:
		return 0, wrong(field, "Please say how much of tag %s", parent.id)
	case !parent.counted:
		return 0, wrong(field, "Tag %s states no quantity: please give that of the new tag alone", parent.id)
	case measure(unit) != measure(parent.unit):
		return 0, wrong(field, "Tag %s is counted in %s", parent.id, parent.unit)
	default:
		var reason string
		if amount, reason = InParts(d.Quantity, unit); reason != "" {
			return 0, wrong(field, "%s", reason)
		}
	}
	switch {
	case e.Kind == Receive && t.received[parent.id].amount+amount > parent.quantity:
		return 0, wrong(field, "With what was received under it before, that is more than tag %s stands for", parent.id)
	case e.Kind != Receive && amount > parent.remainder:
		return 0, wrong(field, "Tag %s has %s left, less than %s", parent.id, say(parent.remainder, parent.unit), say(amount, parent.unit))
	}
	return amount, nil
}

// happen is an event that makes no tag.
func (t *taking) happen(e *Event) (*stock, *int64, *problem) {
	s := t.tags[e.TagID]
	switch {
	case s == nil || s.farmID != t.farmID:
		return nil, nil, wrong("tag", "The firm has no tag %s", e.TagID)
	case s.takenBack != "":
		return nil, nil, wrong("tag", "Tag %s was taken back on %s", s.id, s.takenBack)
	case e.Kind == Ship && t.recalls[s.id] != "":
		return nil, nil, isRecalled(s.id, t.recalls[s.id])
	case s.wetStored && e.Kind != Temperature && e.Kind != Void:
		return nil, nil, wrong("tag", "Tag %s is in wet storage: please take it out first", s.id)
	case e.Day < s.madeOn:
		return nil, nil, wrong("date", "Tag %s is of %s, which is later", s.id, s.madeOn)
	case e.Day < s.origin.day:
		return nil, nil, wrong("date", "Tag %s was harvested on %s, which is later", s.id, s.origin.day)
	}
	var amount *int64
	day, at := e.Day.String(), clock(e.Clock)
	states := s.states
	switch e.Kind {
	case Ship:
		shipped, p := s.toShip(e)
		if p != nil {
			return nil, nil, p
		}
		s.take(shipped, s.goes(shipped))
		amount = &shipped
		states.Destination, states.ShipDate, states.ShipTime = e.To.Name, day, at
		s.search = terms(append(s.search, e.To.Name)...)
	case Void:
		if p := t.takeBack(s, day); p != nil {
			return nil, nil, p
		}
	case Ice:
		states.IcingDate, states.IcingTime = day, at
	}
	if states != s.states {
		s.states, s.changed = states, true
	}
	return s, amount, nil
}

func (s *stock) toShip(e *Event) (amount int64, p *problem) {
	unit := e.Unit
	if unit == "" {
		unit = s.unit
	}
	var reason string
	switch {
	case !s.counted:
		return 0, wrong("tag", "Tag %s states no quantity, so nothing can be shipped from it", s.id)
	case e.Quantity == 0:
		amount = s.remainder
	case measure(unit) != measure(s.unit):
		return 0, wrong("unit", "Tag %s is counted in %s", s.id, s.unit)
	default:
		amount, reason = InParts(e.Quantity, unit)
	}
	switch {
	case reason != "":
		return 0, wrong("quantity", "%s", reason)
	case s.remainder == 0:
		return 0, wrong("tag", "Nothing is left of tag %s", s.id)
	case amount > s.remainder:
		return 0, wrong("quantity", "Tag %s has %s left, less than %s", s.id, say(s.remainder, s.unit), say(amount, s.unit))
	}
	return amount, nil
}

// takeBack undoes a tag that was made by mistake: what it took is where it was before,
// and the tag stands for nothing. It stays, as its label may be on something.
func (t *taking) takeBack(s *stock, day string) *problem {
	switch {
	case s.fresh:
		return wrong("tag", "Tag %s is only being made", s.id)
	case s.madeBy == "" || !s.counted:
		return wrong("tag", "Tag %s took nothing that could be given back", s.id)
	case t.children[s.id] > 0:
		return wrong("tag", "Tag %s cannot be taken back: %s made of it, or received under it", s.id, counted(t.children[s.id]))
	case s.remainder != s.quantity:
		return wrong("tag", "Tag %s cannot be taken back: some of it was shipped", s.id)
	}
	for _, e := range t.drawn[s.id] {
		t.children[e.from]--
		if s.madeBy == Receive {
			t.received[e.from] = t.received[e.from].and(-or(e.amount), e.over.less())
		} else if parent := t.tags[e.from]; parent != nil {
			parent.take(-or(e.amount), e.over.less())
		}
	}
	s.take(s.remainder, s.goes(s.remainder))
	s.takenBack, s.changed = day, true
	return nil
}

func counted(tags int64) string {
	if tags == 1 {
		return "a tag was"
	}
	return fmt.Sprintf("%d tags were", tags)
}
