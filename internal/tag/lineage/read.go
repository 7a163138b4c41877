package lineage

import (
	"context"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/sqldb"
)

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
	}, "SELECT r.id, x.tag_id FROM recalls r JOIN recall_tags x ON x.recall_id = r.id AND "+Named+among("r.id"), args...)
	for _, one := range read {
		slices.Sort(one.roots)
	}
	return read, err
}
