package stock

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// maxNodes bounds a lineage that is drawn, in each direction.
const maxNodes = 500

// Detail is a tag with what was done with it, where it comes from and where it went.
type Detail struct {
	Tag      OwnTag       `json:"tag"`
	Harvests []TagHarvest `json:"harvests" doc:"Of a harvest tag: what it took from the book, as it was then"`
	Events   []TagEvent   `json:"events" doc:"In the order in which they were recorded"`
	Lineage  Lineage      `json:"lineage"`
}

// TagHarvest is what a tag took of a harvest.
type TagHarvest struct {
	LeaseID string             `json:"leaseId"`
	Area    string             `json:"area" doc:"Name of the growing area"`
	LotID   string             `json:"lotId"`
	Group   ledger.GroupFields `json:"group"`
	Lot     ledger.LotFields   `json:"lot"`
	Date    string             `json:"date" doc:"YYYY-MM-DD"`
	Animals int64              `json:"animals"`
}

// Lineage is what a tag was made of and what was made of it.
type Lineage struct {
	Nodes []LineageNode `json:"nodes" doc:"The tag itself first"`
	Edges []LineageEdge `json:"edges"`
	More  bool          `json:"more" doc:"There is more than is given"`
}

// LineageNode is a tag. Of another firm's it has what its public page shows.
type LineageNode struct {
	ID              string   `json:"_id"`
	Own             bool     `json:"own" doc:"It is the firm's, and has a page of its own there"`
	Firm            string   `json:"firm" doc:"Name of its firm"`
	Event           string   `json:"event"`
	MadeOn          string   `json:"madeOn"`
	Brand           string   `json:"brand"`
	HarvestDate     string   `json:"harvestDate"`
	HarvestLocation string   `json:"harvestLocation"`
	Quantity        *float64 `json:"quantity"`
	Unit            string   `json:"unit"`
	Remainder       *float64 `json:"remainder"`
	Recall          *string  `json:"recall" doc:"Name of the recalling party, null when nothing is recalled"`
}

// LineageEdge leads from a tag to one that was made of it.
type LineageEdge struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Quantity *float64 `json:"quantity" doc:"What went over; null where it is not known"`
	Unit     string   `json:"unit"`
}

// Get gives a tag of the firm. Its people and those who see every farm may ask;
// anyone else gets NotFound.
func (s *Service) Get(ctx context.Context, farmID, id string) (d Detail, err error) {
	id = tag.CanonicalID(id)
	err = s.db.Read(ctx, func(tx *sqldb.Tx) error {
		if _, err := farm.Recording.RequireRecord(ctx, tx, farmID); err != nil {
			return err
		}
		found, err := ByID(ctx, tx, []string{id})
		if err != nil {
			return err
		}
		own := found[id]
		if own == nil || own.FarmID != farmID {
			return tag.ErrNoTag
		}
		rows, err := s.ownTags(ctx, tx, []*Tag{own})
		if err != nil {
			return err
		}
		d.Tag = rows[0]
		if d.Harvests, err = harvestsOf(ctx, tx, id); err != nil {
			return err
		}
		if d.Events, err = sqldb.All(ctx, tx, scanEvent, "SELECT "+eventColumns+" FROM tag_events e JOIN tags t ON t.id = e.tag_id WHERE e.tag_id = $1 ORDER BY e.id", id); err != nil {
			return err
		}
		d.Lineage, err = s.lineageOf(ctx, tx, farmID, own)
		return err
	})
	return d, err
}

func harvestsOf(ctx context.Context, tx *sqldb.Tx, id string) ([]TagHarvest, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (h TagHarvest, err error) {
		var day ledger.Day
		var stored string
		if err := r.Scan(&h.LeaseID, &h.Area, &h.LotID, &day, &h.Animals, &stored); err != nil {
			return h, err
		}
		var lot CopiedLot
		err = json.Unmarshal([]byte(stored), &lot)
		h.Date, h.Group, h.Lot = day.String(), lot.Group, lot.Lot
		return h, err
	}, "SELECT lease_id, area, lot_id, day, animals, lot FROM tag_harvests WHERE tag_id = $1 ORDER BY area, lot_id", id)
}

// walk follows a lineage for one firm. It goes through the firm's own tags, and sees of
// another firm what anybody sees from page to page: of several parents the one that
// the page shows, and nothing of what was made there.
type walk struct {
	farmID string
	seen   map[string]*Tag
	order  []string
	edges  []Edge
	more   bool
}

type Edge struct {
	From, To string
	Amount   *int64
	Over     Over
}

func (s *Service) lineageOf(ctx context.Context, tx *sqldb.Tx, farmID string, tag *Tag) (Lineage, error) {
	w := &walk{farmID: farmID, seen: map[string]*Tag{tag.ID: tag}, order: []string{tag.ID}}
	if err := w.follow(ctx, tx, tag, w.above, func(e Edge) string { return e.From }); err != nil {
		return Lineage{}, err
	}
	if err := w.follow(ctx, tx, tag, w.below, func(e Edge) string { return e.To }); err != nil {
		return Lineage{}, err
	}
	recalls, err := s.tags.Recalled(ctx, tx, w.order)
	if err != nil {
		return Lineage{}, err
	}
	return w.lineage(ctx, tx, recalls)
}

// follow goes on from the tag, level by level, to the other ends of the edges.
func (w *walk) follow(ctx context.Context, tx *sqldb.Tx, tag *Tag, next func(context.Context, *sqldb.Tx, []string) ([]Edge, error), other func(Edge) string) error {
	nodes := 0
	for level := []string{tag.ID}; len(level) > 0; {
		edges, err := next(ctx, tx, level)
		if err != nil {
			return err
		}
		var found []string
		for _, e := range edges {
			id := other(e)
			if w.seen[id] == nil && !slices.Contains(found, id) {
				if nodes++; nodes > maxNodes {
					w.more = true
					continue
				}
				found = append(found, id)
			}
			w.edges = append(w.edges, e)
		}
		tags, err := ByID(ctx, tx, found)
		if err != nil {
			return err
		}
		for id, s := range tags {
			w.seen[id] = s
		}
		w.order = append(w.order, found...)
		level = found
	}
	return nil
}

func (w *walk) above(ctx context.Context, tx *sqldb.Tx, level []string) ([]Edge, error) {
	var own []string
	var edges []Edge
	for _, id := range level {
		if w.seen[id].FarmID == w.farmID {
			own = append(own, id)
			continue
		}
		parent, _, err := tag.FirstParent(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if parent != nil {
			edges = append(edges, Edge{From: parent.ID, To: id})
		}
	}
	more, err := w.ask(ctx, tx, "SELECT p.parent_id, p.tag_id, p.quantity FROM tag_parents p WHERE p.tag_id IN (", own, ") ORDER BY p.tag_id, p.parent_id")
	return append(edges, more...), err
}

func (w *walk) below(ctx context.Context, tx *sqldb.Tx, level []string) ([]Edge, error) {
	return w.ask(ctx, tx, "SELECT p.parent_id, p.tag_id, p.quantity FROM tag_parents p JOIN tags t ON t.id = p.tag_id WHERE p.parent_id IN (", level,
		") AND t.farm_id = $1 ORDER BY p.tag_id, p.parent_id", w.farmID)
}

// ask gives the edges of a statement whose list of ids stands between its two parts.
func (w *walk) ask(ctx context.Context, tx *sqldb.Tx, before string, ids []string, after string, first ...any) (edges []Edge, err error) {
	for chunk := range slices.Chunk(ids, AskedAtOnce) {
		some, err := sqldb.All(ctx, tx, func(r sqldb.Row) (e Edge, err error) { return e, r.Scan(&e.From, &e.To, &e.Amount) },
			before+sqldb.In(len(first)+1, len(chunk))+after, append(slices.Clone(first), sqldb.Args(chunk)...)...)
		if err != nil {
			return nil, err
		}
		edges = append(edges, some...)
	}
	return edges, nil
}

// lineage says what was seen.
func (w *walk) lineage(ctx context.Context, tx *sqldb.Tx, recalls map[string]string) (Lineage, error) {
	l := Lineage{Nodes: []LineageNode{}, Edges: []LineageEdge{}, More: w.more}
	firms := map[string]string{}
	for _, id := range w.order {
		s := w.seen[id]
		if _, known := firms[s.FarmID]; !known {
			f, err := tag.PublicFarmOf(ctx, tx, s.FarmID)
			if err != nil {
				return l, fmt.Errorf("the firm of tag %s: %w", id, err)
			}
			firms[s.FarmID] = f.Name
		}
		node := LineageNode{ID: id, Own: s.FarmID == w.farmID, Firm: firms[s.FarmID], Brand: s.States.Brand, HarvestDate: s.States.HarvestDate, HarvestLocation: s.States.HarvestLocation}
		if node.Own {
			own := s.own()
			node.Event, node.MadeOn, node.Quantity, node.Unit, node.Remainder = own.Event, own.MadeOn, own.Quantity, own.Unit, own.Remainder
		}
		if party, recalled := recalls[id]; recalled {
			node.Recall = &party
		}
		l.Nodes = append(l.Nodes, node)
	}
	for _, e := range w.edges {
		from := w.seen[e.From]
		if from == nil || w.seen[e.To] == nil {
			continue // beyond what is given
		}
		known := LineageEdge{From: e.From, To: e.To}
		if e.Amount != nil {
			unit := from.Unit
			if to := w.seen[e.To]; from.FarmID != w.farmID && tag.Measure(unit) == tag.Measure(to.Unit) {
				unit = to.Unit // as its receiver counted it
			}
			quantity := tag.InUnits(*e.Amount, unit)
			known.Quantity, known.Unit = &quantity, string(unit)
		}
		l.Edges = append(l.Edges, known)
	}
	return l, nil
}
