package event

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// insertStock stores new tags with their first version.
func insertStock(ctx context.Context, tx *sqldb.Tx, made []*stock.Tag, now int64, by string) error {
	rows, versions := make([][]any, len(made)), make([][]any, len(made))
	for i, s := range made {
		doc, err := s.Document()
		if err != nil {
			return err
		}
		var day, area, cert any
		if !s.Origin.Mixed {
			day, area, cert = int64(s.Origin.Day), s.Origin.Area, s.Origin.Cert
		}
		rows[i] = []any{s.ID, s.FarmID, s.Kind, doc, s.Version, now, now, string(s.Unit), s.Quantity, s.Remainder, stock.Stored(s.Held), string(s.MadeBy), int64(s.MadeOn),
			day, area, cert, s.Origin.Mixed, s.WetStored, strings.Join(s.Search, "\n")}
		versions[i] = []any{s.ID, s.Version, doc, now, by}
	}
	if err := tx.InsertRows(ctx, "tags", []string{"id", "farm_id", "type", "doc", "version", "created_at", "updated_at", "unit", "quantity", "remainder", "held", "made_by", "made_on",
		"harvest_day", "origin_area", "origin_cert", "mixed", "wet_stored", "search_key"}, rows); err != nil {
		return err
	}
	return tx.InsertRows(ctx, "tag_versions", []string{"tag_id", "version", "doc", "made_at", "made_by"}, versions)
}

// updateStock stores what became of a tag that was there before. The remainder is
// asked for again where it is changed, and never below nothing.
func updateStock(ctx context.Context, tx *sqldb.Tx, s *stock.Tag, now int64, by string) error {
	if s.Moved {
		n, err := tx.Exec(ctx, "UPDATE tags SET remainder = remainder - $2, held = $3 WHERE id = $1 AND remainder >= $2", s.ID, s.Drawn, stock.Stored(s.Held))
		if err == nil && n == 0 {
			err = fault.New(fault.Conflict, "Somebody else has taken from this tag. Please look at it again.")
		}
		if err != nil {
			return err
		}
	}
	if !s.Changed {
		return nil
	}
	doc, err := s.Document()
	if err != nil {
		return err
	}
	s.Doc, s.Version = doc, s.Version+1
	if err := updateTag(ctx, tx, s.Row, now, by); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE tags SET search_key = $2 WHERE id = $1", s.ID, strings.Join(s.Search, "\n"))
	return err
}

func insertEvents(ctx context.Context, tx *sqldb.Tx, farmID string, events []storedEvent, now int64, caller actor.Actor) error {
	rows := make([][]any, len(events))
	for i, e := range events {
		doc, err := json.Marshal(stock.EventDoc{Clock: e.Clock, To: e.To, Temperature: e.Temperature, Note: e.Note})
		if err != nil {
			return err
		}
		var amount any
		if e.amount != nil {
			amount = *e.amount
		}
		party := ""
		if e.To != nil {
			party = sqldb.SearchKey(e.To.Name)
		}
		rows[i] = []any{farmID, sqldb.NewID(), e.Key, e.digest, e.tag.ID, string(e.Kind), int64(e.Day), amount, party, string(doc), now, caller.UserID, caller.Username}
	}
	return tx.InsertRows(ctx, "tag_events", []string{"farm_id", "id", "event_key", "digest", "tag_id", "kind", "day", "quantity", "party_key", "doc", "at", "user_id", "username"}, rows)
}

// indexTag lets a tag that no event made be found by what it states.
func indexTag(ctx context.Context, tx *sqldb.Tx, t tag.Row) error {
	f, err := t.States()
	if err != nil {
		return err
	}
	var day any
	if known := stock.OriginStated(f).Day; known != 0 {
		day = int64(known)
	}
	found := stock.Terms(t.ID, f.Brand, f.Species.Value, f.ShellfishType, f.HarvestLocation, f.Parcel, f.SourceCert, f.Cert, f.WetStorageLot, f.Destination)
	_, err = tx.Exec(ctx, "UPDATE tags SET harvest_day = $2, search_key = $3 WHERE id = $1 AND made_by IS NULL", t.ID, day, strings.Join(found, "\n"))
	return err
}
