package farm

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// What became of animals that a count does not find.
const (
	missingStay = "missing"
	missingDied = "dead"
)

// Counting is how the farm takes its counts.
type Counting struct {
	Missing string `json:"missing" enum:"missing,dead" doc:"What animals that a count does not find are, unless the count says otherwise: missing adjusts the inventory, dead is a loss and part of mortality"`
}

func countingOf(ctx context.Context, tx *sqldb.Tx, farmID string) (Counting, error) {
	died, err := sqldb.One(ctx, tx, sqldb.Scalar[bool], "SELECT missing_died FROM farms WHERE id = $1", farmID)
	if died {
		return Counting{missingDied}, err
	}
	return Counting{missingStay}, err
}

// SetCounting stores how the farm takes its counts. It returns a Conflict if something else than
// seen is stored by now; nil is not compared.
func (s *Service) SetCounting(ctx context.Context, farmID string, counting Counting, seen *Counting) (Counting, error) {
	return setFigures(ctx, s, farmID, "farm.counting", seen, countingOf,
		"UPDATE farms SET missing_died = $1 WHERE id = $2", counting.Missing == missingDied)
}

// CountingInput sets how a farm takes its counts.
type CountingInput struct {
	FarmID string `path:"id" maxLength:"64"`
	Body   struct {
		Counting
		Seen *Counting `json:"seen" required:"false" doc:"What was shown when the change was begun: a Conflict if something else is stored by now; not checked without it"`
	}
}

// CountingOutput is how a farm takes its counts.
type CountingOutput struct{ Body Counting }

// Counting returns how the farm takes its counts. Whoever may record on the farm may call.
func (s *Service) Counting(ctx context.Context, farmID string) (stored Counting, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := Recording.Require(ctx, tx, farmID); err != nil {
			return err
		}
		stored, err = countingOf(ctx, tx, farmID)
		return err
	})
	return stored, err
}

// HandleCounting answers GET /api/farms/{id}/counting.
func (s *Service) HandleCounting(ctx context.Context, in *IDInput) (*CountingOutput, error) {
	stored, err := s.Counting(ctx, in.ID)
	return &CountingOutput{stored}, err
}

// HandleSetCounting answers PUT /api/farms/{id}/counting.
func (s *Service) HandleSetCounting(ctx context.Context, in *CountingInput) (*CountingOutput, error) {
	stored, err := s.SetCounting(ctx, in.FarmID, in.Body.Counting, in.Body.Seen)
	return &CountingOutput{stored}, err
}
