package account

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

const fileChunk = 500 // rows that are read at a time

var fileColumns = []string{"Username", "Name", "Email", "Groups", "Farms", "Second factor", "Last seen", "Active", "Id"}

// CSV gives all users of a list as a file that a spreadsheet opens, by username. Only
// those who manage users may ask.
func (s *Service) CSV(ctx context.Context, f UserFilter) ([]byte, error) {
	lines := [][]string{fileColumns}
	err := s.readManaging(ctx, func(tx *sqldb.Tx) error {
		q := page.Query{Sort: "name", Slice: page.Slice{Limit: fileChunk, Page: 1}}
		for {
			rows, total, err := listUsers(ctx, tx, f, q)
			if err != nil {
				return err
			}
			for _, row := range rows {
				lines = append(lines, row.cells())
			}
			if q.Offset()+fileChunk >= total {
				return nil
			}
			q.Page++
		}
	})
	if err != nil {
		return nil, err
	}

	err = s.db.Write(ctx, func(tx *sqldb.Tx) error { // nobody takes a copy of all that without a trace
		return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: "users.csv", Kind: "list", Name: "Users", Detail: map[string]any{"rows": len(lines) - 1}})
	})
	if err != nil {
		return nil, fmt.Errorf("record download of users: %w", err)
	}

	return plain.CSV(lines)
}

func (row *AccountRow) cells() []string {
	lastSeen := ""
	if row.LastSeen > 0 {
		lastSeen = time.UnixMilli(row.LastSeen).UTC().Format(time.RFC3339)
	}
	cells := []string{
		row.Username, strings.Join(strings.Fields(row.Name.First+" "+row.Name.Middle+" "+row.Name.Last), " "), row.Email,
		strings.Join(slices.Sorted(maps.Values(row.Groups)), ", "), strconv.Itoa(row.FarmCount),
		plain.Yes(row.SecondFactor), lastSeen, plain.Yes(row.IsActive), row.ID,
	}
	for i := range cells {
		cells[i] = plain.Cell(cells[i])
	}
	return cells
}
