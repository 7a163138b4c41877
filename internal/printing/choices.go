package printing

import (
	"context"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/sqldb"
)

// Choices are what there is to choose from, and what suits the firm.
type Choices struct {
	Printers     []label.Model `json:"printers"`
	Papers       []label.Paper `json:"papers"`
	Places       []LabelPlace  `json:"places"`
	Jurisdiction string        `json:"jurisdiction" doc:"Code of the firm's place"`
	Kind         label.Kind    `json:"kind" doc:"That a firm of its type mostly prints"`
}

// LabelPlace is a jurisdiction with its kinds of label.
type LabelPlace struct {
	Code  string      `json:"code"`
	Name  string      `json:"name"`
	Note  string      `json:"note" doc:"What is not known of its rules; empty where nothing is"`
	Kinds []KindThere `json:"kinds"`
}

// KindThere is a kind of label there.
type KindThere struct {
	label.FormChoice
	Rules []label.Rule `json:"rules"`
}

var places = func() (all []LabelPlace) {
	for _, j := range label.Jurisdictions {
		p := LabelPlace{Code: j.Code, Name: j.Name, Note: j.Note}
		for _, form := range j.Forms() {
			p.Kinds = append(p.Kinds, KindThere{form, j.Rules(form.Kind)})
		}
		all = append(all, p)
	}
	return all
}()

// Choices gives what to choose from. Who sees the farm may ask.
func (s *Service) Choices(ctx context.Context, farmID string) (c Choices, err error) {
	c = Choices{Printers: label.Models, Papers: label.Papers, Places: places, Kind: label.Harvester}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.RequireRecord(ctx, tx, farmID); err != nil {
			return err
		}
		g, err := farm.GrowerOf(ctx, tx, farmID)
		c.Jurisdiction = label.Of(g.State, g.Country).Code
		if g.Type == farm.TypeDistributor {
			c.Kind = label.Dealer
		}
		return err
	})
	return c, err
}
