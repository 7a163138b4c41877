package stock

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// OwnTag is a tag as the people of its firm see it.
type OwnTag struct {
	ID   string `json:"_id"`
	Type string `json:"type" doc:"FARM or DISTRIBUTOR"`
	tag.Fields
	Event     string    `json:"event" doc:"Kind of the event that made it; empty where none did"`
	MadeOn    string    `json:"madeOn" doc:"YYYY-MM-DD of that event, or empty"`
	Quantity  *float64  `json:"quantity" doc:"What it stands for, in its unit; null where it states none"`
	Unit      string    `json:"unit" doc:"each, dozen, bag, bushel, kg or empty"`
	Remainder *float64  `json:"remainder" doc:"What of it is neither in another tag nor shipped"`
	Held      []Ceiling `json:"held,omitempty" doc:"What it holds in other units, in which it or what it was made of was counted before: it is never counted as more"`
	Mixed     bool      `json:"mixed" doc:"It came already mixed, of several harvest dates, growing areas or certificates"`
	WetStored bool      `json:"wetStored" doc:"It is in wet storage"`
	Recall    *string   `json:"recall" doc:"Name of the recalling party, null when nothing is recalled"`
	TakenBack string    `json:"takenBack,omitempty" doc:"YYYY-MM-DD on which it was taken back as a mistake; absent for one that is valid"`
}

// Ceiling is the most that a tag holds in a unit that is not its own.
type Ceiling struct {
	Unit      string  `json:"unit" doc:"each, bag, bushel or kg"`
	Quantity  float64 `json:"quantity"`
	Remainder float64 `json:"remainder" doc:"What of it is neither in another tag nor shipped"`
}

func (s *Tag) own() OwnTag {
	t := OwnTag{ID: s.ID, Type: s.Kind, Fields: s.States, Event: string(s.MadeBy), MadeOn: s.MadeOn.String(), Unit: string(s.Unit), Mixed: s.Origin.Mixed, WetStored: s.WetStored, TakenBack: s.TakenBack}
	if s.Counted {
		quantity, remainder := tag.InUnits(s.Quantity, s.Unit), tag.InUnits(s.Remainder, s.Unit)
		t.Quantity, t.Remainder = &quantity, &remainder
	}
	for _, u := range slices.Sorted(maps.Keys(s.Held)) {
		t.Held = append(t.Held, Ceiling{string(u), tag.InUnits(s.Held[u].In, u), tag.InUnits(s.Held[u].Left, u)})
	}
	return t
}

// Search says which of a firm's tags are asked for. What is empty says nothing.
type Search struct {
	Text           string // of the tag's id, lots, growing areas, brand, species, certificate or buyer
	LeaseID, LotID string // also of tags made of one from there
	From, To       string // YYYY-MM-DD of harvest, both inclusive
	Buyer          string
	State          string // left, wet-storage or gone
	page.Slice
}

// The states of a tag by which a list is asked for.
const (
	stateLeft   = "left"
	stateStored = "wet-storage"
	stateGone   = "gone"
)

// condition is a part of a statement with its arguments.
type Where struct {
	Text strings.Builder
	Args []any
}

// And adds a condition, in which each ? stands for a value.
func (c *Where) And(text string, values ...any) {
	for _, value := range values {
		c.Args = append(c.Args, value)
		text = strings.Replace(text, "?", fmt.Sprintf("$%d", len(c.Args)), 1)
	}
	c.Text.WriteString(" AND " + text)
}

// like adds the condition that a text has the part in it.
func (c *Where) like(column, part string) {
	if part != "" {
		c.And(column+" LIKE ? ESCAPE '!'", "%"+sqldb.Like(part)+"%")
	}
}

// days adds the condition that a day is within the range.
func (c *Where) days(column, from, to string) error {
	for _, end := range []struct{ name, compare, text string }{{"from", ">=", from}, {"to", "<=", to}} {
		if end.text == "" {
			continue
		}
		day, err := ledger.ParseDay(end.text)
		if err != nil {
			return fault.ForField(end.name, fault.As(err).Message)
		}
		c.And(column+" "+end.compare+" ?", int64(day))
	}
	return nil
}

// List gives a page of the firm's tags, the newest first; where the text is the id of one,
// that before all that was made of it. Its people and those who
// see every farm may ask; anyone else gets NotFound.
func (s *Service) List(ctx context.Context, farmID string, q Search) (list page.List[OwnTag], err error) {
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.RequireRecord(ctx, tx, farmID); err != nil {
			return err
		}
		where := &Where{Args: []any{farmID}}
		for _, part := range []string{q.Text, q.LeaseID, q.LotID} {
			where.like("COALESCE(t.search_key, t.id)", sqldb.SearchKey(part))
		}
		if err := where.days("t.harvest_day", q.From, q.To); err != nil {
			return err
		}
		if buyer := sqldb.SearchKey(q.Buyer); buyer != "" {
			where.And("EXISTS (SELECT 1 FROM tag_events e WHERE e.tag_id = t.id AND e.party_key LIKE ? ESCAPE '!')", "%"+sqldb.Like(buyer)+"%")
		}
		switch q.State {
		case stateLeft:
			where.And("t.remainder > 0 AND NOT t.wet_stored")
		case stateStored:
			where.And("t.remainder > 0 AND t.wet_stored")
		case stateGone:
			where.And("t.remainder = 0")
		}
		total, err := sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM tags t WHERE t.farm_id = $1"+where.Text.String(), where.Args...)
		if err != nil {
			return err
		}
		first := ""
		if id := tag.CanonicalID(q.Text); tag.IsID(id) {
			where.Args = append(where.Args, id)
			first = fmt.Sprintf("CASE WHEN t.id = $%d THEN 0 ELSE 1 END, ", len(where.Args))
		}
		found, err := sqldb.All(ctx, tx, scanStock, fmt.Sprintf("SELECT "+stockColumns+" FROM tags t WHERE t.farm_id = $1"+where.Text.String()+
			" ORDER BY "+first+"t.id DESC LIMIT %d OFFSET %d", q.Limit, q.Offset()), where.Args...)
		if err != nil {
			return err
		}
		rows, err := s.ownTags(ctx, tx, found)
		list = page.Of(q.Slice, rows, total)
		return err
	})
	return list, err
}

func (s *Service) ownTags(ctx context.Context, tx *sqldb.Tx, found []*Tag) ([]OwnTag, error) {
	rows, ids := make([]OwnTag, len(found)), make([]string, len(found))
	for i, one := range found {
		rows[i], ids[i] = one.own(), one.ID
	}
	recalls, err := s.tags.Recalled(ctx, tx, ids)
	for i := range rows {
		if party, recalled := recalls[rows[i].ID]; recalled {
			rows[i].Recall = &party
		}
	}
	return rows, err
}

// TagEvent is something that a firm did with a tag.
type TagEvent struct {
	ID           string         `json:"id" doc:"The client's"`
	TagID        string         `json:"tag"`
	Event        string         `json:"event"`
	Date         string         `json:"date" doc:"YYYY-MM-DD"`
	Time         string         `json:"time" doc:"HH:MM, or empty"`
	Quantity     *float64       `json:"quantity" doc:"What was shipped, in the unit of the tag"`
	Unit         string         `json:"unit"`
	To           *tag.Consignee `json:"to,omitempty" doc:"Who got it"`
	TemperatureC *float64       `json:"temperatureC" doc:"Degrees Celsius"`
	Note         string         `json:"note"`
	RecordedAt   int64          `json:"recordedAt" doc:"Unix milliseconds"`
	By           string         `json:"by" doc:"Who recorded it, as the name was then"`
}

const eventColumns = "e.event_key, e.tag_id, e.kind, e.day, e.quantity, e.doc, e.at, e.username, COALESCE(t.unit, '')"

func scanEvent(r sqldb.Row) (e TagEvent, err error) {
	var day ledger.Day
	var amount *int64
	var stored string
	if err := r.Scan(&e.ID, &e.TagID, &e.Event, &day, &amount, &stored, &e.RecordedAt, &e.By, &e.Unit); err != nil {
		return e, err
	}
	var doc EventDoc
	if err := json.Unmarshal([]byte(stored), &doc); err != nil {
		return e, fmt.Errorf("event %q of tag %s: %w", e.ID, e.TagID, err)
	}
	e.Date, e.Time, e.To, e.Note = day.String(), doc.Clock, doc.To, doc.Note
	if amount != nil {
		quantity := tag.InUnits(*amount, ledger.Unit(e.Unit))
		e.Quantity = &quantity
	}
	if doc.Temperature != nil {
		celsius := float64(*doc.Temperature) / 10
		e.TemperatureC = &celsius
	}
	return e, nil
}

// Among adds the condition that a column has one of the texts.
func (c *Where) Among(tx *sqldb.Tx, column string, texts []string) {
	if len(texts) > 0 {
		c.Args = append(c.Args, sqldb.List(texts))
		c.Text.WriteString(" AND " + column + " IN " + tx.Among(len(c.Args)))
	}
}
