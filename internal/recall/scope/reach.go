package scope

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
)

const maxShown = 1000 // consignees of an answer, and tags

// RecallReach is what a recall reaches, firm by firm.
type RecallReach struct {
	Seen       Seen               `json:"seen" doc:"What the yes names"`
	Firms      []ReachedFirm      `json:"firms" doc:"By name"`
	Consignees []ReachedConsignee `json:"consignees" doc:"Whom reached tags were shipped to and who are none of the firms, by name; at most 1,000"`
}

// Seen says in short what was looked at.
type Seen struct {
	Digest     string `json:"digest" maxLength:"64" doc:"Changes with every tag and shipment that is reached"`
	Tags       int64  `json:"tags"`
	Firms      int    `json:"firms"`
	Consignees int    `json:"consignees" doc:"That are none of the firms"`

	Shipped []SeenQuantity `json:"shipped" required:"false" doc:"By unit, each animal once"`
}

// SeenQuantity is a quantity of reached tags that was shipped.
type SeenQuantity struct {
	Unit     string  `json:"unit" enum:",each,dozen,bag,bushel,kg" doc:"Empty where a tag states none"`
	Quantity float64 `json:"quantity"`
}

func (s Seen) String() string {
	return fmt.Sprintf("%s of %s, %s", counted(s.Tags, "tag"), counted(int64(s.Firms), "firm"), counted(int64(s.Consignees), "consignee"))
}

// Change names what differs in the reach now, as "12 tags instead of 10".
func (s Seen) Change(now Seen) string {
	var parts []string
	compare := func(was, is int64, noun string) {
		if was != is {
			parts = append(parts, fmt.Sprintf("%s instead of %d", counted(is, noun), was))
		}
	}
	compare(s.Tags, now.Tags, "tag")
	compare(int64(s.Firms), int64(now.Firms), "firm")
	compare(int64(s.Consignees), int64(now.Consignees), "consignee")

	was := s.shippedWords()
	if is := now.shippedWords(); is != was && s.Shipped != nil {
		parts = append(parts, fmt.Sprintf("%s shipped instead of %s", is, was))
	}
	if len(parts) == 0 {
		return "other tags or shipments of the same number"
	}
	return strings.Join(parts, ", ")
}

func (s Seen) shippedWords() string {
	var words []string
	for _, q := range s.Shipped {
		words = append(words, tag.Words(q.Quantity, q.Unit))
	}
	return cmp.Or(strings.Join(words, " and "), "nothing")
}

func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ReachedFirm is a firm whose tags are reached.
type ReachedFirm struct {
	FarmID     string            `json:"farm"`
	Name       string            `json:"name" doc:"As it was when the firm is gone"`
	Gone       bool              `json:"gone" doc:"The firm was deleted"`
	Tags       int64             `json:"tags"`
	Quantities []ReachedQuantity `json:"quantities" doc:"By unit"`
	Lots       []ReachedLotName  `json:"lots" doc:"That its tags were harvested from"`
	Path       []ReachedStep     `json:"path" doc:"From a chosen tag to one of the firm's"`
	Nearest    []ReachedMade     `json:"nearest" doc:"Of its tags those that are the fewest steps from a chosen one: at most 100, and 1,000 of all firms; the document of a recall has all"`
}

// ReachedQuantity is a quantity of reached tags.
type ReachedQuantity struct {
	Unit     string  `json:"unit"`
	Quantity float64 `json:"quantity" doc:"What the firm has had, each animal once: what is left and what was shipped"`
	Left     float64 `json:"left" doc:"What of it is neither in another tag nor shipped, nor received by another firm"`
}

// ReachedLotName is a lot, where and when it was harvested.
type ReachedLotName struct {
	LotID   string `json:"lotId"`
	LeaseID string `json:"leaseId" doc:"The growing area"`
	Name    string `json:"name"`
	Area    string `json:"area"`
	Date    string `json:"date" doc:"YYYY-MM-DD"`
	Animals int64  `json:"animals" doc:"Of it on tags that are reached"`
}

// ReachedStep is a tag on the way to a firm.
type ReachedStep struct {
	TagID string `json:"tag"`
	Firm  string `json:"firm"`
	Event string `json:"event" doc:"That made it; empty where none did"`
}

// ReachedMade is a tag that is reached.
type ReachedMade struct {
	TagID string `json:"tag"`
	From  string `json:"from" doc:"The reached tag that it was made of; empty for a chosen one"`
	Event string `json:"event" doc:"That made it; empty where none did"`
}

// ReachedConsignee is somebody whom reached tags were shipped to.
type ReachedConsignee struct {
	Name       string            `json:"name"`
	Firm       string            `json:"firm" doc:"That shipped to it"`
	Email      string            `json:"email"`
	Phone      string            `json:"phone"`
	Tags       int               `json:"tags"`
	Quantities []ReachedQuantity `json:"quantities" doc:"Shipped, by unit"`
}

// Reached is what a choice reaches, as far as the farm of a drill is concerned.
type Reached struct {
	Roots     []string
	Tags      reach.Reached
	Shipments []reach.ReachedShipment
	Names     map[string]string // of firms

	Deliveries []reach.ReachedShipment // see [reach.Reckoned.Deliveries]

	Reckoned *reach.Reckoned // all of it
}

// Of follows a choice. Of an own drill only the farm's part is given.
func Of(ctx context.Context, tx *sqldb.Tx, reaches *reach.Service, c Choice, ownFarm string) (r *Reached, err error) {
	chosen, err := c.Tagged()
	if err != nil {
		return nil, err
	}
	if ownFarm != "" {
		chosen.FarmID = ownFarm
	}
	all, err := reaches.Reckon(ctx, tx, chosen)
	if err != nil {
		return nil, err
	}
	r = &Reached{Roots: all.Roots, Tags: all.Tags, Shipments: all.Shipments, Names: map[string]string{}, Reckoned: all}
	r.Deliveries = all.Deliveries(ownFarm)
	for _, f := range r.Tags.Firms {
		r.Names[f.FarmID] = f.Name
	}
	r.Only(ownFarm)
	return r, nil
}

// Only leaves the part of one farm; of an empty one, all.
func (r *Reached) Only(farmID string) {
	if farmID == "" {
		return
	}
	r.Tags.Firms = slices.DeleteFunc(slices.Clone(r.Tags.Firms), func(f reach.ReachedFirm) bool { return f.FarmID != farmID })
	others := func(s reach.ReachedShipment) bool { return s.FarmID != farmID }
	r.Shipments = slices.DeleteFunc(slices.Clone(r.Shipments), others)
	r.Deliveries = slices.DeleteFunc(slices.Clone(r.Deliveries), others)
	maps.DeleteFunc(r.Names, func(id, _ string) bool { return id != farmID })
	r.Tags.Tags = 0
	for _, f := range r.Tags.Firms {
		r.Tags.Tags += f.Tags
	}
	r.Tags.Digest = fmt.Sprint(r.Tags.Tags) // what changes at other firms is not the farm's
}

// Seen sums up what is reached. A consignee that is a reached firm counts as a firm alone.
func (r *Reached) Seen() Seen {
	sum := sha256.New()
	sum.Write([]byte(r.Tags.Digest))

	ids, who := make([]string, len(r.Shipments)), map[string]bool{}
	for i, s := range r.Shipments {
		ids[i] = s.FarmID + s.EventID
		if !r.isFirm(s.Receiver) {
			who[s.FarmID+reach.ConsigneeKey(s.To)] = true
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		sum.Write([]byte(id))
	}

	shipped := map[ledger.Unit]int64{}
	for _, d := range r.Deliveries {
		shipped[d.Unit] += d.Parts - d.Passed
	}
	seen := Seen{Digest: hex.EncodeToString(sum.Sum(nil)[:12]), Tags: r.Tags.Tags, Firms: len(r.Tags.Firms), Consignees: len(who), Shipped: []SeenQuantity{}}
	for _, unit := range slices.Sorted(maps.Keys(shipped)) {
		seen.Shipped = append(seen.Shipped, SeenQuantity{string(unit), tag.InUnits(shipped[unit], unit)})
	}
	return seen
}

// isFirm reports whether the farm is among the firms that are reached.
func (r *Reached) isFirm(farmID string) bool {
	_, is := r.Names[farmID]
	return is
}

// Shown is the answer with it.
func (r *Reached) Shown() RecallReach {
	out := RecallReach{Seen: r.Seen(), Firms: []ReachedFirm{}, Consignees: []ReachedConsignee{}}
	listed := 0
	for _, f := range r.Tags.Firms {
		shown := ReachedFirm{FarmID: f.FarmID, Name: f.Name, Gone: f.Gone, Tags: f.Tags, Quantities: []ReachedQuantity{}, Lots: []ReachedLotName{}, Path: []ReachedStep{}, Nearest: []ReachedMade{}}
		for _, a := range f.Amounts {
			shown.Quantities = append(shown.Quantities, ReachedQuantity{string(a.Unit), tag.InUnits(a.Had(), a.Unit), tag.InUnits(a.Left, a.Unit)})
		}
		for _, l := range f.Lots {
			shown.Lots = append(shown.Lots, ReachedLotName{l.LotID, l.LeaseID, LotName(l), l.Area, l.Day.String(), l.Animals})
		}
		for _, p := range f.Path {
			shown.Path = append(shown.Path, ReachedStep{p.TagID, p.Firm, string(p.Event)})
		}
		for _, m := range f.Nearest[:min(len(f.Nearest), maxShown-listed)] {
			shown.Nearest = append(shown.Nearest, ReachedMade{m.TagID, m.From, string(m.Event)})
		}
		listed += len(shown.Nearest)
		out.Firms = append(out.Firms, shown)
	}
	out.Consignees = r.consignees()
	return out
}

// LotName tells a lot from the others of its farm, as far as they differ in words.
func LotName(l reach.ReachedLot) string {
	return ledger.LotFrom(l.Group, l.Lot).Describe()
}

func (r *Reached) consignees() []ReachedConsignee {
	type adding struct {
		ReachedConsignee
		tags    map[string]bool
		amounts map[ledger.Unit]int64
	}
	found := map[string]*adding{}
	for _, s := range r.Shipments {
		if r.isFirm(s.Receiver) {
			continue // it is among the firms
		}
		key := s.FarmID + reach.ConsigneeKey(s.To)
		one := found[key]
		if one == nil {
			one = &adding{ReachedConsignee{Name: s.To.Name, Firm: r.Names[s.FarmID], Email: s.To.Email}, map[string]bool{}, map[ledger.Unit]int64{}}
			found[key] = one
		}
		one.Phone = cmp.Or(one.Phone, s.To.Phone)
		one.tags[s.TagID] = true
		one.amounts[s.Unit] += s.Parts
	}
	all := []ReachedConsignee{}
	for _, one := range found {
		one.Tags = len(one.tags)
		for unit, amount := range one.amounts {
			one.Quantities = append(one.Quantities, ReachedQuantity{Unit: string(unit), Quantity: tag.InUnits(amount, unit)})
		}
		sorting.By(one.Quantities, func(a, b ReachedQuantity) int { return cmp.Compare(a.Unit, b.Unit) })
		all = append(all, one.ReachedConsignee)
	}
	sorting.By(all, func(a, b ReachedConsignee) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Firm, b.Firm), cmp.Compare(a.Email, b.Email))
	})
	return all[:min(len(all), maxShown)]
}
