package column

import (
	"context"
	"fmt"

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

// Samples gives the samples that make an average size, the newest first: each with the
// living animals that it stands for as Whole, and with these times its size, in mm, as Part.
// A lot's animals are shared among the samples of its latest measured day by the animals
// that each measured.
func (f Figure) Samples(ctx context.Context, tx *sqldb.Tx, farmID string) (entries []Entry, sum Added, err error) {
	stands, err := f.stands(ctx, tx, farmID)
	if err != nil {
		return nil, sum, err
	}
	where, args := "e.farm_id = $1 AND e.kind = 'size' AND e.day <= $2 AND e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)"+f.Ask.known("e"), []any{farmID, int64(f.Ask.to())}
	all, err := sqldb.All(ctx, tx, func(r sqldb.Row) (s Entry, err error) {
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
	}, fmt.Sprintf("SELECT l.id, l.group_id, "+entryColumns+entryFrom("(SELECT * FROM entries e WHERE %s)")+" ORDER BY c.seq DESC", where), args...)
	for _, s := range all {
		if s.Whole != 0 || s.Part != 0 {
			entries = append(entries, s)
			sum.Entries, sum.Part, sum.Whole = sum.Entries+1, sum.Part+s.Part, sum.Whole+s.Whole
		}
	}
	return entries, sum, err
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
