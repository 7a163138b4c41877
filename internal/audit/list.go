package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// Service shows the trail.
type Service struct {
	db     *sqldb.DB
	hidden func(context.Context, *sqldb.Tx) (Hidden, error)
}

// Hidden says whose network addresses the caller does not see: those of users
// who may do more. Their entries are shown without.
type Hidden struct {
	AllBut string   // everyone but this user, if it is not empty
	Users  []string // otherwise these
}

// New makes the service. The function says what is hidden from the caller; nil
// hides nothing.
func New(db *sqldb.DB, hidden func(context.Context, *sqldb.Tx) (Hidden, error)) *Service {
	return &Service{db, hidden}
}

// AuditEntry is an entry as it is shown. The API document has one set of names
// for all packages, hence the prefix.
type AuditEntry struct {
	ID          string         `json:"_id"`
	At          int64          `json:"at" doc:"Unix milliseconds"`
	UserID      string         `json:"userId" doc:"Who did it; empty for the platform itself"`
	Username    string         `json:"username" doc:"Who did it, as the name was then"`
	Action      string         `json:"action" doc:"Kind and verb, like user.update"`
	SubjectKind string         `json:"subjectKind" doc:"What it was done to: user, group, farm, recall …"`
	SubjectID   string         `json:"subjectId"`
	SubjectName string         `json:"subjectName" doc:"As it was then"`
	Detail      map[string]any `json:"detail"`
	IP          string         `json:"ip" doc:"From where; empty where it was the platform itself, or somebody whose address the caller may not see"`
}

// Query says which part of the trail is asked for.
type Query struct {
	Search   string
	Action   string
	Subject  string // the id of what it was done to; a farm's also finds who came to it, went, or may do something else there
	From, To string // YYYY-MM-DD in UTC, both inclusive, empty for open
	Page     page.Slice
}

// List gives a page of the trail, the newest first. Only those who may see all
// users may ask.
func (s *Service) List(ctx context.Context, q Query) (list page.List[AuditEntry], err error) {
	if err := actor.Require(ctx, actor.AdminUsers); err != nil {
		return list, err
	}
	where, args, err := q.where()
	if err != nil {
		return list, err
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		var hidden Hidden
		if s.hidden != nil {
			if hidden, err = s.hidden(ctx, tx); err != nil {
				return err
			}
		}
		trail, args := hidden.trail(args)
		total, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM "+trail+" WHERE "+where, args...)
		if err != nil {
			return err
		}
		n := len(args)
		rows, err := sqldb.All(ctx, tx, scanEntry, fmt.Sprintf(`SELECT id, at, user_id, username, action, subject_kind, subject_id, subject_name, detail, ip
			FROM %s WHERE %s ORDER BY at DESC, id DESC LIMIT $%d OFFSET $%d`, trail, where, n+1, n+2), append(args, q.Page.Limit, q.Page.Offset())...)
		list = page.Of(q.Page, rows, total)
		return err
	})
	return list, err
}

// trail is the table as the caller sees it, and the query's arguments with its
// own: what is not shown is not found by a search either.
func (h Hidden) trail(args []any) (string, []any) {
	n := len(args)
	hidden := fmt.Sprintf("user_id <> $%d", n+1)
	switch {
	case h.AllBut != "":
		args = append(slices.Clone(args), h.AllBut)
	case len(h.Users) == 0:
		return "audit", args
	default:
		args = slices.Clone(args)
		for _, id := range h.Users {
			args = append(args, id)
		}
		list := sqldb.In(n+1, len(h.Users))
		hidden = fmt.Sprintf("user_id IN (%s) OR subject_id IN (%s)", list, list)
	}
	return fmt.Sprintf(`(SELECT id, at, user_id, username, action, subject_kind, subject_id, subject_name, detail,
		CASE WHEN %[1]s THEN '' ELSE ip END AS ip, CASE WHEN %[1]s THEN replace(search_key, ip, '') ELSE search_key END AS search_key
		FROM audit) AS trail`, hidden), args
}

func scanEntry(r sqldb.Row) (AuditEntry, error) {
	var e AuditEntry
	var detail string
	if err := r.Scan(&e.ID, &e.At, &e.UserID, &e.Username, &e.Action, &e.SubjectKind, &e.SubjectID, &e.SubjectName, &detail, &e.IP); err != nil {
		return e, err
	}
	if err := json.Unmarshal([]byte(detail), &e.Detail); err != nil {
		return e, fmt.Errorf("detail of audit entry %s: %w", e.ID, err)
	}
	return e, nil
}

// where is the condition of the query and its arguments.
func (q Query) where() (string, []any, error) {
	conditions, args := []string{"TRUE"}, []any{}
	add := func(condition string, arg any) {
		args = append(args, arg)
		conditions = append(conditions, fmt.Sprintf(condition, len(args)))
	}
	if key := sqldb.SearchKey(q.Search); key != "" {
		add("search_key LIKE $%d ESCAPE '!'", "%"+sqldb.Like(key)+"%")
	}
	if q.Action != "" {
		add("action = $%d", q.Action)
	}
	if q.Subject != "" {
		args = append(args, q.Subject, `%"farm":"`+sqldb.Like(q.Subject)+`"%`)
		conditions = append(conditions, fmt.Sprintf("(subject_id = $%d OR action IN ('user.link', 'user.unlink', 'user.may') AND detail LIKE $%d ESCAPE '!')", len(args)-1, len(args)))
	}
	from, hasFrom, err := day("from", q.From)
	if err != nil {
		return "", nil, err
	}
	if hasFrom {
		add("at >= $%d", sqldb.Millis(from))
	}
	to, hasTo, err := day("to", q.To)
	if err != nil {
		return "", nil, err
	}
	if hasTo {
		add("at < $%d", sqldb.Millis(to.AddDate(0, 0, 1)))
	}
	if hasFrom && hasTo && to.Before(from) {
		return "", nil, fault.ForField("to", "The last day is before the first.")
	}
	return strings.Join(conditions, " AND "), args, nil
}

func day(field, text string) (start time.Time, given bool, err error) {
	if text == "" {
		return time.Time{}, false, nil
	}
	if start, err = time.Parse(time.DateOnly, text); err != nil {
		return time.Time{}, false, fault.ForField(field, "Please give a day as YYYY-MM-DD.")
	}
	return start, true, nil
}
