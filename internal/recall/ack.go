package recall

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/recall/scope"
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
	AckedAt                    *int64
	AckedBy                    string

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
	if err == nil {
		var lines map[string][]NoticeLine
		lines, err = s.noticeLines(ctx, tx, t.recallID, t.partyID)
		t.Lines, t.More = shown(lines[t.partyID])
	}
	return t, err
}

// Acknowledge notes that the notice behind a link was received. Whoever has the link may,
// once: the first answer stays.
func (s *Service) Acknowledge(ctx context.Context, token, name string, a NoticeAnswer) error {
	name, a.Note = strings.TrimSpace(name), strings.TrimSpace(a.Note)
	if name == "" || len([]rune(name)) > maxName || !plain.Line(name) {
		return fault.ForField("name", "Please give your name")
	}
	if len([]rune(a.Note)) > scope.MaxText || !plain.Lines(a.Note) {
		return fault.ForField("note", "A note is text of at most 2,000 characters")
	}
	answer, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		t, err := s.byToken(ctx, tx, token)
		if err != nil {
			return err
		}
		noted, err := tx.Exec(ctx, "UPDATE recall_notices SET acked_at = $2, acked_by = $3, answer = $4 WHERE id = $1 AND acked_at IS NULL",
			t.noticeID, sqldb.Millis(s.now()), name, string(answer))
		if err != nil || noted == 0 {
			return err
		}
		return audit.RecordAs(ctx, tx, actor.Actor{}, audit.Entry{At: s.now(), Action: "recall.acknowledge", Kind: "recall", ID: t.recallID, Name: t.Party, Detail: map[string]any{"party": t.Name, "by": name}})
	})
}
