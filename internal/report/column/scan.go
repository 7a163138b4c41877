package column

import (
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/report/field"
)

// Sums adds up what is asked for. It gives the same as BySQL.
func (c *Columns) Sums(a Ask) (Sums, error) {
	segments := c.segmentsOf(a)
	s, err := newSums(a, segments.present(c, a))
	if err != nil {
		return Sums{}, err
	}
	scan := newScan(&c.runs, segments.bases(c, s.Keys), cellsPerPlace*(1+len(s.Keys)))
	scan.open(int32(a.from()))
	scan.drain(s.Opening)
	for i, b := range a.Rows {
		scan.until(int32(b.To))
		scan.drain(s.Rows[i])
	}
	if a.Sized {
		c.sizes(a, segments, s)
	}
	if a.Moved {
		c.movedOn(a, segments, s)
	}
	return s, nil
}

// segments says how the places of a farm are split.
type segments struct {
	of   []int32  // by place: number of its segment, notAsked for one that does not pass
	keys []string // by number of segment
	at   []int32  // by number: index in the series, notAsked for one that has no entries in time
}

const notAsked = -1

// segmentsOf finds the segment of every place that passes the filters.
func (c *Columns) segmentsOf(a Ask) *segments {
	s := &segments{of: make([]int32, len(c.cells.places)), keys: []string{""}}
	lots := make([]int32, len(c.cells.lots))
	byLease := a.Split.By == ByArea
	if f, ok := a.Split.field(); ok {
		s.keys = c.cells.values[f]
		for i := range c.cells.lots {
			lots[i] = int32(c.cells.lots[i].values[f])
		}
	}
	for _, f := range a.Filters {
		passes := c.passes(f)
		for i := range c.cells.lots {
			if !passes[c.cells.lots[i].values[f.Field]] {
				lots[i] = notAsked
			}
		}
	}
	lease := slices.Index(c.cells.leases, a.LeaseID)
	for i, where := range c.cells.places {
		s.of[i] = lots[where.lot]
		if a.LeaseID != "" && int(where.lease) != lease {
			s.of[i] = notAsked
		} else if byLease && s.of[i] != notAsked {
			s.of[i] = int32(where.lease)
		}
	}
	if byLease {
		s.keys = c.cells.leases
	}
	return s
}

// passes says of each value of the filter's field whether it is asked for.
func (c *Columns) passes(f field.Filter) []bool {
	asked := map[string]bool{}
	for _, stored := range f.Values {
		asked[field.All[f.Field].Form.Written(fmt.Sprint(stored))] = true
	}
	passes := make([]bool, len(c.cells.values[f.Field]))
	for i, key := range c.cells.values[f.Field] {
		passes[i] = asked[key]
	}
	return passes
}

// present gives the keys of the segments that have any entry up to the last day.
func (s *segments) present(c *Columns, a Ask) (keys []string) {
	last := int32(a.to())
	s.at = make([]int32, len(s.keys))
	for i := range s.at {
		s.at[i] = notAsked
	}
	for place, segment := range s.of {
		if segment != notAsked && c.cells.first[place] <= last && s.at[segment] == notAsked {
			s.at[segment] = 0
			keys = append(keys, s.keys[segment])
		}
	}
	return keys
}

// bases gives, by place, where in the accumulator its cells are added up: in
// its segment's cells, or in the first ones, which nobody reads.
func (s *segments) bases(c *Columns, keys []string) []uint32 {
	index := make(map[string]int32, len(keys))
	for i, key := range keys {
		index[key] = int32(i)
	}
	base := make([]uint32, len(s.at))
	for i := range s.at {
		if s.at[i] != notAsked {
			s.at[i] = index[s.keys[i]]
			base[i] = uint32(cellsPerPlace * (s.at[i] + 1))
		}
	}
	bases := make([]uint32, len(s.of))
	for place, segment := range s.of {
		if segment != notAsked {
			bases[place] = base[segment]
		}
	}
	return bases
}

// scan goes over the rows once, in order of days. It adds each to the cell of
// the accumulator that its place has, without a branch.
type scan struct {
	rows        *runs
	bases       []uint32 // by place, or by route
	into        []int64  // cells of each segment, the first for what nobody asks for
	next, later int      // rows of the sorted run and of the tail that come next
}

func newScan(rows *runs, bases []uint32, size int) *scan {
	return &scan{rows: rows, bases: bases, into: make([]int64, size)}
}

// open adds up everything before the day.
func (s *scan) open(day int32) {
	check := checkBefore(s.rows.checks, s.rows.sorted.row(day))
	for i := 0; i+sumsPerPlace <= len(check.sums); i += sumsPerPlace {
		into := s.into[s.bases[i/sumsPerPlace]:]
		for flow, n := range check.sums[i : i+sumsPerPlace] {
			into[flow] += n
		}
	}
	s.next = check.row
	s.until(day - 1)
}

// until adds up what follows to the end of the day.
func (s *scan) until(day int32) {
	sorted, tail := &s.rows.sorted, &s.rows.tail
	end, latest := max(s.next, sorted.row(day+1)), max(s.later, tail.row(day+1))
	addRows(s.into, s.bases, sorted.cells[s.next:end], sorted.values[s.next:end])
	addRows(s.into, s.bases, tail.cells[s.later:latest], tail.values[s.later:latest])
	s.next, s.later = end, latest
}

// each gives what follows, row by row, to the end of the day.
func (s *scan) each(day int32, row func(cell uint32, n int64)) {
	sorted, tail := &s.rows.sorted, &s.rows.tail
	for end := sorted.row(day + 1); s.next < end; s.next++ {
		row(sorted.cells[s.next], int64(sorted.values[s.next]))
	}
	for end := tail.row(day + 1); s.later < end; s.later++ {
		row(tail.cells[s.later], int64(tail.values[s.later]))
	}
}

// addRows is the inner loop of every report.
func addRows(into []int64, bases, cells []uint32, values []int32) {
	values = values[:len(cells)]
	for i, cell := range cells {
		into[bases[cell>>cellShift]+cell&flowMask] += int64(values[i])
	}
}
