package news

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// Switch says where a person is told of one kind of news of a farm.
type Switch struct {
	Kind string `json:"kind" enum:"recall,lease,certificate,paper,mortality,upload,week"`
	Page bool   `json:"page" doc:"Without meaning for the weekly summary, which is a mail. On the page Notices, and counted by the bell"`
	Mail bool   `json:"mail"`
}

// usual are the kinds, and where people are told of them who have not said anything else. Of
// a recall the firm has a mail of its own.
var usual = []Switch{
	{kindRecall, true, false}, {"lease", true, true}, {"certificate", true, true},
	{"paper", true, true}, {kindMortality, true, true}, {kindUpload, true, true},
	{kindWeek, false, true},
}

// Switches are the caller's for a farm that they may look at.
type Switches struct {
	Told     bool     `json:"told" doc:"Whether you are told of the farm: its people are; who may only record, of recalls alone"`
	Switches []Switch `json:"switches"`
}

// Switches gives where the caller is told of a farm.
func (s *Service) Switches(ctx context.Context, farmID string) (mine Switches, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		mine, err = mySwitches(ctx, tx, farmID)
		return err
	})
	return mine, err
}

// SetSwitch stores where the caller is told of one kind of news of a farm.
func (s *Service) SetSwitch(ctx context.Context, farmID string, one Switch) (mine Switches, err error) {
	err = s.db.Write(ctx, func(tx *sqldb.Tx) error {
		hears, err := reader(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if err := storeSwitch(ctx, tx, farmID, hears.userID, one); err != nil {
			return err
		}
		mine, err = mySwitches(ctx, tx, farmID)
		return err
	})
	return mine, err
}

func mySwitches(ctx context.Context, tx *sqldb.Tx, farmID string) (mine Switches, err error) {
	if _, err := farm.Recording.RequireSight(ctx, tx, farmID); err != nil {
		return mine, err
	}
	caller, err := actor.SignedIn(ctx)
	if err != nil {
		return mine, err
	}
	people, err := farm.Managers(ctx, tx, farmID)
	if err != nil {
		return mine, err
	}
	if mine.Switches, err = switchesOf(ctx, tx, farmID, caller.UserID); err != nil {
		return mine, err
	}
	if at := slices.IndexFunc(people, func(p farm.Person) bool { return p.ID == caller.UserID }); at >= 0 {
		mine.Told = true
		mine.Switches = slices.DeleteFunc(mine.Switches, func(one Switch) bool { return !isFor(people[at].Level, one.Kind) })
	}
	return mine, nil
}

// isFor reports whether people of the level are told of the kind: of recalls everybody, of all
// else who may see what it tells.
func isFor(level farm.Level, kind string) bool { return kind == kindRecall || level >= farm.Reporting }

// switchesOf are those of a person for a farm, of every kind.
func switchesOf(ctx context.Context, tx *sqldb.Tx, farmID, userID string) ([]Switch, error) {
	stored, err := sqldb.All(ctx, tx, func(r sqldb.Row) (one Switch, err error) {
		return one, r.Scan(&one.Kind, &one.Page, &one.Mail)
	}, "SELECT kind, page, mail FROM news_switches WHERE farm_id = $1 AND user_id = $2", farmID, userID)
	all := slices.Clone(usual)
	for _, one := range stored {
		if at := slices.IndexFunc(all, one.sameKind); at >= 0 {
			all[at] = one
		}
	}
	return all, err
}

func (s Switch) sameKind(other Switch) bool { return s.Kind == other.Kind }

// switchOf is a person's for one kind; of an unknown kind nobody is mailed.
func switchOf(ctx context.Context, tx *sqldb.Tx, farmID, userID, kind string) (Switch, error) {
	all, err := switchesOf(ctx, tx, farmID, userID)
	for _, one := range all {
		if one.Kind == kind {
			return one, err
		}
	}
	return Switch{Kind: kind, Page: true}, err
}

func storeSwitch(ctx context.Context, tx *sqldb.Tx, farmID, userID string, one Switch) error {
	_, err := tx.Exec(ctx, `INSERT INTO news_switches (farm_id, user_id, kind, page, mail) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (farm_id, user_id, kind) DO UPDATE SET page = EXCLUDED.page, mail = EXCLUDED.mail`,
		farmID, userID, one.Kind, one.Page, one.Mail)
	return err
}
