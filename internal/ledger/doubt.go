package ledger

import (
	"context"
	"fmt"

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

// ask collects what a person is to be asked about before it is recorded: a size or a count
// far from the last, as happens where a point or a digit is lost.
func (b *Recording) ask(ctx context.Context, tx *sqldb.Tx) error {
	var doubts []fault.Field
	for _, i := range b.pending {
		a := &b.acts[i]
		if a.reverses != 0 || a.kind.kind() != Size {
			continue
		}
		last, day, err := lastSize(ctx, tx, b.farmID, b.placeIDs[b.placeIDOf[a.place]].lotID, Day(a.day))
		if err != nil {
			return err
		}
		if size := a.sizeSum / max(int64(a.measured), 1); last > 0 && farSize(last, size, Day(a.day)-day) {
			doubts = append(doubts, fieldOf(int(i), fieldNames[FieldSize], fmt.Sprintf("%s mm is far from the last size of these animals, %s mm on %s", inMM(size), inMM(last), day.Words())))
		}
	}
	for where := range b.sweep.closings {
		for _, c := range b.sweep.closings[where].far {
			doubts = append(doubts, fieldOf(c.activity, fieldNames[FieldCount], fmt.Sprintf("%s is far from the %s that the book has on %s", humanize.Comma(c.counted), humanize.Comma(c.book), Day(b.acts[c.activity].day).Words())))
		}
	}
	if len(doubts) == 0 {
		return nil
	}
	return &fault.Fault{Kind: fault.Conflict, Code: codeFar, Fields: doubts,
		Message: doubts[0].Message + " Nothing was recorded. If it is right, send it again and say that it is confirmed."}
}

// lastSize is the mean of the newest day up to the given one on which the lot was measured,
// in tenths of a millimetre; 0 where it never was.
func lastSize(ctx context.Context, tx *sqldb.Tx, farmID, lotID string, until Day) (size int64, on Day, err error) {
	rows, err := sqldb.All(ctx, tx, func(r sqldb.Row) (row [3]int64, err error) {
		return row, r.Scan(&row[0], &row[1], &row[2])
	}, `SELECT day, SUM(size_sum), SUM(size_n) FROM entries
		WHERE farm_id = $1 AND lot_id = $2 AND day <= $3 AND kind = 'size' AND seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)
		GROUP BY day HAVING SUM(size_n) > 0 ORDER BY day DESC LIMIT 1`, farmID, lotID, int64(until))
	if err != nil || len(rows) == 0 {
		return 0, 0, err
	}
	return rows[0][1] / rows[0][2], Day(rows[0][0]), nil
}
