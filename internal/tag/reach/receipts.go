package reach

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// receipt is what a farm received under another farm's tag. Both tags are reached.
type receipt struct {
	parent, made int    // places in ids: the shipper's tag, and the receiver's
	farmID       string // the receiver
	parts        int64  // of the shipper's tag; 0 if unknown
}

// handed names what one farm received under one tag.
type handed struct {
	tag    int // place in ids
	farmID string
}

// readReceipts reads what farms received under reached tags of other farms, the earliest first.
func (c *closure) readReceipts(ctx context.Context, tx *sqldb.Tx) error {
	var made []string
	for i, t := range c.tags {
		if t.madeBy == tag.Receive {
			made = append(made, c.ids[i])
		}
	}
	slices.Sort(made)

	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var parent, id string
		var parts int64
		if err := r.Scan(&parent, &id, &parts); err != nil {
			return struct{}{}, err
		}

		if at, reached := c.at[parent]; reached && c.tags[at].farmID != "" {
			i := c.at[id]
			c.receipts = append(c.receipts, receipt{at, i, c.tags[i].farmID, parts})
		}
		return struct{}{}, nil
	}, "SELECT p.parent_id, p.tag_id, COALESCE(p.quantity, 0) FROM tag_parents p WHERE "+stock.Standing("p.tag_id")+" AND p.tag_id IN "+tx.Among(1), sqldb.List(made))

	sorting.By(c.receipts, func(a, b receipt) int {
		return cmp.Or(cmp.Compare(c.tags[a.made].createdAt, c.tags[b.made].createdAt), cmp.Compare(c.ids[a.made], c.ids[b.made]), cmp.Compare(a.parent, b.parent))
	})
	return err
}

// ConsigneeKey tells one consignee of a farm from another.
func ConsigneeKey(to tag.Consignee) string {
	return sqldb.Fold(strings.TrimSpace(to.Name)) + "\n" + strings.ToLower(to.Email)
}

// match sets the receiver of each shipment whose consignee is a reached farm. A consignee is a farm by
// its certificate or email address, or by its name if that farm received a tag that was shipped to it.
// A consignee that fits two farms equally well is none of them.
func (c *closure) match() {
	if len(c.shipments) == 0 {
		return
	}
	received := map[string][]string{} // farms, by tag
	for _, r := range c.receipts {
		id := c.ids[r.parent]
		received[id] = append(received[id], r.farmID)
	}
	certs, emails := c.farmsByWords()

	found := map[string]map[string]*likeness{} // by consignee and farm
	like := func(key, farmID string) *likeness {
		if found[key] == nil {
			found[key] = map[string]*likeness{}
		}
		if found[key][farmID] == nil {
			found[key][farmID] = &likeness{}
		}
		return found[key][farmID]
	}
	for i := range c.shipments {
		s := &c.shipments[i]
		key := s.FarmID + ConsigneeKey(s.To)
		for _, farmID := range certs[certKey(s.To.Cert)] {
			like(key, farmID).cert = 1
		}
		for _, farmID := range emails[strings.ToLower(s.To.Email)] {
			like(key, farmID).email = 1
		}
		for _, farmID := range received[s.TagID] {
			one := like(key, farmID)
			one.received++
			one.name = namesAlike(s.To.Name, c.firm[farmID].name)
		}
	}

	best := map[string]string{}
	for key, farms := range found {
		best[key] = bestOf(farms)
	}
	for i := range c.shipments {
		s := &c.shipments[i]
		s.Receiver = best[s.FarmID+ConsigneeKey(s.To)]
	}
}

// farmsByWords returns the reached farms by the certificates and by the address that they state.
func (c *closure) farmsByWords() (certs, emails map[string][]string) {
	certs, emails = map[string][]string{}, map[string][]string{}
	for farmID, f := range c.firm {
		for _, key := range f.certs {
			certs[key] = append(certs[key], farmID)
		}
		if f.email != "" {
			emails[strings.ToLower(f.email)] = append(emails[strings.ToLower(f.email)], farmID)
		}
	}
	return certs, emails
}

// likeness is how well a consignee fits a farm.
type likeness struct{ cert, email, name, received int }

func (l likeness) is() bool { return l.cert+l.email > 0 || l.name > 0 && l.received > 0 }

func (l likeness) compare(o likeness) int {
	return cmp.Or(cmp.Compare(l.cert+l.email, o.cert+o.email), cmp.Compare(l.name, o.name), cmp.Compare(l.received, o.received))
}

// bestOf returns the farm that fits best, empty if none does or two do equally.
func bestOf(farms map[string]*likeness) string {
	best, order := "", 0
	for farmID, one := range farms {
		if !one.is() {
			continue
		}

		if best == "" {
			best, order = farmID, 1
			continue
		}
		switch now := one.compare(*farms[best]); {
		case now > 0:
			best, order = farmID, 1
		case now == 0:
			order = 0 // unless another fits better than both
		}
	}
	if order == 0 {
		return ""
	}
	return best
}

// namesAlike returns 2 for the same name, 1 if one has all words of the other, else 0.
func namesAlike(a, b string) int {
	a, b = words(a), words(b)
	switch {
	case a == "" || b == "":
		return 0
	case a == b:
		return 2
	case len(strings.Fields(a)) > 1 && strings.Contains(b, a) || len(strings.Fields(b)) > 1 && strings.Contains(a, b):
		return 1
	}
	return 0
}

// uncoveredReceipts are what farms received without a recorded shipment to them.
type uncoveredReceipts struct {
	parts  map[int]int64 // by place in receipts
	direct map[int]int64 // by tag: how much of that comes from what is left on it
	via    map[int]int64 // by tag: how much came by its shipments to others
}

// uncovered returns what was received without a recorded shipment to the receiver. As much of it as the
// tag has left comes from there; the rest came by shipments to somebody else, such as a carrier.
func (c *closure) uncovered() uncoveredReceipts {
	u := uncoveredReceipts{map[int]int64{}, map[int]int64{}, map[int]int64{}}
	if len(c.receipts) == 0 {
		return u
	}
	shipped := c.shippedTo()
	total := map[int]int64{}
	for i, r := range c.receipts {
		to := handed{r.parent, r.farmID}
		covered := min(shipped[to], r.parts)
		shipped[to] -= covered
		if left := r.parts - covered; left > 0 {
			u.parts[i] = left
			total[r.parent] += left
		}
	}
	for at, n := range total {
		u.direct[at] = min(n, stock.Or(c.tags[at].remainder))
		u.via[at] = n - u.direct[at]
	}
	return u
}

// shippedTo returns what was shipped of each tag to each reached farm.
func (c *closure) shippedTo() map[handed]int64 {
	shipped := map[handed]int64{}
	for i := range c.shipments {
		if s := &c.shipments[i]; s.Receiver != "" {
			shipped[handed{c.at[s.TagID], s.Receiver}] += s.Parts
		}
	}
	return shipped
}
