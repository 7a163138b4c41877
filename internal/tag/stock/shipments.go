package stock

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// maxShipmentsFile bounds what is held in memory for a file of shipments.
const maxShipmentsFile = 20_000

// Shipped is what was shipped of a tag, with what the tag states.
type Shipped struct {
	TagEvent
	Brand           string `json:"brand"`
	Species         string `json:"species"`
	HarvestDate     string `json:"harvestDate"`
	HarvestLocation string `json:"harvestLocation"`
}

// Shipments gives a page of what was shipped to whom, the latest first. The people
// of the firm and those who see every farm may ask; anyone else gets NotFound.
func (s *Service) Shipments(ctx context.Context, farmID string, q Search) (list page.List[Shipped], err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		rows, total, err := shipments(ctx, tx, farmID, q)
		list = page.Of(q.Slice, rows, total)
		return err
	})
	return list, err
}

// shipments gives the rows that were asked for, and how many there are in all.
func shipments(ctx context.Context, tx *sqldb.Tx, farmID string, q Search) (rows []Shipped, total int, err error) {
	if _, err := farm.Recording.RequireRecord(ctx, tx, farmID); err != nil {
		return nil, 0, err
	}
	where := &Where{Args: []any{farmID}}
	where.like("e.party_key", sqldb.SearchKey(q.Buyer))
	where.like("COALESCE(t.search_key, t.id)", sqldb.SearchKey(q.Text))
	if err := where.days("e.day", q.From, q.To); err != nil {
		return nil, 0, err
	}
	from := " FROM tag_events e JOIN tags t ON t.id = e.tag_id WHERE e.farm_id = $1 AND e.kind = 'ship'" + where.Text.String()
	if total, err = sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*)"+from, where.Args...); err != nil {
		return nil, 0, err
	}
	rows, err = sqldb.All(ctx, tx, scanShipment, fmt.Sprintf("SELECT "+eventColumns+", "+tag.RowColumns+from+" ORDER BY e.day DESC, e.id DESC LIMIT %d OFFSET %d", q.Limit, q.Offset()), where.Args...)
	return rows, total, err
}

var shipmentColumns = []string{"Day", "Time", "Buyer", "Address", "Certificate", "Email", "Phone", "Quantity", "Unit", "Tag", "Brand", "Species", "Harvest date", "Harvested at", "Note"}

// ShipmentsCSV gives all that a page of the same question shows a part of, as a file
// that a spreadsheet opens, to those who see reports. The audit trail has each download.
func (s *Service) ShipmentsCSV(ctx context.Context, farmID string, q Search) (content []byte, err error) {
	q.Slice = page.Slice{Limit: maxShipmentsFile, Page: 1}
	var rows []Shipped
	var ref farm.Ref
	err = s.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if ref, err = farm.Reporting.RequireRecord(ctx, tx, farmID); err != nil {
			return err
		}
		found, total, err := shipments(ctx, tx, farmID, q)
		if err == nil && total > maxShipmentsFile {
			return fault.Newf(fault.Invalid, "A file has at most %d shipments, and these are %d: choose fewer days", maxShipmentsFile, total)
		}
		rows = found
		return err
	})
	if err != nil {
		return nil, err
	}

	err = s.db.Write(ctx, func(tx *sqldb.Tx) error { // it has the names and addresses of consignees
		return audit.Record(ctx, tx, audit.Entry{
			At: s.now(), Action: "shipments.csv", Kind: "farm", ID: ref.ID, Name: ref.Name, Detail: map[string]any{"rows": len(rows)},
		})
	})
	if err != nil {
		return nil, fmt.Errorf("record download of shipments: %w", err)
	}

	lines := [][]string{shipmentColumns}
	for _, r := range rows {
		lines = append(lines, r.cells())
	}
	return plain.CSV(lines)
}

func (s Shipped) cells() []string {
	to := s.To
	if to == nil {
		to = &tag.Consignee{}
	}
	quantity := ""
	if s.Quantity != nil {
		quantity = tag.Figure(*s.Quantity)
	}
	return []string{s.Date, s.Time, plain.Cell(to.Name), plain.Cell(to.Address), plain.Cell(to.Cert), plain.Cell(to.Email), plain.Cell(to.Phone),
		quantity, s.Unit, s.TagID, plain.Cell(s.Brand), plain.Cell(s.Species), s.HarvestDate, plain.Cell(s.HarvestLocation), plain.Cell(s.Note)}
}

func scanShipment(r sqldb.Row) (s Shipped, err error) {
	var t tag.Row
	if s.TagEvent, err = scanEvent(sqldb.Besides(r, &t.ID, &t.FarmID, &t.Kind, &t.Doc, &t.Version)); err != nil {
		return s, err
	}
	states, err := t.States()
	s.Brand, s.Species, s.HarvestDate, s.HarvestLocation = states.Brand, states.Species.Value, states.HarvestDate, states.HarvestLocation
	return s, err
}
