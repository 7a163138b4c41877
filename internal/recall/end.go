package recall

import (
	"context"
	"fmt"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// DrillResult says how a drill went.
type DrillResult struct {
	Minutes          int64    `json:"minutes" doc:"From its beginning to its end"`
	AccountedMinutes *int64   `json:"accountedMinutes" doc:"Until nothing was unaccounted for; null where something still is"`
	Accounted        *float64 `json:"accounted" doc:"Percent of what was shipped that is returned, destroyed or sold; null where nothing was shipped"`
	Acknowledged     *float64 `json:"acknowledged" doc:"Percent of those to be told who have acknowledged; null where nobody was to be told"`
}

// End ends a recall for a reason that stays on record: its pages are clean again, and
// who was told of it is told of its end, by a job. Who may is as for Correct. A recall with product
// unaccounted for needs a second reason, why it ends although that is open; a drill has its score.
func (s *Service) End(ctx context.Context, farmID, id, reason, openReason string) error {
	if err := scope.CheckReason(&reason); err != nil {
		return err
	}
	openReason = strings.TrimSpace(openReason)
	if openReason != "" {
		if f := scope.ReasonField("openReason", openReason, ""); f != nil {
			return fault.ForFields([]fault.Field{*f})
		}
	}
	type account struct {
		parties []RecallParty
		tally   tally
	}
	return writeReckoned(ctx, s, reckoning[*account]{
		key: id,
		reckon: func(tx *sqldb.Tx) (_ *account, err error) {
			b, err := s.ownOpen(ctx, tx, farmID, id)
			if err != nil {
				return nil, err
			}
			r := &account{}
			if r.tally, err = tallyOf(ctx, tx, id); err != nil {
				return nil, err
			}
			r.parties, err = s.partiesOf(ctx, tx, b, "")
			return r, err
		},
		holds: func(tx *sqldb.Tx, r *account) (bool, error) {
			now, err := tallyOf(ctx, tx, id)
			return now == r.tally, err
		},
		do: func(tx *sqldb.Tx, r *account) error {
			b, err := s.ownOpen(ctx, tx, farmID, id)
			if err != nil {
				return err
			}
			return s.end(ctx, tx, b, reason, openReason, r.parties)
		},
	})
}

func (s *Service) end(ctx context.Context, tx *sqldb.Tx, b *book, reason, openReason string, all []RecallParty) error {
	e := effectivenessOf(all)
	doc := map[string]any{"reason": reason, "effectiveness": e}
	if e.Unaccounted > 0 && !b.drill() {
		if openReason == "" {
			return fault.ForField("openReason", stillOpen(e, all))
		}
		b.OpenReason, doc["openReason"] = openReason, openReason
	}

	now := sqldb.Millis(s.now())
	b.EndedAt, b.EndedBy, b.EndReason = &now, scope.NameOf(ctx), reason
	if b.drill() {
		b.Result = resultOf(b, all)
	} else if err := s.reaches.End(ctx, tx, b.ID); err != nil {
		return err
	}
	if err := updateBook(ctx, tx, b); err != nil {
		return err
	}
	if err := s.mark(ctx, tx, b, "end", doc); err != nil {
		return err
	}
	return s.queue.Enqueue(ctx, tx, endJob, ended{ID: b.ID})
}

const maxNames = 10 // of companies in a refusal

// stillOpen says what is unaccounted for and which companies have not acknowledged.
func stillOpen(e Effectiveness, all []RecallParty) string {
	var amounts, names []string
	for _, t := range e.Totals {
		if t.Unaccounted > 0 {
			amounts = append(amounts, tag.Words(t.Unaccounted, t.Unit))
		}
	}
	for i := range all {
		if p := &all[i]; p.ReleasedAt == nil && p.toBeTold && p.AcknowledgedAt == nil {
			names = append(names, p.Name)
		}
	}

	text := strings.Join(amounts, " and ") + " unaccounted for"
	if len(names) > 0 {
		text += fmt.Sprintf("; not acknowledged by %d of %d: %s", len(names), e.Parties, strings.Join(names[:min(len(names), maxNames)], ", "))
		if more := len(names) - maxNames; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
	}
	return text + ". Please say why it ends anyway"
}

// tally is what of a book only grows, but for what lapses and comes back, which has its moment: two
// that are the same mean that nothing was entered in between.
type tally [9]int64

func tallyOf(ctx context.Context, tx *sqldb.Tx, id string) (tally, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (t tally, err error) {
		return t, r.Scan(&t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7], &t[8])
	}, tallyQuery, id)
}

// tallyQuery reads indexes alone, as a write counts all of a book by it.
const tallyQuery = `SELECT a.n, l.n, x.n, x.at, p.n, y.at, n.n, z.n, w.at FROM
	(SELECT count(*) AS n FROM recall_accounts WHERE recall_id = $1) a,
	(SELECT count(*) AS n FROM recall_lines WHERE recall_id = $1) l,
	(SELECT count(*) AS n, CAST(COALESCE(sum(released_at / 1000), 0) AS BIGINT) AS at FROM recall_lines WHERE recall_id = $1 AND released_at IS NOT NULL) x,
	(SELECT count(*) AS n FROM recall_parties WHERE recall_id = $1) p,
	(SELECT CAST(COALESCE(sum(released_at / 1000), 0) AS BIGINT) AS at FROM recall_parties WHERE recall_id = $1 AND released_at IS NOT NULL) y,
	(SELECT count(*) AS n FROM recall_notices WHERE recall_id = $1) n,
	(SELECT count(*) AS n FROM recall_notices WHERE recall_id = $1 AND acked_at IS NOT NULL) z,
	(SELECT CAST(COALESCE(sum(passed), 0) AS BIGINT) AS at FROM recall_lines WHERE recall_id = $1 AND passed > 0) w`

// ended is the argument of the job that tells of an end.
type ended struct{ ID string }

// untold is a notice to somebody who is to be told of the end.
type untold struct{ root, partyID, name, email string }

// key is the same for every notice to an address of a company.
func (u untold) key() string { return u.root + strings.ToLower(u.email) }

// tellEnd tells everybody who had a notice of a recall that it has ended, and whom it reached until
// then. It is done in pieces, as nobody's write is to wait for it, and each looks whether they
// were told: so everybody is told once, wherever the process ends.
func (s *Service) tellEnd(ctx context.Context, e ended) error {
	var b *book
	var all []untold
	if err := s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if b, err = bookByID(ctx, tx, e.ID); err != nil {
			return jobs.Permanent(err)
		}
		all, err = toldAddresses(ctx, tx, "p.recall_id = $1 AND p.released_at IS NULL", e.ID)
		return err
	}); err != nil {
		return err
	}
	return sqldb.EachPieceTo(ctx, s.db, "", all, func(tx *sqldb.Tx, some []untold) (done int, err error) {
		for done < len(some) && (done == 0 || !tx.Spent()) {
			next := some[done:min(done+s.atOnce, len(some))]
			if err := s.tellOnce(ctx, tx, b, next); err != nil {
				return 0, err
			}
			done += len(next)
		}
		return done, nil
	})
}

// tellOnce tells those of the end who were not told of it.
func (s *Service) tellOnce(ctx context.Context, tx *sqldb.Tx, b *book, some []untold) error {
	parties := make([]string, len(some))
	for i, u := range some {
		parties[i] = u.partyID
	}
	told := map[string]bool{}
	list, args := among(b.ID, parties)
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var party, email string
		err := r.Scan(&party, &email)
		told[party+strings.ToLower(email)] = true
		return struct{}{}, err
	}, "SELECT party_id, email FROM recall_notices WHERE recall_id = $1 AND kind = 'ended' AND party_id IN "+list, args...); err != nil {
		return err
	}
	var left []untold
	for _, u := range some {
		if !told[u.partyID+strings.ToLower(u.email)] {
			left = append(left, u)
		}
	}
	return s.sendOver(ctx, tx, b, noticeEnded, b.EndedBy, left...)
}

func resultOf(b *book, all []RecallParty) *DrillResult {
	e := effectivenessOf(all)
	r := &DrillResult{Minutes: minutes(*b.EndedAt - b.DeclaredAt), Accounted: e.Accounted, Acknowledged: e.Acknowledged}
	if e.Accounted != nil && e.Unaccounted == 0 {
		var last int64
		for i := range all {
			last = max(last, all[i].lastEntry)
		}
		at := minutes(max(last-b.DeclaredAt, 0))
		r.AccountedMinutes = &at
	}
	return r
}

func minutes(ms int64) int64 { return (ms + 59_999) / 60_000 }
