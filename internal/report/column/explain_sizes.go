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
	living   int64 // that have this size
}

// Samples gives the samples that make an average size, the latest day first: each with the
// living animals that it stands for as Whole, and with these times its size, in mm, as Part.
// A lot's animals are shared among the samples of its latest measured day by the animals
// that each measured. Columns, where they are known, say which samples these are.
func (f Figure) Samples(ctx context.Context, tx *sqldb.Tx, farmID string, known *Columns) (entries []Entry, sum Added, err error) {
	var stands map[string]*standing
	var all []Entry
	read := func(with, from string, args []any) error {
		some, err := f.samples(ctx, tx, farmID, stands, with, from, args)
		all = append(all, some...)
		return err
	}
	if known == nil {
		if stands, err = f.stands(ctx, tx, farmID); err == nil {
			err = read("", "entries e", nil)
		}
	} else {
		var days []ledger.LotDay
		stands, days = known.stands(f)
		const atOnce = 200
		for some := range slices.Chunk(days, atOnce) {
			wanted, args := make([]string, len(some)), []any{}
			for i, one := range some {
				args = append(args, one.LotID, int64(one.Day))
				wanted[i] = fmt.Sprintf("(CAST($%d AS TEXT), CAST($%d AS BIGINT))", len(args)+1, len(args)+2)
			}
			if err = read("WITH wanted(lot_id, day) AS (VALUES "+strings.Join(wanted, ", ")+") ", "wanted w JOIN entries e ON e.lot_id = w.lot_id AND e.day = w.day", args); err != nil {
				break
			}
		}
	}
	for _, s := range all {
		if s.Whole != 0 || s.Part != 0 {
			entries = append(entries, s)
			sum.Entries, sum.Part, sum.Whole = sum.Entries+1, sum.Part+s.Part, sum.Whole+s.Whole
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Or(cmp.Compare(b.Day, a.Day), cmp.Compare(b.Seq, a.Seq)) })
	return entries, sum, err
}

// samples reads those of the entries that are asked for, with what they stand for.
func (f Figure) samples(ctx context.Context, tx *sqldb.Tx, farmID string, stands map[string]*standing, with, from string, args []any) ([]Entry, error) {
	where := "e.farm_id = $1 AND e.kind = 'size' AND e.day <= $2 AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)" + f.Ask.known("e")
	return sqldb.All(ctx, tx, func(r sqldb.Row) (s Entry, err error) {
		var lotID, groupID string
		err = r.Scan(append([]any{&lotID, &groupID}, s.columns()...)...)
		for _, id := range []string{lotID, groupID} {
			if of := stands[id]; of != nil && of.day == s.Day && of.measured != 0 {
				animals := float64(of.living) / float64(of.measured)
				s.Whole += animals * float64(s.Measured)
				s.Part += animals * float64(s.MM) / 10
			}
		}
		return s, err
	}, with+"SELECT l.id, l.group_id, "+entryColumns+entryFrom("(SELECT e.* FROM "+from+" WHERE "+where+")"), append([]any{farmID, int64(f.Ask.to())}, args...)...)
}

// stands gives what [Figure.stands] does, and the lots that were measured on these days.
func (c *Columns) stands(f Figure) (stands map[string]*standing, days []ledger.LotDay) {
	s := c.segmentsOf(f.Ask)
	bases := make([]uint32, len(s.of))
	for place, segment := range s.of {
		if segment != notAsked && (f.Segment == nil || s.keys[segment] == *f.Segment) {
			bases[place] = cellsPerPlace * (c.cells.places[place].lot + 1)
		}
	}
	scan := newScan(&c.runs, bases, cellsPerPlace*(1+len(c.cells.lots)))
	scan.open(int32(f.Ask.to()) + 1)
	stands = map[string]*standing{}
	groups := map[uint32]*standing{}
	for i, l := range c.cells.lots {
		var living int64
		for _, n := range scan.into[cellsPerPlace*(i+1):][:len(flows)] {
			living += n
		}
		if living == 0 {
			continue
		}
		if own := samplesOf(c.lotSizes[i], int32(f.Ask.to())); len(own) > 0 {
			newest := own[len(own)-1]
			stands[l.id] = &standing{newest.Day, newest.N, living}
			days = append(days, ledger.LotDay{LotID: l.id, Day: newest.Day})
		} else if shared := samplesOf(c.groupSizes[l.group], int32(f.Ask.to())); len(shared) > 0 {
			if groups[l.group] == nil {
				newest := shared[len(shared)-1]
				groups[l.group] = &standing{day: newest.Day, measured: newest.N}
				stands[l.groupID] = groups[l.group]
			}
			groups[l.group].living += living
		}
	}
	for i, l := range c.cells.lots {
		of := groups[l.group]
		if of == nil || stands[l.id] != nil && stands[l.id].day == of.day {
			continue
		}
		if slices.ContainsFunc(c.lotSizes[i], func(m measured) bool { return ledger.Day(m.day) == of.day }) {
			days = append(days, ledger.LotDay{LotID: l.id, Day: of.day})
		}
	}
	return stands, days
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
