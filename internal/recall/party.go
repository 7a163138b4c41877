package recall

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// RecallParty is a company of a recall: a firm that it reaches, or one that such a firm shipped to.
// Several rows of the table may be the same company; it is shown as one ([Service.companies]).
type RecallParty struct {
	ID             string        `json:"_id"`
	Kind           string        `json:"kind" doc:"firm or consignee"`
	FarmID         string        `json:"farm" doc:"The firm, or the one that shipped to it"`
	Firm           string        `json:"firm"`
	Name           string        `json:"name"`
	Email          string        `json:"email"`
	Phone          string        `json:"phone"`
	Address        string        `json:"address"`
	Cert           string        `json:"cert"`
	AddedAt        int64         `json:"addedAt"`
	ReleasedAt     *int64        `json:"releasedAt" doc:"Since when the recall reaches them no more"`
	Told           string        `json:"told" doc:"acknowledged, delivered, sent, failed, call (there is no address) or untold (a drill)"`
	ToldAt         *int64        `json:"toldAt" doc:"When the last notice was written"`
	AcknowledgedAt *int64        `json:"acknowledgedAt"`
	AcknowledgedBy string        `json:"acknowledgedBy"`
	Shippers       []string      `json:"shippers" doc:"The firms that shipped to it"`
	Totals         []RecallTotal `json:"totals" doc:"What was shipped to the company and what became of it, by unit"`
	Onward         []RecallTotal `json:"onward" doc:"Of a firm, what it shipped and what became of it there, by unit"`

	key       string
	sameAs    string   // id of the firm that the consignee is
	ids       []string // of all rows of the company
	toBeTold  bool
	shellfish tag.Shellfish // of the tags of a firm that the recall reaches
	lines     []line
	lastEntry int64
	notices   []RecallNotice
}

// root returns the id by which the rows of one company are known.
func (p *RecallParty) root() string { return cmp.Or(p.sameAs, p.ID) }

// partiesOf returns the companies of a recall with what became of what was shipped to them
// and what they were told; with a farm, those of its part.
func (s *Service) partiesOf(ctx context.Context, tx *sqldb.Tx, b *book, farmID string) ([]RecallParty, error) {
	rows, err := partiesBy(ctx, tx, b.ID)
	if err != nil {
		return nil, err
	}
	return s.companies(ctx, tx, b, farmID, rows, nil)
}

// companyOf returns the company that a party is, as far as the farm may see it; with no farm, all of it.
func (s *Service) companyOf(ctx context.Context, tx *sqldb.Tx, b *book, farmID, partyID string) (p RecallParty, err error) {
	rows, err := partiesLike(ctx, tx, b.ID, partyID)
	if err != nil {
		return p, err
	}
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}

	all, err := s.companies(ctx, tx, b, farmID, rows, ids)
	if err == nil && len(all) == 0 {
		err = errNoParty
	}
	if err != nil {
		return p, err
	}
	return all[0], nil
}

// companies folds rows into companies, in their order. The ids are those of the rows, or nil if the rows
// are all of the recall's. A farm sees its own row with what was shipped to it, and its consignees.
func (s *Service) companies(ctx context.Context, tx *sqldb.Tx, b *book, farmID string, rows []RecallParty, ids []string) ([]RecallParty, error) {
	lines, err := linesOf(ctx, tx, b.ID, ids)
	if err != nil {
		return nil, err
	}
	became, err := outcomesOf(ctx, tx, b.ID, ids)
	if err != nil {
		return nil, err
	}
	notices, err := s.noticesOf(ctx, tx, b.ID, ids)
	if err != nil {
		return nil, err
	}
	last, err := lastEntries(ctx, tx, b.ID)
	if err != nil {
		return nil, err
	}

	f := folding{book: b, farmID: farmID, all: []RecallParty{}, at: map[string]int{}, shipper: map[string]string{}, lines: map[string]*line{}}
	f.fold(rows)
	f.account(lines, became)
	for i := range f.all {
		f.notify(&f.all[i], notices, last)
	}
	return f.all, nil
}

// folding is rows on their way into companies.
type folding struct {
	*book
	farmID  string
	own     string // id of the farm's own row
	all     []RecallParty
	at      map[string]int // of a company, by its root
	seen    []RecallParty  // the rows that the farm may see
	shipper map[string]string
	lines   map[string]*line // by root and tag
}

func (f *folding) sees(p *RecallParty) bool {
	return f.farmID == "" || p.FarmID == f.farmID || f.own != "" && p.sameAs == f.own
}

// fold makes one company of the rows that are the same.
func (f *folding) fold(rows []RecallParty) {
	for i := range rows {
		if p := &rows[i]; p.Kind == "firm" && p.FarmID == f.farmID {
			f.own = p.ID
		}
	}

	for _, p := range rows {
		if !f.sees(&p) {
			continue
		}
		f.seen = append(f.seen, p)
		i, known := f.at[p.root()]
		if !known {
			p.Shippers = []string{}
			i = len(f.all)
			f.at[p.root()], f.all = i, append(f.all, p)
		}

		c := &f.all[i]
		if c.ReleasedAt != nil && p.ReleasedAt == nil {
			c.ReleasedAt = nil
			if c.Kind != "firm" {
				c.ID = p.ID
			}
		}
		if p.Kind != "firm" {
			f.shipper[p.ID] = p.FarmID
			if !slices.Contains(c.Shippers, p.Firm) {
				c.Shippers = append(c.Shippers, p.Firm)
			}
		}
		c.Email, c.Phone, c.Address, c.Cert = cmp.Or(c.Email, p.Email), cmp.Or(c.Phone, p.Phone), cmp.Or(c.Address, p.Address), cmp.Or(c.Cert, p.Cert)
	}

	for i := range rows {
		if at, shown := f.at[rows[i].root()]; shown {
			f.all[at].ids = append(f.all[at].ids, rows[i].ID)
			f.all[at].toBeTold = f.all[at].toBeTold || f.mayTell(&rows[i])
		}
	}
}

// account adds up what was delivered to each company and what became of it.
func (f *folding) account(lines []line, became []outcomes) {
	root := map[string]string{}
	for i := range f.all {
		for _, id := range f.all[i].ids {
			root[id] = f.all[i].root()
		}
	}
	visible := map[string]bool{}
	for i := range f.seen {
		visible[f.seen[i].ID] = true
	}

	for _, l := range lines {
		if !visible[l.partyID] {
			continue
		}
		key := root[l.partyID] + l.tagID
		if known := f.lines[key]; known != nil {
			known.received, known.passed = known.received+l.received, known.passed+l.passed
		} else {
			f.lines[key] = &l
		}
	}
	for _, o := range became {
		if l := f.lines[root[o.partyID]+o.tagID]; l != nil {
			*l.of(o.outcome) += o.amount
		}
	}

	totals, onward := make([]sums, len(f.all)), map[string]sums{}
	for i := range totals {
		totals[i] = sums{}
	}
	for _, key := range slices.Sorted(maps.Keys(f.lines)) {
		l := *f.lines[key]
		i := f.at[root[l.partyID]]
		f.all[i].lines = append(f.all[i].lines, l)
		totals[i].add(l.balance)
		farmID := f.shipper[l.partyID]
		if onward[farmID] == nil {
			onward[farmID] = sums{}
		}
		onward[farmID].add(l.balance)
	}
	for i := range f.all {
		c := &f.all[i]
		c.Totals, c.Onward = totals[i].shown(), []RecallTotal{}
		if c.Kind == "firm" {
			c.Onward = onward[c.FarmID].shown()
		}
	}
}

// notify adds what the company was told.
func (f *folding) notify(c *RecallParty, notices map[string][]RecallNotice, last map[string]int64) {
	var all []RecallNotice
	for _, id := range c.ids {
		all = append(all, notices[id]...)
		c.lastEntry = max(c.lastEntry, last[id])
	}
	c.notices = all
	c.Told = c.told()

	shown := map[string]bool{}
	for i := range f.seen {
		shown[f.seen[i].ID] = true
	}
	c.notices = slices.DeleteFunc(all, func(n RecallNotice) bool { return !shown[n.partyID] })
	sorting.By(c.notices, func(a, b RecallNotice) int { return cmp.Compare(a.ID, b.ID) })
}

// sums are balances by unit.
type sums map[ledger.Unit]*balance

func (s sums) add(b balance) {
	if s[b.unit] == nil {
		s[b.unit] = &balance{unit: b.unit}
	}
	s[b.unit].add(b)
}

func (s sums) shown() []RecallTotal { return totalsOf(s) }

func lastEntries(ctx context.Context, tx *sqldb.Tx, id string) (map[string]int64, error) {
	last := map[string]int64{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var party string
		var at int64
		err := r.Scan(&party, &at)
		last[party] = at
		return struct{}{}, err
	}, "SELECT party_id, max(at) FROM recall_accounts WHERE recall_id = $1 GROUP BY party_id", id)
	return last, err
}

// told says how far telling the party has come, by the best of its notices.
func (p *RecallParty) told() string {
	best := map[string]bool{}
	for _, n := range p.notices {
		if n.Kind != notice && n.Kind != noticeCall {
			continue
		}
		at := n.SentAt
		p.ToldAt = &at
		switch {
		case n.AcknowledgedAt != nil:
			best["acknowledged"] = true
			if p.AcknowledgedAt == nil {
				p.AcknowledgedAt, p.AcknowledgedBy = n.AcknowledgedAt, n.AcknowledgedBy
			}
		case n.DeliveredAt != nil:
			best["delivered"] = true
		case n.FailedAt != nil:
			best["failed"] = true
		default:
			best["sent"] = true
		}
	}
	for _, state := range []string{"acknowledged", "delivered", "sent", "failed"} {
		if best[state] {
			return state
		}
	}
	if !p.toBeTold {
		return "untold"
	}
	return "call"
}

// PartyDetail is a party with what was shipped to it and what it was told.
type PartyDetail struct {
	RecallParty
	Lines   []PartyLine    `json:"lines" doc:"By tag"`
	Entries []RecallEntry  `json:"entries" doc:"The first first"`
	Notices []RecallNotice `json:"notices" doc:"The first first"`
}

// PartyLine is a tag of which something was shipped to a party.
type PartyLine struct {
	TagID string `json:"tag"`
	RecallTotal
}

// RecallEntry says what became of something that was shipped.
type RecallEntry struct {
	ID       string  `json:"_id"`
	TagID    string  `json:"tag"`
	Outcome  string  `json:"outcome" doc:"returned, destroyed or sold"`
	Quantity float64 `json:"quantity" doc:"In the unit of the tag; below nothing where it takes another entry back"`
	Unit     string  `json:"unit"`
	Reverses string  `json:"reverses" doc:"The entry that it takes back"`
	Reversed bool    `json:"reversed" doc:"It was taken back"`
	Note     string  `json:"note"`
	At       int64   `json:"at"`
	By       string  `json:"by"`
}

// Party gives a party of a recall. Who may is as for Get.
func (s *Service) Party(ctx context.Context, farmID, id, partyID string) (d PartyDetail, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := scope.Look(ctx, tx, farmID); err != nil {
			return err
		}
		b, err := bookOf(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		all, err := s.partiesOf(ctx, tx, b, farmID)
		if err != nil {
			return err
		}
		for i := range all {
			if slices.Contains(all[i].ids, partyID) {
				entries, err := entriesOf(ctx, tx, b.ID, all[i].ids)
				d = partyShown(all[i], entries)
				return err
			}
		}
		return errNoParty
	})
	return d, err
}

func partyShown(p RecallParty, of map[string][]entry) PartyDetail {
	var entries []entry
	for _, id := range p.ids {
		entries = append(entries, of[id]...)
	}
	sorting.By(entries, func(a, b entry) int { return cmp.Compare(a.ID, b.ID) })

	d := PartyDetail{RecallParty: p, Lines: []PartyLine{}, Entries: []RecallEntry{}, Notices: []RecallNotice{}}
	d.Notices = append(d.Notices, p.notices...)
	units := map[string]balance{}
	for _, l := range p.lines {
		d.Lines = append(d.Lines, PartyLine{l.tagID, l.shown()})
		units[l.tagID] = l.balance
	}
	reversed := map[string]bool{}
	for _, e := range entries {
		if e.Reverses != nil {
			reversed[*e.Reverses] = true
		}
	}
	for _, e := range entries {
		unit, counts := units[e.TagID]
		if !counts {
			continue // the recall reaches the tag no more
		}
		shown := RecallEntry{ID: e.ID, TagID: e.TagID, Outcome: string(e.Outcome), Quantity: tag.InUnits(e.amount, unit.unit), Unit: string(unit.unit), Reversed: reversed[e.ID], Note: e.Note, At: e.At, By: e.By}
		if e.Reverses != nil {
			shown.Reverses = *e.Reverses
		}
		d.Entries = append(d.Entries, shown)
	}
	return d
}
