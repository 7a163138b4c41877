package tag

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// insertStock stores new tags with their first version.
func insertStock(ctx context.Context, tx *sqldb.Tx, made []*stock, now int64, by string) error {
	rows, versions := make([][]any, len(made)), make([][]any, len(made))
	for i, s := range made {
		doc, err := s.document()
		if err != nil {
			return err
		}
		var day, area, cert any
		if !s.origin.mixed {
			day, area, cert = int64(s.origin.day), s.origin.area, s.origin.cert
		}
		rows[i] = []any{s.id, s.farmID, s.kind, doc, s.version, now, now, string(s.unit), s.quantity, s.remainder, stored(s.held), string(s.madeBy), int64(s.madeOn),
			day, area, cert, s.origin.mixed, s.wetStored, strings.Join(s.search, "\n")}
		versions[i] = []any{s.id, s.version, doc, now, by}
	}
	if err := tx.InsertRows(ctx, "tags", []string{"id", "farm_id", "type", "doc", "version", "created_at", "updated_at", "unit", "quantity", "remainder", "held", "made_by", "made_on",
		"harvest_day", "origin_area", "origin_cert", "mixed", "wet_stored", "search_key"}, rows); err != nil {
		return err
	}
	return tx.InsertRows(ctx, "tag_versions", []string{"tag_id", "version", "doc", "made_at", "made_by"}, versions)
}

// updateStock stores what became of a tag that was there before. The remainder is
// asked for again where it is changed, and never below nothing.
func updateStock(ctx context.Context, tx *sqldb.Tx, s *stock, now int64, by string) error {
	if s.moved {
		n, err := tx.Exec(ctx, "UPDATE tags SET remainder = remainder - $2, held = $3 WHERE id = $1 AND remainder >= $2", s.id, s.drawn, stored(s.held))
		if err == nil && n == 0 {
			err = fault.New(fault.Conflict, "Somebody else has taken from this tag. Please look at it again.")
		}
		if err != nil {
			return err
		}
	}
	if !s.changed {
		return nil
	}
	doc, err := s.document()
	if err != nil {
		return err
	}
	s.doc, s.version = doc, s.version+1
	if err := updateTag(ctx, tx, s.row, now, by); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE tags SET search_key = $2 WHERE id = $1", s.id, strings.Join(s.search, "\n"))
	return err
}

func insertEvents(ctx context.Context, tx *sqldb.Tx, farmID string, events []storedEvent, now int64, caller actor.Actor) error {
	rows := make([][]any, len(events))
	for i, e := range events {
		doc, err := json.Marshal(eventDoc{e.Clock, e.To, e.Temperature, e.Note})
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
		rows[i] = []any{farmID, sqldb.NewID(), e.Key, e.digest, e.tag.id, string(e.Kind), int64(e.Day), amount, party, string(doc), now, caller.UserID, caller.Username}
	}
	return tx.InsertRows(ctx, "tag_events", []string{"farm_id", "id", "event_key", "digest", "tag_id", "kind", "day", "quantity", "party_key", "doc", "at", "user_id", "username"}, rows)
}

// indexTag lets a tag that no event made be found by what it states.
func indexTag(ctx context.Context, tx *sqldb.Tx, t row) error {
	f, err := t.states()
	if err != nil {
		return err
	}
	var day any
	if known := originStated(f).day; known != 0 {
		day = int64(known)
	}
	found := terms(t.id, f.Brand, f.Species.Value, f.ShellfishType, f.HarvestLocation, f.Parcel, f.SourceCert, f.Cert, f.WetStorageLot, f.Destination)
	_, err = tx.Exec(ctx, "UPDATE tags SET harvest_day = $2, search_key = $3 WHERE id = $1 AND made_by IS NULL", t.id, day, strings.Join(found, "\n"))
	return err
}
