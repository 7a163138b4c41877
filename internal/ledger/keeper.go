package ledger

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Keeper tells package farm what the ledger keeps of a farm, and removes it.
func Keeper() farm.Keeper {
	return farm.Keeper{Held: held, Book: bookState, Count: count, Hide: hide, Clean: clean, Delete: forget}
}

// held gives what is in the growing areas that have an entry. A container
// without a living animal is not in use, as in the equipment report.
func held(ctx context.Context, tx *sqldb.Tx, farmID string) (map[string]farm.Held, error) {
	areas := map[string]farm.Held{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var leaseID string
		var h farm.Held
		err := r.Scan(&leaseID, &h.Animals, &h.Containers, &h.LastDay)
		areas[leaseID] = h
		return struct{}{}, err
	}, `SELECT lease_id, CAST(SUM(on_hand) AS BIGINT), CAST(SUM(CASE WHEN on_hand > 0 THEN containers ELSE 0 END) AS BIGINT), MAX(last_day)
		FROM balances WHERE farm_id = $1 GROUP BY lease_id`, farmID)
	return areas, err
}

func count(ctx context.Context, tx *sqldb.Tx, farmID string, into *farm.Contents) error {
	_, err := sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		return struct{}{}, r.Scan(&into.Animals, &into.Groups, &into.Lots, &into.FillProfiles, &into.Activities)
	}, `SELECT (SELECT CAST(COALESCE(SUM(on_hand), 0) AS BIGINT) FROM balances WHERE farm_id = $1),
		(SELECT count(*) FROM animal_groups WHERE farm_id = $1),
		(SELECT count(*) FROM lots WHERE farm_id = $1),
		(SELECT count(DISTINCT nickname) FROM lots WHERE farm_id = $1 AND nickname <> ''),
		(SELECT count(*) FROM activities WHERE farm_id = $1 AND seq <= (SELECT seq FROM farm_state WHERE farm_id = $1))`, farmID)
	return err
}

// bookState names the farm's book by its epoch and its newest number.
func bookState(ctx context.Context, tx *sqldb.Tx, farmID string) (string, error) {
	s, err := readState(ctx, tx, farmID)
	return fmt.Sprintf("%d.%d", s.epoch, s.seq), err
}

// hide makes the book an empty one, with the next epoch, which tells any process
// that has read the old book that this is another one. All that the old one held
// stays stored and no longer counts.
func hide(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	now, err := lockState(ctx, tx, farmID) // first, so that whoever records waits or begins anew
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO ledger_staged (farm_id, upload_id, attempt, first_seq, last_seq) VALUES ($1, '', 0, 1, $2)
		ON CONFLICT (farm_id) DO UPDATE SET upload_id = '', first_seq = 1,
		last_seq = CASE WHEN ledger_staged.last_seq > excluded.last_seq THEN ledger_staged.last_seq ELSE excluded.last_seq END`, farmID, now.seq); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE farm_state SET seq = 0, dims_version = dims_version + 1, epoch = epoch + 1 WHERE farm_id = $1", farmID)
	return err
}

// cleanRest removes what is left after the entries and activities, in an order
// that leaves no reference to a removed row. $2 is how many rows at most.
var cleanRest = []string{
	`DELETE FROM balances WHERE farm_id = $1 AND (lease_id, lot_id) IN
		(SELECT lease_id, lot_id FROM balances WHERE farm_id = $1 ORDER BY lease_id, lot_id LIMIT $2)`,
	"DELETE FROM lots WHERE farm_id = $1 AND id IN (SELECT id FROM lots WHERE farm_id = $1 ORDER BY id LIMIT $2)",
	"DELETE FROM animal_groups WHERE farm_id = $1 AND id IN (SELECT id FROM animal_groups WHERE farm_id = $1 ORDER BY id LIMIT $2)",
}

// clean removes some of what was hidden.
func clean(ctx context.Context, tx *sqldb.Tx, farmID string, most int) (int64, error) {
	if removed, err := dropStaged(ctx, tx, farmID, most); err != nil || removed > 0 {
		return removed, err
	}
	for _, statement := range cleanRest {
		if removed, err := tx.Exec(ctx, statement, farmID, most); err != nil || removed > 0 {
			return removed, err
		}
	}
	return 0, nil
}

// forget removes what a clean leaves.
func forget(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM farm_state WHERE farm_id = $1", farmID)
	return err
}
