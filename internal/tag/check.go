package tag

import (
	"context"
	"fmt"

	"github.com/merroir/merroir/internal/sqldb"
)

// Check says in words what is wrong with the tags, nothing where all is sound. A
// tag that is made of itself, however far back, would be in no recall that begins
// before it. The lineage is held in memory, some 200 bytes for each parent.
func Check(ctx context.Context, tx *sqldb.Tx) (found []string, err error) {
	edges, err := sqldb.All(ctx, tx, func(r sqldb.Row) (e [2]string, err error) {
		return e, r.Scan(&e[0], &e[1])
	}, "SELECT parent_id, tag_id FROM tag_parents")
	if err != nil {
		return nil, err
	}
	// What is left when all that has no parents is taken away, again and again, is
	// circles and what is made of them; the same from the other end leaves circles.
	if circles := untangle(untangle(edges, 0, 1), 1, 0); len(circles) > 0 {
		within := map[string]bool{}
		for _, e := range circles {
			within[e[0]] = true
		}
		found = append(found, fmt.Sprintf("%d tags are made of themselves, through others.", len(within)))
	}
	unsaid, err := sqldb.All(ctx, tx, sqldb.Scalar[string], `SELECT t.id FROM tags t WHERE NOT EXISTS (
		SELECT 1 FROM tag_versions v WHERE v.tag_id = t.id AND v.version = t.version) ORDER BY t.id LIMIT 20`)
	for _, id := range unsaid {
		found = append(found, "What the tag "+id+" tells is not among its versions.")
	}
	return found, err
}

// untangle gives the edges that remain when those of nodes that no edge leads to
// are taken away, again and again; an edge leads from its end [from] to its end [to].
func untangle(edges [][2]string, from, to int) (left [][2]string) {
	next, into := map[string][]string{}, map[string]int{}
	for _, e := range edges {
		next[e[from]] = append(next[e[from]], e[to])
		into[e[to]]++
	}
	var free []string
	for node := range next {
		if into[node] == 0 {
			free = append(free, node)
		}
	}
	gone := map[string]bool{}
	for len(free) > 0 {
		node := free[len(free)-1]
		free = free[:len(free)-1]
		gone[node] = true
		for _, after := range next[node] {
			if into[after]--; into[after] == 0 {
				free = append(free, after)
			}
		}
	}
	for _, e := range edges {
		if !gone[e[from]] {
			left = append(left, e)
		}
	}
	return left
}
