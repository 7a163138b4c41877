package ledger

import (
	"context"

	"github.com/merroir/merroir/internal/sqldb"
)

// Recount is a recorded count whose difference changes, as something is entered before it. It
// goes on showing what was counted.
type Recount struct {
	Number  int64  `json:"number" doc:"Of the count"`
	Date    string `json:"date" doc:"YYYY-MM-DD"`
	LeaseID string `json:"leaseId"`
	Area    string `json:"area" doc:"Name of the growing area"`
	Lot     string `json:"lot" doc:"In words"`
	Counted int64  `json:"counted" doc:"What was counted; it stays"`
	Before  int64  `json:"before" doc:"How many more than expected the count shows now; negative if animals are missing"`
	After   int64  `json:"after" doc:"How many more than expected it will show"`
	Died    bool   `json:"died" doc:"Animals that it does not find died; otherwise they are missing"`
}

// Recounts returns the recorded counts whose difference the recording changes.
func (b *Recording) Recounts() []Recount {
	recounts := []Recount{}
	if b.sweep == nil {
		return recounts
	}
	for where := range b.sweep.closings {
		at := b.placeIDs[where]
		for _, r := range b.sweep.closings[where].recounts {
			recounts = append(recounts, Recount{
				Number: r.number, Date: Day(r.day).String(), LeaseID: at.leaseID, Area: b.areas.names[at.leaseID],
				Lot: b.lots.byID[at.lotID].Describe(), Counted: r.found, Before: r.before, After: r.after, Died: r.died,
			})
		}
	}
	return recounts
}

// countColumns are what scanCount scans, of the tables counts c and activities a.
const countColumns = "c.seq, c.counted, c.after_removals, c.died, c.client_at, c.line, COALESCE(NULLIF(c.turn_key, ''), a.idem_key)"

func (c *pastCount) columns() []any {
	return []any{&c.number, &c.found, &c.after, &c.died, &c.turn.at, &c.turn.row, &c.turn.key}
}

// countsIn returns the counts with numbers from one to another, each with its difference by the
// entries up to the newest.
func countsIn(ctx context.Context, tx *sqldb.Tx, farmID string, first, last, newest int64) (map[int64]*pastCount, error) {
	counts := map[int64]*pastCount{}
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var kind Kind
		var delta int64
		c := &pastCount{}
		err := r.Scan(append(c.columns(), &kind, &delta)...)
		c.add(kind, delta)
		counts[c.number] = c
		return struct{}{}, err
	}, "SELECT "+countColumns+`, e.kind, e.delta FROM counts c
		JOIN activities a ON a.farm_id = c.farm_id AND a.seq = c.seq
		JOIN entries e ON e.farm_id = c.farm_id AND e.seq = c.seq
		WHERE c.farm_id = $1 AND c.seq BETWEEN $2 AND $3`, farmID, first, last)
	if err != nil || len(counts) == 0 {
		return counts, err
	}

	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var number, delta int64
		var kind Kind
		err := r.Scan(&number, &kind, &delta)
		if c := counts[number]; c != nil {
			c.add(kind, delta)
		}
		return struct{}{}, err
	}, `SELECT readjusts, kind, CAST(SUM(delta) AS BIGINT) FROM entries
		WHERE farm_id = $1 AND readjusts BETWEEN $2 AND $3 AND +seq <= $4 GROUP BY readjusts, kind`, farmID, first, last, newest)

	return counts, err
}
