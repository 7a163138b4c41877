package paper

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

// TaggingRequest is the latest call of a farm for tagging.
type TaggingRequest struct {
	At         int64  `json:"date" doc:"Unix milliseconds"`
	By         string `json:"by" doc:"Who asked, by username"`
	Outcome    string `json:"outcome" enum:",answered,begun,withdrawn" doc:"Empty while it waits for an answer; begun: with a setup invoice; withdrawn: by the farm"`
	AnsweredAt *int64 `json:"answeredAt" doc:"Unix milliseconds"`
}

// askPause is how long the team is left alone about a farm that asks anew.
const askPause = 10 * time.Minute

// Ask asks the team for tagging, once while nobody has answered. Those who manage the farm
// may, and those who keep farm records, for a farm that called.
func (s *Service) Ask(ctx context.Context, farmID string) error {
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		f, _, err := asking(ctx, tx, farmID)
		if err != nil {
			return err
		}
		last, err := requestOf(ctx, tx, farmID)
		if err != nil || last != nil && last.Outcome == "" {
			return err
		}
		if f.state != farm.TaggingOff {
			return fault.New(fault.Conflict, "The tagging subscription of this farm has begun already.")
		}
		caller, _ := actor.From(ctx)
		now := s.now()
		if _, err := tx.Exec(ctx, `INSERT INTO tagging_requests (farm_id, asked_at, user_id, username, outcome) VALUES ($1, $2, $3, $4, '')
			ON CONFLICT (farm_id) DO UPDATE SET asked_at = EXCLUDED.asked_at, user_id = EXCLUDED.user_id, username = EXCLUDED.username, outcome = '', answered_at = NULL`,
			farmID, sqldb.Millis(now), caller.UserID, caller.Username); err != nil {
			return err
		}
		if err := s.note(ctx, tx, "paper.ask", f, nil); err != nil {
			return err
		}
		if last != nil && now.Sub(time.UnixMilli(last.At)) < askPause && !skew.Ahead(last.At, now, 0) {
			return nil
		}
		return s.tellTeam(ctx, tx, f, "taggingAsked", mailData{Reason: caller.Username, Link: s.deskLink(farmID)})
	})
}

// EndAsking ends what Ask began: the farm takes it back, or staff have answered it. Where
// nothing waits nothing happens. Who may is as for Ask.
func (s *Service) EndAsking(ctx context.Context, farmID string) error {
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		f, ref, err := asking(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if ref.ByLink() {
			return s.endAsking(ctx, tx, f, "withdrawn", "paper.withdraw")
		}
		return s.endAsking(ctx, tx, f, "answered", "paper.answer")
	})
}

// endAsking ends the request of a farm that waits, if there is one.
func (s *Service) endAsking(ctx context.Context, tx *sqldb.Tx, f *account, outcome, action string) error {
	ended, err := tx.Exec(ctx, "UPDATE tagging_requests SET outcome = $2, answered_at = $3 WHERE farm_id = $1 AND outcome = ''", f.id, outcome, sqldb.Millis(s.now()))
	if err != nil || ended == 0 {
		return err
	}
	return s.note(ctx, tx, action, f, nil)
}

// asking is the gate before what is done about a request.
func asking(ctx context.Context, tx *sqldb.Tx, farmID string) (*account, farm.Ref, error) {
	ref, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Companies)
	if err != nil {
		return nil, ref, err
	}
	f, err := load(ctx, tx, farmID)
	return f, ref, err
}

// requestOf gives the latest request of a farm; nil where it never asked.
func requestOf(ctx context.Context, tx *sqldb.Tx, farmID string) (*TaggingRequest, error) {
	q, err := sqldb.One(ctx, tx, func(r sqldb.Row) (q TaggingRequest, err error) {
		return q, r.Scan(&q.At, &q.By, &q.Outcome, &q.AnsweredAt)
	}, "SELECT asked_at, username, outcome, answered_at FROM tagging_requests WHERE farm_id = $1", farmID)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return &q, err
}

// AskingFarm is a farm that asks for tagging, with whom to call there.
type AskingFarm struct {
	FarmID   string `json:"farm"`
	FarmName string `json:"farmName"`
	At       int64  `json:"date" doc:"Unix milliseconds"`
	By       string `json:"by" doc:"Who asked, by username"`
	Email    string `json:"email" doc:"Of whoever asked, or of the farm"`
	Phone    string `json:"phone" doc:"Of the farm"`
}

const waits = "r.outcome = ''"

// Asking gives the farms that wait for an answer, those that asked first at the head. Only
// those who keep farm records may.
func (s *Service) Asking(ctx context.Context, slice page.Slice) (list page.List[AskingFarm], err error) {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return list, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		total, err := CountAsking(ctx, tx)
		if err != nil {
			return err
		}
		rows, err := sqldb.All(ctx, tx, func(r sqldb.Row) (a AskingFarm, err error) {
			return a, r.Scan(&a.FarmID, &a.FarmName, &a.At, &a.By, &a.Email, &a.Phone)
		}, `SELECT r.farm_id, f.name, r.asked_at, r.username, COALESCE(u.email, f.email), f.phone
			FROM tagging_requests r JOIN farms f ON f.id = r.farm_id LEFT JOIN users u ON u.id = r.user_id
			WHERE `+waits+" ORDER BY r.asked_at, r.farm_id LIMIT $1 OFFSET $2", slice.Limit, slice.Offset())
		list = page.Of(slice, rows, total)
		return err
	})
	return list, err
}

// CountAsking counts the farms that wait for an answer. The caller has asked for the right
// to see them.
func CountAsking(ctx context.Context, tx *sqldb.Tx) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM tagging_requests r WHERE "+waits)
}
