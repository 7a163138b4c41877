package report

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// Dashboard gives the squares that the caller saved for the farm, or the default
// ones, with their numbers. Those of animals and sizes are all of one state of the
// farm's book. A square that cannot be worked out says why in its place. The farm's
// people and those who see every farm may ask; anyone else gets NotFound.
func (s *Service) Dashboard(ctx context.Context, farmID, leaseID string) ([]SquareResult, error) {
	caller, _ := actor.From(ctx)
	var tiles []tile
	var state column.State
	cached := false
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Reporting.Require(ctx, tx, farmID)
		if err != nil {
			return err
		}
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		squares, err := savedSquares(ctx, tx, farmID, caller.UserID)
		if err != nil {
			return err
		}
		if tiles, err = tilesOf(squares, leaseID, leases, ledger.Day(ref.Today(s.now()))); err != nil {
			return err
		}
		if state, err = column.StateOf(ctx, tx, farmID); err != nil {
			return err
		}
		cached = s.cache.Fits(state)
		for i := range tiles {
			if err := tiles[i].excuse(tiles[i].read(ctx, tx, farmID, !cached)); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && cached {
		err = s.sumTiles(ctx, farmID, state, tiles)
	}
	results := make([]SquareResult, len(tiles))
	for i := range tiles {
		results[i] = tiles[i].result
	}
	return results, err
}

// sumTiles fills the tiles from the farm's columns.
func (s *Service) sumTiles(ctx context.Context, farmID string, state column.State, tiles []tile) error {
	now, err := s.cache.At(ctx, farmID, state)
	for i := 0; err == nil && i < len(tiles); i++ {
		err = tiles[i].excuse(tiles[i].sum(now.Sums))
	}
	return err
}

// SaveDashboard stores the caller's squares of the farm in place of the earlier
// ones, and gives them as they are stored. The farm's people and those who see every
// farm may; anyone else gets NotFound.
func (s *Service) SaveDashboard(ctx context.Context, farmID string, squares []Square) ([]Square, error) {
	complete, wrong := completeSquares(squares)
	caller, _ := actor.From(ctx)
	err := s.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Reporting.RequireSight(ctx, tx, farmID); err != nil {
			return err
		}
		if wrong != nil {
			return wrong
		}
		stored, err := json.Marshal(complete)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO dashboards (farm_id, user_id, squares, updated_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (farm_id, user_id) DO UPDATE SET squares = EXCLUDED.squares, updated_at = EXCLUDED.updated_at`,
			farmID, caller.UserID, string(stored), sqldb.Millis(s.now()))
		return err
	})
	return complete, err
}

func savedSquares(ctx context.Context, tx *sqldb.Tx, farmID, userID string) ([]Square, error) {
	stored, err := sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT squares FROM dashboards WHERE farm_id = $1 AND user_id = $2", farmID, userID)
	if fault.Is(err, fault.NotFound) {
		return defaultSquares(), nil
	}
	if err != nil {
		return nil, err
	}
	var squares []Square
	if err := json.Unmarshal([]byte(stored), &squares); err != nil {
		return nil, fmt.Errorf("dashboard of farm %s and user %s: %w", farmID, userID, err)
	}
	return squares, nil
}
