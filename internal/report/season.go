package report

import (
	"math"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
)

// rangeSeason is from the first day of the farm's season to today.
const rangeSeason = "Season to date"

// Earlier is what a row shows of the same days a year before.
type Earlier struct {
	From   string     `json:"from" doc:"First day, YYYY-MM-DD"`
	To     string     `json:"to" doc:"Last day, YYYY-MM-DD"`
	Value  *float64   `json:"value" doc:"The metric of all series together; null where it is not known"`
	Values []*float64 `json:"values" doc:"The metric of each series of the report; null where it is not known"`
}

// lastYear is the same question a year before. A row begins and ends on the same dates, so
// that one which holds 29 February alone has no days there: at gives the row of each that has.
func (p Plan) lastYear() (earlier Plan, at []int) {
	earlier = p
	earlier.Ask.Rows = nil
	for i, row := range p.Ask.Rows {
		if days, any := daysLastYear(row); any {
			earlier.Ask.Rows, at = append(earlier.Ask.Rows, days), append(at, i)
		}
	}
	return earlier, at
}

// daysLastYear are the same days a year before, if there are any.
func daysLastYear(d column.Days) (earlier column.Days, any bool) {
	earlier = column.Days{From: yearBefore(d.From), To: yearBefore(d.To+1) - 1}
	return earlier, earlier.From <= earlier.To
}

// yearBefore is the same date of the year before; of 29 February it is 1 March.
func yearBefore(d ledger.Day) ledger.Day { return ledger.DayOf(d.Time().AddDate(-1, 0, 0)) }

// compare puts the answer of the year before beside each row.
func (r *Report) compare(earlier Report, at []int) {
	series := map[string]int{}
	for i, one := range earlier.Series {
		series[one.Key] = i
	}
	for i, row := range earlier.Data {
		beside := Earlier{From: row.From, To: row.To, Value: row.Value, Values: make([]*float64, len(r.Series))}
		for j, one := range r.Series {
			if k, known := series[one.Key]; known {
				beside.Values[j] = row.Values[k]
			}
		}
		r.Data[at[i]].LastYear = &beside
	}
}

// judge puts the farm's mark beside each row, as far as its days reach, where the metric has one.
func (r *Report) judge(rows []column.Days, season farm.Season) {
	r.Season = season
	if r.Metric != MetricInterval || season.Mark == nil {
		return
	}
	for i, days := range rows {
		mark := markFor(*season.Mark, days)
		r.Data[i].Mark = &mark
	}
}

// markFor is the mark of a month, in percent, for the days.
func markFor(mark float64, d column.Days) float64 {
	return 100 * (1 - math.Pow(1-mark/100, months(d)))
}

// months is how many months the days are: whole ones of the calendar count as one each,
// others by their days.
func months(d column.Days) float64 {
	from, after := d.From.Time(), (d.To + 1).Time()
	if from.Day() == 1 && after.Day() == 1 {
		const perYear = 12
		return float64(perYear*(after.Year()-from.Year()) + int(after.Month()-from.Month()))
	}
	const daysPerMonth = 365.25 / 12
	return float64(d.To-d.From+1) / daysPerMonth
}

// seasonBegin is the first day of the season that the day is in.
func seasonBegin(season farm.Season, today ledger.Day) ledger.Day {
	return ledger.DayOf(season.Begin(today.Time().In(time.UTC)))
}
