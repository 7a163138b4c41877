package ledger

import (
	"context"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// codeFar is the code of what is refused until it is confirmed.
const codeFar = "far-from-last"

// What is far from the last: sizes in tenths of a millimetre. Seed may grow by half a
// millimetre on each day between; nothing shrinks, but a sample may happen to be of the
// smaller.
const (
	mostGrown, grownADay = 10_0, 5
	mostShrunk           = 5_0
	fewAnimals           = 50 // that a count may differ by, however many there are
)

func farSize(last, size int64, days Day) bool {
	return size > last+max(mostGrown, grownADay*int64(days)) || size < last-max(mostShrunk, last/5)
}

func farCount(book, counted int64) bool {
	off := max(book-counted, counted-book)
	return off > fewAnimals && 2*off > max(book, counted)
}

// Doubt is a number that is far from the last, as happens when a point or a digit is lost.
type Doubt struct {
	Activity int    // index in the batch
	Row      int    // line of the sheet; 0 if it comes from none
	Field    string // FieldSize or FieldCount
	Reason   string
}

// ask returns a Conflict that names what a person is to confirm before it is recorded.
func (b *Recording) ask(ctx context.Context, tx *sqldb.Tx) error {
	doubts, err := b.doubts(ctx, tx)
	if err != nil || len(doubts) == 0 {
		return err
	}
	fields := make([]fault.Field, len(doubts))
	for i, d := range doubts {
		fields[i] = fieldOf(d.Activity, fieldNames[d.Field], d.Reason)
	}
	return &fault.Fault{Kind: fault.Conflict, Code: codeFar, Fields: fields,
		Message: fields[0].Message + " Nothing was recorded. If it is right, send it again and say that it is confirmed."}
}

// doubts returns the sizes and counts of the batch that are far from the last.
func (b *Recording) doubts(ctx context.Context, tx *sqldb.Tx) ([]Doubt, error) {
	doubts, err := b.farSizes(ctx, tx)
	if err != nil || b.sweep == nil {
		return doubts, err
	}
	for where := range b.sweep.closings {
		for _, c := range b.sweep.closings[where].far {
			doubts = append(doubts, b.doubt(c.activity, FieldCount, "%s is far from the %s that the book has on %s",
				humanize.Comma(c.counted), humanize.Comma(c.book), Day(b.acts[c.activity].day).Words()))
		}
	}
	slices.SortStableFunc(doubts, func(a, b Doubt) int { return a.Activity - b.Activity })

	return doubts, nil
}

func (b *Recording) doubt(activity int, field, format string, values ...any) Doubt {
	return Doubt{activity, int(b.acts[activity].line), field, fmt.Sprintf(format, values...)}
}

// daySize is the mean size of a lot on a day, in tenths of a millimetre.
type daySize struct {
	day  Day
	size int64
}

// farSizes compares each sample with the newest one of its lot up to its day, in the ledger or
// before it in the batch.
func (b *Recording) farSizes(ctx context.Context, tx *sqldb.Tx) (doubts []Doubt, err error) {
	samples := map[string][]int32{} // by lot, in order of days
	for _, i := range b.pending {
		if a := &b.acts[i]; a.reverses == 0 && a.kind.kind() == Size {
			lot := b.placeIDs[b.placeIDOf[a.place]].lotID
			samples[lot] = append(samples[lot], i)
		}
	}
	for chunk := range slices.Chunk(sortedKeys(samples), lookupMax) {
		recorded, err := sizesOf(ctx, tx, b.farmID, chunk)
		if err != nil {
			return nil, err
		}
		for _, lot := range chunk {
			doubts = append(doubts, b.farSizesOf(samples[lot], recorded[lot])...)
		}
	}
	return doubts, nil
}

func (b *Recording) farSizesOf(samples []int32, recorded []daySize) (doubts []Doubt) {
	var last daySize
	for _, i := range samples {
		a := &b.acts[i]
		for len(recorded) > 0 && recorded[0].day <= Day(a.day) {
			last, recorded = recorded[0], recorded[1:]
		}
		size := a.sizeSum / max(int64(a.measured), 1)
		if last.size > 0 && farSize(last.size, size, Day(a.day)-last.day) {
			doubts = append(doubts, b.doubt(int(i), FieldSize, "%s mm is far from the last size of these animals, %s mm on %s",
				inMM(size), inMM(last.size), last.day.Words()))
		}
		last = daySize{Day(a.day), size}
	}
	return doubts
}

// sizesOf returns the recorded sizes of lots by lot, the earliest first.
func sizesOf(ctx context.Context, tx *sqldb.Tx, farmID string, lots []string) (map[string][]daySize, error) {
	sizes := map[string][]daySize{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var lot string
		var one daySize
		var sum, measured int64
		err := r.Scan(&lot, &one.day, &sum, &measured)
		if err == nil {
			one.size = sum / measured
			sizes[lot] = append(sizes[lot], one)
		}
		return struct{}{}, err
	}, `SELECT lot_id, day, CAST(SUM(size_sum) AS BIGINT), CAST(SUM(size_n) AS BIGINT) FROM entries
		WHERE farm_id = $1 AND lot_id IN (`+sqldb.In(2, len(lots))+`) AND kind = 'size' AND +seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)
		GROUP BY lot_id, day HAVING SUM(size_n) > 0 ORDER BY lot_id, day`, arguments(farmID, lots)...)
	return sizes, err
}
