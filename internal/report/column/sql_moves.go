package column

import (
	"context"
	"sort"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// movedOnBySQL does in the database what [Columns.movedOn] does; at is the index of
// each segment.
func movedOnBySQL(ctx context.Context, tx *sqldb.Tx, farmID string, a Ask, at map[string]int, s Sums) error {
	each, err := departures(ctx, tx, farmID, a)
	if err != nil {
		return err
	}
	together, err := departures(ctx, tx, farmID, a.together())
	if err != nil {
		return err
	}
	into := func(day ledger.Day) []int64 {
		if day < a.from() {
			return s.Gone
		}
		return s.MovedOn[sort.Search(len(a.Rows), func(i int) bool { return a.Rows[i].To >= day })]
	}
	for _, d := range each {
		into(d.day)[at[d.segment]] += d.delta
	}
	for _, d := range together {
		into(d.day)[len(s.Gone)-1] += d.delta
	}
	before := s.Gone
	for _, row := range s.MovedOn {
		for j, gone := range before {
			row[j] += gone
		}
		before = row
	}
	return nil
}

// departures adds up, by day and segment, what moves took out of it. The first entry of
// a move is where it takes from, and the others are where it brings to.
func departures(ctx context.Context, tx *sqldb.Tx, farmID string, a Ask) ([]change, error) {
	with, _, args := a.entries(farmID)
	leaves, arrives := "", ""
	if a.LeaseID != "" {
		leaves, arrives = " AND e.lease_id = "+sqldb.In(len(args), 1), " AND b.lease_id = "+sqldb.In(len(args), 1)
	}
	segment, other := a.segmentColumn(), "there.segment"
	if a.Split.By == ByArea {
		other = "b.lease_id"
	}
	return sqldb.All(ctx, tx, func(r sqldb.Row) (c change, err error) {
		err = r.Scan(&c.day, &c.segment, &c.delta)
		c.segment = a.Split.key(c.segment)
		return c, err
	}, with+`SELECT b.day, `+segment+`, CAST(SUM(b.delta) AS BIGINT)
		FROM entries b JOIN entries e ON e.farm_id = b.farm_id AND e.seq = b.activity_seq
		JOIN asked ON asked.id = e.lot_id LEFT JOIN asked there ON there.id = b.lot_id`+arrives+`
		WHERE b.farm_id = $1 AND b.kind = 'move' AND b.seq <> b.activity_seq AND b.day <= $3 AND CAST($2 AS BIGINT) IS NOT NULL
		AND b.seq <= (SELECT s.seq FROM farm_state s WHERE s.farm_id = $1)`+leaves+a.known("b")+`
		AND (there.id IS NULL OR `+other+` <> `+segment+`)
		GROUP BY 1, 2`, args...)
}
