package recall

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const keptEnds = 90 * 24 * time.Hour // for which a job says what became of a mail

const noticeColumns = "n.id, n.party_id, n.kind, n.email, n.sent_at, n.username, n.delivered_at, n.failed_at, n.trouble, n.acked_at, n.acked_by, n.answer"

func scanNotice(r sqldb.Row) (n RecallNotice, err error) {
	var answer string
	if err := r.Scan(&n.ID, &n.partyID, &n.Kind, &n.Email, &n.SentAt, &n.By, &n.DeliveredAt, &n.FailedAt, &n.Trouble, &n.AcknowledgedAt, &n.AcknowledgedBy, &answer); err != nil {
		return n, err
	}
	if answer != "" {
		n.Answer = &NoticeAnswer{}
		err = json.Unmarshal([]byte(answer), n.Answer)
		n.Answer.Round()
		return n, err
	}
	return n, nil
}

// noticesOf returns the notices of parties by party, the earliest first; nil parties are all.
func (s *Service) noticesOf(ctx context.Context, tx *sqldb.Tx, id string, partyIDs []string) (map[string][]RecallNotice, error) {
	where, args := ofParties(id, partyIDs)
	all, err := sqldb.All(ctx, tx, scanNotice, "SELECT "+noticeColumns+" FROM recall_notices n WHERE "+where+" ORDER BY n.id", args...)
	if err != nil {
		return nil, err
	}
	if err := s.complete(ctx, tx, all); err != nil {
		return nil, err
	}
	of := map[string][]RecallNotice{}
	for _, n := range all {
		of[n.partyID] = append(of[n.partyID], n)
	}
	return of, nil
}

// complete says of notices that are not known to be delivered what became of their mails.
// It gives those of which there is news.
func (s *Service) complete(ctx context.Context, tx *sqldb.Tx, all []RecallNotice) error {
	var keys []string
	for _, n := range all {
		if n.DeliveredAt == nil {
			keys = append(keys, mailKey(n.ID))
		}
	}
	ends, err := s.mail.Ends(ctx, tx, keys)
	for i := range all {
		n := &all[i]
		end, known := ends[mailKey(n.ID)]
		switch {
		case n.DeliveredAt != nil || !known:
		case end.Sent:
			n.DeliveredAt, n.FailedAt, n.Trouble = end.At, nil, ""
		case end.Failed:
			n.FailedAt, n.Trouble = end.At, end.Trouble
		default:
			n.FailedAt, n.Trouble = nil, end.Trouble
		}
	}
	return err
}

// noteEnds stores what became of mails, as their jobs are not kept for ever. It looks in a
// read and writes in pieces, as there may be very many that wait, and nobody's write is to
// wait for them.
func (s *Service) noteEnds(ctx context.Context) error {
	var ended []RecallNotice
	if err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		all, err := sqldb.All(ctx, tx, scanNotice, "SELECT "+noticeColumns+" FROM recall_notices n WHERE n.delivered_at IS NULL AND n.sent_at > $1", sqldb.Millis(s.now().Add(-keptEnds)))
		if err != nil {
			return err
		}
		was := slices.Clone(all)
		if err := s.complete(ctx, tx, all); err != nil {
			return err
		}
		ended = nil
		for i, n := range all {
			if !same(n.DeliveredAt, was[i].DeliveredAt) || !same(n.FailedAt, was[i].FailedAt) {
				ended = append(ended, n)
			}
		}
		return nil
	}); err != nil || len(ended) == 0 {
		return err
	}
	return sqldb.EachPieceTo(ctx, s.db, "", ended, func(tx *sqldb.Tx, some []RecallNotice) (done int, err error) {
		for ; done < len(some) && (done == 0 || !tx.Spent()); done++ { // another process may have stored the same, and nothing comes after a delivery
			n := some[done]
			if _, err := tx.Exec(ctx, "UPDATE recall_notices SET delivered_at = $2, failed_at = $3, trouble = $4 WHERE id = $1 AND delivered_at IS NULL", n.ID, n.DeliveredAt, n.FailedAt, n.Trouble); err != nil {
				return 0, err
			}
		}
		return done, nil
	})
}

func same(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
