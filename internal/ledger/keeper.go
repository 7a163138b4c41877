package ledger

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Keeper tells package farm what the ledger keeps of a farm and how it goes.
func Keeper() farm.Keeper {
	return farm.Keeper{Stock: stock, Count: count, Clean: clean, Delete: forget}
}

// stock gives what is in the growing areas that have an entry. A container
// without a living animal is not in use, as in the equipment report.
func stock(ctx context.Context, tx *sqldb.Tx, farmID string) (map[string]farm.Stock, error) {
	held := map[string]farm.Stock{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var leaseID string
		var s farm.Stock
		err := r.Scan(&leaseID, &s.Animals, &s.Containers, &s.LastDay)
		held[leaseID] = s
		return struct{}{}, err
	}, `SELECT lease_id, CAST(SUM(on_hand) AS BIGINT), CAST(SUM(CASE WHEN on_hand > 0 THEN containers ELSE 0 END) AS BIGINT), MAX(last_day)
		FROM balances WHERE farm_id = $1 GROUP BY lease_id`, farmID)
	return held, err
}

func count(ctx context.Context, tx *sqldb.Tx, farmID string, into *farm.Contents) error {
	_, err := sqldb.One(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		return struct{}{}, r.Scan(&into.Animals, &into.Groups, &into.Lots, &into.FillProfiles, &into.Activities)
	}, `SELECT (SELECT CAST(COALESCE(SUM(on_hand), 0) AS BIGINT) FROM balances WHERE farm_id = $1),
		(SELECT count(*) FROM animal_groups WHERE farm_id = $1),
		(SELECT count(*) FROM lots WHERE farm_id = $1),
		(SELECT count(DISTINCT nickname) FROM lots WHERE farm_id = $1 AND nickname <> ''),
		(SELECT count(*) FROM activities WHERE farm_id = $1)`, farmID)
	return err
}

// A clean takes these, in an order that leaves no reference to what is gone. Of
// the book, which can be long, it takes a part at a time, the newest first, as
// an activity that undoes another one refers to it.
var (
	cleanBook = []string{
		"DELETE FROM entries WHERE farm_id = $1 AND seq > $2 AND seq <= $3",
		"DELETE FROM activities WHERE farm_id = $1 AND seq > $2 AND seq <= $3",
	}
	cleanRest = []string{
		"DELETE FROM balances WHERE farm_id = $1", "DELETE FROM lots WHERE farm_id = $1",
		"DELETE FROM animal_groups WHERE farm_id = $1",
	}
)

const cleanAtOnce = 50_000 // rows of one statement, so that none is long

// clean empties the farm's book. Its state stays, with the next epoch: by that
// whoever has read the book, in any process, knows that it is another one.
func clean(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	last, err := lockState(ctx, tx, farmID) // first, so that whoever records waits or begins anew
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE farm_state SET seq = 0, dims_version = dims_version + 1, epoch = epoch + 1 WHERE farm_id = $1", farmID); err != nil {
		return err
	}
	for _, statement := range cleanBook {
		for until := last.seq; until > 0; until -= cleanAtOnce {
			if _, err := tx.Exec(ctx, statement, farmID, until-cleanAtOnce, until); err != nil {
				return err
			}
		}
	}
	for _, statement := range cleanRest {
		if _, err := tx.Exec(ctx, statement, farmID); err != nil {
			return err
		}
	}
	return nil
}

// forget removes what a clean leaves.
func forget(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	_, err := tx.Exec(ctx, "DELETE FROM farm_state WHERE farm_id = $1", farmID)
	return err
}
