package recall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/reach"
)

// due is what is to be entered in the book of a recall, as of the transaction that found it.
type due struct {
	book    *book
	reached *scope.Reached
	steps   []step
}

// step is a small part of what is due. It may be done by another process at the same time, or
// may have been done.
type step struct {
	party  RecallParty             // whom it is about, under the id that it has or is to have
	lines  []reach.ReachedShipment // to be entered for the party
	entry  bool                    // with them its lines are whole: it is entered, and told
	lapsed []string                // shipments that are reached no more
	leave  bool                    // the party is reached no more
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
	parties, err := partiesBy(ctx, tx, b.ID, "")
	if err != nil {
		return nil, err
	}
	lines, err := shipmentsEntered(ctx, tx, b.ID)
	if err != nil {
		return nil, err
	}
	left := d.add(parties, lines)
	if f.Release {
		d.release(left, lines)
	}
	if len(d.steps) == 0 && b.FollowedAt != nil {
		return nil, nil
	}
	return d, nil
}

// add adds who and what is reached and not entered, and gives the parties that are reached no
// more. Of the lines it leaves in the map those that are reached no more.
func (d *due) add(parties []RecallParty, lines map[string]bool) (left []RecallParty) {
	known := map[string]*RecallParty{}
	for i := range parties {
		p := &parties[i]
		known[p.FarmID+p.key] = p
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
	for _, f := range d.reached.Tags.Firms {
		about(&RecallParty{Kind: "firm", FarmID: f.FarmID, Firm: f.Name, Name: f.Name, key: firmKey})
	}
	for i := range d.reached.Shipments {
		shipment := &d.reached.Shipments[i]
		one := about(consigneeOf(shipment, d.reached.Names[shipment.FarmID]))
		if counts, there := lines[shipment.EventID]; there && !counts || !there && shipment.Parts > 0 {
			one.lines = append(one.lines, *shipment)
		}
		delete(lines, shipment.EventID)
	}
	for _, one := range reached {
		d.divide(one)
	}
	for i := range parties {
		if p := &parties[i]; at[p.FarmID+p.key] == nil && p.ReleasedAt == nil {
			left = append(left, *p)
		}
	}
	return left
}

// divide adds a step, in several where it has many lines: the last enters the party.
func (d *due) divide(one *step) {
	for len(one.lines) > stepRows {
		d.steps = append(d.steps, step{party: one.party, lines: one.lines[:stepRows]})
		one.lines = one.lines[stepRows:]
	}
	if one.entry || len(one.lines) > 0 {
		d.steps = append(d.steps, *one)
	}
}

// release adds who and what is reached no more.
func (d *due) release(parties []RecallParty, lines map[string]bool) {
	var lapsed []string
	for id, counts := range lines {
		if counts {
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
	return &RecallParty{Kind: "consignee", FarmID: s.FarmID, Firm: firm, key: scope.ConsigneeKey(s.To), Name: s.To.Name, Email: s.To.Email, Phone: s.To.Phone, Address: s.To.Address, Cert: s.To.Cert}
}

// shipmentsEntered are the shipments that are entered, by their event, and whether they count.
func shipmentsEntered(ctx context.Context, tx *sqldb.Tx, recallID string) (map[string]bool, error) {
	return entered(ctx, tx, "SELECT event_id, released_at IS NULL FROM recall_lines WHERE recall_id = $1", recallID)
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
