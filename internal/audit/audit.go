package audit

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/sqldb"
)

// Entry is one entry of the trail: something that was done.
type Entry struct {
	At     time.Time
	Action string         // kind and verb, like user.update
	Kind   string         // of what it was done to, like user
	ID     string         // of what it was done to
	Name   string         // of what it was done to, for people
	Detail map[string]any // what else a reader needs; no secrets
}

// Record adds the entry to the trail, in the name of the caller.
func Record(ctx context.Context, tx *sqldb.Tx, e Entry) error {
	caller, _ := actor.From(ctx)
	return RecordAs(ctx, tx, caller, e)
}

// Newest is when something was last done to a subject; the zero time where it never was.
func Newest(ctx context.Context, tx *sqldb.Tx, action, subject string) (at time.Time, err error) {
	ms, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT COALESCE(MAX(at), 0) FROM audit WHERE action = $1 AND subject_id = $2", action, subject)
	if err != nil || ms == 0 {
		return at, err
	}
	return time.UnixMilli(ms), nil
}

// NewestOf is when something was last done, by its subject.
func NewestOf(ctx context.Context, tx *sqldb.Tx, action string) (map[string]time.Time, error) {
	newest := map[string]time.Time{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var subject string
		var ms int64
		err := r.Scan(&subject, &ms)
		newest[subject] = time.UnixMilli(ms)
		return struct{}{}, err
	}, "SELECT subject_id, MAX(at) FROM audit WHERE action = $1 GROUP BY subject_id", action)
	return newest, err
}

// RecordAs is Record for somebody who is not yet the caller: one who is signing
// in, or using a link that was mailed.
func RecordAs(ctx context.Context, tx *sqldb.Tx, who actor.Actor, e Entry) error {
	if e.Detail == nil {
		e.Detail = map[string]any{}
	}
	detail, err := json.Marshal(e.Detail)
	if err != nil {
		return err
	}
	ip := actor.OriginOf(ctx).IP
	search := sqldb.SearchKey(strings.Join([]string{who.Username, e.Name, e.Action, e.ID, ip}, " "))
	_, err = tx.Exec(ctx, `INSERT INTO audit (id, at, user_id, username, action, subject_kind, subject_id, subject_name, detail, ip, search_key)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		sqldb.NewID(), sqldb.Millis(e.At), who.UserID, who.Username, e.Action, e.Kind, e.ID, e.Name, string(detail), ip, search)
	return err
}
