package event

import (
	"fmt"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// parents are the tags that the event takes from, which it may.
func (t *taking) parents(e *Event) ([]*stock.Tag, *problem) {
	from := make([]*stock.Tag, len(e.From))
	for i, d := range e.From {
		field := fmt.Sprintf("from.%d.tag", i)
		s := t.tags[d.TagID]
		if s == nil {
			return nil, wrong(field, "There is no tag %s", d.TagID)
		}
		own := s.FarmID == t.farmID
		switch {
		case s.TakenBack != "":
			return nil, wrong(field, "Tag %s was taken back on %s, and is not valid", s.ID, inWords(s.TakenBack))
		case e.Kind == tag.Receive && own:
			return nil, wrong(field, "Tag %s is the firm's own, and cannot be received", s.ID)
		case e.Kind == tag.Receive:
		case !own:
			return nil, wrong(field, "Tag %s is another firm's: please receive it first", s.ID)
		case !s.Counted:
			return nil, wrong(field, "Tag %s states no quantity, so nothing can be taken from it", s.ID)
		case e.Kind == tag.WetStorageOut && !s.WetStored:
			return nil, wrong(field, "Tag %s is not in wet storage", s.ID)
		case e.Kind != tag.WetStorageOut && s.WetStored:
			return nil, wrong(field, "Tag %s is in wet storage: please take it out first", s.ID)
		case e.Day < s.MadeOn:
			return nil, wrong("date", "Tag %s is of %s, which is later", s.ID, s.MadeOn.Words())
		}
		if e.Day < s.Origin.Day {
			return nil, wrong("date", "Tag %s was harvested on %s, which is later", s.ID, s.Origin.Day.Words())
		}
		from[i] = s
	}
	return from, nil
}

// draws gives what goes over from each tag, and what the new one holds by that.
func (t *taking) draws(e *Event, s *stock.Tag, from []*stock.Tag) ([]draw, *problem) {
	draws := make([]draw, len(from))
	var sum int64
	whole := len(from) > 0 // all that goes over is known, in the measure of the new tag
	for i, parent := range from {
		amount, p := t.amount(e, i, s, parent)
		if p != nil {
			return nil, p
		}
		draws[i] = t.along(e, parent, amount)
		same := tag.Measure(parent.Unit) == tag.Measure(s.Unit)
		if whole = whole && amount > 0 && same; same {
			sum += amount
		}
		if parent.Counted && tag.Measure(parent.Unit) != tag.Measure(s.Unit) && e.Kind != tag.Retag && e.Kind != tag.Receive {
			return nil, wrong("unit", "Tag %s is counted in %s: only a retag or a receipt counts in another unit", parent.ID, parent.Unit)
		}
	}
	if whole && sum != s.Quantity || sum > s.Quantity {
		return nil, wrong("quantity", "It takes %s from its tags and states %s", tag.Say(sum, s.Unit), tag.Say(s.Quantity, s.Unit))
	}
	return draws, t.hold(s, from, draws)
}

func (t *taking) amount(e *Event, i int, s, parent *stock.Tag) (amount int64, p *problem) {
	d, field := e.From[i], fmt.Sprintf("from.%d.quantity", i)
	same := tag.Measure(parent.Unit) == tag.Measure(s.Unit)
	unit := d.Unit
	if unit == "" {
		unit = parent.Unit
	}
	switch {
	case d.Quantity == 0 && len(e.From) == 1 && same:
		amount = s.Quantity
	case d.Quantity == 0 && e.Kind == tag.Receive:
		return 0, nil // nobody knows, or says
	case d.Quantity == 0:
		return 0, wrong(field, "Please say how much of tag %s", parent.ID)
	case !parent.Counted:
		return 0, wrong(field, "Tag %s states no quantity: please give that of the new tag alone", parent.ID)
	case tag.Measure(unit) != tag.Measure(parent.Unit):
		return 0, wrong(field, "Tag %s is counted in %s", parent.ID, parent.Unit)
	default:
		var reason string
		if amount, reason = tag.InParts(d.Quantity, unit); reason != "" {
			return 0, wrong(field, "%s", reason)
		}
	}
	switch {
	case e.Kind == tag.Receive && t.received[parent.ID].Amount+amount > parent.Quantity:
		return 0, wrong(field, "With what was received under it before, that is more than tag %s stands for", parent.ID)
	case e.Kind != tag.Receive && amount > parent.Remainder:
		return 0, wrong(field, "Tag %s has %s left, less than %s", parent.ID, tag.Say(parent.Remainder, parent.Unit), tag.Say(amount, parent.Unit))
	}
	return amount, nil
}

// happen is an event that makes no tag.
func (t *taking) happen(e *Event) (*stock.Tag, *int64, *problem) {
	s := t.tags[e.TagID]
	switch {
	case s == nil || s.FarmID != t.farmID:
		return nil, nil, wrong("tag", "The firm has no tag %s", e.TagID)
	case s.TakenBack != "":
		return nil, nil, wrong("tag", "Tag %s was taken back on %s", s.ID, inWords(s.TakenBack))
	case e.Kind == tag.Ship && t.recalls[s.ID] != "":
		return nil, nil, isRecalled(s.ID, t.recalls[s.ID])
	case s.WetStored && e.Kind != tag.Temperature && e.Kind != tag.Void:
		return nil, nil, wrong("tag", "Tag %s is in wet storage: please take it out first", s.ID)
	case e.Day < s.MadeOn:
		return nil, nil, wrong("date", "Tag %s is of %s, which is later", s.ID, s.MadeOn.Words())
	case e.Day < s.Origin.Day:
		return nil, nil, wrong("date", "Tag %s was harvested on %s, which is later", s.ID, s.Origin.Day.Words())
	}
	var amount *int64
	day, at := e.Day.String(), clock(e.Clock)
	states := s.States
	switch e.Kind {
	case tag.Ship:
		shipped, p := toShip(s, e)
		if p != nil {
			return nil, nil, p
		}
		s.Take(shipped, s.Goes(shipped))
		amount = &shipped
		states.Destination, states.ShipDate, states.ShipTime = e.To.Name, day, at
		s.Search = stock.Terms(append(s.Search, e.To.Name)...)
	case tag.Void:
		if p := t.takeBack(s, day); p != nil {
			return nil, nil, p
		}
	case tag.Ice:
		states.IcingDate, states.IcingTime = day, at
	}
	if states != s.States {
		s.States, s.Changed = states, true
	}
	return s, amount, nil
}

func toShip(s *stock.Tag, e *Event) (amount int64, p *problem) {
	unit := e.Unit
	if unit == "" {
		unit = s.Unit
	}
	var reason string
	switch {
	case !s.Counted:
		return 0, wrong("tag", "Tag %s states no quantity, so nothing can be shipped from it", s.ID)
	case e.Quantity == 0:
		amount = s.Remainder
	case tag.Measure(unit) != tag.Measure(s.Unit):
		return 0, wrong("unit", "Tag %s is counted in %s", s.ID, s.Unit)
	default:
		amount, reason = tag.InParts(e.Quantity, unit)
	}
	switch {
	case reason != "":
		return 0, wrong("quantity", "%s", reason)
	case s.Remainder == 0:
		return 0, wrong("tag", "Nothing is left of tag %s", s.ID)
	case amount > s.Remainder:
		return 0, wrong("quantity", "Tag %s has %s left, less than %s", s.ID, tag.Say(s.Remainder, s.Unit), tag.Say(amount, s.Unit))
	}
	return amount, nil
}

// takeBack undoes a tag that was made by mistake: what it took is where it was before,
// and the tag stands for nothing. It stays, as its label may be on something.
func (t *taking) takeBack(s *stock.Tag, day string) *problem {
	switch {
	case s.Fresh:
		return wrong("tag", "Tag %s is only being made", s.ID)
	case s.MadeBy == "" || !s.Counted:
		return wrong("tag", "Tag %s took nothing that could be given back", s.ID)
	case t.children[s.ID] > 0:
		return wrong("tag", "Tag %s cannot be taken back: %s made of it, or received under it", s.ID, counted(t.children[s.ID]))
	case s.Remainder != s.Quantity:
		return wrong("tag", "Tag %s cannot be taken back: some of it was shipped", s.ID)
	}
	for _, e := range t.drawn[s.ID] {
		t.children[e.From]--
		if s.MadeBy == tag.Receive {
			t.received[e.From] = t.received[e.From].And(-stock.Or(e.Amount), e.Over.Less())
		} else if parent := t.tags[e.From]; parent != nil {
			parent.Take(-stock.Or(e.Amount), e.Over.Less())
		}
	}
	s.Take(s.Remainder, s.Goes(s.Remainder))
	s.TakenBack, s.Changed = day, true
	return nil
}

func counted(tags int64) string {
	if tags == 1 {
		return "a tag was"
	}
	return fmt.Sprintf("%d tags were", tags)
}

// inWords is a stored day as people write it.
func inWords(text string) string {
	day, err := ledger.ParseDay(text)
	if err != nil {
		return text
	}
	return day.Words()
}
