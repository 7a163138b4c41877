package recall

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// Outcome says what became of something that was shipped.
type Outcome string

const (
	Returned  Outcome = "returned"
	Destroyed Outcome = "destroyed"
	Sold      Outcome = "sold"
)

// balance is what was delivered in a unit and what became of it, in the parts of the unit.
// What is unaccounted for is the rest, and is stored nowhere.
type balance struct {
	unit                      ledger.Unit
	received                  int64
	passed                    int64 // on to another company, where it counts instead
	returned, destroyed, sold int64
}

func (b balance) accounted() int64 { return b.returned + b.destroyed + b.sold }

// passedOn returns how much the company passed on. What it accounted for it can't have passed on.
func (b balance) passedOn() int64 { return max(min(b.passed, b.received-b.accounted()), 0) }

func (b balance) shipped() int64 { return b.received - b.passedOn() }

func (b balance) unaccounted() int64 { return b.shipped() - b.accounted() }

func (b *balance) of(o Outcome) *int64 {
	switch o {
	case Returned:
		return &b.returned
	case Destroyed:
		return &b.destroyed
	case Sold:
		return &b.sold
	}
	return nil
}

// add sums up balances of single lines, of which each has its own bound of what was passed on.
func (b *balance) add(o balance) {
	b.received, b.passed = b.received+o.received, b.passed+o.passedOn()
	b.returned, b.destroyed, b.sold = b.returned+o.returned, b.destroyed+o.destroyed, b.sold+o.sold
}

// RecallTotal is what was shipped in a unit, and what became of it.
type RecallTotal struct {
	Unit        string  `json:"unit"`
	Received    float64 `json:"received" doc:"All that was shipped to the company or companies"`
	PassedOn    float64 `json:"passedOn" doc:"What of that they delivered to another company, where it counts instead"`
	Shipped     float64 `json:"shipped" doc:"Received less passed on, so each animal counts once; always what is returned, destroyed, sold and unaccounted for together"`
	Returned    float64 `json:"returned"`
	Destroyed   float64 `json:"destroyed"`
	Sold        float64 `json:"sold"`
	Unaccounted float64 `json:"unaccounted"`
	Recovered   float64 `json:"recovered" doc:"Percent of what was shipped that is returned or destroyed"`
	Accounted   float64 `json:"accounted" doc:"Percent of what was shipped that is returned, destroyed or sold"`
}

func (b balance) shown() RecallTotal {
	in := func(amount int64) float64 { return tag.InUnits(amount, b.unit) }
	return RecallTotal{
		string(b.unit), in(b.received), in(b.passedOn()), in(b.shipped()), in(b.returned), in(b.destroyed), in(b.sold), in(b.unaccounted()),
		percent(b.returned+b.destroyed, b.shipped()), percent(b.accounted(), b.shipped()),
	}
}

// percent is a part of a whole, cut to two decimals: 100 is all of it.
func percent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return math.Floor(float64(part)/float64(whole)*10_000) / 100
}

// line is what was delivered of a tag to a party.
type line struct {
	partyID, tagID string
	balance
}

// Effectiveness says how far a recall has come, in percent. Where it counts in several
// units, what is said of quantities is that of the unit which is furthest behind.
type Effectiveness struct {
	Recovered    *float64      `json:"recovered" doc:"Of what was shipped, returned or destroyed; null where nothing was shipped"`
	Accounted    *float64      `json:"accounted" doc:"Of what was shipped, returned, destroyed or sold"`
	Acknowledged *float64      `json:"acknowledged" doc:"Of the firms and consignees to be told, those who have acknowledged; null where there is none"`
	Parties      int           `json:"parties" doc:"To be told"`
	Answered     int           `json:"answered" doc:"Of these, who have acknowledged"`
	Unaccounted  int           `json:"unaccounted" doc:"Shipped tags, by consignee, of which something is unaccounted for"`
	Totals       []RecallTotal `json:"totals" doc:"By unit"`
}

func effectivenessOf(all []RecallParty) (e Effectiveness) {
	units := map[ledger.Unit]*balance{}
	for i := range all {
		p := &all[i]
		if p.ReleasedAt != nil {
			continue
		}
		if p.toBeTold {
			e.Parties++
			if p.AcknowledgedAt != nil {
				e.Answered++
			}
		}
		for _, l := range p.lines {
			if units[l.unit] == nil {
				units[l.unit] = &balance{unit: l.unit}
			}
			units[l.unit].add(l.balance)
			if l.unaccounted() > 0 {
				e.Unaccounted++
			}
		}
	}
	e.Totals = totalsOf(units)
	for _, t := range e.Totals {
		if t.Shipped == 0 {
			continue
		}
		if e.Recovered == nil || t.Recovered < *e.Recovered {
			e.Recovered = &t.Recovered
		}
		if e.Accounted == nil || t.Accounted < *e.Accounted {
			e.Accounted = &t.Accounted
		}
	}
	if e.Parties > 0 {
		p := percent(int64(e.Answered), int64(e.Parties))
		e.Acknowledged = &p
	}
	return e
}

func totalsOf(units map[ledger.Unit]*balance) []RecallTotal {
	totals := []RecallTotal{}
	for _, b := range units {
		totals = append(totals, b.shown())
	}
	sorting.By(totals, func(a, b RecallTotal) int { return cmp.Compare(a.Unit, b.Unit) })
	return totals
}

// NewEntry says what became of something that was shipped of a tag to a party.
type NewEntry struct {
	PartyID  string  `json:"party" maxLength:"64"`
	TagID    string  `json:"tag" maxLength:"64"`
	Outcome  Outcome `json:"outcome" enum:"returned,destroyed,sold"`
	Quantity float64 `json:"quantity" doc:"In the unit of the tag; at most what is unaccounted for"`
	Note     string  `json:"note" required:"false" maxLength:"2000" lines:"true"`
}

// Account enters what became of something. It is never more than what is unaccounted
// for. Those who recall may, and a farm's people for those whom the farm shipped to.
func (s *Service) Account(ctx context.Context, farmID, id string, e NewEntry) (entryID string, err error) {
	e.Note = strings.TrimSpace(e.Note)
	if e.Note != "" {
		if f := scope.ReasonField("note", e.Note, ""); f != nil {
			return "", fault.ForFields([]fault.Field{*f})
		}
	}
	err = s.db.WriteTo(ctx, id, func(tx *sqldb.Tx) error {
		b, err := open(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		entryID, err = once.Do(ctx, tx, func() (string, error) { return s.account(ctx, tx, b, farmID, e) })
		return err
	})
	return entryID, err
}

func (s *Service) account(ctx context.Context, tx *sqldb.Tx, b *book, farmID string, e NewEntry) (string, error) {
	p, err := s.companyOf(ctx, tx, b, farmID, e.PartyID)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(p.lines, func(l line) bool { return l.tagID == tag.CanonicalID(e.TagID) })
	if at < 0 {
		return "", fault.ForField("tag", "Nothing of that tag was shipped to them")
	}
	l := p.lines[at]
	amount, wrong := tag.InParts(e.Quantity, l.unit)
	switch {
	case l.of(e.Outcome) == nil:
		return "", fault.ForField("outcome", "Please say what became of it")
	case wrong != "":
		return "", fault.ForField("quantity", wrong)
	case amount > l.unaccounted():
		return "", fault.ForField("quantity", "No more than "+tag.Say(l.unaccounted(), l.unit)+" can still be accounted for")
	}
	entryID := sqldb.NewID()
	return entryID, insertEntry(ctx, tx, b.ID, entry{ID: entryID, partyID: l.partyID, TagID: l.tagID, Outcome: e.Outcome, amount: amount, Note: e.Note, At: sqldb.Millis(s.now()), By: scope.NameOf(ctx)})
}

// TakeBack takes an entry back by another one, for a reason. Who may is as for Account.
func (s *Service) TakeBack(ctx context.Context, farmID, id, entryID, reason string) error {
	if err := scope.CheckReason(&reason); err != nil {
		return err
	}
	return s.db.WriteTo(ctx, id, func(tx *sqldb.Tx) error {
		b, err := open(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		e, err := entryByID(ctx, tx, b.ID, entryID)
		if err != nil {
			return err
		}
		if _, err := s.companyOf(ctx, tx, b, farmID, e.partyID); err != nil {
			return err
		}
		if e.Reverses != nil {
			return fault.New(fault.Conflict, "That is itself a correction.")
		}
		back := entry{ID: sqldb.NewID(), partyID: e.partyID, TagID: e.TagID, Outcome: e.Outcome, amount: -e.amount, Reverses: &e.ID, Note: reason, At: sqldb.Millis(s.now()), By: scope.NameOf(ctx)}
		if err := insertEntry(ctx, tx, b.ID, back); fault.Is(err, fault.Conflict) {
			return fault.New(fault.Conflict, "That entry has been taken back already.")
		} else if err != nil {
			return err
		}
		return s.mark(ctx, tx, b, "takeBack", map[string]any{"tag": e.TagID, "outcome": e.Outcome, "reason": reason})
	})
}
