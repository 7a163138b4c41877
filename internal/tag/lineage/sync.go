package lineage

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

// overlap is how much earlier than the newest tag one may have been written that was not
// seen with it: by a slow transaction, or by a process whose clock is behind. One that is
// later still is missed by the number of the firm's tags.
const overlap = 10 * time.Minute

// state are sums of what only counts up, but for that of firms, of which one may go.
type state struct{ recalls, tags, firms int64 }

// State is what everything that pages show is counted by: two that are the same mean
// that nothing has changed.
func State(ctx context.Context, tx *sqldb.Tx) ([3]int64, error) {
	s, err := stateOf(ctx, tx)
	return [3]int64{s.recalls, s.tags, s.firms}, err
}

func stateOf(ctx context.Context, tx *sqldb.Tx) (state, error) {
	return sqldb.One(ctx, tx, func(r sqldb.Row) (s state, err error) { return s, r.Scan(&s.recalls, &s.tags, &s.firms) },
		`SELECT (SELECT generation FROM recall_generation), CAST(COALESCE(SUM(t.generation), 0) + count(*) AS BIGINT), CAST(COALESCE(SUM(f.version), 0) AS BIGINT)
		FROM tag_farms t LEFT JOIN farms f ON f.id = t.farm_id`)
}

type tagRow struct {
	id, firmID       string
	version, updated int64
}

type edgeRow struct{ child, parent string }

// found is what was read, to be entered at once.
type found struct {
	firms []firm
	tags  []tagRow
	edges []edgeRow
}

// Sync brings the graph up to what the transaction sees; one that has written tags itself
// changes nothing of it.
func (g *Graph) Sync(ctx context.Context, tx *sqldb.Tx) error {
	if tx.Wrote("tags", "tag_parents", "tag_farms", "farms", "recalls", "recall_tags", "recall_generation") {
		return nil
	}
	g.syncing.Lock()
	defer g.syncing.Unlock()
	now, err := stateOf(ctx, tx)
	if err != nil {
		return err
	}
	if !g.loaded {
		return g.load(ctx, tx, now)
	}
	if now.tags > g.state.tags || now.firms != g.state.firms {
		f, err := g.readSince(ctx, tx)
		if errors.Is(err, errMissing) {
			return g.load(ctx, tx, now)
		}
		if err == nil {
			err = g.enter(f)
		}
		if err != nil {
			return err
		}
		g.state.tags, g.state.firms = max(g.state.tags, now.tags), now.firms
	}
	if now.recalls <= g.state.recalls {
		return nil
	}
	some, err := g.readRecalls(ctx, tx, g.state.recalls, now.recalls)
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	var changed []int32
	for _, one := range some {
		changed = append(changed, g.recalls.put(one)...)
	}
	g.change(changed)
	g.state.recalls = now.recalls
	return nil
}

// Reload reads everything anew.
func (g *Graph) Reload(ctx context.Context, tx *sqldb.Tx) error {
	g.syncing.Lock()
	defer g.syncing.Unlock()
	now, err := stateOf(ctx, tx)
	if err != nil {
		return err
	}
	return g.load(ctx, tx, now)
}

// Knows says whether the tag is in the graph.
func (g *Graph) Knows(id string) bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	_, known := g.find(id)
	return known
}

// errMissing says that a firm has more tags than were found.
var errMissing = errors.New("the lineage is not whole")

// load reads everything beside what is known, and puts it into its place when it is whole.
func (g *Graph) load(ctx context.Context, tx *sqldb.Tx, now state) error {
	c, err := readAll(ctx, tx)
	if err != nil {
		return err
	}
	c.facts.most = g.facts.most
	some, err := c.readRecalls(ctx, tx, 0, now.recalls)
	if err != nil {
		return err
	}
	for _, one := range some {
		c.recalls.put(one)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.moment++
	g.contents, g.state, g.loaded, g.whole = c, now, true, g.moment
	return nil
}

// enter changes the graph, and reads nothing.
func (g *Graph) enter(f found) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	changed := g.tagsOf(g.putFirms(f.firms))
	for _, r := range f.tags {
		n, err := g.put(r)
		if err != nil {
			return err
		}
		changed = append(changed, n)
	}
	for _, r := range f.edges {
		if err := g.link(r); err != nil { // of tags that have changed
			return err
		}
	}
	g.change(changed)
	return nil
}

// putFirms enters firms, and gives those whose record has changed.
func (c *contents) putFirms(firms []firm) map[int32]bool {
	changed := map[int32]bool{}
	for _, r := range firms {
		n := c.firm(r.id)
		one := &c.firms[n]
		if one.version < r.version || one.gone != r.gone {
			changed[n] = true
		}
		one.generation, one.version, one.gone = max(one.generation, r.generation), max(one.version, r.version), one.gone || r.gone
	}
	return changed
}

// tagsOf gives the tags of the firms.
func (c *contents) tagsOf(firms map[int32]bool) (tags []int32) {
	if len(firms) == 0 {
		return nil
	}
	for n := range c.tags {
		if firms[c.tags[n].firm] {
			tags = append(tags, int32(n))
		}
	}
	return tags
}

const (
	tagColumns = "SELECT id, farm_id, version, updated_at FROM tags"
	farmsQuery = "SELECT t.farm_id, t.generation, COALESCE(f.version, 0), CASE WHEN f.id IS NULL THEN 1 ELSE 0 END FROM tag_farms t LEFT JOIN farms f ON f.id = t.farm_id"
)

func readFirms(ctx context.Context, tx *sqldb.Tx) ([]firm, error) {
	return sqldb.All(ctx, tx, func(r sqldb.Row) (one firm, err error) {
		var gone int
		err = r.Scan(&one.id, &one.generation, &one.version, &gone)
		one.gone = gone == 1
		return one, err
	}, farmsQuery)
}

func scanTag(r sqldb.Row) (t tagRow, err error) {
	return t, r.Scan(&t.id, &t.firmID, &t.version, &t.updated)
}

func scanEdge(r sqldb.Row) (e edgeRow, err error) { return e, r.Scan(&e.child, &e.parent) }

func readAll(ctx context.Context, tx *sqldb.Tx) (c contents, err error) {
	count, err := sqldb.One(ctx, tx, func(r sqldb.Row) (n [2]int, err error) { return n, r.Scan(&n[0], &n[1]) },
		"SELECT (SELECT count(*) FROM tags), (SELECT count(*) FROM tag_parents)")
	if err != nil {
		return c, err
	}
	const room = 16 // a part of which there is room for more
	c = newContents(count[0]+count[0]/room, count[1]+count[1]/room)
	firms, err := readFirms(ctx, tx)
	if err != nil {
		return c, err
	}
	c.putFirms(firms)
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		t, err := scanTag(r)
		if err == nil {
			_, err = c.put(t)
		}
		return struct{}{}, err
	}, tagColumns); err != nil {
		return c, err
	}
	_, err = sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		e, err := scanEdge(r)
		if err == nil {
			err = c.link(e)
		}
		return struct{}{}, err
	}, "SELECT tag_id, parent_id FROM tag_parents")
	return c, err
}

// readSince reads of each firm whose tags have changed those that were written since.
func (c *contents) readSince(ctx context.Context, tx *sqldb.Tx) (f found, err error) {
	if f.firms, err = readFirms(ctx, tx); err != nil {
		return f, err
	}
	for _, one := range f.firms {
		was := firm{}
		if n, known := c.firmAt[one.id]; known {
			was = c.firms[n]
		}
		if was.generation != one.generation || was.id == "" {
			if err := c.readFirm(ctx, tx, &f, one.id, was); err != nil {
				return f, err
			}
		}
	}
	if len(f.tags) == 0 {
		return f, nil
	}
	ids := make([]string, len(f.tags))
	for i, t := range f.tags {
		ids[i] = t.id
	}
	f.edges, err = sqldb.All(ctx, tx, scanEdge, "SELECT tag_id, parent_id FROM tag_parents WHERE tag_id IN "+tx.Among(1), sqldb.List(ids))
	return f, err
}

// readFirm reads the tags of a firm that are not as they were.
func (c *contents) readFirm(ctx context.Context, tx *sqldb.Tx, f *found, firmID string, was firm) error {
	rows, err := sqldb.All(ctx, tx, scanTag, tagColumns+" WHERE farm_id = $1 AND updated_at >= $2", firmID, was.newest-overlap.Milliseconds())
	if err != nil {
		return err
	}
	count := was.tags
	for _, r := range rows {
		n, known := c.find(r.id)
		if !known {
			count++
		}
		if !known || int64(c.tags[n].version) < r.version {
			f.tags = append(f.tags, r)
		}
	}
	is, err := sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT count(*) FROM tags WHERE farm_id = $1", firmID)
	if err == nil && is > count {
		err = errMissing
	}
	return err
}

// readRecalls reads the recalls that have changed since a generation, or all where it is
// not known which have.
func (c *contents) readRecalls(ctx context.Context, tx *sqldb.Tx, since, now int64) (read map[string]*recall, err error) {
	about, err := sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT recall_id FROM recall_changes WHERE generation > $1", since)
	if err != nil {
		return nil, err
	}
	all := int64(len(about)) != now-since || slices.Contains(about, "") // as an earlier release wrote
	which, args := "", []any{}
	if since > 0 && !all {
		which, args = " WHERE %s IN "+tx.Among(1), []any{sqldb.List(about)}
	}
	among := func(column string) string { return strings.Replace(which, "%s", column, 1) }
	read = map[string]*recall{}
	if _, err := sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		one := &recall{}
		var standing int
		err := row.Scan(&one.id, &one.party, &one.at, &standing)
		one.lifted = standing == 0
		read[one.id] = one
		return struct{}{}, err
	}, "SELECT r.id, r.party, r.created_at, CASE WHEN r.lifted_at IS NULL THEN 1 ELSE 0 END FROM recalls r"+among("r.id"), args...); err != nil {
		return nil, err
	}
	_, err = sqldb.All(ctx, tx, func(row sqldb.Row) (struct{}, error) {
		var id, tagID string
		err := row.Scan(&id, &tagID)
		if n, known := c.find(tagID); known && read[id] != nil {
			read[id].roots = append(read[id].roots, n)
		}
		return struct{}{}, err
	}, "SELECT recall_id, tag_id FROM recall_tags"+among("recall_id"), args...)
	for _, one := range read {
		slices.Sort(one.roots)
	}
	return read, err
}
