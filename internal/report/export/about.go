package export

import (
	"cmp"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
	"github.com/merroir/merroir/internal/report/field"
	"github.com/merroir/merroir/internal/workbook"
)

func instant(ms int64) time.Time { return time.UnixMilli(ms) }

// writeWorkbook writes the file: what the numbers are, then the numbers. It tells
// from time to time how many percent are done.
func writeWorkbook(a about, t table, progress func(percent int) error) ([]byte, error) {
	b, err := workbook.New(a.ref.Zone)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if err := writeAbout(b, a, t); err != nil {
		return nil, err
	}
	if err := writeTable(b, t, progress); err != nil {
		return nil, err
	}
	return b.Content()
}

func writeAbout(b *workbook.File, a about, t table) error {
	s, err := b.Begin("About", []workbook.Column{workbook.Col("", workbook.Text, 30), workbook.Col("", workbook.Whole, 90)})
	if err != nil {
		return err
	}
	for _, fact := range append(a.facts(), t.facts...) {
		if err := s.Fact(fact[0].(string), fact[1], workbook.Whole); err != nil {
			return err
		}
	}
	if err := s.Add([]any{"Rows", int64(t.count)}); err != nil {
		return err
	}
	return s.Flush()
}

// facts are the rows of the first worksheet.
func (a about) facts() [][2]any {
	facts := [][2]any{{"Report", nameOf(a.query.Metric)}, {"Farm", a.ref.Name}, {"Growing area", a.area}}
	if a.plan.From() == a.plan.To() {
		facts = append(facts, [2]any{"Day", a.plan.To()})
	} else {
		facts = append(facts, [2]any{"Range", cmp.Or(a.query.DateRange, a.plan.Query.DateRange)}, [2]any{"From", a.plan.From()}, [2]any{"To", a.plan.To()})
	}
	if a.query.KnownOn != "" {
		facts = append(facts, [2]any{"As known on", a.query.KnownOn})
	}
	only := field.InWords(a.query.ActiveViewBy)
	for _, chosen := range only {
		facts = append(facts, [2]any{"Only " + strings.ToLower(chosen.Title), strings.Join(chosen.Values, ", ")})
	}
	if len(only) == 0 {
		facts = append(facts, [2]any{"Filters", "None"})
	}
	if m, _ := report.MetricNamed(a.query.Metric); m.IsReport() {
		facts = append(facts, [2]any{"Frequency", a.plan.Query.Frequency}, [2]any{"Split by", cmp.Or(segmentTitle(a.plan.Query.Segment), "Nothing")})
		if a.plan.Query.LastYear {
			facts = append(facts, [2]any{"Beside each row", "The same days a year before"})
		}
		if a.plan.Shared() {
			facts = append(facts, [2]any{"Shown as", "Share, in percent"})
		}
	}
	formula := inWords(a.query.Metric, a.plan.Ask.OfPart())
	facts = append(facts, [2]any{"Made for", a.by}, [2]any{"Made at", a.at}, [2]any{"Time zone", a.ref.Zone.String()}, [2]any{"Formula", formula})
	if strings.Contains(formula, "received") {
		facts = append(facts, [2]any{"", received})
	}
	if strings.Contains(formula, "entered") {
		facts = append(facts, [2]any{"", entered})
	}
	if address := a.address(); address != "" {
		facts = append(facts, [2]any{"The entries behind each number", address})
	}
	return facts
}

// segmentTitle is what people call a segment.
func segmentTitle(segment string) string {
	if segment == column.ByArea {
		return "Growing area"
	}
	if i, ok := field.Named(segment); ok {
		return field.All[i].Title
	}
	return segment
}

// writeTable writes the worksheet with the numbers.
func writeTable(b *workbook.File, t table, progress func(percent int) error) error {
	step := max(1_000, t.count/10) // rows between two reports of the progress
	s, err := b.Begin(t.name, t.columns)
	if err != nil {
		return err
	}
	if err := s.Head(t.columns); err != nil {
		return err
	}
	done := 0
	for row := range t.rows {
		if err := s.Add(row); err != nil {
			return err
		}
		if done++; done%step == 0 {
			if err := progress(95 * done / t.count); err != nil {
				return err
			}
		}
	}
	return s.Flush()
}
