package recall

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// delivered returns all that was shipped to the company, in the unit in which it reports, which is empty
// if it got something in units that can't be added up.
func (p *RecallParty) delivered() (parts int64, unit ledger.Unit) {
	for i, l := range p.lines {
		switch {
		case i == 0 || l.unit == unit:
			unit = l.unit
		case tag.Measure(l.unit) == tag.Measure(unit):
			unit = tag.Measure(unit)
		default:
			return 0, ""
		}
		parts += l.received
	}
	return parts, unit
}

// checkAnswer checks the answer, trims its note and rounds its quantities as they are stored. Together they
// are at most what was shipped to the company. A fault names the field, "total" for the sum.
func (p *RecallParty) checkAnswer(a *NoticeAnswer) error {
	a.Note = strings.TrimSpace(a.Note)
	if len([]rune(a.Note)) > scope.MaxText || !plain.Lines(a.Note) {
		return fault.ForField("note", "A note is text of at most 2,000 characters")
	}

	parts, unit := p.delivered()
	var sum int64
	for _, r := range a.quantities() {
		if *r.quantity == nil {
			continue
		}
		if unit == "" {
			return fault.ForField("units", "Please give the quantities in the note: they can't be added up")
		}

		var amount int64
		if typed := **r.quantity; typed != 0 {
			var wrong string
			if amount, wrong = tag.InParts(typed, unit); wrong != "" {
				return fault.ForField(r.field, wrong)
			}
		}
		sum += amount
		*r.quantity = new(tag.Thousandths(tag.InUnits(amount, unit)))
	}

	if sum > parts {
		return fault.ForField("total", fmt.Sprintf("That is %s in all, but only %s was shipped to them", tag.Say(sum, unit), tag.Say(parts, unit)))
	}
	return nil
}

// answering is a company's acknowledgement on its way.
type answering struct {
	NoticeAnswer
	by       string // name of the person
	noticeID string // the notice whose link was opened; empty in the app
	replaces bool   // the person saw the answer that it replaces
}

// answer stores that a company acknowledged a recall, or corrects what it reported while the recall is
// open. An answer by somebody who did not see the one that is there changes nothing: the first stays.
func (s *Service) answer(ctx context.Context, tx *sqldb.Tx, b *book, p *RecallParty, a answering) error {
	if err := p.checkAnswer(&a.NoticeAnswer); err != nil {
		return err
	}
	was, err := lastAnswer(ctx, tx, b.ID, p.ids)
	if err != nil {
		return err
	}
	encoded, err := json.Marshal(a.NoticeAnswer)
	if err != nil {
		return err
	}

	if was == nil {
		return s.firstAnswer(ctx, tx, b, p, a, string(encoded))
	}
	if !a.replaces || was.Answer != nil && reflect.DeepEqual(*was.Answer, a.NoticeAnswer) {
		return nil
	}
	if b.EndedAt != nil {
		return errEnded
	}

	if _, err := tx.Exec(ctx, "UPDATE recall_notices SET answer = $2 WHERE id = $1", was.ID, string(encoded)); err != nil {
		return fmt.Errorf("correct the answer of notice %s: %w", was.ID, err)
	}
	return s.markBy(ctx, tx, b, a.by, "answer", map[string]any{"to": p.Name, "before": was.Answer, "answer": a.NoticeAnswer})
}

// firstAnswer stores the first acknowledgement of a company: of the notice whose link was opened, or of
// one that was read in the app.
func (s *Service) firstAnswer(ctx context.Context, tx *sqldb.Tx, b *book, p *RecallParty, a answering, encoded string) error {
	now := sqldb.Millis(s.now())
	if a.noticeID != "" {
		if _, err := tx.Exec(ctx, "UPDATE recall_notices SET acked_at = $2, acked_by = $3, answer = $4 WHERE id = $1", a.noticeID, now, a.by, encoded); err != nil {
			return fmt.Errorf("acknowledge notice %s: %w", a.noticeID, err)
		}
	} else if _, err := tx.Exec(ctx, `INSERT INTO recall_notices (id, recall_id, party_id, kind, email, sent_at, username, delivered_at, acked_at, acked_by, answer)
		VALUES ($1, $2, $3, $4, '', $5, '', $5, $5, $6, $7)`, sqldb.NewID(), b.ID, p.ID, notice, now, a.by, encoded); err != nil {
		return fmt.Errorf("acknowledge recall %s: %w", b.ID, err)
	}

	return recordBy(ctx, tx, audit.Entry{At: s.now(), Action: "recall.acknowledge", Kind: "recall", ID: b.ID, Name: b.Party, Detail: map[string]any{"party": p.Name, "by": a.by}})
}

// recordBy records for the caller, or for nobody behind a link.
func recordBy(ctx context.Context, tx *sqldb.Tx, e audit.Entry) error {
	if _, signedIn := actor.From(ctx); signedIn {
		return audit.Record(ctx, tx, e)
	}
	return audit.RecordAs(ctx, tx, actor.Actor{}, e)
}

// lastAnswer returns the newest acknowledged notice of a company, nil if none is.
func lastAnswer(ctx context.Context, tx *sqldb.Tx, recallID string, partyIDs []string) (*RecallNotice, error) {
	list, args := among(recallID, partyIDs)
	all, err := sqldb.All(ctx, tx, scanNotice, "SELECT "+noticeColumns+" FROM recall_notices n WHERE n.recall_id = $1 AND n.party_id IN "+list+
		" AND n.acked_at IS NOT NULL ORDER BY n.acked_at DESC, n.id DESC LIMIT 1", args...)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

var errNotAcknowledged = fault.New(fault.Conflict, "They have not acknowledged yet. Send the notice again or note a call.")

// Answer acknowledges a recall for the farm in whose part it was read, or corrects what a company of the
// caller's part reported. Those who recall may call it, and a farm's people within their own part.
func (s *Service) Answer(ctx context.Context, farmID, id, partyID string, a NoticeAnswer) error {
	return s.db.WriteTo(ctx, id, func(tx *sqldb.Tx) error {
		b, err := open(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		p, err := s.companyOf(ctx, tx, b, farmID, partyID)
		if err != nil {
			return err
		}

		own := farmID != "" && p.Kind == "firm" && p.FarmID == farmID
		if !own && p.AcknowledgedAt == nil {
			return errNotAcknowledged
		}
		return s.answer(ctx, tx, b, &p, answering{NoticeAnswer: a, by: scope.NameOf(ctx), replaces: true})
	})
}
