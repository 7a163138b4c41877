package recall

import (
	"context"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// RecallParty is a firm that a recall reaches, or one that such a firm shipped to.
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
	Totals         []RecallTotal `json:"totals" doc:"What was shipped to them, by unit; of a firm, what it shipped"`

	key       string
	toBeTold  bool
	lines     []line
	lastEntry int64
	notices   []RecallNotice
}

// partiesOf gives the parties of a recall with what became of what was shipped to them
// and what they were told; of a firm, those of its part.
func (s *Service) partiesOf(ctx context.Context, tx *sqldb.Tx, b *book, farmID string) ([]RecallParty, error) {
	all, err := partiesBy(ctx, tx, b.ID, farmID)
	if err != nil {
		return nil, err
	}
	lines, err := linesOf(ctx, tx, b.ID, "")
	if err != nil {
		return nil, err
	}
	notices, err := s.noticesOf(ctx, tx, b.ID)
	if err != nil {
		return nil, err
	}
	last, err := lastEntries(ctx, tx, b.ID)
	if err != nil {
		return nil, err
	}
	at, firms := map[string]int{}, map[string]int{}
	for i, p := range all {
		at[p.ID] = i
		if p.Kind == "firm" {
			firms[p.FarmID] = i
		}
		all[i].notices, all[i].lastEntry, all[i].toBeTold = notices[p.ID], last[p.ID], b.mayTell(&all[i])
		all[i].Told = all[i].told()
	}
	totals := make([]map[ledger.Unit]*balance, len(all))
	add := func(i int, b balance) {
		if totals[i] == nil {
			totals[i] = map[ledger.Unit]*balance{}
		}
		if totals[i][b.unit] == nil {
			totals[i][b.unit] = &balance{unit: b.unit}
		}
		totals[i][b.unit].add(b)
	}
	for _, l := range lines {
		i, ours := at[l.partyID]
		if !ours {
			continue
		}
		all[i].lines = append(all[i].lines, l)
		add(i, l.balance)
		if firm, known := firms[all[i].FarmID]; known && firm != i {
			add(firm, l.balance)
		}
	}
	for i := range all {
		all[i].Totals = totalsOf(totals[i])
	}
	return all, nil
}

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
		if _, err := partyByID(ctx, tx, b.ID, partyID, farmID); err != nil {
			return err
		}
		all, err := s.partiesOf(ctx, tx, b, farmID)
		if err != nil {
			return err
		}
		for i := range all {
			if all[i].ID == partyID {
				entries, err := entriesOf(ctx, tx, b.ID, partyID)
				d = partyShown(all[i], entries[partyID])
				return err
			}
		}
		return nil
	})
	return d, err
}

func partyShown(p RecallParty, entries []entry) PartyDetail {
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
