package recall

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/tag/reach"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const maxShown = 1000 // consignees of an answer

// RecallReach is what a recall reaches, firm by firm.
type RecallReach struct {
	Seen       Seen               `json:"seen" doc:"What the yes names"`
	Firms      []ReachedFirm      `json:"firms" doc:"By name"`
	Consignees []ReachedConsignee `json:"consignees" doc:"Whom reached tags were shipped to, by name; at most 1,000"`
}

// Seen says in short what was looked at.
type Seen struct {
	Digest     string `json:"digest" maxLength:"64" doc:"Changes with every tag and shipment that is reached"`
	Tags       int64  `json:"tags"`
	Firms      int    `json:"firms"`
	Consignees int    `json:"consignees"`
}

func (s Seen) String() string {
	return fmt.Sprintf("%s of %s, %s", counted(s.Tags, "tag"), counted(int64(s.Firms), "firm"), counted(int64(s.Consignees), "consignee"))
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
}

// ReachedQuantity is a quantity of reached tags.
type ReachedQuantity struct {
	Unit     string  `json:"unit"`
	Quantity float64 `json:"quantity" doc:"What the firm has had, each animal once: what is left and what was shipped"`
	Left     float64 `json:"left" doc:"What of it is neither in another tag nor shipped, nor received by another firm"`
}

// ReachedLotName is a lot, where and when it was harvested.
type ReachedLotName struct {
	LotID string `json:"lotId"`
	Name  string `json:"name"`
	Area  string `json:"area"`
	Date  string `json:"date" doc:"YYYY-MM-DD"`
}

// ReachedStep is a tag on the way to a firm.
type ReachedStep struct {
	TagID string `json:"tag"`
	Firm  string `json:"firm"`
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

// reached is what a choice reaches, as far as the farm of a drill is concerned.
type reached struct {
	roots     []string
	tags      reach.Reached
	shipments []reach.ReachedShipment
	names     map[string]string // of firms
}

// reachOf follows a choice. Of an own drill only the farm's part is given.
func (s *Service) reachOf(ctx context.Context, tx *sqldb.Tx, c Choice, ownFarm string) (r *reached, err error) {
	chosen, err := c.tagged()
	if err != nil {
		return nil, err
	}
	if ownFarm != "" {
		chosen.FarmID = ownFarm
	}
	r = &reached{names: map[string]string{}}
	if r.roots, err = reach.Roots(ctx, tx, chosen); err != nil {
		return nil, err
	}
	if r.tags, err = s.reaches.Reach(ctx, tx, r.roots); err != nil {
		return nil, err
	}
	if r.shipments, err = s.reaches.ReachedShipments(ctx, tx, r.roots); err != nil {
		return nil, err
	}
	r.only(ownFarm)
	for _, f := range r.tags.Firms {
		r.names[f.FarmID] = f.Name
	}
	return r, nil
}

// only leaves the part of one farm; of an empty one, all.
func (r *reached) only(farmID string) {
	if farmID == "" {
		return
	}
	r.tags.Firms = slices.DeleteFunc(slices.Clone(r.tags.Firms), func(f reach.ReachedFirm) bool { return f.FarmID != farmID })
	r.shipments = slices.DeleteFunc(slices.Clone(r.shipments), func(s reach.ReachedShipment) bool { return s.FarmID != farmID })
	r.tags.Tags = 0
	for _, f := range r.tags.Firms {
		r.tags.Tags += f.Tags
	}
	r.tags.Digest = fmt.Sprint(r.tags.Tags) // what changes at other firms is not the farm's
}

// consigneeKey tells one consignee of a firm from another.
func consigneeKey(to tag.Consignee) string {
	return sqldb.Fold(strings.TrimSpace(to.Name)) + "\n" + strings.ToLower(to.Email)
}

func (r *reached) seen() Seen {
	sum := sha256.New()
	sum.Write([]byte(r.tags.Digest))
	ids, who := make([]string, len(r.shipments)), map[string]bool{}
	for i, s := range r.shipments {
		ids[i] = s.FarmID + s.EventID
		who[s.FarmID+consigneeKey(s.To)] = true
	}
	slices.Sort(ids)
	for _, id := range ids {
		sum.Write([]byte(id))
	}
	return Seen{hex.EncodeToString(sum.Sum(nil)[:12]), r.tags.Tags, len(r.tags.Firms), len(who)}
}

// shown is the answer with it.
func (r *reached) shown() RecallReach {
	out := RecallReach{Seen: r.seen(), Firms: []ReachedFirm{}, Consignees: []ReachedConsignee{}}
	for _, f := range r.tags.Firms {
		shown := ReachedFirm{FarmID: f.FarmID, Name: f.Name, Gone: f.Gone, Tags: f.Tags, Quantities: []ReachedQuantity{}, Lots: []ReachedLotName{}, Path: []ReachedStep{}}
		for _, a := range f.Amounts {
			shown.Quantities = append(shown.Quantities, ReachedQuantity{string(a.Unit), tag.InUnits(a.Had(), a.Unit), tag.InUnits(a.Left, a.Unit)})
		}
		for _, l := range f.Lots {
			shown.Lots = append(shown.Lots, ReachedLotName{l.LotID, lotName(l), l.Area, l.Day.String()})
		}
		for _, p := range f.Path {
			shown.Path = append(shown.Path, ReachedStep{p.TagID, p.Firm, string(p.Event)})
		}
		out.Firms = append(out.Firms, shown)
	}
	out.Consignees = r.consignees()
	return out
}

func lotName(l reach.ReachedLot) string {
	return strings.Join(slices.DeleteFunc([]string{l.Group.OysterType, l.Group.SeedSource}, func(s string) bool { return s == "" }), ", ")
}

func (r *reached) consignees() []ReachedConsignee {
	type adding struct {
		ReachedConsignee
		tags    map[string]bool
		amounts map[ledger.Unit]int64
	}
	found := map[string]*adding{}
	for _, s := range r.shipments {
		key := s.FarmID + consigneeKey(s.To)
		one := found[key]
		if one == nil {
			one = &adding{ReachedConsignee{Name: s.To.Name, Firm: r.names[s.FarmID], Email: s.To.Email}, map[string]bool{}, map[ledger.Unit]int64{}}
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
		slices.SortFunc(one.Quantities, func(a, b ReachedQuantity) int { return cmp.Compare(a.Unit, b.Unit) })
		all = append(all, one.ReachedConsignee)
	}
	slices.SortFunc(all, func(a, b ReachedConsignee) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Firm, b.Firm), cmp.Compare(a.Email, b.Email))
	})
	return all[:min(len(all), maxShown)]
}

// Preview gives what a recall of the choice would reach. Those who may recall may ask;
// of a farm, its people, who are shown the farm's own part.
func (s *Service) Preview(ctx context.Context, farmID string, c Choice) (shown RecallReach, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := write(ctx, tx, farmID); err != nil {
			return err
		}
		r, err := s.reachOf(ctx, tx, c, farmID)
		if err == nil {
			shown = r.shown()
		}
		return err
	})
	return shown, err
}
