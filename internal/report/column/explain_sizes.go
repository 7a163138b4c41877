package column

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// standing is the day on which a lot, or a group, was measured last, with the animals that
// stand for its size.
type standing struct {
	day      ledger.Day
	measured int64 // animals, all samples of the day together
	sum      int64 // of their sizes, in tenths of a millimetre; left out where the entries are read
	living   int64 // that have this size
}

// share adds what a sample stands for, if it is one of those.
func (s *standing) share(e *Entry) {
	if s == nil || s.day != e.Day || s.measured == 0 {
		return
	}
	animals := float64(s.living) / float64(s.measured)
	e.Whole += animals * float64(e.Measured)
	e.Part += animals * float64(e.MM) / 10
}

// Samples gives the samples that make an average size, and after one of them so many of
// the next, the latest day first: each with the living animals that it stands for as Whole,
// and with these times its size, in mm, as Part. A lot's animals are shared among the
// samples of its latest measured day by the animals that each measured. Where columns are
// known, no more is read than is given.
func (f Figure) Samples(ctx context.Context, tx *sqldb.Tx, farmID string, after After, limit int, known *Columns) (page []Entry, sum Added, err error) {
	if known != nil {
		s := known.standings(f)
		page, err = s.page(ctx, tx, farmID, after, limit)
		return page, s.sum, err
	}
	stands, err := f.stands(ctx, tx, farmID)
	if err != nil {
		return nil, sum, err
	}
	state, err := StateOf(ctx, tx, farmID)
	if err != nil {
		return nil, sum, err
	}
	of := standings{upTo: state.seq, stands: stands}
	all, err := of.samples(ctx, tx, farmID, "e.kind = 'size' AND e.day <= $3"+f.Ask.known("e"), int64(f.Ask.to()))
	if err != nil {
		return nil, sum, err
	}
	all = slices.DeleteFunc(all, func(s Entry) bool { return s.Whole == 0 && s.Part == 0 })
	for _, s := range all {
		sum.Entries, sum.Part, sum.Whole = sum.Entries+1, sum.Part+s.Part, sum.Whole+s.Whole
	}
	return pageOf(all, after, limit), sum, nil
}

// pageOf cuts a page out of all entries, the latest day first.
func pageOf(all []Entry, after After, limit int) []Entry {
	from := slices.IndexFunc(all, after.before)
	if from < 0 {
		return nil
	}
	return all[from:min(len(all), from+limit)]
}

// standings are the newest sizes that a figure is about.
type standings struct {
	upTo   int64                // the last entry that counts
	stands map[string]*standing // by id of the lot or group
	days   []measuredDay        // of the samples, the latest first; left out where all are read
	sum    Added
}

// measuredDay is a lot on a day on which it was measured, by so many samples.
type measuredDay struct {
	ledger.LotDay
	samples int32
}

// page reads the samples that come after one.
func (s *standings) page(ctx context.Context, tx *sqldb.Tx, farmID string, after After, limit int) ([]Entry, error) {
	type place struct {
		day ledger.Day
		seq int64
	}
	var places []place
	const atOnce = 200
	for some := range slices.Chunk(s.nearby(after.Day, limit), atOnce) {
		wanted, args := make([]string, len(some)), []any{farmID, s.upTo}
		for i, one := range some {
			args = append(args, one.LotID, int64(one.Day))
			wanted[i] = fmt.Sprintf("(CAST($%d AS TEXT), CAST($%d AS BIGINT))", len(args)-1, len(args))
		}
		found, err := sqldb.All(ctx, tx, func(r sqldb.Row) (p place, err error) {
			return p, r.Scan(&p.day, &p.seq)
		}, "WITH wanted(lot_id, day) AS (VALUES "+strings.Join(wanted, ", ")+`) SELECT e.day, e.seq FROM wanted w CROSS JOIN entries e
			WHERE e.farm_id = $1 AND e.lot_id = w.lot_id AND e.day = w.day AND e.kind = 'size' AND +e.seq <= $2`, args...)
		if err != nil {
			return nil, err
		}
		places = append(places, found...)
	}
	places = slices.DeleteFunc(places, func(p place) bool { return !after.before(Entry{Day: p.day, Seq: p.seq}) })
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(b.day, a.day), cmp.Compare(b.seq, a.seq)) })
	if len(places) == 0 {
		return nil, nil
	}
	args := []any{}
	for _, p := range places[:min(len(places), limit)] {
		args = append(args, p.seq)
	}
	return s.samples(ctx, tx, farmID, "e.seq IN ("+sqldb.In(3, len(args))+")", args...)
}

// nearby are the lots and days of the samples from a day back: all of that day, and as
// many before it as are asked for.
func (s *standings) nearby(day ledger.Day, least int) []measuredDay {
	from, found := len(s.days), 0
	for i, one := range s.days {
		if one.Day > day {
			continue
		}
		from = min(from, i)
		if found >= least && one.Day != s.days[i-1].Day {
			return s.days[from:i]
		}
		if one.Day < day {
			found += int(one.samples)
		}
	}
	return s.days[from:]
}

// samples reads entries with what they stand for, the latest day first.
func (s *standings) samples(ctx context.Context, tx *sqldb.Tx, farmID, which string, args ...any) ([]Entry, error) {
	rows := "(SELECT e.* FROM entries e WHERE e.farm_id = $1 AND +e.seq <= $2 AND " + which + ")"
	return sqldb.All(ctx, tx, func(r sqldb.Row) (e Entry, err error) {
		var groupID string
		err = r.Scan(append([]any{&groupID}, e.columns()...)...)
		s.stands[e.LotID].share(&e)
		s.stands[groupID].share(&e)
		return e, err
	}, "SELECT l.group_id, "+entryColumns+entryFrom(rows)+" ORDER BY c.day DESC, c.seq DESC", append([]any{farmID, s.upTo}, args...)...)
}

// standings gives what [Figure.stands] does, from memory, with where the samples are and
// what they come to.
func (c *Columns) standings(f Figure) *standings {
	s := &standings{upTo: c.seq, stands: map[string]*standing{}}
	last := int32(f.Ask.to())
	groups := map[uint32]*standing{}
	for i, living := range c.livingOfLots(f) {
		if living == 0 {
			continue
		}
		l := c.cells.lots[i]
		if own, ok := newestOf(c.lotSizes[i], last); ok {
			s.stands[l.id] = &standing{ledger.Day(own.day), own.n, own.sum, living}
			s.add(l.id, own)
		} else if groups[l.group] != nil {
			groups[l.group].living += living
		} else if shared, ok := newestOf(c.groupSizes[l.group], last); ok {
			groups[l.group] = &standing{ledger.Day(shared.day), shared.n, shared.sum, living}
			s.stands[l.groupID] = groups[l.group]
		}
	}
	for i, l := range c.cells.lots {
		of := groups[l.group]
		if of == nil || s.stands[l.id] != nil && s.stands[l.id].day == of.day {
			continue
		}
		if at, found := dayIn(c.lotSizes[i], int32(of.day)); found {
			s.add(l.id, c.lotSizes[i][at])
		}
	}
	for _, l := range c.cells.lots { // in their order, so that the same farm always comes to the same
		s.sum.of(s.stands[l.id])
		s.sum.of(groups[l.group])
		delete(groups, l.group)
	}
	slices.SortFunc(s.days, func(a, b measuredDay) int { return cmp.Compare(b.Day, a.Day) })
	return s
}

func (s *standings) add(lotID string, m measured) {
	s.days = append(s.days, measuredDay{ledger.LotDay{LotID: lotID, Day: ledger.Day(m.day)}, m.samples})
	s.sum.Entries += int64(m.samples)
}

// of adds all that the samples of a day stand for.
func (a *Added) of(s *standing) {
	if s != nil {
		a.Whole += float64(s.living)
		a.Part += float64(s.living) / float64(s.measured) * float64(s.sum) / 10
	}
}

// livingOfLots are the living animals of each lot that a figure is about.
func (c *Columns) livingOfLots(f Figure) []int64 {
	s := c.segmentsOf(f.Ask)
	bases := make([]uint32, len(s.of))
	for place, segment := range s.of {
		if segment != notAsked && (f.Segment == nil || s.keys[segment] == *f.Segment) {
			bases[place] = cellsPerPlace * (c.cells.places[place].lot + 1)
		}
	}
	scan := newScan(&c.runs, bases, cellsPerPlace*(1+len(c.cells.lots)))
	scan.open(&c.runs, int32(f.Ask.to())+1)
	living := make([]int64, len(c.cells.lots))
	for i := range living {
		for _, n := range scan.into[cellsPerPlace*(i+1):][:len(flows)] {
			living[i] += n
		}
	}
	return living
}

// stands gives, by id of the lot or group that was measured, how many of the animals that
// the figure is about have its newest size.
func (f Figure) stands(ctx context.Context, tx *sqldb.Tx, farmID string) (map[string]*standing, error) {
	changes, err := lotChanges(ctx, tx, farmID, f.Ask)
	if err != nil {
		return nil, err
	}
	samples, err := samplesUntil(ctx, tx, farmID, f.Ask.to(), f.Ask.known("e"))
	if err != nil {
		return nil, err
	}
	stands := newestDays(samples)
	for _, c := range changes {
		if f.Segment != nil && c.segment != *f.Segment {
			continue
		}
		if of := stands[c.lotID]; of != nil {
			of.living += c.animals
		} else if of := stands[c.groupID]; of != nil {
			of.living += c.animals
		}
	}
	return stands, nil
}

// newestDays are the newest days on which more was measured than undone, by lot and group.
func newestDays(samples []sample) map[string]*standing {
	stands := map[string]*standing{}
	for len(samples) > 0 {
		day := samples[0].day
		measured := map[string]int64{}
		for len(samples) > 0 && samples[0].day == day {
			measured[samples[0].lotID] += samples[0].n
			measured[samples[0].groupID] += samples[0].n
			samples = samples[1:]
		}
		for id, n := range measured {
			if n > 0 {
				stands[id] = &standing{day: day, measured: n}
			}
		}
	}
	return stands
}
