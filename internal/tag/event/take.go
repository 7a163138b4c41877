package event

import (
	"context"
	"slices"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sorting"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/lineage"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/stock"
)

// Take takes what a firm did with its tags, all of the events or none; what is wrong
// with each of those that cannot be is in the fault, by field. An event that was
// taken before, by its key, changes nothing. The farm's people and those with the
// permission companies may call it; an outsider gets NotFound.
//
// Nothing is ever made out of nothing: a harvest takes from what the farm's book has
// as harvested at that place on that day, and not on tags yet; everything else takes
// from the remainder of the firm's own tags. What comes from another firm is kept as
// it came.
func (s *Service) Take(ctx context.Context, farmID string, events []Event) (results []Taken, err error) {
	if len(events) == 0 || len(events) > maxEvents {
		return nil, fault.Newf(fault.Invalid, "A batch has 1 to %d events.", maxEvents)
	}
	events = slices.Clone(events)
	for i := range events {
		events[i] = events[i].canonical()
	}

	err = s.db.WriteTo(ctx, farmID, func(tx *sqldb.Tx) error {
		require := farm.Recording.RequireRecordTo
		if slices.ContainsFunc(events, func(e Event) bool { return e.Kind == tag.Harvest }) {
			require = farm.Recording.RequireTo // the book is closed while it is being cleaned
		}
		ref, err := require(ctx, tx, farmID, actor.Companies)
		if err != nil {
			return err
		}
		t := &taking{farmID: ref.ID, today: ledger.Day(ref.Today(s.now())), results: make([]Taken, len(events)), problems: map[int]*problem{}}
		if err := t.load(ctx, tx, events, s.tags.Recalled); err != nil {
			return err
		}
		for i, e := range events { // each its own, as the transaction may be tried again
			if p := e.check(t.today); p != nil {
				t.problems[i] = p
				continue
			}
			t.decide(i, &e)
		}
		if len(t.problems) > 0 {
			return faultOf(t.problems)
		}
		results = t.results
		return s.storeTaken(ctx, tx, t)
	})
	return results, err
}

// load reads what the events name.
func (t *taking) load(ctx context.Context, tx *sqldb.Tx, events []Event, recalled func(context.Context, *sqldb.Tx, []string) (map[string]string, error)) (err error) {
	if t.grower, err = farm.GrowerOf(ctx, tx, t.farmID); err != nil {
		return err
	}
	if slices.ContainsFunc(events, func(e Event) bool { return e.States.CertID != "" || e.Kind == tag.WetStorageIn }) {
		if t.firm, err = tag.PublicFarmOf(ctx, tx, t.farmID); err != nil {
			return err
		}
	}
	var keys, ids []string
	var at []ledger.HarvestedAt
	for _, e := range events {
		keys = append(keys, e.Key)
		if e.TagID != "" {
			ids = append(ids, e.TagID)
		}
		for _, d := range e.From {
			ids = append(ids, d.TagID)
		}
		for _, l := range e.Lots {
			at = append(at, ledger.HarvestedAt{LeaseID: e.LeaseID, LotID: l.LotID, Day: e.Day})
		}
	}
	if t.known, err = knownEvents(ctx, tx, t.farmID, keys); err != nil {
		return err
	}
	if ids, err = t.loadMistakes(ctx, tx, events, ids); err != nil {
		return err
	}
	if t.tags, err = stock.ByID(ctx, tx, ids); err != nil {
		return err
	}
	if t.received, err = receivedBy(ctx, tx, t.farmID, ids); err != nil {
		return err
	}
	if slices.ContainsFunc(events, func(e Event) bool { return e.Kind == tag.Ship }) {
		if t.recalls, err = recalled(ctx, tx, ids); err != nil {
			return err
		}
	}
	return t.loadHarvests(ctx, tx, at)
}

// loadMistakes reads what tags to be taken back took, and whether anything was made of
// them; it gives the ids of all tags that the batch is about.
func (t *taking) loadMistakes(ctx context.Context, tx *sqldb.Tx, events []Event, ids []string) (_ []string, err error) {
	var mistaken []string
	for _, e := range events {
		if e.Kind == tag.Void {
			mistaken = append(mistaken, e.TagID)
		}
	}
	if t.drawn, err = drawnBy(ctx, tx, mistaken); err != nil {
		return nil, err
	}
	for _, edges := range t.drawn {
		for _, e := range edges {
			ids = append(ids, e.From)
		}
	}
	t.children, err = madeFrom(ctx, tx, mistaken)
	return slices.Compact(slices.Sorted(slices.Values(ids))), err
}

func (t *taking) loadHarvests(ctx context.Context, tx *sqldb.Tx, at []ledger.HarvestedAt) error {
	t.lots, t.places = map[ledger.HarvestedAt]*harvest{}, map[string]string{}
	if len(at) == 0 {
		return nil
	}
	areas, err := farm.Leases(ctx, tx, t.farmID)
	if err != nil {
		return err
	}
	for _, area := range areas {
		t.places[area.ID] = area.Location
	}

	sorting.By(at, compareAt)
	at = slices.Compact(at)
	have, err := ledger.Harvested(ctx, tx, t.farmID, at)
	if err != nil {
		return err
	}
	tagged, err := stock.TaggedAt(ctx, tx, t.farmID, at)
	for at, h := range have {
		t.lots[at] = &harvest{h, tagged[at].Animals}
	}
	return err
}

// storeTaken writes what was decided.
func (s *Service) storeTaken(ctx context.Context, tx *sqldb.Tx, t *taking) error {
	if len(t.events) == 0 {
		return nil
	}
	now := sqldb.Millis(s.now())
	caller, _ := actor.From(ctx)
	if err := insertStock(ctx, tx, t.made, now, caller.UserID); err != nil {
		return err
	}
	if err := tx.InsertRows(ctx, "tag_parents", []string{"tag_id", "parent_id", "quantity", "held"}, t.edges); err != nil {
		return err
	}
	if err := tx.InsertRows(ctx, "tag_harvests", []string{"tag_id", "farm_id", "lease_id", "lot_id", "day", "animals", "area", "lot"}, t.copies); err != nil {
		return err
	}
	ids := make([]string, len(t.made))
	for i, made := range t.made {
		ids[i] = made.ID
	}
	if err := reach.RecallChosen(ctx, tx, ids); err != nil {
		return err
	}
	if err := t.refuseRecalled(ctx, tx); err != nil {
		return err
	}
	for _, old := range t.tags {
		if old.Fresh {
			continue
		}
		if err := updateStock(ctx, tx, old, now, caller.UserID); err != nil {
			return err
		}
	}
	if err := insertEvents(ctx, tx, t.farmID, t.events, now, caller); err != nil {
		return err
	}
	for _, e := range t.events {
		if err := audit.Record(ctx, tx, audit.Entry{
			At: s.now(), Action: kinds[e.Kind].action, Kind: "tag", ID: e.tag.ID, Name: t.grower.Name + " " + e.tag.ID,
			Detail: map[string]any{"farm": t.farmID, "date": e.Day.String()},
		}); err != nil {
			return err
		}
	}
	return tag.KeepFarm(ctx, tx, t.farmID, now)
}

func isRecalled(tagID, party string) *problem {
	return wrong("tag", "Tag %s is recalled by %s, and cannot be shipped", tagID, party)
}

// refuseRecalled refuses to ship tags that the batch makes itself and that a recall in
// force means: only now, when they are there, is that known of them.
func (t *taking) refuseRecalled(ctx context.Context, tx *sqldb.Tx) error {
	var made []string
	for _, e := range t.events {
		if e.Kind == tag.Ship && e.tag.Fresh {
			made = append(made, e.tag.ID)
		}
	}
	if len(made) == 0 {
		return nil
	}
	parties := map[string]string{}
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var id, party string
		err := r.Scan(&id, &party)
		if _, older := parties[id]; !older {
			parties[id] = party
		}
		return struct{}{}, err
	}, `WITH RECURSIVE lineage (tag_id, id) AS (
			SELECT t.id, t.id FROM tags t WHERE t.id IN `+tx.Among(1)+`
			UNION SELECT l.tag_id, p.parent_id FROM tag_parents p JOIN lineage l ON p.tag_id = l.id
		) SELECT l.tag_id, r.party FROM lineage l JOIN recall_tags x ON x.tag_id = l.id JOIN recalls r ON r.id = x.recall_id AND `+lineage.Named+`
		WHERE r.lifted_at IS NULL ORDER BY r.created_at, r.id`, sqldb.List(made)); err != nil {
		return err
	}
	for _, e := range t.events {
		if party := parties[e.tag.ID]; party != "" && e.Kind == tag.Ship {
			t.problems[e.at] = isRecalled(e.tag.ID, party)
		}
	}
	if len(t.problems) > 0 {
		return faultOf(t.problems)
	}
	return nil
}
