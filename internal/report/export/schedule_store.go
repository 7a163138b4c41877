package export

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/secret"
	"github.com/merroir/merroir/internal/skew"
	"github.com/merroir/merroir/internal/sqldb"
)

const selectSchedules = "SELECT farm_id, id, user_id, query, email, every, on_day, at_hour, state, message, next_day, next_at FROM export_schedules WHERE "

func scanSchedule(r sqldb.Row) (s Schedule, err error) {
	var query string
	if err := r.Scan(&s.farmID, &s.ID, &s.userID, &query, &s.Email, &s.Every, &s.On, &s.At, &s.State, &s.Message, &s.nextDay, &s.nextAt); err != nil {
		return s, err
	}
	if err := json.Unmarshal([]byte(query), &s.Query); err != nil {
		return s, fmt.Errorf("schedule %s: %w", s.ID, err)
	}
	return s.told(), nil
}

func insertSchedule(ctx context.Context, tx *sqldb.Tx, s Schedule, now time.Time) error {
	query, err := json.Marshal(s.Query)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO export_schedules (farm_id, id, user_id, query, email, every, on_day, at_hour, state, next_day, next_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		s.farmID, s.ID, s.userID, string(query), s.Email, s.Every, s.On, s.At, s.State, s.nextDay, s.nextAt, sqldb.Millis(now))
	return err
}

func scheduleByID(ctx context.Context, tx *sqldb.Tx, farmID, id string) (Schedule, error) {
	return sqldb.One(ctx, tx, scanSchedule, selectSchedules+"farm_id = $1 AND id = $2", farmID, id)
}

// schedulesOf are the schedules of a user for a farm.
func schedulesOf(ctx context.Context, tx *sqldb.Tx, farmID, userID string) ([]Schedule, error) {
	return sqldb.All(ctx, tx, scanSchedule, selectSchedules+"farm_id = $1 AND user_id = $2 ORDER BY created_at, id", farmID, userID)
}

func countSchedules(ctx context.Context, tx *sqldb.Tx, userID string) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM export_schedules WHERE user_id = $1", userID)
}

// dueSchedules are at most so many whose time has come, the earliest first.
func dueSchedules(ctx context.Context, tx *sqldb.Tx, now time.Time, most int) ([]Schedule, error) {
	return sqldb.All(ctx, tx, scanSchedule, selectSchedules+"state = 'active' AND next_at <= $1 ORDER BY next_at, farm_id, id LIMIT $2", sqldb.Millis(now), most)
}

// schedulesAhead are those that may have been set while a clock was ahead: they are due later than in a week, or
// have mailed something in the future.
func schedulesAhead(ctx context.Context, tx *sqldb.Tx, now time.Time) ([]Schedule, error) {
	return sqldb.All(ctx, tx, scanSchedule, selectSchedules+`state <> 'stopped' AND (next_at > $1 OR EXISTS (SELECT 1 FROM exports e
		WHERE e.farm_id = export_schedules.farm_id AND e.schedule_id = export_schedules.id AND e.schedule_day IS NOT NULL AND e.created_at > $2))
		ORDER BY farm_id, id`, skew.Latest(now, daysOfWeek*24*time.Hour), skew.Latest(now, 0))
}

// forgetEarly has what the schedule mailed in the future count for no day, and returns how many exports that were.
func forgetEarly(ctx context.Context, tx *sqldb.Tx, s Schedule, now time.Time) (int64, error) {
	return tx.Exec(ctx, "UPDATE exports SET schedule_day = NULL WHERE farm_id = $1 AND schedule_id = $2 AND schedule_day IS NOT NULL AND created_at > $3",
		s.farmID, s.ID, skew.Latest(now, 0))
}

func storeSchedule(ctx context.Context, tx *sqldb.Tx, s Schedule) error {
	query, err := json.Marshal(s.Query)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE export_schedules SET state = $3, message = $4, next_day = $5, next_at = $6, query = $7, email = $8, every = $9, on_day = $10, at_hour = $11
		WHERE farm_id = $1 AND id = $2`, s.farmID, s.ID, s.State, s.Message, s.nextDay, s.nextAt, string(query), s.Email, s.Every, s.On, s.At)
	return err
}

// lastMailed is the last day for which the schedule has made an export, the day before all where
// it has made none: it makes one for each day at most, whatever its days are changed to.
func lastMailed(ctx context.Context, tx *sqldb.Tx, s Schedule) (ledger.Day, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[ledger.Day], "SELECT COALESCE(MAX(schedule_day), -1) FROM exports WHERE farm_id = $1 AND schedule_id = $2", s.farmID, s.ID)
}

// ofSchedule says which schedule an export is of; a day where it is the one of that day.
func ofSchedule(ctx context.Context, tx *sqldb.Tx, farmID, id, scheduleID string, day any) error {
	_, err := tx.Exec(ctx, "UPDATE exports SET schedule_id = $3, schedule_day = $4 WHERE farm_id = $1 AND id = $2", farmID, id, scheduleID, day)
	return err
}

// newStop gives the export a token that stops its schedule.
func newStop(ctx context.Context, tx *sqldb.Tx, e stored) (token string, err error) {
	token, digest := secret.New()
	_, err = tx.Exec(ctx, "UPDATE exports SET stop_hash = $3 WHERE farm_id = $1 AND id = $2", e.farmID, e.id, digest)
	return token, err
}

// scheduleByStop is the schedule that a token stops.
func scheduleByStop(ctx context.Context, tx *sqldb.Tx, token string) (Schedule, error) {
	return sqldb.One(ctx, tx, scanSchedule, selectSchedules+"(farm_id, id) IN (SELECT farm_id, schedule_id FROM exports WHERE stop_hash = $1)", secret.Digest(token))
}
