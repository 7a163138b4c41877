package column

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report/field"
)

// Ask says which entries are to be added up, and how.
type Ask struct {
	LeaseID string // of one growing area; empty for the whole farm
	Rows    []Days // at least one, each after the one before it without a gap
	Filters []field.Filter
	Split   Split
	Sized   bool // whether the sizes of the animals are asked for
	Moved   bool // whether it is asked what moved on

	// KnownBefore leaves out what was recorded then or later, in Unix milliseconds; zero
	// leaves out nothing. Only [BySQL] answers it: columns do not know when a row came.
	KnownBefore int64
}

// OfPart reports whether the animals of a part of the farm are asked for: of one growing
// area, of those that pass a filter, or of segments.
func (a Ask) OfPart() bool { return a.LeaseID != "" || len(a.Filters) > 0 || a.Split.By != "" }

// together is the same question about all segments as one.
func (a Ask) together() Ask {
	a.Split = Split{}
	return a
}

// Days is a stretch of days, both ends included.
type Days struct{ From, To ledger.Day }

func (a Ask) from() ledger.Day { return a.Rows[0].From }
func (a Ask) to() ledger.Day   { return a.Rows[len(a.Rows)-1].To }

// ByArea splits by growing area.
const ByArea = "growingArea"

// Split says how the animals are split into segments.
type Split struct {
	By    string                  // ByArea, the name of a field, or empty for no split
	Label func(key string) string // what people call a segment
}

// field is the index of the field that splits, if one does.
func (s Split) field() (i int, ok bool) { return field.Named(s.By) }

// sort puts segments in the order of their labels, what is not known last.
func (s Split) sort(keys []string) {
	slices.SortFunc(keys, func(a, b string) int {
		if (a == "") != (b == "") {
			return cmp.Compare(len(b), len(a))
		}
		return cmp.Or(field.ByNumber(s.Label(a), s.Label(b)), cmp.Compare(a, b))
	})
}

// Sums are what the entries that were asked for add up to.
type Sums struct {
	Keys    []string          // of the segments, in the order of their labels
	Opening []ledger.Totals   // by segment, before the first day
	Rows    [][]ledger.Totals // by row and segment, within its days
	MovedOn [][]int64         // by row and segment, and last all segments as one: moved to anywhere outside up to its last day; nil where nobody asked
	Gone    []int64           // the same before the first day
	Sizes   [][]Sizes         // by row and segment, at the end of its last day; nil where nobody asked for them
}

// Sizes is the living animals whose size is known, and their sizes added up.
type Sizes struct {
	Animals int64
	MM      float64
}

const maxSums = 200_000 // segments times rows

// newSums makes empty sums, for keys in any order. It is a fault when they are
// more than an answer can show.
func newSums(a Ask, keys []string) (Sums, error) {
	if a.Split.By == "" {
		keys = []string{""} // without a split there is always exactly one
	} else {
		a.Split.sort(keys)
	}
	n, rows := len(keys), len(a.Rows)
	if n*rows > maxSums {
		return Sums{}, fault.ForField("segment", fmt.Sprintf("%d segments in %d rows are too many to show. Please choose a longer frequency, a shorter range or another segment.", n, rows))
	}
	s := Sums{Keys: keys, Opening: make([]ledger.Totals, n), Rows: grid[ledger.Totals](rows, n)}
	if a.Sized {
		s.Sizes = grid[Sizes](rows, n)
	}
	if a.Moved {
		s.MovedOn, s.Gone = grid[int64](rows, n+1), make([]int64, n+1)
	}
	return s, nil
}

// grid makes rows of one block.
func grid[T any](rows, width int) [][]T {
	all, grid := make([]T, rows*width), make([][]T, rows)
	for i := range grid {
		grid[i], all = all[:width:width], all[width:]
	}
	return grid
}
