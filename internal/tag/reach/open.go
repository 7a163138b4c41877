package reach

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

// reachedFarms is how many farms are remembered at most.
const reachedFarms = 10_000

// reaches remembers which recalls reach the tags of a farm: following a large one
// takes seconds, and every read of a farm's record asks. What is remembered is
// good for as long as the farm is in the state that it was read in.
type reaches struct {
	following sync.Mutex // one at a time, and for all farms: those who wait find theirs done
	mu        sync.Mutex
	of        map[string]reach // by farm
	walked    *walked          // under following
	bytes     atomic.Int64     // that walked takes
}

type reach struct {
	state   string
	recalls []farm.OpenRecall
}

// get gives what is remembered of the farms, and whether that is all of them.
func (r *reaches) get(states map[string]string) (found map[string][]farm.OpenRecall, all bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, all = map[string][]farm.OpenRecall{}, true
	for farmID, state := range states {
		switch known, there := r.of[farmID]; {
		case !there || known.state != state:
			all = false
		case len(known.recalls) > 0:
			found[farmID] = known.recalls
		}
	}
	return found, all
}

func (r *reaches) put(farmID string, known reach) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil || len(r.of) >= reachedFarms {
		r.of = map[string]reach{}
	}
	r.of[farmID] = known
}

// OpenRecalls gives the recalls in force that reach tags of the farms, by farm,
// the oldest first. It tells what the public page of a tag tells anybody, so it
// asks for no right. The transaction must not have changed a tag or a recall, and
// what is given is shared: nobody may change it.
func (s *Service) OpenRecalls(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]farm.OpenRecall, error) {
	states, _, err := reachStates(ctx, tx, farmIDs)
	if err != nil {
		return nil, err
	}
	if found, all := s.reaches.get(states); all {
		return found, nil
	}
	s.reaches.following.Lock()
	defer s.reaches.following.Unlock()
	if found, all := s.reaches.get(states); all {
		return found, nil
	}
	found, err := s.followRecalls(ctx, tx, slices.Collect(maps.Keys(states)))
	for farmID, known := range found {
		s.reaches.put(farmID, known)
	}
	open := map[string][]farm.OpenRecall{}
	for farmID := range states {
		if known := found[farmID]; len(known.recalls) > 0 {
			open[farmID] = known.recalls
		}
	}
	return open, err
}

// reachStates names the state of all that decides which recalls reach the farms'
// tags, and gives their growing areas. Farms without tags are left out, and all
// farms while no recall is in force.
func reachStates(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (states map[string]string, areas map[string][]farm.AreaName, err error) {
	states = map[string]string{}
	if len(farmIDs) == 0 {
		return states, nil, nil
	}
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		var recalls, tags, keptAt int64
		err := r.Scan(&farmID, &recalls, &tags, &keptAt)
		states[farmID] = fmt.Sprint(recalls, tags, keptAt)
		return struct{}{}, err
	}, `SELECT f.farm_id, g.generation, f.generation, f.kept_at FROM tag_farms f CROSS JOIN recall_generation g
		WHERE EXISTS (SELECT 1 FROM recalls WHERE lifted_at IS NULL) AND f.farm_id IN (`+sqldb.In(1, len(farmIDs))+`)`, sqldb.Args(farmIDs)...); err != nil {
		return nil, nil, err
	}
	if len(states) == 0 {
		return states, nil, nil
	}
	areas, err = farm.AreaNames(ctx, tx, slices.Collect(maps.Keys(states)))
	for farmID := range states {
		states[farmID] += fmt.Sprintf(" %q", areas[farmID])
	}
	return states, areas, err
}

// walked is how far the recalls in force were followed: what they reach, in all farms.
type walked struct {
	recalls int64                       // the generation of recalls
	farms   map[string]int64            // the generation of the tags of each farm
	newest  int64                       // when the last of the tags was made
	tags    map[string]map[string]bool  // that are reached, by recall
	tells   map[string]map[string]*told // by farm and recall
}

// overlap is how much earlier than the newest tag one may have been made that was not
// seen with it: by a slow transaction, or by a process whose clock is behind.
const overlap = 10 * time.Minute

// followRecalls follows the recalls in force to the farms that they reach, and
// gives these and the farms that are wanted.
func (s *Service) followRecalls(ctx context.Context, tx *sqldb.Tx, wanted []string) (map[string]reach, error) {
	recalls, err := sqldb.All(ctx, tx, func(r sqldb.Row) (o farm.OpenRecall, err error) {
		return o, r.Scan(&o.ID, &o.Party, &o.At)
	}, "SELECT id, party, created_at FROM recalls WHERE lifted_at IS NULL ORDER BY created_at, id")
	if err != nil {
		return nil, err
	}
	tells, err := s.reaches.follow(ctx, tx)
	if err != nil {
		return nil, err
	}
	states, areas, err := reachStates(ctx, tx, slices.AppendSeq(wanted, maps.Keys(tells)))
	if err != nil {
		return nil, err
	}
	found := map[string]reach{}
	for farmID, state := range states {
		known := reach{state: state}
		for _, r := range recalls {
			if one := tells[farmID][r.ID]; one != nil {
				r.Tags, r.TagID, r.HarvestDate, r.Place = one.tags, one.first, one.firstDate, one.firstPlace
				r.LeaseIDs = areasNamed(areas[farmID], one.texts)
				known.recalls = append(known.recalls, r)
			}
		}
		found[farmID] = known
	}
	return found, nil
}

// follow gives what the tags say that the recalls in force reach, by farm and recall.
// Where only tags were made since it last did, it goes on from there: a tag that is
// there keeps what it was made of, and whoever changes that, or what a tag states,
// counts recalls up. The caller holds following.
func (r *reaches) follow(ctx context.Context, tx *sqldb.Tx) (map[string]map[string]*told, error) {
	now := &walked{farms: map[string]int64{}}
	var err error
	if now.recalls, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT generation FROM recall_generation"); err != nil {
		return nil, err
	}
	if _, err := sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var farmID string
		var generation int64
		err := row.Scan(&farmID, &generation)
		now.farms[farmID] = generation
		return struct{}{}, err
	}, "SELECT farm_id, generation FROM tag_farms"); err != nil {
		return nil, err
	}
	last := r.walked
	switch {
	case last != nil && last.recalls == now.recalls && maps.Equal(last.farms, now.farms):
		return last.tells, nil
	case last != nil && last.recalls == now.recalls:
		now.tags, now.tells, now.newest = last.tags, last.tells, last.newest
		r.walked = nil // until it is whole again
		err = now.goOn(ctx, tx)
	default:
		now.tags, now.tells = map[string]map[string]bool{}, map[string]map[string]*told{}
		err = now.begin(ctx, tx)
	}
	if err != nil {
		return nil, err
	}
	r.walked = now
	r.bytes.Store(now.size())
	return now.tells, nil
}

// size is about how many bytes it takes.
func (w *walked) size() (bytes int64) {
	const each = 100 // of a tag
	for _, tags := range w.tags {
		bytes += each * int64(len(tags))
	}
	return bytes
}

// begin follows the recalls from the tags that they name.
func (w *walked) begin(ctx context.Context, tx *sqldb.Tx) (err error) {
	if w.newest, err = newestTag(ctx, tx); err != nil {
		return err
	}
	return w.add(ctx, tx, `WITH RECURSIVE reached (recall_id, tag_id) AS (
			SELECT r.id, x.tag_id FROM recalls r JOIN recall_tags x ON x.recall_id = r.id WHERE r.lifted_at IS NULL
			UNION SELECT c.recall_id, p.tag_id FROM reached c JOIN tag_parents p ON p.parent_id = c.tag_id
		) SELECT c.recall_id, `+tag.RowColumns+` FROM reached c JOIN tags t ON t.id = c.tag_id`)
}

func newestTag(ctx context.Context, tx *sqldb.Tx) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT COALESCE(MAX(created_at), 0) FROM tags")
}

// goOn follows them to the tags that were made since.
func (w *walked) goOn(ctx context.Context, tx *sqldb.Tx) error {
	type edge struct{ parent, id string }
	edges, err := sqldb.All(ctx, tx, func(r sqldb.Row) (e edge, err error) { return e, r.Scan(&e.parent, &e.id) },
		"SELECT p.parent_id, p.tag_id FROM tags t JOIN tag_parents p ON p.tag_id = t.id WHERE t.created_at >= $1", w.newest-overlap.Milliseconds())
	if err != nil {
		return err
	}
	for recallID, tags := range w.tags {
		var fresh []string
		for more := true; more; { // a tag may have been made of one that comes after it here
			more = false
			for _, e := range edges {
				if tags[e.parent] && !tags[e.id] {
					tags[e.id], more = true, true
					fresh = append(fresh, e.id)
				}
			}
		}
		for _, id := range fresh {
			delete(tags, id) // which add takes
		}
		if len(fresh) == 0 {
			continue
		}
		if err := w.add(ctx, tx, "SELECT $1, "+tag.RowColumns+" FROM tags t WHERE t.id IN "+tx.Among(2), recallID, sqldb.List(fresh)); err != nil {
			return err
		}
	}
	w.newest, err = newestTag(ctx, tx)
	return err
}

// add takes the tags of the query, each with the recall that reaches it.
func (w *walked) add(ctx context.Context, tx *sqldb.Tx, query string, args ...any) error {
	read := map[string]tag.Fields{} // by document: many tags say the same, and one may be reached by several recalls
	_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var recallID string
		var t tag.Row
		if err := r.Scan(&recallID, &t.ID, &t.FarmID, &t.Kind, &t.Doc, &t.Version); err != nil {
			return struct{}{}, err
		}
		states, known := read[t.Doc]
		if !known {
			var err error
			if states, err = t.States(); err != nil {
				return struct{}{}, err
			}
			read[t.Doc] = states
		}
		if w.tags[recallID] == nil {
			w.tags[recallID] = map[string]bool{}
		}
		if w.tells[t.FarmID] == nil {
			w.tells[t.FarmID] = map[string]*told{}
		}
		one := w.tells[t.FarmID][recallID]
		if one == nil {
			one = &told{texts: map[string]bool{}}
			w.tells[t.FarmID][recallID] = one
		}
		w.tags[recallID][t.ID] = true
		one.add(t.ID, states)
		return struct{}{}, nil
	}, query, args...)
	return err
}

// CountOpenRecalls counts the recalls in force. Anybody may know them.
func CountOpenRecalls(ctx context.Context, tx *sqldb.Tx) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM recalls WHERE lifted_at IS NULL")
}
