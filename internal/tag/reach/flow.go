package reach

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// Deliveries returns every delivery of the reached tags, with how much of it the consignee delivered to
// another company in turn. Parts less Passed, summed over all deliveries, counts each animal once: at the
// last company that got it. Of a mixed tag, what the company did not receive leaves first, so that it
// has to account for what it received for as long as that can be there.
//
// With a farm it returns that farm's deliveries as if no other company's counted: passed on is then only
// what the consignee delivered back to the farm.
func (r *Reckoned) Deliveries(farmID string) []ReachedShipment {
	c := r.closure
	all := slices.Clone(c.shipments)
	passed := map[handed]int64{}
	for from, to := range r.left {
		for receiver, parts := range to {
			if farmID == "" || receiver == farmID {
				passed[from] += parts
			}
		}
	}
	if farmID == "" {
		all = append(all, c.unshipped(r.uncovered)...)
	}
	for i := range all {
		s := &all[i]
		from := handed{c.at[s.TagID], s.Receiver}
		on := min(passed[from], s.Parts-s.Passed)
		s.Passed += on
		passed[from] -= on
	}

	if farmID != "" {
		return slices.DeleteFunc(all, func(s ReachedShipment) bool { return s.FarmID != farmID })
	}
	return c.passVia(all, maps.Clone(r.uncovered.via))
}

// unshipped returns what was received and is not covered by shipments, as deliveries.
func (c *closure) unshipped(u uncoveredReceipts) (all []ReachedShipment) {
	for _, i := range slices.Sorted(maps.Keys(u.parts)) {
		r := c.receipts[i]
		from, made := c.tags[r.parent], c.tags[r.made]
		all = append(all, ReachedShipment{
			FarmID: from.farmID, EventID: c.ids[r.made] + ":" + c.ids[r.parent], TagID: c.ids[r.parent], Day: ledger.Day(made.madeOn),
			Parts: u.parts[i], Unit: from.unit, To: tag.Consignee{Name: c.firm[r.farmID].name}, Receiver: r.farmID,
		})
	}
	return all
}

// passVia notes what was received by way of somebody else's shipments as passed on by them: first by
// consignees that are no reached farm.
func (c *closure) passVia(all []ReachedShipment, via map[int]int64) []ReachedShipment {
	for _, known := range []bool{false, true} {
		for i := range all {
			s := &all[i]
			at := c.at[s.TagID]
			if via[at] == 0 || (s.Receiver != "") != known {
				continue
			}
			on := min(via[at], s.Parts-s.Passed)
			s.Passed += on
			via[at] -= on
		}
	}
	return all
}

// segment is a part of what a tag stands for.
type segment struct {
	parts int64  // of the tag
	from  handed // what it was received as; the zero value if it was not received
	of    int64  // in parts of the tag that it was received under
}

func (s segment) received() bool { return s.from.farmID != "" }

// outflow is what goes from a tag: to a tag of the same farm, or to another company.
type outflow struct {
	at    int64 // when, Unix milliseconds
	parts int64
	made  int    // place in ids of a tag of the farm; none if it leaves
	to    string // the receiver of what leaves, if it is a reached farm
}

// flow follows what farms received through their own tags and returns how much of it left for whom, in
// parts of the tag that it was received under.
func (c *closure) flow(ctx context.Context, tx *sqldb.Tx, u uncoveredReceipts) (map[handed]map[string]int64, error) {
	f := &flowing{closure: c, out: map[int][]outflow{}, content: map[int][]segment{}, waits: map[int]int{}, left: map[handed]map[string]int64{}}
	if len(c.receipts) == 0 {
		return f.left, nil
	}

	farms := map[string]bool{}
	for _, r := range c.receipts {
		farms[r.farmID] = true
	}
	if err := f.readDraws(ctx, tx, farms); err != nil {
		return nil, err
	}
	for i := range c.shipments {
		s := &c.shipments[i]
		if at := c.at[s.TagID]; farms[s.FarmID] {
			f.out[at] = append(f.out[at], outflow{s.at, s.Parts, none, s.Receiver})
		}
	}
	direct := maps.Clone(u.direct)
	for i, r := range c.receipts {
		if parts := min(u.parts[i], direct[r.parent]); parts > 0 && farms[c.tags[r.parent].farmID] {
			direct[r.parent] -= parts
			f.out[r.parent] = append(f.out[r.parent], outflow{c.tags[r.made].createdAt, parts, none, r.farmID})
		}
	}

	f.receive()
	f.run(farms)
	return f.left, nil
}

// flowing is a flow while it is followed.
type flowing struct {
	*closure
	out     map[int][]outflow // by tag
	content map[int][]segment // by tag, without what it was not received as
	waits   map[int]int       // by tag: tags of the same farm that it is made of and that are not followed yet
	left    map[handed]map[string]int64
}

// readDraws reads what the farms drew from their tags into other tags of theirs.
func (f *flowing) readDraws(ctx context.Context, tx *sqldb.Tx, farms map[string]bool) error {
	var made []string
	for i, t := range f.tags {
		if farms[t.farmID] && t.madeBy != tag.Receive {
			made = append(made, f.ids[i])
		}
	}
	slices.Sort(made)

	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var parent, id string
		var parts int64
		if err := r.Scan(&parent, &id, &parts); err != nil {
			return struct{}{}, err
		}

		at, i := f.at[parent], f.at[id]
		if _, reached := f.at[parent]; reached && f.tags[at].farmID == f.tags[i].farmID {
			f.out[at] = append(f.out[at], outflow{f.tags[i].createdAt, parts, i, ""})
			f.waits[i]++
		}
		return struct{}{}, nil
	}, "SELECT p.parent_id, p.tag_id, COALESCE(p.quantity, 0) FROM tag_parents p WHERE "+stock.Standing("p.tag_id")+" AND p.tag_id IN "+tx.Among(1)+" ORDER BY p.tag_id, p.parent_id", sqldb.List(made))
	return err
}

// receive fills the tags of receipts. Amounts that are unknown share what is left of the tag, and stand
// for what was shipped to the receiver and not received otherwise.
func (f *flowing) receive() {
	unknown, open := map[int]int64{}, f.shippedTo() // unknown amounts by tag, and what is left of it for them
	rest := map[int]int64{}
	same := func(r receipt) bool { return tag.Measure(f.tags[r.parent].unit) == tag.Measure(f.tags[r.made].unit) }
	for _, r := range f.receipts {
		if _, known := rest[r.made]; !known {
			rest[r.made] = stock.Or(f.tags[r.made].quantity)
		}
		if r.parts > 0 && same(r) {
			rest[r.made] -= r.parts
		} else {
			unknown[r.made]++
		}
		open[handed{r.parent, r.farmID}] -= r.parts
	}

	for _, r := range f.receipts {
		from := handed{r.parent, r.farmID}
		one := segment{r.parts, from, r.parts}
		if r.parts == 0 || !same(r) {
			one.parts = rest[r.made] / unknown[r.made]
			rest[r.made] -= one.parts
			unknown[r.made]--
		}
		if r.parts == 0 {
			one.of = max(open[from], 0)
			if same(r) {
				one.of = min(one.of, one.parts)
			}
			open[from] -= one.of
		}
		f.content[r.made] = append(f.content[r.made], one)
	}
}

// run follows the tags of the farms, each after the ones that it is made of.
func (f *flowing) run(farms map[string]bool) {
	var ready []int
	for i, t := range f.tags {
		if farms[t.farmID] && f.waits[i] == 0 {
			ready = append(ready, i)
		}
	}

	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		queue := f.queue(i)
		sorting.By(f.out[i], func(a, b outflow) int {
			return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.made, a.made), cmp.Compare(a.to, b.to))
		})

		for _, o := range f.out[i] {
			var some []segment
			some, queue = take(queue, o.parts)
			if o.made == none {
				f.leave(some, o.to)
				continue
			}
			f.draw(i, o, some)
			if f.waits[o.made]--; f.waits[o.made] == 0 {
				ready = append(ready, o.made)
			}
		}
	}
}

// queue returns what a tag stands for in the order in which it goes: first what was not received, then by
// the tag that it was received under.
func (f *flowing) queue(i int) []segment {
	sorting.By(f.content[i], func(a, b segment) int { return cmp.Compare(f.ids[a.from.tag], f.ids[b.from.tag]) })
	own := stock.Or(f.tags[i].quantity)
	for _, s := range f.content[i] {
		own -= s.parts
	}
	return append([]segment{{parts: max(own, 0)}}, f.content[i]...)
}

// take splits a queue after an amount.
func take(queue []segment, parts int64) (some, rest []segment) {
	for len(queue) > 0 && parts > 0 {
		first := queue[0]
		if first.parts <= parts {
			some, queue = append(some, first), queue[1:]
			parts -= first.parts
			continue
		}
		of := stock.Share(first.of, parts, first.parts)
		some = append(some, segment{parts, first.from, of})
		queue = append([]segment{{first.parts - parts, first.from, first.of - of}}, queue[1:]...)
		parts = 0
	}
	return some, queue
}

// leave notes what was received and goes to another company.
func (f *flowing) leave(some []segment, to string) {
	for _, s := range some {
		if !s.received() {
			continue
		}
		if f.left[s.from] == nil {
			f.left[s.from] = map[string]int64{}
		}
		f.left[s.from][to] += s.of
	}
}

// draw puts what was received into a tag that was made of it, in that tag's parts.
func (f *flowing) draw(i int, o outflow, some []segment) {
	from, made := f.tags[i], f.tags[o.made]
	same := tag.Measure(from.unit) == tag.Measure(made.unit)
	var gone, before int64
	for _, s := range some {
		gone += s.parts
		if !same {
			now := stock.Share(stock.Or(made.quantity), gone, o.parts)
			s.parts, before = now-before, now
		}
		if s.received() {
			f.content[o.made] = append(f.content[o.made], s)
		}
	}
}
