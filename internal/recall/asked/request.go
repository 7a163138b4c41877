package asked

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service holds the use cases of requests.
type Service struct {
	db  *sqldb.DB
	now func() time.Time
}

// New makes the service.
func New(db *sqldb.DB, now func() time.Time) *Service { return &Service{db, now} }

// RecallRequest is a farm's call for a recall.
type RecallRequest struct {
	ID         string       `json:"_id"`
	FarmID     string       `json:"farm"`
	Farm       string       `json:"farmName" doc:"As it was then"`
	Choice     scope.Choice `json:"choice"`
	Reason     string       `json:"reason"`
	At         int64        `json:"date" doc:"Unix milliseconds"`
	By         string       `json:"by"`
	Answer     string       `json:"answer" doc:"declared, declined, withdrawn by the farm, or empty while nobody has answered"`
	AnsweredAt *int64       `json:"answeredAt"`
	AnsweredBy string       `json:"answeredBy"`
	Why        string       `json:"why" doc:"Why it was declined"`
	RecallID   string       `json:"recall" doc:"That was declared from it"`
}

const (
	requestColumns = "id, farm_id, farm_name, choice, reason, asked_at, asked_by, CASE WHEN withdrawn_at IS NULL THEN answer ELSE 'withdrawn' END, COALESCE(withdrawn_at, answered_at), CASE WHEN withdrawn_at IS NULL THEN answered_by ELSE withdrawn_by END, why, COALESCE(recall_id, '')"
	unanswered     = "answer = '' AND withdrawn_at IS NULL"
)

func scanRequest(r sqldb.Row) (q RecallRequest, err error) {
	var choice string
	if err := r.Scan(&q.ID, &q.FarmID, &q.Farm, &choice, &q.Reason, &q.At, &q.By, &q.Answer, &q.AnsweredAt, &q.AnsweredBy, &q.Why, &q.RecallID); err != nil {
		return q, err
	}
	return q, json.Unmarshal([]byte(choice), &q.Choice)
}

// maxOpen is how many requests of a farm may be unanswered at once.
const maxOpen = 5

var errNoRequest = fault.New(fault.NotFound, "No such request.")

// Ask stores a farm's request for a recall and returns its id. The farm's people may call it, and
// holders of the permission recall. It returns TooMany while maxOpen requests are unanswered.
func (s *Service) Ask(ctx context.Context, farmID string, c scope.Choice, reason string) (id string, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Recall)
		if err != nil {
			return err
		}
		if err := scope.CheckReason(&reason); err != nil {
			return err
		}
		if _, err := c.Tagged(); err != nil {
			return err
		}
		c.FarmID = farmID
		choice, err := json.Marshal(c)
		if err != nil {
			return err
		}
		id, err = once.Do(ctx, tx, func() (string, error) {
			if err := refuseTooMany(ctx, tx, farmID); err != nil {
				return "", err
			}

			id := sqldb.NewID()
			if _, err := tx.Exec(ctx, "INSERT INTO recall_requests (id, farm_id, farm_name, choice, reason, asked_at, asked_by) VALUES ($1, $2, $3, $4, $5, $6, $7)",
				id, farmID, ref.Name, string(choice), reason, sqldb.Millis(s.now()), scope.NameOf(ctx)); err != nil {
				return "", err
			}
			return id, s.mark(ctx, tx, "recall.ask", RecallRequest{ID: id, Farm: ref.Name, FarmID: farmID}, reason)
		})
		return err
	})
	return id, err
}

// refuseTooMany returns TooMany if the farm has maxOpen unanswered requests.
func refuseTooMany(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	open, err := sqldb.One(ctx, tx, sqldb.Scalar[int],
		"SELECT count(*) FROM recall_requests WHERE farm_id = $1 AND "+unanswered, farmID)
	if err != nil {
		return fmt.Errorf("count open recall requests of farm %s: %w", farmID, err)
	}

	if open >= maxOpen {
		return fault.Newf(fault.TooMany, "This farm already has %d open recall requests. Withdraw one first.", open)
	}

	return nil
}

func (s *Service) mark(ctx context.Context, tx *sqldb.Tx, action string, q RecallRequest, reason string) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: action, Kind: "recall", ID: q.ID, Name: q.Farm, Detail: map[string]any{"farm": q.FarmID, "reason": reason}})
}

// Decline answers a request with a reason. It takes the permission for recalls.
func (s *Service) Decline(ctx context.Context, id, reason string) error {
	if err := scope.CheckReason(&reason); err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if err := actor.Require(ctx, actor.Recall); err != nil {
			return err
		}
		q, err := openRequest(ctx, tx, id)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE recall_requests SET answer = 'declined', answered_at = $2, answered_by = $3, why = $4 WHERE id = $1",
			id, sqldb.Millis(s.now()), scope.NameOf(ctx), reason); err != nil {
			return err
		}
		return s.mark(ctx, tx, "recall.decline", q, reason)
	})
}

// Withdraw takes back what a farm asked for and nobody has answered. Who may is as for Ask.
func (s *Service) Withdraw(ctx context.Context, farmID, id string) error {
	return s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if err := scope.Enter(ctx, tx, farmID); err != nil {
			return err
		}
		q, err := openRequest(ctx, tx, id)
		if err == nil && q.FarmID != farmID {
			err = errNoRequest
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE recall_requests SET withdrawn_at = $2, withdrawn_by = $3 WHERE id = $1", id, sqldb.Millis(s.now()), scope.NameOf(ctx)); err != nil {
			return err
		}
		return s.mark(ctx, tx, "recall.withdraw", q, q.Reason)
	})
}

// Answer answers a request with the recall that was declared from it.
func Answer(ctx context.Context, tx *sqldb.Tx, id, recallID string, at int64, by string) error {
	if _, err := openRequest(ctx, tx, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE recall_requests SET answer = 'declared', answered_at = $2, answered_by = $3, recall_id = $4 WHERE id = $1", id, at, by, recallID)
	return err
}

func openRequest(ctx context.Context, tx *sqldb.Tx, id string) (RecallRequest, error) {
	q, err := sqldb.One(ctx, tx, scanRequest, "SELECT "+requestColumns+" FROM recall_requests WHERE id = $1", id)
	switch {
	case fault.Is(err, fault.NotFound):
		return q, errNoRequest
	case err == nil && q.Answer != "":
		return q, fault.Newf(fault.Conflict, "It was %s already, by %s.", q.Answer, q.AnsweredBy)
	}
	return q, err
}

// Requests returns a page of the unanswered requests of all farms, the oldest first, or of all
// requests of one farm, the newest first. The caller needs the right to read recalls.
func (s *Service) Requests(ctx context.Context, farmID string, slice page.Slice) (list page.List[RecallRequest], err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := scope.Look(ctx, tx, farmID); err != nil {
			return err
		}

		where, order, args := unanswered, "asked_at, id", []any{}
		if farmID != "" {
			where, order, args = "farm_id = $1", "asked_at DESC, id DESC", []any{farmID}
		}
		where = " FROM recall_requests WHERE " + where

		total, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*)"+where, args...)
		if err != nil {
			return fmt.Errorf("count recall requests: %w", err)
		}

		rows, err := sqldb.All(ctx, tx, scanRequest, fmt.Sprintf("SELECT %s%s ORDER BY %s LIMIT %d OFFSET %d",
			requestColumns, where, order, slice.Limit, slice.Offset()), args...)
		if err != nil {
			return fmt.Errorf("list recall requests: %w", err)
		}

		list = page.Of(slice, rows, total)
		return nil
	})
	return list, err
}

// Request gives one request. Who may look at recalls may.
func (s *Service) Request(ctx context.Context, id string) (q RecallRequest, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := scope.Look(ctx, tx, ""); err != nil {
			return err
		}
		q, err = sqldb.One(ctx, tx, scanRequest, "SELECT "+requestColumns+" FROM recall_requests WHERE id = $1", id)
		if fault.Is(err, fault.NotFound) {
			return errNoRequest
		}
		return err
	})
	return q, err
}

// Count counts the requests that wait for an answer. Whoever calls it has checked
// that the caller may look at recalls.
func Count(ctx context.Context, tx *sqldb.Tx) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM recall_requests WHERE "+unanswered)
}
