package printing

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag/stock"
)

// Service holds the use cases of printing.
type Service struct {
	db        *sqldb.DB
	now       func() time.Time
	stock     *stock.Service
	papers    *paper.Service
	publicURL string
}

// New makes the service. The codes of labels lead to publicURL.
func New(db *sqldb.DB, now func() time.Time, stock *stock.Service, papers *paper.Service, publicURL string) *Service {
	return &Service{db, now, stock, papers, publicURL}
}

const (
	maxLabels = 1000 // of a file, copies included
	maxTags   = 200  // of an order
	pictured  = 12   // labels of a look that have a picture

	maxContainers = 100_000
)

// Wanted is what is to be printed.
type Wanted struct {
	Tags         []string   `json:"tags" minItems:"1" maxItems:"200" doc:"Ids of tags of the firm"`
	Kind         label.Kind `json:"kind" enum:"harvester,dealer,bulk,wild-clam,sticker"`
	Jurisdiction string     `json:"jurisdiction" required:"false" maxLength:"20" doc:"Whose rules the labels keep; left out, those of the firm's state"`
	Paper        string     `json:"paper" maxLength:"20"`
	DPI          int        `json:"dpi" required:"false" enum:"0,203,300" doc:"Of the printer; 203 where it is left out"`
	Copies       int        `json:"copies" required:"false" minimum:"0" maximum:"100" doc:"Of each label; one where it is left out"`
	Containers   int64      `json:"containers" required:"false" minimum:"0" maximum:"100000" doc:"Under each bulk tag; left out, the bags of a tag that counts in bags"`
}

// checked is an order that can be, with what its ids mean.
type checked struct {
	Wanted
	paper label.Paper
	place label.Jurisdiction
	day   string
}

// Looked is what one label would be.
type Looked struct {
	Tag      string          `json:"tag"`
	Elements []label.Element `json:"elements" doc:"What it says, in its order"`
	Findings []label.Finding `json:"findings" doc:"Why it cannot be printed; empty where it can"`
	Picture  string          `json:"picture" doc:"The label as the printer's dots, a data address of a PNG; empty where it cannot be laid out, and after the first twelve"`
	page     label.Page
}

// Look says what would be printed, and what is wrong with it. Who sees the farm may.
func (s *Service) Look(ctx context.Context, farmID string, o Wanted) (all []Looked, err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Recording.RequireRecord(ctx, tx, farmID)
		if err != nil {
			return err
		}
		var c checked
		all, c, err = s.labels(ctx, tx, ref, o)
		o = c.Wanted
		return err
	})
	for i := range all {
		if err != nil || i >= pictured || len(all[i].page.Texts) == 0 {
			continue
		}
		var png []byte
		if png, err = all[i].page.PNG(o.DPI); err == nil {
			all[i].Picture = "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
		}
	}
	return all, err
}

// labels makes the labels of an order, each with what is wrong with it.
func (s *Service) labels(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, o Wanted) ([]Looked, checked, error) {
	if err := o.checkNumbers(); err != nil {
		return nil, checked{}, err
	}

	firm, tags, err := s.stock.Labelled(ctx, tx, ref.ID, o.Tags)
	if err != nil {
		return nil, checked{}, err
	}
	c, err := o.check(label.Of(firm.State, firm.Country), ledger.Day(ref.Today(s.now())).String())
	if err != nil {
		return nil, c, err
	}
	all := make([]Looked, len(tags))
	for i, t := range tags {
		facts := s.factsOf(firm, t, o.Containers)
		made, err := label.Compose(facts, c.place, o.Kind, c.day)
		if err != nil {
			return nil, c, err
		}
		found := append(unwanted(t), label.Lint(made, facts, c.place, o.Kind, c.day, c.paper)...)
		page, misfits := label.Lay(made, c.paper)
		all[i] = Looked{t.ID, made.Elements, append(found, misfits...), "", page}
		if all[i].Findings == nil {
			all[i].Findings = []label.Finding{}
		}
	}
	return all, c, nil
}

// unwanted is why no label of the tag is to be had, whatever it says.
func unwanted(t stock.Labelled) (found []label.Finding) {
	if t.Recall != nil {
		found = append(found, label.Finding{Field: "tag", Rule: noRecalled, Message: fmt.Sprintf("It is recalled by %s.", *t.Recall)})
	}
	if t.TakenBack != "" {
		found = append(found, label.Finding{Field: "tag", Rule: noTakenBack, Message: fmt.Sprintf("It was taken back on %s, as made by mistake.", t.TakenBack)})
	}
	return found
}

var (
	noRecalled  = label.Rule{ID: "M-RECALL", Words: "No label is printed for what is recalled: it must not be sold", Source: "Merroir's own rule"}
	noTakenBack = label.Rule{ID: "M-TAKEN-BACK", Words: "No label is printed for a tag that is not valid", Source: "Merroir's own rule"}
)

// checkNumbers returns an error for each number that would cost memory or time without bound.
// The schema of a call has the same limits; this holds for callers within the program too.
func (o Wanted) checkNumbers() error {
	switch {
	case len(o.Tags) == 0 || len(o.Tags) > maxTags:
		return fault.ForField("tags", fmt.Sprintf("Choose 1 to %d tags", maxTags))
	case o.DPI != 0 && o.DPI != 203 && o.DPI != 300:
		return fault.ForField("dpi", "Printers have 203 or 300 dots per inch")
	case o.Copies < 0 || o.Copies > maxLabels || max(o.Copies, 1) > maxLabels/len(o.Tags): // no product, which could overflow
		return fault.ForField("copies", fmt.Sprintf("At most %d labels are printed at once", maxLabels))
	case o.Containers < 0 || o.Containers > maxContainers:
		return fault.ForField("containers", fmt.Sprintf("Containers must be 0 to %d", maxContainers))
	}

	return nil
}

// check refuses an order that cannot be, and fills in what is left out.
func (o Wanted) check(home label.Jurisdiction, day string) (c checked, err error) {
	o.DPI, o.Copies = max(o.DPI, 203), max(o.Copies, 1)
	c = checked{Wanted: o, place: home, day: day}
	if o.Jurisdiction != "" {
		if c.place, err = label.At(o.Jurisdiction); err != nil {
			return c, err
		}
	}
	c.Jurisdiction = c.place.Code
	if c.paper, err = label.PaperOf(o.Paper); err != nil {
		return c, err
	}
	sorted := slices.Sorted(slices.Values(o.Tags))
	if len(slices.Compact(sorted)) < len(o.Tags) {
		return c, fault.ForField("tags", "A tag stands in the list twice")
	}
	return c, nil
}
