package report

import (
	"context"
	"math"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/sqldb"
)

// Figure names one number of a report, or of a dashboard's square.
type Figure struct {
	Query
	Before  int64   `json:"before" required:"false" minimum:"0" doc:"Go on after this entry: next of the page before; 0 for the first page"`
	To      string  `json:"to" required:"false" maxLength:"10" doc:"Last day of the number's row, YYYY-MM-DD"`
	Range   bool    `json:"range" required:"false" doc:"The number is that of all days of the range as one row, as a square of the dashboard has it; to is left out. The containers in use, metric Equipment, are asked for in this way too"`
	Series  *string `json:"series,omitempty" required:"false" maxLength:"400" doc:"Key of its series; absent for the value of all series together"`
	Term    string  `json:"term" required:"false" enum:",received,entered,harvested,harvest,lost,loss,missing,missingIn,atRisk,inventory" doc:"A count that the row has beside the values, instead of them"`
	Earlier bool    `json:"earlier" required:"false" doc:"The number is that of the year before, and to the last day of its days there"`
	Limit   int     `json:"limit" required:"false" minimum:"0" maximum:"500" doc:"Most entries to give; 50 where it is 0"`
}

// Explanation is how a number of a report came about: the entries of the ledger that make
// it, each with what it adds.
type Explanation struct {
	Value   *float64      `json:"value" doc:"The number; null where it is not known"`
	Unit    string        `json:"unit" enum:"animals,mm,percent,containers"`
	From    string        `json:"from" doc:"First day of the row, YYYY-MM-DD"`
	To      string        `json:"to" doc:"Last day of the row, YYYY-MM-DD"`
	Formula string        `json:"formula" doc:"In words"`
	Total   int64         `json:"total" doc:"Entries that make it"`
	Sum     float64       `json:"sum" doc:"Of the amounts of all entries. Animals: the number itself, but for missing animals, which are never below 0"`
	Over    *float64      `json:"over" doc:"Sum of over of all entries, what sum is divided by: a percent is 100 x sum / over, a size is sum / over; null where the number is a sum"`
	Entries []FigureEntry `json:"entries" doc:"A page of them, the latest day first"`
	Next    int64         `json:"next" doc:"Before of the next page; 0 where there is none"`
}

// FigureEntry is what an activity did at a place, and what that adds to a number.
type FigureEntry struct {
	Entry      int64   `json:"entry" doc:"Its number in the farm's ledger"`
	Number     int64   `json:"number" doc:"Of its activity"`
	Activity   string  `json:"activity" enum:"plant,count,size,move,harvest,loss,correction"`
	Date       string  `json:"date" doc:"The day it is about, YYYY-MM-DD"`
	LeaseID    string  `json:"leaseId"`
	Area       string  `json:"area" doc:"Name of the growing area"`
	LotID      string  `json:"lotId"`
	Lot        string  `json:"lot" doc:"In words"`
	Amount     float64 `json:"amount" doc:"What it adds to sum, negative for what it takes away. Of a sample: the animals that it stands for times their size in mm"`
	Over       float64 `json:"over" doc:"What it adds to over. Of a sample: the animals that it stands for"`
	RecordedAt int64   `json:"recordedAt" doc:"Unix milliseconds"`
	By         string  `json:"by" doc:"Who recorded it; empty for the platform itself"`
	Note       string  `json:"note"`
	Reverses   *int64  `json:"reverses" doc:"Number of the activity that this correction undoes"`
}

// The terms of docs/formulas.md.
var (
	alive     = column.Term{Plant: 1, Move: 1, Adjust: 1, Harvest: 1, Loss: 1}
	entered   = column.Term{Plant: 1, MovedIn: 1, Adjust: 1}
	survived  = column.Term{Plant: 1, MovedIn: 1, Adjust: 1, Loss: 1}
	atRisk    = column.Term{Plant: 1, MovedIn: 1, Adjust: 1, Within: true, Opening: true}
	harvested = column.Term{Harvest: -1}
	lost      = column.Term{Loss: -1}
	missing   = column.Term{Adjust: -1}
)

var yieldTerms = map[string]column.Term{
	YieldShellStock: alive, yieldHarvested: harvested, yieldLost: lost, yieldMovedOn: {MovedOn: 1},
}

// rowTerms are the counts that a row has beside its values.
var rowTerms = map[string]column.Term{
	"received": {Plant: 1, Move: 1, Adjust: 1}, "entered": entered, "harvested": harvested,
	"harvest": {Harvest: -1, Within: true}, "loss": {Loss: -1, Within: true}, "atRisk": atRisk, "lost": lost, "inventory": alive,
	"missing": missing, "missingIn": {Adjust: -1, Within: true},
}

// Explain gives the entries that make a number of a report, whose sum is the number. Whoever
// may ask for the report may ask; anyone else gets NotFound. What they come to, and where
// those of the page are, is read from the columns, so that no more of the ledger is read
// than is shown.
func (s *Service) Explain(ctx context.Context, farmID string, f Figure) (e Explanation, err error) {
	if err := page.CheckBefore(f.Before, f.Limit); err != nil {
		return e, err
	}

	if f.Limit == 0 {
		f.Limit = 50
	}
	var p Plan
	var figure column.Figure
	var state column.State
	q, containers := f.Query, f.Metric == MetricEquipment
	if containers {
		q = q.OfToday()
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if p, err = s.PlanIn(ctx, tx, farmID, q); err != nil {
			return err
		}
		if containers {
			p.metric, _ = MetricNamed(MetricEquipment)
		}
		if f.Range {
			p.Ask.Rows, f.To = []column.Days{{From: p.From(), To: p.To()}}, p.To().String()
		}
		if f.Earlier {
			if p, _ = p.lastYear(); len(p.Ask.Rows) == 0 {
				return fault.ForField("to", "The report has no row that ends on that day.")
			}
		}
		if figure, err = p.figure(f); err != nil {
			return err
		}
		state, err = column.StateOf(ctx, tx, farmID)
		return err
	})
	if err != nil {
		return e, err
	}
	var known *column.Columns
	if s.cache.Fits(state) && p.Ask.KnownBefore == 0 {
		if known, err = s.cache.At(ctx, farmID, state); err != nil {
			return e, err
		}
	}
	e = Explanation{Unit: p.metric.Unit, From: figure.Ask.Rows[0].From.String(), To: f.To, Formula: p.metric.InWords(p.Ask.OfPart()), Entries: []FigureEntry{}}
	if p.Shared() {
		e.Unit = UnitPercent
	}
	if f.Term != "" {
		e.Unit = UnitAnimals
	}
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		leases, err := farm.Leases(ctx, tx, farmID)
		if err != nil {
			return err
		}
		return e.read(ctx, tx, farmID, f, figure, known, leases)
	})
	return e, err
}

// figure finds the number that is asked for.
func (p Plan) figure(f Figure) (column.Figure, error) {
	figure := column.Figure{Ask: p.Ask, Segment: f.Series}
	figure.Ask.Rows = nil
	for _, row := range p.Ask.Rows {
		if row.To.String() == f.To {
			figure.Ask.Rows = []column.Days{row}
		}
	}
	if figure.Ask.Rows == nil {
		return figure, fault.ForField("to", "The report has no row that ends on that day.")
	}
	if p.metric.Unit == UnitContainers {
		return p.containersFigure(figure, f)
	}
	if p.Ask.Split.By == "" || f.Term != "" {
		figure.Segment = nil
	}
	if f.Term != "" {
		figure.Part, figure.Ask.Sized = rowTerms[f.Term], false
		return figure, nil
	}
	whole := func(t column.Term) column.Figure {
		figure.Whole = &t
		return figure
	}
	switch p.Query.Metric {
	case MetricYield:
		return p.yieldFigure(figure, f.Series)
	case MetricMortality:
		figure.Part = lost
		return whole(entered), nil
	case MetricInterval:
		figure.Part = rowTerms["loss"]
		return whole(atRisk), nil
	case "% Yield":
		figure.Part = survived
		return whole(entered), nil
	case "% Return":
		figure.Part = harvested
		return whole(entered), nil
	case MetricHarvest:
		figure.Part = harvested
		figure.Part.Within = true
	case MetricAverageSize:
		return figure, nil
	default:
		figure.Part = alive
	}
	if p.Shared() {
		figure.Over = true
		return whole(figure.Part), nil
	}
	return figure, nil
}

// lastOfAll is the end of what counts today, also where a day began later by the clock that the farm had before.
const lastOfAll = ledger.Day(1 << 30)

// containersFigure is the containers in use: the number of the report Equipment and of its squares, and, of those
// that pass a filter by equipment, of a row of its table.
func (p Plan) containersFigure(figure column.Figure, f Figure) (column.Figure, error) {
	if f.Series != nil || f.Term != "" || f.Earlier || p.Ask.KnownBefore != 0 {
		return figure, fault.ForField("metric", "Containers are known of today alone, and have no such number.")
	}
	figure.Part, figure.Ask.Rows[0].To = column.Term{Hung: 1}, lastOfAll
	return figure, nil
}

// yieldFigure is one part of the yield, or those that are shown together.
func (p Plan) yieldFigure(figure column.Figure, series *string) (column.Figure, error) {
	if p.Shared() {
		figure.Whole, figure.Over = &entered, true
	}
	if len(p.parts) == 0 {
		figure.Part = alive
		return figure, nil
	}
	found := false
	for _, part := range p.parts {
		if series == nil || part.name == *series {
			figure.Part, found = figure.Part.Plus(yieldTerms[part.name]), true
		}
	}
	if !found {
		return figure, fault.ForField("series", "The report has no such series.")
	}
	return figure, nil
}

// read fills in the entries, what they come to, and the number.
func (e *Explanation) read(ctx context.Context, tx *sqldb.Tx, farmID string, f Figure, figure column.Figure, known *column.Columns, leases []farm.Lease) (err error) {
	after, err := column.AfterEntry(ctx, tx, farmID, f.Before, figure.Ask.Rows[0].To)
	if err != nil {
		return err
	}
	var sum column.Added
	var page []column.Entry
	var near *column.Nearby
	switch {
	case figure.Ask.Sized:
		page, sum, err = figure.Samples(ctx, tx, farmID, after, f.Limit+1, known)
	case known != nil:
		sum = known.Add(figure)
		nearby := known.Nearby(figure, after.Day, f.Limit+1)
		near = &nearby
	default:
		sum, err = figure.Add(ctx, tx, farmID)
	}
	if err == nil && !figure.Ask.Sized {
		page, err = figure.Entries(ctx, tx, farmID, after, f.Limit+1, near)
	}
	if err != nil {
		return err
	}
	e.Total, e.Sum = sum.Entries, sum.Part
	value := sum.Part
	if f.Term == "missing" || f.Term == "missingIn" {
		value = max(0, value) // counts found more than the ledger had
	}
	if figure.Whole != nil || figure.Ask.Sized {
		e.Over = &sum.Whole
		value = unknown
		if sum.Whole != 0 {
			value = sum.Part / sum.Whole
		}
	}
	if e.Unit == UnitPercent {
		value *= 100
	}
	if !math.IsNaN(value) {
		e.Value = &value
	}
	if len(page) > f.Limit {
		page = page[:f.Limit]
		e.Next = page[f.Limit-1].Seq
	}
	names := map[string]string{}
	for _, l := range leases {
		names[l.ID] = l.Name
	}
	for _, one := range page {
		e.Entries = append(e.Entries, FigureEntry{
			Entry: one.Seq, Number: one.Number, Activity: activityName(one.Kind, one.Reverses != nil), Date: one.Day.String(), LeaseID: one.LeaseID, Area: names[one.LeaseID],
			LotID: one.LotID, Lot: one.Lot.Describe(), Amount: one.Part, Over: one.Whole, RecordedAt: one.RecordedAt, By: one.By, Note: one.Note, Reverses: one.Reverses,
		})
	}
	return nil
}

// activityName is what the journal calls it.
func activityName(kind ledger.Kind, corrects bool) string {
	switch {
	case corrects:
		return "correction"
	case kind == ledger.Adjust:
		return "count"
	}
	return string(kind)
}

// FigureInput asks how a number of a farm's report came about.
type FigureInput struct {
	FarmID string `path:"farmId" maxLength:"64"`
	Body   Figure
}

// FigureOutput is how it did.
type FigureOutput struct{ Body Explanation }

// HandleExplain answers PUT /api/v2/explain/{farmId}.
func (s *Service) HandleExplain(ctx context.Context, in *FigureInput) (*FigureOutput, error) {
	e, err := s.Explain(ctx, in.FarmID, in.Body)
	return &FigureOutput{e}, err
}
