package report

import (
	"context"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// herd is the animals of a lot in a segment.
type herd struct {
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

// sizesBySQL fills in, bucket by bucket, the living animals whose size is known.
// Each has the newest measured size of its lot, or else of its group, wherever
// the sample was taken. at is the index of each segment.
func sizesBySQL(ctx context.Context, tx *sqldb.Tx, farmID string, p plan, at map[string]int, sizes [][]sizing) error {
	herds, err := herdChanges(ctx, tx, farmID, p)
	if err != nil {
		return err
	}
	samples, err := samplesUntil(ctx, tx, farmID, p.to())
	if err != nil {
		return err
	}
	living := map[herd]int{} // index in present, by segment and lot
	var present []herd
	newest := map[string]float64{} // mm, by id of lot or group
	for i, b := range p.buckets {
		for len(herds) > 0 && herds[0].day <= b.to {
			which := herds[0]
			which.day, which.animals = 0, 0
			if _, seen := living[which]; !seen {
				living[which] = len(present)
				present = append(present, which)
			}
			present[living[which]].animals += herds[0].animals
			herds = herds[1:]
		}
		samples = measure(newest, samples, b.to)
		for _, h := range present {
			mm, known := newest[h.lotID]
			if !known {
				mm, known = newest[h.groupID]
			}
			if known {
				size := &sizes[i][at[h.segment]]
				size.animals += h.animals
				size.mm += mm * float64(h.animals)
			}
		}
	}
	return nil
}

// measure brings the newest sizes up to the end of a day and gives the samples
// that are left. What was undone on its day counts for nothing.
func measure(newest map[string]float64, samples []sample, until ledger.Day) []sample {
	for len(samples) > 0 && samples[0].day <= until {
		day := samples[0].day
		groups := map[string]sample{}
		for len(samples) > 0 && samples[0].day == day {
			s := samples[0]
			samples = samples[1:]
			if s.n > 0 {
				newest[s.lotID] = float64(s.sum) / float64(s.n) / 10
			}
			groups[s.groupID] = sample{sum: groups[s.groupID].sum + s.sum, n: groups[s.groupID].n + s.n}
		}
		for id, g := range groups {
			if g.n > 0 {
				newest[id] = float64(g.sum) / float64(g.n) / 10
			}
		}
	}
	return samples
}

func herdChanges(ctx context.Context, tx *sqldb.Tx, farmID string, p plan) ([]herd, error) {
	with, from, args := p.entries(farmID)
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h herd, err error) {
		err = r.Scan(&h.day, &h.segment, &h.lotID, &h.groupID, &h.animals)
		h.segment = p.segment.key(h.segment)
		return h, err
	}, with+`SELECT CASE WHEN e.day < $2 THEN $2 ELSE e.day END, `+p.segmentColumn()+`, e.lot_id, asked.group_id, CAST(SUM(e.delta) AS BIGINT)`+from+`
		GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`, args...)
}

func samplesUntil(ctx context.Context, tx *sqldb.Tx, farmID string, until ledger.Day) ([]sample, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (s sample, err error) {
		return s, r.Scan(&s.day, &s.lotID, &s.groupID, &s.sum, &s.n)
	}, `SELECT e.day, e.lot_id, l.group_id, CAST(SUM(e.size_sum) AS BIGINT), CAST(SUM(e.size_n) AS BIGINT)
		FROM entries e JOIN lots l ON l.farm_id = e.farm_id AND l.id = e.lot_id
		WHERE e.farm_id = $1 AND e.day <= $2 AND e.kind = 'size' GROUP BY 1, 2, 3 ORDER BY 1`, farmID, int64(until))
}
