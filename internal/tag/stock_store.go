package tag

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const askedAtOnce = 200 // values of one statement

func stockByID(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]*stock, error) {
	found := map[string]*stock{}
	for chunk := range slices.Chunk(ids, askedAtOnce) {
		some, err := sqldb.All(ctx, tx, scanStock, "SELECT "+stockColumns+" FROM tags t WHERE t.id IN ("+sqldb.In(1, len(chunk))+")", sqldb.Args(chunk)...)
		if err != nil {
			return nil, err
		}
		for _, s := range some {
			found[s.id] = s
		}
	}
	return found, nil
}

// standing is the condition that a tag was not taken back.
func standing(id string) string {
	return "NOT EXISTS (SELECT 1 FROM tag_events v WHERE v.tag_id = " + id + " AND v.kind = 'void')"
}

// madeFrom counts the tags of all firms that were made from each of the tags and stand.
func madeFrom(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string]int64, error) {
	found := map[string]int64{}
	for chunk := range slices.Chunk(ids, askedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var count int64
			err := r.Scan(&id, &count)
			found[id] = count
			return struct{}{}, err
		}, "SELECT p.parent_id, count(*) FROM tag_parents p WHERE p.parent_id IN ("+sqldb.In(1, len(chunk))+") AND "+standing("p.tag_id")+" GROUP BY p.parent_id", sqldb.Args(chunk)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// drawnBy gives what each of the tags took from which tag.
func drawnBy(ctx context.Context, tx *sqldb.Tx, ids []string) (map[string][]edge, error) {
	found := map[string][]edge{}
	for chunk := range slices.Chunk(ids, askedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var e edge
			var text *string
			err := r.Scan(&e.from, &e.to, &e.amount, &text)
			if err == nil {
				e.over, err = readHeld[over](text)
			}
			found[e.to] = append(found[e.to], e)
			return struct{}{}, err
		}, "SELECT parent_id, tag_id, quantity, held FROM tag_parents WHERE tag_id IN ("+sqldb.In(1, len(chunk))+") ORDER BY parent_id", sqldb.Args(chunk)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func knownEvents(ctx context.Context, tx *sqldb.Tx, farmID string, keys []string) (map[string]recordedEvent, error) {
	found := map[string]recordedEvent{}
	for chunk := range slices.Chunk(keys, askedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var key string
			var e recordedEvent
			err := r.Scan(&key, &e.digest, &e.tagID)
			found[key] = e
			return struct{}{}, err
		}, "SELECT event_key, digest, tag_id FROM tag_events WHERE farm_id = $1 AND event_key IN ("+sqldb.In(2, len(chunk))+")",
			append([]any{farmID}, sqldb.Args(chunk)...)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// receivedBy gives what the firm has received under each of the tags.
func receivedBy(ctx context.Context, tx *sqldb.Tx, farmID string, ids []string) (map[string]receipts, error) {
	found := map[string]receipts{}
	for chunk := range slices.Chunk(ids, askedAtOnce) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var id string
			var amount int64
			var text *string
			err := r.Scan(&id, &amount, &text)
			if err != nil {
				return struct{}{}, err
			}
			over, err := readHeld[over](text)
			found[id] = found[id].and(amount, over)
			return struct{}{}, err
		}, `SELECT p.parent_id, COALESCE(p.quantity, 0), p.held FROM tag_parents p JOIN tags t ON t.id = p.tag_id
			WHERE t.farm_id = $1 AND t.made_by = 'receive' AND `+standing("t.id")+` AND p.parent_id IN (`+sqldb.In(2, len(chunk))+")",
			append([]any{farmID}, sqldb.Args(chunk)...)...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func compareAt(a, b ledger.HarvestedAt) int {
	return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.LeaseID, b.LeaseID), cmp.Compare(a.LotID, b.LotID))
}

// taggedAt gives what of the harvests is on tags, by the ids of the tags.
func taggedAt(ctx context.Context, tx *sqldb.Tx, farmID string, asked []ledger.HarvestedAt) (map[ledger.HarvestedAt]ledger.Tagged, error) {
	found := map[ledger.HarvestedAt]ledger.Tagged{}
	for where, args := range ledger.WhereAt(farmID, "", asked) {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var at ledger.HarvestedAt
			var id string
			var animals int64
			err := r.Scan(&at.LeaseID, &at.LotID, &at.Day, &id, &animals)
			on := found[at]
			found[at] = ledger.Tagged{Animals: on.Animals + animals, Tags: append(on.Tags, id)}
			return struct{}{}, err
		}, "SELECT lease_id, lot_id, day, tag_id, animals FROM tag_harvests WHERE "+where+" AND "+standing("tag_harvests.tag_id")+" ORDER BY tag_id", args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// Tagged tells package ledger what of its harvests is on tags.
func (s *Service) Tagged() ledger.TaggedOf { return taggedAt }

func (s *stock) document() (string, error) {
	doc, err := json.Marshal(document{Fields: s.states, TakenBack: s.takenBack})
	return string(doc), err
}

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

// eventDoc is what an event says beside its columns.
type eventDoc struct {
	Clock       string     `json:"time,omitempty"`
	To          *Consignee `json:"to,omitempty"`
	Temperature *int64     `json:"temperature,omitempty"` // tenths of a degree Celsius
	Note        string     `json:"note,omitempty"`
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
