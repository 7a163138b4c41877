package farm

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	maxListFile = 50_000 // farms of a file, which is made in memory
	fileChunk   = 500
)

var fileColumns = []string{
	"Name", "Company name", "Type", "Owner", "Email", "Phone", "City", "State", "Country", "Tagging", "Paper discount", "Certificates", "Id",
}

// CSV gives all farms of a list as a file that a spreadsheet opens, by name. Who may ask
// is as for List.
func (s *Service) CSV(ctx context.Context, asked Search) (content []byte, err error) {
	lines := [][]string{fileColumns}
	err = s.ask(ctx, asked, func(tx *sqldb.Tx, names *names, found []bool, total int) error {
		if total > maxListFile {
			return fault.Newf(fault.Invalid, "A file has at most %d farms, and these are %d: choose fewer", maxListFile, total)
		}
		ids := names.page(found, total, page.Query{Sort: "name", Slice: page.Slice{Limit: total, Page: 1}})
		for chunk := range slices.Chunk(ids, fileChunk) {
			rows, err := summaries(ctx, tx, chunk)
			if err != nil {
				return err
			}
			for _, row := range rows {
				lines = append(lines, row.cells())
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}

	err = s.db.Write(ctx, func(tx *sqldb.Tx) error { // nobody takes a copy of all that without a trace
		return audit.Record(ctx, tx, audit.Entry{At: s.now(), Action: "farms.csv", Kind: "list", Name: "Farms", Detail: map[string]any{"rows": len(lines) - 1}})
	})
	if err != nil {
		return nil, fmt.Errorf("record download of farms: %w", err)
	}

	return plain.CSV(lines)
}

func (s *Summary) cells() []string {
	cells := []string{
		s.Name, s.CompanyName, s.Type, s.Owner, s.Email, s.Phone, s.City, s.State, s.Country,
		taggingWords[s.TaggingActive], plain.Yes(s.PaperDiscount), strings.Join(s.Certificates, ", "), s.ID,
	}
	for i := range cells {
		cells[i] = plain.Cell(cells[i])
	}
	return cells
}

var taggingWords = map[TaggingState]string{TaggingOff: "no", TaggingPending: "pending", TaggingOn: "yes"}
