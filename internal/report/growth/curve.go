package growth

import (
	"fmt"
	"math"
	"strconv"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/column"
)

// Measurement is how long animals were on a day on which some of them were measured.
type Measurement struct {
	Date       string   `json:"date" doc:"YYYY-MM-DD"`
	MM         float64  `json:"mm" doc:"Mean length"`
	Animals    int64    `json:"animals" doc:"Of a planting, living animals whose size is known; of a lot, animals that were measured"`
	MMPerMonth *float64 `json:"mmPerMonth" doc:"Growth since the point before, per 30.4375 days; null for the first, and less than 14 days after another"`

	day ledger.Day
}

const (
	month    = 365.25 / 12
	lookBack = 365     // days over which growth is looked at, so that each season is in it
	minApart = 14      // days between measurements for their growth; over fewer a millimetre of chance is many a month
	minSpan  = 28      // days between measurements for a forecast
	maxAge   = 120     // days since the last of them
	farthest = 3 * 365 // days that a forecast looks ahead
)

// CurveOf are the sizes with the growth between them.
func CurveOf(sizes []column.SizeOn) []Measurement {
	points := make([]Measurement, len(sizes))
	for i, s := range sizes {
		points[i] = Measurement{Date: s.Day.String(), MM: s.MM, Animals: s.Animals, day: s.Day}
		if i > 0 && s.Day-sizes[i-1].Day >= minApart {
			rate := perMonth(points[i-1], points[i])
			points[i].MMPerMonth = &rate
		}
	}
	return points
}

func perMonth(from, to Measurement) float64 {
	return (to.MM - from.MM) / float64(to.day-from.day) * month
}

// Forecast says when animals will be of market size, on average, or why nobody can say.
type Forecast struct {
	Days       *int64   `json:"days" doc:"From the day of the report; 0 where they are of market size; null where it is not known"`
	Date       string   `json:"date" doc:"YYYY-MM-DD; empty where it is not known, or where they are of market size already"`
	MMPerMonth *float64 `json:"mmPerMonth" doc:"The growth that it rests on: from the first measurement of the year before the last one to the last one"`
	Since      string   `json:"since" doc:"YYYY-MM-DD of that first measurement"`
	Why        string   `json:"why" doc:"Why it is not known, in a sentence; empty where it is"`
}

// ForecastOf lets the mean grow on as it did in the year up to the last measurement. The market
// size is in mm; on is the day of the report.
func ForecastOf(points []Measurement, market float64, on ledger.Day) (f Forecast) {
	if len(points) == 0 {
		f.Why = "Never measured."
		return f
	}
	last := points[len(points)-1]
	first := last
	for _, p := range points {
		if p.day >= last.day-lookBack {
			first = p
			break
		}
	}
	span := last.day - first.day
	if span >= minSpan {
		rate := perMonth(first, last)
		f.MMPerMonth, f.Since = &rate, first.Date
	}
	if last.MM >= market {
		f.Days = new(int64)
		return f
	}
	switch {
	case on-last.day > maxAge:
		f.Why = fmt.Sprintf("Last measured on %s. Measure again.", last.Date)
	case span == 0:
		f.Why = "Measured on one day only. Measure again in a month."
	case span < minSpan:
		f.Why = fmt.Sprintf("Measured over %d days, which are too few to tell growth from chance. It takes %d.", span, minSpan)
	case *f.MMPerMonth <= 0:
		f.Why = fmt.Sprintf("The mean has not grown since %s.", first.Date)
	default:
		f.reach(last, market, on)
	}
	return f
}

// reach finds the day on which the mean is the market size.
func (f *Forecast) reach(last Measurement, market float64, on ledger.Day) {
	days := math.Ceil((market - last.MM) / (*f.MMPerMonth / month))
	if days > farthest {
		f.Why = fmt.Sprintf("At %s mm a month it would take more than three years.", strconv.FormatFloat(*f.MMPerMonth, 'f', 1, 64))
		return
	}
	day := last.day + ledger.Day(days)
	left := int64(day - on)
	if left <= 0 {
		f.Why = fmt.Sprintf("By its growth the mean should have been of market size on %s. Measure again.", day)
		return
	}
	f.Days, f.Date = &left, day.String()
}
