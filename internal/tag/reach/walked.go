package reach

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/lineage"
)

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

// errFar says that recalls are to be followed from their beginning, which may take minutes.
var errFar = errors.New("recalls are to be followed from their beginning")

// follow gives what the tags say that the recalls in force reach, by farm and recall. It goes
// on from where it last was: a tag that is there keeps what it states and what it was made of,
// so there are the tags that were made since, and the recalls that were declared or changed
// since, which alone are followed from their beginning: that may be far, and is done only where the
// caller says so. The caller has begun to follow.
func (r *reaches) follow(ctx context.Context, tx *sqldb.Tx, graph *lineage.Graph, far bool) (map[string]map[string]*told, error) {
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
	if last == nil {
		last = &walked{recalls: none}
	}
	changed, all, err := changedSince(ctx, tx, last.recalls, now.recalls)
	if err != nil {
		return nil, err
	}
	if !all && len(changed) == 0 && maps.Equal(last.farms, now.farms) {
		return last.tells, nil
	}
	if !far && (all || len(changed) > 0) {
		return nil, errFar
	}
	r.walked = nil // until it is whole again
	if now.tags, now.tells, now.newest = last.tags, last.tells, last.newest; all {
		now.tags, now.tells = map[string]map[string]bool{}, map[string]map[string]*told{}
	}
	if err := now.goOn(ctx, tx, graph, changed, all); err != nil {
		return nil, err
	}
	r.walked = now
	r.bytes.Store(now.size())
	return now.tells, nil
}

// changedSince gives the recalls that were declared, changed or ended between two generations;
// or says that it can be any of them.
func changedSince(ctx context.Context, tx *sqldb.Tx, since, now int64) (changed []string, all bool, err error) {
	if since == now || since == none {
		return nil, since != now, nil
	}
	changed, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT recall_id FROM recall_changes WHERE generation > $1 AND generation <= $2", since, now)
	all = int64(len(changed)) != now-since || slices.Contains(changed, "") // as an earlier release wrote
	return slices.Compact(slices.Sorted(slices.Values(changed))), all, err
}

// size is about how many bytes it takes.
func (w *walked) size() (bytes int64) {
	const each = 100 // of a tag
	for _, tags := range w.tags {
		bytes += each * int64(len(tags))
	}
	return bytes
}

// goOn follows some recalls, or all, from the tags that they name, and the others to the tags that
// were made since they were followed last.
func (w *walked) goOn(ctx context.Context, tx *sqldb.Tx, graph *lineage.Graph, some []string, all bool) (err error) {
	for _, id := range some {
		delete(w.tags, id)
		for _, of := range w.tells {
			delete(of, id)
		}
	}
	if !all {
		if err := w.toNew(ctx, tx); err != nil {
			return err
		}
	}
	which, args := "", []any{}
	if !all {
		which, args = " AND r.id IN "+tx.Among(1), []any{sqldb.List(some)}
	}
	if w.newest, err = newestTag(ctx, tx); err != nil || !all && len(some) == 0 {
		return err
	}
	roots := map[string][]string{}
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var recallID, tagID string
		err := r.Scan(&recallID, &tagID)
		roots[recallID] = append(roots[recallID], tagID)
		return struct{}{}, err
	}, "SELECT r.id, x.tag_id FROM recalls r JOIN recall_tags x ON x.recall_id = r.id AND "+lineage.Named+" WHERE r.lifted_at IS NULL"+which, args...); err != nil {
		return err
	}
	if err := graph.Sync(ctx, tx); err != nil {
		return err
	}
	for recallID, named := range roots {
		reached, _ := graph.Below(named)
		if err := w.addAll(ctx, tx, recallID, reached); err != nil {
			return err
		}
	}
	return nil
}

// addAll takes those of the tags that the transaction sees, as reached by the recall. They are read in
// the order of their ids, as neighbours are read together.
func (w *walked) addAll(ctx context.Context, tx *sqldb.Tx, recallID string, ids []string) error {
	slices.Sort(ids)
	return w.add(ctx, tx, "SELECT $1, "+tag.RowColumns+" FROM tags t WHERE t.id IN "+tx.Among(2), recallID, sqldb.List(ids))
}

func newestTag(ctx context.Context, tx *sqldb.Tx) (int64, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT COALESCE(MAX(created_at), 0) FROM tags")
}

// toNew follows the recalls that it has to the tags that were made since.
func (w *walked) toNew(ctx context.Context, tx *sqldb.Tx) error {
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
		if err := w.addAll(ctx, tx, recallID, fresh); err != nil {
			return err
		}
	}
	return nil
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
