package lineage

import (
	"context"
	"errors"
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

// sources are the tables that the graph is read from.
var sources = []string{"tags", "tag_parents", "tag_farms", "farms", "recalls", "recall_tags", "recall_generation"}

// Sync brings the graph up to what the transaction sees; one that has written tags itself
// changes nothing of it.
func (g *Graph) Sync(ctx context.Context, tx *sqldb.Tx) error {
	_, err := g.Mark(ctx, tx)
	return err
}

// Mark is Sync, and gives the moment of the graph at which it has just what the transaction
// sees, to ask [Graph.Since]; one that nothing is known since where there is none.
func (g *Graph) Mark(ctx context.Context, tx *sqldb.Tx) (Mark, error) {
	if tx.Wrote(sources...) {
		return Mark{}, nil
	}
	if err := tx.Settled(sources...); err != nil { // the graph would keep what may be undone
		return Mark{}, err
	}
	g.syncing.Lock()
	defer g.syncing.Unlock()
	now, err := stateOf(ctx, tx)
	if err == nil {
		err = g.catchUp(ctx, tx, now)
	}
	if err != nil || g.state.tags != now.tags { // others have brought it further
		return Mark{}, err
	}
	return g.news.mark(), nil
}

// catchUp brings the graph up to a state that the transaction sees.
func (g *Graph) catchUp(ctx context.Context, tx *sqldb.Tx, now state) error {
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
	g.news.forget()
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
		g.news.add(n)
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
