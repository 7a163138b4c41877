package printing

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// Service holds the use cases of printing.
type Service struct {
	db        *sqldb.DB
	now       func() time.Time
	stock     *stock.Service
	papers    *paper.Service
	publicURL string
	drawing   chan struct{} // has one entry while labels are drawn
	files     *otter.Cache[string, printed]

	beforeDrawing func() // for tests
}

// New returns the service. The codes of labels lead to publicURL.
func New(db *sqldb.DB, now func() time.Time, stock *stock.Service, papers *paper.Service, publicURL string) *Service {
	return &Service{
		db: db, now: now, stock: stock, papers: papers, publicURL: publicURL,
		drawing: make(chan struct{}, 1), files: newFiles(), beforeDrawing: func() {},
	}
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

// order is what the labels of a request say, as the tags are at one moment. Nothing of it is drawn.
type order struct {
	checked
	labels   []label.Label
	findings [][]label.Finding
}

// Look returns what would be printed and what is wrong with it; it changes nothing. Everybody who
// sees the farm may call it. Labels are laid out and drawn after the read has ended.
func (s *Service) Look(ctx context.Context, farmID string, w Wanted) ([]Looked, error) {
	var o order
	err := s.db.Read(ctx, func(tx *sqldb.Tx) error {
		ref, err := farm.Recording.RequireRecord(ctx, tx, farmID)
		if err != nil {
			return err
		}
		o, err = s.compose(ctx, tx, ref, w)
		return err
	})
	if err != nil {
		return nil, err
	}

	if err := s.acquire(ctx); err != nil {
		return nil, err
	}
	defer s.release()

	all, err := o.lay(ctx)
	if err != nil {
		return nil, err
	}

	for i := range all[:min(len(all), pictured)] {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("draw labels: %w", err)
		}
		if len(all[i].page.Texts) == 0 {
			continue
		}

		png, err := all[i].page.PNG(o.DPI)
		if err != nil {
			return nil, fmt.Errorf("draw the label of tag %s: %w", all[i].Tag, err)
		}
		all[i].Picture = "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
	}

	return all, nil
}

// acquire waits for the one drawing at a time that a process makes: drawing takes both a processor
// and memory.
func (s *Service) acquire(ctx context.Context) error {
	s.beforeDrawing()

	select {
	case s.drawing <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait to draw labels: %w", ctx.Err())
	}
}

func (s *Service) release() { <-s.drawing }

// compose reads what the tags of a request state, and returns what their labels say.
func (s *Service) compose(ctx context.Context, tx *sqldb.Tx, ref farm.Ref, w Wanted) (o order, err error) {
	if err := w.checkNumbers(); err != nil {
		return o, err
	}
	w.Tags = slices.Clone(w.Tags)
	for i, id := range w.Tags {
		w.Tags[i] = tag.CanonicalID(id)
	}

	firm, tags, err := s.stock.Labelled(ctx, tx, ref.ID, w.Tags)
	if err != nil {
		return o, err
	}
	if o.checked, err = w.check(label.Of(firm.State, firm.Country), ledger.Day(ref.Today(s.now())).String()); err != nil {
		return o, err
	}

	for _, t := range tags {
		facts := s.factsOf(firm, t, w.Containers)
		made, err := label.Compose(facts, o.place, w.Kind, o.day)
		if err != nil {
			return o, err
		}
		o.labels = append(o.labels, made)
		o.findings = append(o.findings, append(unwanted(t), label.Lint(made, facts, o.place, w.Kind, o.day, o.paper)...))
	}

	return o, nil
}

// digest returns the same text for the same labels on the same paper, whatever was found wrong.
func (o order) digest() (string, error) {
	said, err := json.Marshal(struct {
		Paper  label.Paper
		Labels []label.Label
	}{o.paper, o.labels})
	if err != nil {
		return "", fmt.Errorf("encode labels: %w", err)
	}
	sum := sha256.Sum256(said)

	return hex.EncodeToString(sum[:]), nil
}

// lay lays the labels out, and adds what has no room to what is wrong with each.
func (o order) lay(ctx context.Context) ([]Looked, error) {
	all := make([]Looked, len(o.labels))
	for i, l := range o.labels {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("lay labels out: %w", err)
		}

		page, misfits := label.Lay(l, o.paper)
		all[i] = Looked{Tag: l.TagID, Elements: l.Elements, Findings: append(o.findings[i], misfits...), page: page}
		if all[i].Findings == nil {
			all[i].Findings = []label.Finding{}
		}
	}

	return all, nil
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
