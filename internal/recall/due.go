package recall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

// due is what is to be entered in the book of a recall, as of the transaction that found it.
type due struct {
	book    *book
	reached *scope.Reached
	changed []reach.ReachedShipment
	steps   []step
}

// step is a small part of what is due. It may be done by another process at the same time, or
// may have been done.
type step struct {
	party   RecallParty             // whom it is about, under the id that it has or is to have
	lines   []reach.ReachedShipment // to be entered for the party
	entry   bool                    // with them its lines are whole: it is entered, and told
	merge   bool                    // the party turned out to be a reached firm
	changed []reach.ReachedShipment // lines of which more or less was passed on
	lapsed  []string                // shipments that are reached no more
	leave   bool                    // the party is reached no more
}

func (s step) letsGo() bool { return s.leave || len(s.lapsed) > 0 }

const stepRows = 100 // of lines, in a step

// due gives what is to be done about a recall; nil where that is nothing, or it has ended.
func (s *Service) due(ctx context.Context, tx *sqldb.Tx, f following) (*due, error) {
	b, err := bookByID(ctx, tx, f.ID)
	if err != nil {
		return nil, jobs.Permanent(err)
	}
	if b.EndedAt != nil {
		return nil, nil
	}
	d := &due{book: b}
	if d.reached, err = scope.Of(ctx, tx, s.reaches, b.Choice, b.FarmID); err != nil {
		return nil, err
	}
	parties, err := partiesBy(ctx, tx, b.ID)
	if err != nil {
		return nil, err
	}
	lines, err := shipmentsEntered(ctx, tx, b.ID)
	if err != nil {
		return nil, err
	}
	left := d.add(parties, lines)
	if err := d.nameShellfish(ctx, tx); err != nil {
		return nil, err
	}
	if f.Release {
		d.release(left, lines)
	}
	if len(d.steps) == 0 && b.FollowedAt != nil {
		return nil, nil
	}
	return d, nil
}

// nameShellfish notes what is recalled of the firms that are to be told.
func (d *due) nameShellfish(ctx context.Context, tx *sqldb.Tx) error {
	var firms []string
	for _, one := range d.steps {
		if one.entry && one.party.Kind == "firm" {
			firms = append(firms, one.party.FarmID)
		}
	}
	kinds, err := d.reached.Reckoned.Kinds(ctx, tx, firms)
	if err != nil {
		return err
	}

	for i := range d.steps {
		d.steps[i].party.shellfish = kinds[d.steps[i].party.FarmID]
	}
	return nil
}

// add adds who and what is reached and not entered, and gives the parties that are reached no
// more. Of the lines it leaves in the map those that are reached no more.
func (d *due) add(parties []RecallParty, lines map[string]enteredLine) (left []RecallParty) {
	known, byID := map[string]*RecallParty{}, map[string]*RecallParty{}
	for i := range parties {
		p := &parties[i]
		known[p.FarmID+p.key], byID[p.ID] = p, p
	}
	var reached []*step
	at := map[string]*step{}
	about := func(p *RecallParty) *step {
		of := p.FarmID + p.key
		one := at[of]
		if one == nil {
			was := known[of]
			if was == nil {
				p.ID = partyID(d.book.ID, of)
			} else {
				p = was
			}
			one = &step{party: *p, entry: was == nil || was.ReleasedAt != nil}
			one.party.ReleasedAt = nil
			at[of] = one
			reached = append(reached, one)
		}
		return one
	}
	firms := map[string]string{} // ids of parties, by farm
	for _, f := range d.reached.Tags.Firms {
		firms[f.FarmID] = about(&RecallParty{Kind: "firm", FarmID: f.FarmID, Firm: f.Name, Name: f.Name, key: firmKey}).party.ID
	}
	for i := range d.reached.Deliveries {
		delivery := &d.reached.Deliveries[i]
		one := about(consigneeOf(delivery, d.reached.Names[delivery.FarmID]))
		if firm := firms[delivery.Receiver]; firm != "" && one.party.sameAs == "" && d.book.FarmID == "" {
			one.party.sameAs, one.merge = firm, !one.entry
		}
		if firm := byID[one.party.sameAs]; firm != nil {
			about(firm) // stays as long as any of its rows
		}

		was, there := lines[delivery.EventID]
		switch {
		case !there && delivery.Parts > 0, there && !was.counts:
			one.lines = append(one.lines, *delivery)
		case there && (was.passed != delivery.Passed || was.shipped != delivery.Parts):
			d.changed = append(d.changed, *delivery)
		}
		delete(lines, delivery.EventID)
	}
	d.vanish(lines)
	for _, one := range reached {
		d.divide(one)
	}
	for some := range slices.Chunk(d.changed, stepRows) {
		d.steps = append(d.steps, step{changed: some})
	}
	for i := range parties {
		if p := &parties[i]; at[p.FarmID+p.key] == nil && p.ReleasedAt == nil {
			left = append(left, *p)
		}
	}
	return left
}

// vanish has receipts count no more that shipments cover since, or that were taken back.
func (d *due) vanish(lines map[string]enteredLine) {
	var gone []string
	for id, l := range lines {
		if l.counts && strings.Contains(id, ":") {
			gone = append(gone, id)
			delete(lines, id)
		}
	}
	slices.Sort(gone)
	for some := range slices.Chunk(gone, stepRows) {
		d.steps = append(d.steps, step{lapsed: some})
	}
}

// divide adds a step, in several where it has many lines: the last enters the party.
func (d *due) divide(one *step) {
	for len(one.lines) > stepRows {
		d.steps = append(d.steps, step{party: one.party, lines: one.lines[:stepRows]})
		one.lines = one.lines[stepRows:]
	}
	if one.entry || one.merge || len(one.lines) > 0 {
		d.steps = append(d.steps, *one)
	}
}

// release adds who and what is reached no more.
func (d *due) release(parties []RecallParty, lines map[string]enteredLine) {
	var lapsed []string
	for id, l := range lines {
		if l.counts {
			lapsed = append(lapsed, id)
		}
	}
	slices.Sort(lapsed)
	for some := range slices.Chunk(lapsed, stepRows) {
		d.steps = append(d.steps, step{lapsed: some})
	}
	for i := range parties {
		d.steps = append(d.steps, step{party: parties[i], leave: true})
	}
}

// partyID is the id of a party that is to be entered: the same whoever enters it, and begins to.
func partyID(recallID, of string) string {
	sum := sha256.Sum256([]byte(recallID + of))
	return hex.EncodeToString(sum[:12])
}

func consigneeOf(s *reach.ReachedShipment, firm string) *RecallParty {
	return &RecallParty{Kind: "consignee", FarmID: s.FarmID, Firm: firm, key: reach.ConsigneeKey(s.To), Name: s.To.Name, Email: s.To.Email, Phone: s.To.Phone, Address: s.To.Address, Cert: s.To.Cert}
}

// enteredLine is a delivery as it is entered.
type enteredLine struct {
	counts          bool
	shipped, passed int64
}

// shipmentsEntered returns the deliveries that are entered, by their event.
func shipmentsEntered(ctx context.Context, tx *sqldb.Tx, recallID string) (map[string]enteredLine, error) {
	there := map[string]enteredLine{}
	_, err := sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var id string
		var l enteredLine
		err := row.Scan(&id, &l.counts, &l.shipped, &l.passed)
		there[id] = l
		return struct{}{}, err
	}, "SELECT event_id, released_at IS NULL, shipped, passed FROM recall_lines WHERE recall_id = $1", recallID)
	return there, err
}

func entered(ctx context.Context, tx *sqldb.Tx, query string, args ...any) (map[string]bool, error) {
	there := map[string]bool{}
	_, err := sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var id string
		var counts bool
		err := row.Scan(&id, &counts)
		there[id] = counts
		return struct{}{}, err
	}, query, args...)
	return there, err
}
