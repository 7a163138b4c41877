package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// errNoLease is the answer for a growing area that the farm does not have.
var errNoLease = fault.New(fault.NotFound, "No such growing area.")

const selectLease = `SELECT id, name, date_of_issue, date_of_expiration, size, lines, location, ended_on, version
	FROM leases WHERE farm_id = $1 `

// Leases gives the growing areas of a farm by name, also those that have ended.
// What grows there is left out.
func Leases(ctx context.Context, tx *sqldb.Tx, farmID string) ([]Lease, error) {
	return sqldb.All(ctx, tx, scanLease, selectLease+"ORDER BY name_key, id", farmID)
}

// AreaName is a growing area by its name.
type AreaName struct{ ID, Name string }

// AreaNames gives the growing areas of farms by name, also those that have ended.
func AreaNames(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]AreaName, error) {
	names := map[string][]AreaName{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		var a AreaName
		err := r.Scan(&farmID, &a.ID, &a.Name)
		names[farmID] = append(names[farmID], a)
		return struct{}{}, err
	}, "SELECT farm_id, id, name FROM leases WHERE farm_id IN ("+sqldb.In(1, len(farmIDs))+") ORDER BY name_key, id", sqldb.Args(farmIDs)...)
	return names, err
}

func leaseByID(ctx context.Context, tx *sqldb.Tx, farmID, id string) (Lease, error) {
	l, err := sqldb.One(ctx, tx, scanLease, selectLease+"AND id = $2", farmID, id)
	if fault.Is(err, fault.NotFound) {
		return l, errNoLease
	}
	return l, err
}

func scanLease(r sqldb.Row) (Lease, error) {
	var l Lease
	var lines string
	if err := r.Scan(&l.ID, &l.Name, &l.DateOfIssue, &l.DateOfExpiration, &l.Size, &lines, &l.Location, &l.EndedOn, &l.Version); err != nil {
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
	lines, err := json.Marshal(l.Lines)
	if err != nil {
		return l, err
	}
	l.Version = 1
	_, err = tx.Exec(ctx, `INSERT INTO leases (farm_id, id, name, name_key, date_of_issue, date_of_expiration, size, lines, location, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		farmID, l.ID, l.Name, sqldb.Fold(l.Name), l.DateOfIssue, l.DateOfExpiration, l.Size, string(lines), l.Location, sqldb.Millis(now))
	return l, l.nameTaken(err)
}

// nameTaken makes a clash of names a fault of the field.
func (l Lease) nameTaken(err error) error {
	if fault.Is(err, fault.Conflict) {
		return fault.ForField("name", fmt.Sprintf("The farm has a growing area named %q already.", l.Name))
	}
	return err
}

// SetLines replaces the lines of a growing area; anything else that somebody has
// changed in the meantime stays. The caller has passed the gate.
func SetLines(ctx context.Context, tx *sqldb.Tx, farmID string, l Lease, lines []Line) error {
	l.Lines = lines
	if err := l.check(); err != nil {
		return err
	}
	stored, err := json.Marshal(l.Lines)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE leases SET lines = $3, version = version + 1 WHERE farm_id = $1 AND id = $2", farmID, l.ID, string(stored))
	return err
}

// updateLease stores the growing area as its next version.
func updateLease(ctx context.Context, tx *sqldb.Tx, farmID string, l *Lease) error {
	lines, err := json.Marshal(l.Lines)
	if err != nil {
		return err
	}
	l.Version++
	_, err = tx.Exec(ctx, `UPDATE leases SET name = $3, name_key = $4, date_of_issue = $5, date_of_expiration = $6, size = $7, lines = $8,
		location = $9, ended_on = $10, version = $11 WHERE farm_id = $1 AND id = $2`,
		farmID, l.ID, l.Name, sqldb.Fold(l.Name), l.DateOfIssue, l.DateOfExpiration, l.Size, string(lines), l.Location, l.EndedOn, l.Version)
	return l.nameTaken(err)
}
