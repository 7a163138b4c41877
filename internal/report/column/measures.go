package column

import (
	"cmp"
	"context"
	"slices"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// Measures are what was measured of living animals up to a day, and how long they were on
// each day on which any of their group were measured.
type Measures struct {
	Lots   []LotMeasures   // that have living animals, by id
	Groups []GroupMeasures // that ever had some where they were asked for, by id
}

// LotMeasures are the samples of a lot, in order of days; what was undone is left out.
type LotMeasures struct {
	LotID, GroupID string
	Living         int64 // where they were asked for
	Samples        []Sample
	Newest         []ledger.LotDay // whose samples are its newest size: its own, or those of its group
}

// Sample is what was measured of a lot on a day.
type Sample struct {
	Day    ledger.Day
	Sum, N int64 // tenths of a millimetre, animals
}

// GroupMeasures are the average sizes of a group's animals where they were asked for.
type GroupMeasures struct {
	GroupID string
	Living  int64
	Sizes   []SizeOn // at the end of each day on which any of the group were measured
}

// SizeOn is living animals whose size is known, and their average size, at the end of a day.
type SizeOn struct {
	Day     ledger.Day
	Animals int64
	MM      float64
}

// known leaves out groups of which nothing lives or is known, and puts the rest in order.
func (m Measures) known() Measures {
	m.Groups = slices.DeleteFunc(m.Groups, func(g GroupMeasures) bool { return g.Living == 0 && g.Sizes == nil })
	for _, l := range m.Lots {
		slices.SortFunc(l.Newest, func(a, b ledger.LotDay) int { return cmp.Compare(a.LotID, b.LotID) })
	}
	slices.SortFunc(m.Lots, func(a, b LotMeasures) int { return cmp.Compare(a.LotID, b.LotID) })
	slices.SortFunc(m.Groups, func(a, b GroupMeasures) int { return cmp.Compare(a.GroupID, b.GroupID) })
	return m
}

// Measures gives what was measured up to the ask's last day, of its lots or of one of them. It
// gives the same as MeasuresBySQL, by one pass over the rows.
func (c *Columns) Measures(a Ask, lotID string) (m Measures) {
	segments := c.segmentsOf(a)
	segments.sorting(a, segments.present(c, a))
	found, lots := c.lotsOf(a, segments)
	alive := c.runs.living(lots, 0, int32(a.to()), len(found))
	lotsOf, groups := make([][]int, c.cells.groups), []GroupMeasures{} // cells by group
	at := make([]int, c.cells.groups)
	for cell, one := range found {
		l := c.cells.lots[one.lot]
		if lotID != "" && l.id != lotID {
			continue
		}
		if lotsOf[l.group] == nil {
			at[l.group] = len(groups)
			groups = append(groups, GroupMeasures{GroupID: l.groupID})
		}
		lotsOf[l.group] = append(lotsOf[l.group], cell)
	}
	last := int32(a.to())
	walks := make([]newest, len(found))
	for _, day := range c.measuredDays(lotsOf, last) {
		alive.until(day.day)
		sum := SizeOn{Day: ledger.Day(day.day)}
		for _, cell := range lotsOf[day.group] {
			if n := alive.of(cell); n > 0 {
				if mm, known := c.size(&walks[cell], found[cell].lot, day.day); known {
					sum.Animals += n
					sum.MM += mm * float64(n)
				}
			}
		}
		if sum.Animals > 0 {
			sum.MM /= float64(sum.Animals)
			groups[at[day.group]].Sizes = append(groups[at[day.group]].Sizes, sum)
		}
	}
	alive.until(last)
	for group, cells := range lotsOf {
		for _, cell := range cells {
			n := alive.of(cell)
			groups[at[group]].Living += n
			if l := c.cells.lots[found[cell].lot]; n > 0 {
				m.Lots = append(m.Lots, LotMeasures{LotID: l.id, GroupID: l.groupID, Living: n, Samples: samplesOf(c.lotSizes[found[cell].lot], last)})
			}
		}
	}
	m.Groups = groups
	m.newest(func() map[string][]ledger.LotDay {
		ofGroup := newestOfGroups{}
		for i, l := range c.cells.lots {
			if all := samplesOf(c.lotSizes[i], last); all != nil {
				ofGroup.add(l.groupID, ledger.LotDay{LotID: l.id, Day: all[len(all)-1].Day})
			}
		}
		return ofGroup
	})
	return m.known()
}

// newest says of each lot whose samples are its newest size.
func (m *Measures) newest(ofGroups func() map[string][]ledger.LotDay) {
	var groups map[string][]ledger.LotDay
	for i := range m.Lots {
		l := &m.Lots[i]
		if n := len(l.Samples); n > 0 {
			l.Newest = []ledger.LotDay{{LotID: l.LotID, Day: l.Samples[n-1].Day}}
			continue
		}
		if groups == nil {
			groups = ofGroups()
		}
		l.Newest = groups[l.GroupID]
	}
}

// newestOfGroups are the lots of each group that were measured on its newest day.
type newestOfGroups map[string][]ledger.LotDay

// add takes the newest day on which a lot was measured.
func (g newestOfGroups) add(groupID string, one ledger.LotDay) {
	switch have := g[groupID]; {
	case len(have) == 0 || have[0].Day < one.Day:
		g[groupID] = []ledger.LotDay{one}
	case have[0].Day == one.Day:
		g[groupID] = append(have, one)
	}
}

// groupDay is a day on which any of a group were measured.
type groupDay struct {
	day   int32
	group int
}

// measuredDays are those of the groups that have any cells, in order.
func (c *Columns) measuredDays(cells [][]int, last int32) (days []groupDay) {
	for group := range cells {
		if cells[group] == nil {
			continue
		}
		for _, m := range c.groupSizes[group] {
			if m.n > 0 && m.day <= last {
				days = append(days, groupDay{m.day, group})
			}
		}
	}
	slices.SortFunc(days, func(a, b groupDay) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.group, b.group))
	})
	return days
}

func samplesOf(all []measured, last int32) (samples []Sample) {
	for _, m := range all {
		if m.n > 0 && m.day <= last {
			samples = append(samples, Sample{ledger.Day(m.day), m.sum, m.n})
		}
	}
	return samples
}

// MeasuresBySQL reads the measures from the database: what the tests compare the columns with,
// and the answer for a farm that is larger than the whole cache.
func MeasuresBySQL(ctx context.Context, tx *sqldb.Tx, farmID string, a Ask, lotID string) (m Measures, err error) {
	a.Rows = []Days{{1, a.to()}} // each change on its own day
	changes, err := lotChanges(ctx, tx, farmID, a)
	if err != nil {
		return m, err
	}
	samples, err := samplesUntil(ctx, tx, farmID, a.to(), a.known("e"))
	if err != nil {
		return m, err
	}
	lots, groups := map[string]*LotMeasures{}, map[string]*GroupMeasures{}
	for _, one := range changes {
		if lotID == "" || one.lotID == lotID {
			lots[one.lotID] = &LotMeasures{LotID: one.lotID, GroupID: one.groupID}
			groups[one.groupID] = &GroupMeasures{GroupID: one.groupID}
		}
	}
	newest, newestDay := map[string]Newest{}, map[ledger.LotDay]string{}
	for _, s := range samples {
		if s.n > 0 {
			newestDay[ledger.LotDay{LotID: s.lotID, Day: s.day}] = s.groupID
		}
	}
	for len(samples) > 0 {
		day, measuredGroups := samples[0].day, map[string]bool{}
		for _, s := range samples {
			if s.day != day {
				break
			}
			if l := lots[s.lotID]; l != nil && s.n > 0 {
				l.Samples = append(l.Samples, Sample{s.day, s.sum, s.n})
			}
			measuredGroups[s.groupID] = measuredGroups[s.groupID] || s.n > 0
		}
		samples = measure(newest, samples, day)
		changes = stand(lots, changes, day)
		for id, any := range measuredGroups {
			if g := groups[id]; g != nil && any {
				g.note(lots, newest, day)
			}
		}
	}
	stand(lots, changes, a.to())
	for _, l := range lots {
		groups[l.GroupID].Living += l.Living
		if l.Living > 0 {
			m.Lots = append(m.Lots, *l)
		}
	}
	for _, g := range groups {
		m.Groups = append(m.Groups, *g)
	}
	m.newest(func() map[string][]ledger.LotDay {
		ofGroup := newestOfGroups{}
		for one, groupID := range newestDay {
			ofGroup.add(groupID, one)
		}
		return ofGroup
	})
	return m.known(), nil
}

// stand brings what lives up to the end of a day and gives the changes that are left.
func stand(lots map[string]*LotMeasures, changes []lotChange, day ledger.Day) []lotChange {
	for len(changes) > 0 && changes[0].day <= day {
		if l := lots[changes[0].lotID]; l != nil {
			l.Living += changes[0].animals
		}
		changes = changes[1:]
	}
	return changes
}

// note adds the group's average size at the end of a day, if any is known.
func (g *GroupMeasures) note(lots map[string]*LotMeasures, newest map[string]Newest, day ledger.Day) {
	sum := SizeOn{Day: day}
	for _, l := range lots {
		size, known := newest[l.LotID]
		if !known {
			size, known = newest[g.GroupID]
		}
		if l.GroupID == g.GroupID && l.Living > 0 && known {
			sum.Animals += l.Living
			sum.MM += size.MM * float64(l.Living)
		}
	}
	if sum.Animals > 0 {
		sum.MM /= float64(sum.Animals)
		g.Sizes = append(g.Sizes, sum)
	}
}
