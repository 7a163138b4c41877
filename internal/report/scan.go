package report

import (
	"fmt"
	"slices"
)

// sums adds up what the plan asks for. It gives the same as sumsBySQL.
func (c *columns) sums(p plan) (sums, error) {
	segments := c.segmentsOf(p)
	s, err := newSums(p, segments.present(c, p))
	if err != nil {
		return sums{}, err
	}
	scan := c.newScan(segments.bases(c, s.keys), cellsPerPlace*(1+len(s.keys)))
	scan.open(int32(p.from()))
	scan.drain(s.opening)
	for i, b := range p.buckets {
		scan.until(int32(b.to))
		scan.drain(s.buckets[i])
	}
	if p.sized() {
		c.sizes(p, segments, s)
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
func (c *columns) segmentsOf(p plan) *segments {
	s := &segments{of: make([]int32, len(c.cells.places)), keys: []string{""}}
	lots := make([]int32, len(c.cells.lots))
	byLease := p.segment.byArea()
	if p.segment.column != "" && !byLease {
		s.keys = c.cells.values[p.segment.field]
		for i := range c.cells.lots {
			lots[i] = int32(c.cells.lots[i].values[p.segment.field])
		}
	}
	for _, f := range p.filters {
		passes := c.passes(f)
		for i := range c.cells.lots {
			if !passes[c.cells.lots[i].values[f.field]] {
				lots[i] = notAsked
			}
		}
	}
	lease := slices.Index(c.cells.leases, p.leaseID)
	for i, where := range c.cells.places {
		s.of[i] = lots[where.lot]
		if p.leaseID != "" && int(where.lease) != lease {
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
func (c *columns) passes(f filter) []bool {
	asked := map[string]bool{}
	for _, stored := range f.values {
		asked[fields[f.field].form.written(fmt.Sprint(stored))] = true
	}
	passes := make([]bool, len(c.cells.values[f.field]))
	for i, key := range c.cells.values[f.field] {
		passes[i] = asked[key]
	}
	return passes
}

// present gives the keys of the segments that have any entry up to the last day.
func (s *segments) present(c *columns, p plan) (keys []string) {
	last := int32(p.to())
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
func (s *segments) bases(c *columns, keys []string) []uint32 {
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
	columns     *columns
	bases       []uint32 // by place
	into        []int64  // cells of each segment, the first for what nobody asks for
	next, later int      // rows of the sorted run and of the tail that come next
}

func (c *columns) newScan(bases []uint32, size int) *scan {
	return &scan{columns: c, bases: bases, into: make([]int64, size)}
}

// open adds up everything before the day.
func (s *scan) open(day int32) {
	check := checkBefore(s.columns.checks, s.columns.sorted.row(day))
	for i := 0; i+len(flows) <= len(check.sums); i += len(flows) {
		into := s.into[s.bases[i/len(flows)]:]
		for flow, n := range check.sums[i : i+len(flows)] {
			into[flow] += n
		}
	}
	s.next = check.row
	s.until(day - 1)
}

// until adds up what follows to the end of the day.
func (s *scan) until(day int32) {
	sorted, tail := &s.columns.sorted, &s.columns.tail
	end, latest := max(s.next, sorted.row(day+1)), max(s.later, tail.row(day+1))
	addRows(s.into, s.bases, sorted.cells[s.next:end], sorted.values[s.next:end])
	addRows(s.into, s.bases, tail.cells[s.later:latest], tail.values[s.later:latest])
	s.next, s.later = end, latest
}

// addRows is the inner loop of every report.
func addRows(into []int64, bases, cells []uint32, values []int32) {
	values = values[:len(cells)]
	for i, cell := range cells {
		into[bases[cell>>cellShift]+cell&flowMask] += int64(values[i])
	}
}
