package recall

import (
	"context"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/sqldb"
)

const ackPath = "/recall/" // before the token

// Told is what the page behind the link of a notice shows.
type Told struct {
	Drill, Ended, Released     bool
	Party, Reason, Class, Name string
	Lines                      []NoticeLine
	More                       int
	Contacts                   []NoticeContact
	AckedAt                    *int64
	AckedBy                    string
	Answer                     *NoticeAnswer // what the company reported last
	Parts                      int64         // that were shipped to the company, in Unit
	Unit                       ledger.Unit   // empty if the company can't report quantities, see [RecallParty.delivered]

	recallID, partyID, noticeID string
}

var errNoNotice = fault.New(fault.NotFound, "No such notice.")

// ByToken gives the notice that a link opens. Whoever has the link may look, and that
// acknowledges nothing.
func (s *Service) ByToken(ctx context.Context, token string) (t Told, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		t, err = s.byToken(ctx, tx, token)
		return err
	})
	return t, err
}

func (s *Service) byToken(ctx context.Context, tx *sqldb.Tx, token string) (t Told, err error) {
	t, err = sqldb.One(ctx, tx, func(r sqldb.Row) (t Told, err error) {
		var kind Kind
		var ended, released *int64
		err = r.Scan(&t.noticeID, &t.recallID, &t.partyID, &t.AckedAt, &t.AckedBy, &t.Name, &released, &kind, &t.Party, &t.Reason, &t.Class, &ended)
		t.Drill, t.Ended, t.Released = kind == Drill, ended != nil, released != nil
		return t, err
	}, `SELECT n.id, n.recall_id, n.party_id, n.acked_at, n.acked_by, p.name, p.released_at, b.kind, b.party, b.reason, b.class, b.ended_at
		FROM recall_notices n JOIN recall_parties p ON p.recall_id = n.recall_id AND p.id = n.party_id JOIN recall_books b ON b.id = n.recall_id
		WHERE n.token_hash = $1`, secret.Digest(token))
	if fault.Is(err, fault.NotFound) {
		return t, errNoNotice
	}
	if err != nil {
		return t, err
	}

	p, err := s.companyByLink(ctx, tx, &t)
	if err != nil {
		return t, err
	}
	t.Parts, t.Unit = p.delivered()
	if t.Released = p.ReleasedAt != nil; p.AcknowledgedAt != nil {
		t.AckedAt, t.AckedBy = p.AcknowledgedAt, p.AcknowledgedBy
	}
	was, err := lastAnswer(ctx, tx, t.recallID, p.ids)
	if err != nil {
		return t, err
	}
	if was != nil {
		t.Answer = was.Answer
	}

	lines, err := s.noticeLines(ctx, tx, t.recallID, p.ids...)
	if err != nil {
		return t, err
	}
	var all []NoticeLine
	for _, id := range p.ids {
		all = append(all, lines[id]...)
	}
	t.Lines, t.More = shown(all)
	if err := describe(ctx, tx, t.Lines); err != nil {
		return t, err
	}
	contacts, err := contactsOf(ctx, tx, t.recallID, p.ids)
	for _, id := range p.ids {
		t.Contacts = append(t.Contacts, contacts[id]...)
	}
	return t, err
}

// companyByLink returns the company that was told.
func (s *Service) companyByLink(ctx context.Context, tx *sqldb.Tx, t *Told) (RecallParty, error) {
	b, err := bookByID(ctx, tx, t.recallID)
	if err != nil {
		return RecallParty{}, err
	}
	return s.companyOf(ctx, tx, b, "", t.partyID)
}

// Acknowledge stores that the notice behind a link was received, or corrects what the company reported.
// Everybody with the link may call it. An answer that does not replace one changes nothing once the company
// has acknowledged: the first stays.
func (s *Service) Acknowledge(ctx context.Context, token, name string, a NoticeAnswer, replaces bool) error {
	name = strings.TrimSpace(name)
	if name == "" || len([]rune(name)) > maxName || !plain.Line(name) {
		return fault.ForField("name", "Please give your name")
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		t, err := s.byToken(ctx, tx, token)
		if err != nil {
			return err
		}
		b, err := bookByID(ctx, tx, t.recallID)
		if err != nil {
			return err
		}
		p, err := s.companyOf(ctx, tx, b, "", t.partyID)
		if err != nil {
			return err
		}
		return s.answer(ctx, tx, b, &p, answering{a, name, t.noticeID, replaces})
	})
}
