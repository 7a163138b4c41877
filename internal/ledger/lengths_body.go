package ledger

import (
	"math"

	"github.com/merroir/merroir/internal/fault"
)

// classBody is a class of lengths as an app sends and gets it.
type classBody struct {
	FromMM float64 `json:"fromMm" doc:"To one decimal"`
	ToMM   float64 `json:"toMm" doc:"At most 50 mm more"`
	Count  int64   `json:"count" doc:"Animals measured from the one up to the other"`
}

// readLengths takes the lengths of the body into the activity. The number of animals and their
// mean follow from them where they are left out.
func (b activityBody) readLengths(a *Activity) (wrong fault.Field) {
	if b.Lengths == nil && b.LengthClasses == nil {
		return wrong
	}
	classes := make([]Class, 0, len(b.Lengths)+len(b.LengthClasses))
	for _, mm := range b.Lengths {
		classes = append(classes, Class{roundTenths(mm), roundTenths(mm), 1})
	}
	for _, c := range b.LengthClasses {
		one := Class{roundTenths(c.FromMM), roundTenths(c.ToMM), c.Count}
		if one.From == one.To {
			return fault.Field{Name: "lengths", Message: "A class of lengths ends above where it begins."}
		}
		classes = append(classes, one)
	}
	if a.Lengths = NewLengths(classes); a.Lengths == nil || a.Lengths.refuse() != "" {
		return wrong
	}
	if b.Measured == 0 {
		a.Measured = a.Lengths.Count()
		a.SizeSum = meanSum(b.SizeMM, a.Measured)
	}
	if b.SizeMM == 0 {
		a.SizeSum = a.Lengths.Sum()
	}
	return wrong
}

// roundTenths gives tenths of a millimetre. An absurd length is cut to one that fits and
// that the rules refuse.
func roundTenths(mm float64) int64 { return int64(math.Round(min(max(mm, -1), 2*MaxSize) * 10)) }

// out gives the lengths to an app: animals that were measured one by one, and classes.
func (l *Lengths) out() (lengths []float64, classes []classBody) {
	if l == nil {
		return nil, nil
	}
	for _, c := range l.Classes {
		if c.From != c.To {
			classes = append(classes, classBody{float64(c.From) / 10, float64(c.To) / 10, c.Count})
			continue
		}
		for range c.Count {
			lengths = append(lengths, float64(c.From)/10)
		}
	}
	return lengths, classes
}
