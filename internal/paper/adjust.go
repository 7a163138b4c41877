package paper

import (
	"context"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/sqldb"
)

// Adjustment corrects a stock: after misprints, or a count.
type Adjustment struct {
	Kind   string `json:"kind" enum:"byDate,customPaperRolls" doc:"byDate corrects the tags in stock, customPaperRolls the rolls of custom paper"`
	Type   string `json:"type" maxLength:"20" doc:"Paper type"`
	Delta  int64  `json:"delta" minimum:"-1000000" maximum:"1000000"`
	Reason string `json:"reason" maxLength:"300"`
}

const (
	byDate      = "byDate"
	customRolls = "customPaperRolls"
)

// Adjust corrects the stock of a farm. Only those who keep farm records may.
func (s *Service) Adjust(ctx context.Context, farmID string, a Adjustment) error {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return err
	}
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		_, err := once.Do(ctx, tx, func() (struct{}, error) { return struct{}{}, s.adjust(ctx, tx, farmID, a) })
		return err
	})
}

func (s *Service) adjust(ctx context.Context, tx *sqldb.Tx, farmID string, a Adjustment) error {
	if _, err := farm.RequireRecord(ctx, tx, farmID); err != nil {
		return err
	}
	var found faults
	t, known := typeOf(a.Type)
	if !known || a.Kind == customRolls && t != Industrial && t != Mobile {
		found.refuse("type", "There is no such paper type")
	}
	if a.Kind != byDate && a.Kind != customRolls {
		found.refuse("kind", "An adjustment is byDate or customPaperRolls")
	}
	if found.within("delta", a.Delta, -maxPrints, maxPrints); a.Delta == 0 {
		found.refuse("delta", "Please say by how much")
	}
	if a.Reason == "" {
		found.refuse("reason", "Please say why.")
	}
	if err := fault.ForFields(found); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO paper_adjustments (farm_id, id, kind, type, delta, reason, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		farmID, sqldb.NewID(), a.Kind, string(t), a.Delta, a.Reason, sqldb.Millis(s.now())); err != nil {
		return err
	}
	all, err := stocks(ctx, tx, farmID)
	if err != nil {
		return err
	}
	f, err := load(ctx, tx, farmID)
	if err != nil {
		return err
	}
	detail := map[string]any{"kind": a.Kind, "type": t, "delta": a.Delta, "reason": a.Reason}
	if a.Kind == byDate {
		stock := all[t]
		detail["from"], detail["to"] = stock.left(), stock.left()+a.Delta
		stock.Shipped += a.Delta
		if err := storeStock(ctx, tx, farmID, *stock); err != nil {
			return err
		}
	}
	if err := s.note(ctx, tx, "paper.adjust", f, detail); err != nil {
		return err
	}
	return s.advanceIfDue(ctx, tx, farmID, all)
}
