package column

import (
	"context"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// lotChange is by how much the animals of a lot in a segment changed on a day.
type lotChange struct {
	day            ledger.Day
	segment        string // key
	lotID, groupID string
	animals        int64
}

// sample is what was measured of a lot on a day.
type sample struct {
	day            ledger.Day
	lotID, groupID string
	sum, n         int64 // tenths of a millimetre, animals
}

// sizesBySQL fills in, row by row, the living animals whose size is known.
// Each has the newest measured size of its lot, or else of its group, wherever
// the sample was taken. at is the index of each segment.
func sizesBySQL(ctx context.Context, tx *sqldb.Tx, farmID string, a Ask, at map[string]int, sizes [][]Sizes) error {
	changes, err := lotChanges(ctx, tx, farmID, a)
	if err != nil {
		return err
	}
	samples, err := samplesUntil(ctx, tx, farmID, a.to(), a.known("e"))
	if err != nil {
		return err
	}
	living := map[lotChange]int{} // index in present, by segment and lot
	var present []lotChange
	newest := map[string]Newest{} // by id of lot or group
	for i, b := range a.Rows {
		for len(changes) > 0 && changes[0].day <= b.To {
			which := changes[0]
			which.day, which.animals = 0, 0
			if _, seen := living[which]; !seen {
				living[which] = len(present)
				present = append(present, which)
			}
			present[living[which]].animals += changes[0].animals
			changes = changes[1:]
		}
		samples = measure(newest, samples, b.To)
		for _, h := range present {
			size, known := newest[h.lotID]
			if !known {
				size, known = newest[h.groupID]
			}
			if known {
				sum := &sizes[i][at[h.segment]]
				sum.Animals += h.animals
				sum.MM += size.MM * float64(h.animals)
			}
		}
	}
	return nil
}

// Newest is the newest measured size of a lot or group: the mean of what was
// measured on that day.
type Newest struct {
	MM  float64
	Day ledger.Day
}

// NewestSizes gives the newest size of each lot, and of each group, by id, as
// they were at the end of a day. What was never measured is not among them.
func NewestSizes(ctx context.Context, tx *sqldb.Tx, farmID string, until ledger.Day) (map[string]Newest, error) {
	samples, err := samplesUntil(ctx, tx, farmID, until, "")
	newest := map[string]Newest{}
	measure(newest, samples, until)
	return newest, err
}

// measure brings the newest sizes up to the end of a day and gives the samples
// that are left. What was undone on its day counts for nothing.
func measure(newest map[string]Newest, samples []sample, until ledger.Day) []sample {
	for len(samples) > 0 && samples[0].day <= until {
		day := samples[0].day
		groups := map[string]sample{}
		for len(samples) > 0 && samples[0].day == day {
			s := samples[0]
			samples = samples[1:]
			s.note(newest, s.lotID)
			groups[s.groupID] = sample{day: day, sum: groups[s.groupID].sum + s.sum, n: groups[s.groupID].n + s.n}
		}
		for id, g := range groups {
			g.note(newest, id)
		}
	}
	return samples
}

func (s sample) note(newest map[string]Newest, id string) {
	if s.n > 0 {
		newest[id] = Newest{float64(s.sum) / float64(s.n) / 10, s.day}
	}
}

func lotChanges(ctx context.Context, tx *sqldb.Tx, farmID string, a Ask) ([]lotChange, error) {
	with, from, args := a.entries(farmID)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h lotChange, err error) {
		err = r.Scan(&h.day, &h.segment, &h.lotID, &h.groupID, &h.animals)
		h.segment = a.Split.key(h.segment)
		return h, err
	}, with+`SELECT CASE WHEN e.day < $2 THEN $2 ELSE e.day END, `+a.segmentColumn()+`, e.lot_id, asked.group_id, CAST(SUM(e.delta) AS BIGINT)`+from+`
		GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`, args...)
}

func samplesUntil(ctx context.Context, tx *sqldb.Tx, farmID string, until ledger.Day, known string) ([]sample, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (s sample, err error) {
		return s, r.Scan(&s.day, &s.lotID, &s.groupID, &s.sum, &s.n)
	}, `SELECT e.day, e.lot_id, l.group_id, CAST(SUM(e.size_sum) AS BIGINT), CAST(SUM(e.size_n) AS BIGINT)
		FROM entries e JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id
		WHERE e.farm_id = $1 AND e.day <= $2 AND e.kind = 'size'
		AND +e.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`+known+` GROUP BY 1, 2, 3 ORDER BY 1`, farmID, int64(until))
}
