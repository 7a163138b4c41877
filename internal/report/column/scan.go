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
	scan := c.runs.by(segments.sorting(a, s.Keys), int32(a.from()), int32(a.to()), cellsPerPlace*(1+len(s.Keys)))
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

// sorting gives each segment its cells of the accumulator, or the first ones, which nobody reads.
func (s *segments) sorting(a Ask, keys []string) sorting {
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
	return sorting{name: a.parts(), of: func() []int32 { return s.of }, base: base}
}

// parts names how an ask tells places apart.
func (a Ask) parts() string { return fmt.Sprintf("%s %s %v", a.LeaseID, a.Split.By, a.Filters) }

// scan goes over the rows once, in order of days. It adds each to the cell of
// the accumulator that its place has, without a branch.
type scan struct {
	parts []part
	into  []int64 // cells of each segment, the first for what nobody asks for
}

// part is some of the rows.
type part struct {
	rows  *run
	bases []uint32 // by place, or by route
	next  int      // row
}

func newScan(rows *runs, bases []uint32, size int) *scan {
	return &scan{parts: []part{{&rows.sorted, bases, 0}, {&rows.tail, bases, 0}}, into: make([]int64, size)}
}

// by goes over the rows up to a day, all before the first one added up already: rows that were
// condensed, where there are many, and the others as they are.
func (r *runs) by(o sorting, from, to int32, size int) *scan {
	s := &scan{into: make([]int64, size)}
	next := checkBefore(r.checks, r.sorted.row(from)).row
	if last := r.sorted.row(to + 1); r.memo.worth(last - next) {
		if c, kept := r.condensed(o); kept {
			s.parts = append(s.parts, part{&c.sorted, o.base, s.check(c.checks, o.base, c.sorted.row(from))})
			if c.upto < last || r.tail.row(to+1) > 0 {
				bases := o.bases()
				s.parts = append(s.parts, part{&r.sorted, bases, c.upto}, part{&r.tail, bases, 0})
			}
			s.until(from - 1)
			return s
		}
	}
	s = newScan(r, o.bases(), size)
	s.open(r, from)
	return s
}

// open adds up everything before the day.
func (s *scan) open(rows *runs, day int32) {
	s.parts[0].next = s.check(rows.checks, s.parts[0].bases, rows.sorted.row(day))
	s.until(day - 1)
}

// check adds the newest checkpoint before the row, and gives the row that comes after it.
func (s *scan) check(checks []checkpoint, bases []uint32, row int) int {
	check := checkBefore(checks, row)
	for i := 0; i < min(len(check.sums), sumsPerPlace*len(bases)); i += sumsPerPlace {
		into := s.into[bases[i/sumsPerPlace]:]
		for flow, n := range check.sums[i : i+sumsPerPlace] {
			into[flow] += n
		}
	}
	return check.row
}

// until adds up what follows to the end of the day.
func (s *scan) until(day int32) {
	for i := range s.parts {
		p := &s.parts[i]
		end := max(p.next, p.rows.row(day+1))
		addRows(s.into, p.bases, p.rows.cells[p.next:end], p.rows.values[p.next:end])
		p.next = end
	}
}

// each gives what follows, row by row, to the end of the day.
func (s *scan) each(day int32, row func(cell uint32, n int64)) {
	for i := range s.parts {
		p := &s.parts[i]
		for end := p.rows.row(day + 1); p.next < end; p.next++ {
			row(p.rows.cells[p.next], int64(p.rows.values[p.next]))
		}
	}
}

// addRows is the inner loop of every report.
func addRows(into []int64, bases, cells []uint32, values []int32) {
	values = values[:len(cells)]
	for i, cell := range cells {
		into[bases[cell>>cellShift]+cell&flowMask] += int64(values[i])
	}
}
