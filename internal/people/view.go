package people

import (
	"context"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// View opens a session in which staff see a farm as its manager does, and gives its token. It
// is on record in the trail, can change nothing, and ends by itself within the hour.
func (s *Service) View(ctx context.Context, farmID string) (token string, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		caller, err := actor.SignedIn(ctx)
		if err == nil {
			err = account.MayView(caller)
		}
		if err != nil {
			return err
		}
		ref, err := farm.RequireRecordTo(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		if token, err = account.OpenView(ctx, tx, farmID, s.now()); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: "farm.view", Kind: "farm", ID: ref.ID, Name: ref.Name})
	})
	return token, err
}

// ViewOutput carries the session.
type ViewOutput struct {
	Body struct {
		Token string `json:"token" doc:"Bearer token of a session that shows the farm as its manager sees it, and changes nothing"`
	}
}

// HandleView answers POST /api/farms/{id}/view.
func (s *Service) HandleView(ctx context.Context, in *FarmInput) (*ViewOutput, error) {
	out := &ViewOutput{}
	var err error
	out.Body.Token, err = s.View(ctx, in.ID)
	return out, err
}
