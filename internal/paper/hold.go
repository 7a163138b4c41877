package paper

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Hold stops shipments of a type. Prints are counted nevertheless.
type Hold struct {
	Type    Type   `json:"paperType"`
	Reason  string `json:"reason"`
	Payment bool   `json:"payment" doc:"Placed because a charge failed; it goes when the invoice is paid"`
	At      int64  `json:"date" doc:"Unix milliseconds"`

	farmID, orderID string
}

type holds []Hold

// on reports whether one of the types is on hold.
func (h holds) on(types ...Type) bool {
	return slices.ContainsFunc(h, func(hold Hold) bool { return slices.Contains(types, hold.Type) })
}

// holdsOf gives the holds of the farms.
func holdsOf(ctx context.Context, tx *sqldb.Tx, farmIDs ...string) (holds, error) {
	if len(farmIDs) == 0 {
		return nil, nil
	}
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h Hold, err error) {
		err = r.Scan(&h.farmID, &h.Type, &h.orderID, &h.Reason, &h.At)
		h.Payment = h.orderID != ""
		return h, err
	}, "SELECT farm_id, type, order_id, reason, created_at FROM paper_holds WHERE farm_id IN ("+sqldb.In(1, len(farmIDs))+") ORDER BY type, order_id", sqldb.Args(farmIDs)...)
}

const maxReason = 300 // of a hold, characters

var errPaperType = fault.New(fault.NotFound, "No such paper type.")

// PlaceHold stops shipments of a type until the hold is removed. Only those who
// keep farm records may.
func (s *Service) PlaceHold(ctx context.Context, farmID, paperType, reason string) error {
	if err := actor.Require(ctx, actor.Companies); err != nil {
		return err
	}
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecord(ctx, tx, farmID); err != nil {
			return err
		}
		t, known := typeOf(paperType)
		if !known {
			return errPaperType
		}
		if reason == "" {
			return fault.ForField("reason", "Please say why.")
		}
		if utf8.RuneCountInString(reason) > maxReason {
			return fault.ForField("reason", fmt.Sprintf("A reason has at most %d characters.", maxReason))
		}
		f, err := load(ctx, tx, farmID)
		if err != nil {
			return err
		}
		return s.place(ctx, tx, f, Hold{Type: t, Reason: reason})
	})
}

// place stores a hold, and tells of it, unless it is there already.
func (s *Service) place(ctx context.Context, tx *sqldb.Tx, f *account, h Hold) error {
	fresh, err := tx.Exec(ctx, `INSERT INTO paper_holds (farm_id, type, order_id, reason, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (farm_id, type, order_id) DO NOTHING`, f.id, string(h.Type), h.orderID, h.Reason, sqldb.Millis(s.now()))
	if err != nil || fresh == 0 {
		return err
	}
	if err := s.note(ctx, tx, "paper.hold", f, map[string]any{"paperType": h.Type, "reason": h.Reason}); err != nil {
		return err
	}
	return s.tellFarm(ctx, tx, f, "paperHold", mailData{Paper: h.Type.label(), Reason: h.Reason, Link: s.farmLink(f.id)})
}

// RemoveHold lets a type be shipped again. The farm's own people may, and those
// who keep farm records; a hold for a payment stays until the invoice is paid.
func (s *Service) RemoveHold(ctx context.Context, farmID, paperType string) error {
	return s.write(ctx, farmID, func(tx *sqldb.Tx) error {
		if _, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Companies); err != nil {
			return err
		}
		t, known := typeOf(paperType)
		if !known {
			return errPaperType
		}
		return s.lift(ctx, tx, farmID, "AND type = $2 AND order_id = ''", string(t))
	})
}

// liftPayment removes the holds for an order that is paid, or not to be paid any more.
func (s *Service) liftPayment(ctx context.Context, tx *sqldb.Tx, farmID, orderID string) error {
	return s.lift(ctx, tx, farmID, "AND order_id = $2", orderID)
}

// lift removes holds and tells of it; what waited goes on by a job.
func (s *Service) lift(ctx context.Context, tx *sqldb.Tx, farmID, which string, arg string) error {
	before, err := holdsOf(ctx, tx, farmID)
	if err != nil {
		return err
	}
	removed, err := tx.Exec(ctx, "DELETE FROM paper_holds WHERE farm_id = $1 "+which, farmID, arg)
	if err != nil {
		return err
	}
	if removed == 0 {
		if slices.ContainsFunc(before, func(h Hold) bool { return h.Payment && string(h.Type) == arg }) {
			return fault.New(fault.Conflict, "This hold goes by itself when the open invoice is paid.")
		}
		return nil
	}
	after, err := holdsOf(ctx, tx, farmID)
	if err != nil {
		return err
	}
	f, err := load(ctx, tx, farmID)
	if err != nil {
		return err
	}
	for _, h := range before {
		if slices.Contains(after, h) {
			continue
		}
		if err := s.note(ctx, tx, "paper.hold.remove", f, map[string]any{"paperType": h.Type, "reason": h.Reason}); err != nil {
			return err
		}
		if err := s.tellFarm(ctx, tx, f, "paperHoldRemoved", mailData{Paper: h.Type.label(), Link: s.farmLink(farmID)}); err != nil {
			return err
		}
	}
	return s.advanceSoon(ctx, tx, farmID)
}
