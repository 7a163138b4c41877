package news

import (
	"fmt"
	"html/template"
	"strconv"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/report"
)

// square is what the summary says of a square of a dashboard.
type square struct {
	Label  string
	Figure string
	Before string       // what the number was, and when; empty where that is unknown
	Src    template.URL // of its line; empty where there is none
	Alt    string

	name string // of the picture's file
	png  []byte
}

func squaresOf(results []report.SquareResult) (all []square, err error) {
	for i, r := range results {
		one := square{Label: r.Label, Figure: figure(r)}
		if r.Previous != nil {
			one.Before = fmt.Sprintf("%s %s", inUnit(r, *r.Previous), period(r))
		}
		if values, alt := line(r); values != nil {
			one.name, one.Alt = fmt.Sprintf("square%d.png", i+1), alt
			one.Src = template.URL("cid:" + one.name) //nolint:gosec // a name made here
			if one.png, err = sparkline(values); err != nil {
				return nil, err
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// figure is the one number of a square, or why there is none.
func figure(r report.SquareResult) string {
	switch {
	case r.Problem != "":
		return r.Problem
	case r.Total != nil:
		return fmt.Sprintf("%s, and %s spots unused", humanize.Comma(*r.Total), humanize.Comma(*r.Unused))
	case r.Count != nil:
		return humanize.Comma(*r.Count)
	case r.Size != nil:
		return inUnit(r, *r.Size)
	case r.Percent != nil:
		return inUnit(r, *r.Percent)
	}
	return "Nothing is known"
}

func inUnit(r report.SquareResult, value float64) string {
	switch m, _ := report.MetricNamed(r.Metric); m.Unit {
	case report.UnitSize:
		return strconv.FormatFloat(value, 'f', 1, 64) + " mm"
	case report.UnitPercent:
		return strconv.FormatFloat(value, 'f', 1, 64) + " %"
	}
	return humanize.Comma(int64(value))
}

func period(r report.SquareResult) string {
	if r.PreviousFrom == r.PreviousTo {
		return "on " + dayInWords(r.PreviousTo)
	}
	return "from " + dayInWords(r.PreviousFrom) + " to " + dayInWords(r.PreviousTo)
}

// line is what is drawn of a square, and in words where it is lowest, highest and ends; nil
// where fewer than two points are known.
func line(r report.SquareResult) (values []*float64, alt string) {
	var lowest, highest, last *report.Point
	known := 0
	for i, p := range r.Data {
		values = append(values, p.Value)
		if p.Value == nil {
			continue
		}
		last = &r.Data[i]
		if known++; known == 1 || *p.Value < *lowest.Value {
			lowest = last
		}
		if known == 1 || *p.Value > *highest.Value {
			highest = last
		}
	}
	if known < 2 {
		return nil, ""
	}
	said := func(p *report.Point) string { return inUnit(r, *p.Value) + " (until " + dayInWords(p.To) + ")" }
	return values, fmt.Sprintf("%s: lowest %s, highest %s, last %s.", r.Label, said(lowest), said(highest), said(last))
}
