package recall

import (
	"context"
	"strconv"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
)

// RecallBook is a recall with how far it has come.
type RecallBook struct {
	ID            string        `json:"_id"`
	Kind          string        `json:"kind" doc:"recall or drill"`
	FarmID        string        `json:"farm" doc:"Whose drill it is; empty for staff's, and for a recall"`
	Party         string        `json:"party"`
	Reason        string        `json:"reason"`
	Class         string        `json:"class"`
	Choice        scope.Choice  `json:"choice"`
	DeclaredAt    int64         `json:"declaredAt" doc:"Unix milliseconds, as all instants"`
	DeclaredBy    string        `json:"declaredBy"`
	Firms         []RecallFirm  `json:"firms" doc:"That it reaches, by name"`
	Followed      bool          `json:"followed" doc:"Everybody whom it reaches is entered, and mailed"`
	EndedAt       *int64        `json:"endedAt"`
	EndedBy       string        `json:"endedBy"`
	EndReason     string        `json:"endReason"`
	OpenReason    string        `json:"openReason" doc:"Why it ended with product unaccounted for"`
	Result        *DrillResult  `json:"result" doc:"How a drill went"`
	Effectiveness Effectiveness `json:"effectiveness"`
}

// RecallFirm is a firm that a recall reaches.
type RecallFirm struct {
	FarmID string `json:"farm"`
	Name   string `json:"name" doc:"As it was when it was entered"`
}

func (b *book) shown(all []RecallParty) RecallBook {
	firms := []RecallFirm{}
	for _, p := range all {
		if p.Kind == "firm" && p.ReleasedAt == nil {
			firms = append(firms, RecallFirm{p.FarmID, p.Name})
		}
	}
	return RecallBook{
		b.ID, string(b.Kind), b.FarmID, b.Party, b.Reason, b.Class, b.Choice, b.DeclaredAt, b.DeclaredBy, firms, b.FollowedAt != nil,
		b.EndedAt, b.EndedBy, b.EndReason, b.OpenReason, b.Result, effectivenessOf(all),
	}
}

// List gives a page of recalls, the newest first: open, closed or drills. Of a farm it
// gives those that reach it, and its drills. Who may look at recalls may.
func (s *Service) List(ctx context.Context, farmID, state string, slice page.Slice) (list page.List[RecallBook], err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := scope.Look(ctx, tx, farmID); err != nil {
			return err
		}
		where, args := " FROM recall_books b WHERE 1 = 1", []any{}
		switch state {
		case "open":
			where += " AND b.kind = 'recall' AND b.ended_at IS NULL"
		case "closed":
			where += " AND b.kind = 'recall' AND b.ended_at IS NOT NULL"
		case "drills":
			where += " AND b.kind = 'drill'"
		}
		if farmID != "" {
			where += ` AND (b.farm_id = $1 OR b.farm_id = '' AND EXISTS (SELECT 1 FROM recall_parties p WHERE p.recall_id = b.id AND p.farm_id = $1))`
			args = append(args, farmID)
		}
		total, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*)"+where, args...)
		if err != nil {
			return err
		}
		books, err := sqldb.All(ctx, tx, scanBook, "SELECT "+bookColumns+where+" ORDER BY b.declared_at DESC, b.id DESC LIMIT "+strconv.Itoa(slice.Limit)+" OFFSET "+strconv.Itoa(slice.Offset()), args...)
		if err != nil {
			return err
		}
		rows := make([]RecallBook, len(books))
		for i, b := range books {
			all, err := s.partiesOf(ctx, tx, b, farmID)
			if err != nil {
				return err
			}
			rows[i] = b.shown(all)
		}
		list = page.Of(slice, rows, total)
		return nil
	})
	return list, err
}

// RecallDetail is a recall whole, or a firm's part of it.
type RecallDetail struct {
	RecallBook
	Reach   scope.RecallReach `json:"reach" doc:"Of a recall that has ended, what its choice reaches today"`
	Parties []RecallParty     `json:"parties" doc:"The firms first, then by name"`
	History []RecallEvent     `json:"history" doc:"The first first"`
	Own     bool              `json:"own" doc:"The caller may change it as a whole, being asked where it was asked for"`
}

// Get gives a recall, or of it the part of a firm. Who may look at recalls may.
func (s *Service) Get(ctx context.Context, farmID, id string) (d RecallDetail, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		d, _, err = s.detail(ctx, tx, farmID, id)
		return err
	})
	return d, err
}

func (s *Service) detail(ctx context.Context, tx *sqldb.Tx, farmID, id string) (d RecallDetail, r *scope.Reached, err error) {
	if err := scope.Look(ctx, tx, farmID); err != nil {
		return d, nil, err
	}
	b, err := bookOf(ctx, tx, farmID, id)
	if err != nil {
		return d, nil, err
	}
	if d.Parties, err = s.partiesOf(ctx, tx, b, farmID); err != nil {
		return d, nil, err
	}
	d.RecallBook = b.shown(d.Parties)
	if r, err = scope.Of(ctx, tx, s.reaches, b.Choice, b.FarmID); err != nil {
		return d, nil, err
	}
	r.Only(farmID)
	d.Reach = r.Shown()
	d.Own = b.FarmID == farmID && scope.Enter(ctx, tx, farmID) == nil
	all, err := historyOf(ctx, tx, id)
	for _, e := range all {
		if farmID == "" || b.FarmID == farmID {
			d.History = append(d.History, e)
		} else if e.Action == "declare" || e.Action == "correct" || e.Action == "end" {
			e.Detail = map[string]any{"reason": e.Detail["reason"], "why": e.Detail["why"]}
			d.History = append(d.History, e)
		}
	}
	if d.History == nil {
		d.History = []RecallEvent{}
	}
	return d, r, err
}
