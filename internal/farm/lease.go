package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const maxSpots = 1_000_000 // of one line; keeps their sum a number that a person reads

// Leases gives the growing areas of a farm by name.
func Leases(ctx context.Context, tx *sqldb.Tx, farmID string) ([]Lease, error) {
	return sqldb.All(ctx, tx, scanLease, `SELECT id, name, date_of_issue, date_of_expiration, size, lines, location
		FROM leases WHERE farm_id = $1 ORDER BY name_key, id`, farmID)
}

func scanLease(r sqldb.Row) (Lease, error) {
	var l Lease
	var lines string
	if err := r.Scan(&l.ID, &l.Name, &l.DateOfIssue, &l.DateOfExpiration, &l.Size, &lines, &l.Location); err != nil {
		return l, err
	}
	l.DateOfIssueTwin = l.DateOfIssue
	var stored []storedLine
	if err := json.Unmarshal([]byte(lines), &stored); err != nil {
		return l, fmt.Errorf("lines of growing area %s: %w", l.ID, err)
	}
	l.Lines = make([]Line, len(stored))
	for i, line := range stored {
		l.Lines[i] = Line(line)
	}
	return l, nil
}

// storedLine is a line as it is stored: with its spots, or, from before lines
// had any, as a bare name.
type storedLine Line

func (l *storedLine) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &l.Name); err == nil {
		return nil
	}
	return json.Unmarshal(text, (*Line)(l))
}

// EnsureLeases makes the growing areas that the farm has no lease for yet and
// gives the id of each name. Case and spaces around a name do not count.
func EnsureLeases(ctx context.Context, tx *sqldb.Tx, farmID string, names []string, now time.Time) (map[string]string, error) {
	leases, err := Leases(ctx, tx, farmID)
	if err != nil {
		return nil, err
	}
	byKey := map[string]string{}
	for _, l := range leases {
		byKey[sqldb.Fold(l.Name)] = l.ID
	}
	ids := map[string]string{}
	for _, name := range names {
		key := sqldb.Fold(name)
		if byKey[key] == "" {
			lease, err := AddLease(ctx, tx, farmID, Lease{Name: name}, now)
			if err != nil {
				return nil, err
			}
			byKey[key] = lease.ID
		}
		ids[name] = byKey[key]
	}
	return ids, nil
}

// AddLease adds a growing area. The caller has passed the gate.
func AddLease(ctx context.Context, tx *sqldb.Tx, farmID string, l Lease, now time.Time) (Lease, error) {
	if err := l.check(); err != nil {
		return l, err
	}
	if l.ID == "" {
		l.ID = sqldb.NewID()
	}
	if l.Lines == nil {
		l.Lines = []Line{}
	}
	l.DateOfIssueTwin = l.DateOfIssue
	lines, err := json.Marshal(l.Lines)
	if err != nil {
		return l, err
	}
	_, err = tx.Exec(ctx, `INSERT INTO leases (farm_id, id, name, name_key, date_of_issue, date_of_expiration, size, lines, location, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		farmID, l.ID, l.Name, sqldb.Fold(l.Name), l.DateOfIssue, l.DateOfExpiration, l.Size, string(lines), l.Location, sqldb.Millis(now))
	if fault.Is(err, fault.Conflict) {
		return l, fault.ForField("name", fmt.Sprintf("The farm has a growing area named %q already.", l.Name))
	}
	return l, err
}

func (l Lease) check() error {
	var fields []fault.Field
	if sqldb.Fold(l.Name) == "" {
		fields = append(fields, fault.Field{Name: "name", Message: "Name is required"})
	}
	for _, date := range []fault.Field{{Name: "dateOfIssue", Message: l.DateOfIssue}, {Name: "dateOfExpiration", Message: l.DateOfExpiration}} {
		if _, err := time.Parse(time.DateOnly, date.Message); date.Message != "" && err != nil {
			fields = append(fields, fault.Field{Name: date.Name, Message: "That is no date (YYYY-MM-DD)"})
		}
	}
	if slices.ContainsFunc(l.Lines, func(line Line) bool { return strings.TrimSpace(line.Name) == "" }) {
		fields = append(fields, fault.Field{Name: "lines", Message: "A line needs a name"})
	}
	if slices.ContainsFunc(l.Lines, func(line Line) bool { return line.Spots < 0 || line.Spots > maxSpots }) {
		fields = append(fields, fault.Field{Name: "lines", Message: fmt.Sprintf("A line has 0 to %d spots", maxSpots)})
	}
	return fault.ForFields(fields)
}

// Spots is how many containers can hang on the lines of the growing area.
func (l Lease) Spots() (sum int) {
	for _, line := range l.Lines {
		sum += line.Spots
	}
	return sum
}
