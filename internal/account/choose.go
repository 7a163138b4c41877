package account

import (
	"bytes"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// named is a user or group in a list. There are few enough of them to read all
// names and to search and sort them here; each engine would do that in its own
// way.
type named struct {
	id, name string
	more     string // that they are found by too
}

func scanNamed(r sqldb.Row) (n named, err error) { return n, r.Scan(&n.id, &n.name) }

// choose gives the ids on the query's page of those of whom a name contains the
// search, and how many there are in all.
func choose(all []named, search string, q page.Query) (ids []any, total int) {
	if key := sqldb.SearchKey(search); key != "" {
		all = slices.DeleteFunc(all, func(n named) bool { return !strings.Contains(sqldb.SearchKey(n.name+" "+n.more), key) })
	}
	slices.SortFunc(all, func(a, b named) int { return strings.Compare(a.id, b.id) })
	if strings.HasSuffix(q.Sort, "name") {
		sortByName(all, func(n named) string { return n.name })
	}
	if strings.HasPrefix(q.Sort, "-") {
		slices.Reverse(all)
	}
	first := min(q.Offset(), len(all))
	for _, n := range all[first:min(first+q.Limit, len(all))] {
		ids = append(ids, n.id)
	}
	return ids, len(all)
}

// inOrder puts rows into the order of their ids.
func inOrder[T any](ids []any, rows []T, id func(T) string) []T {
	byID := make(map[any]T, len(rows))
	for _, row := range rows {
		byID[id(row)] = row
	}
	ordered := make([]T, len(ids))
	for i, id := range ids {
		ordered[i] = byID[id]
	}
	return ordered
}

// sortByName sorts as a person does, and keeps the order of equal names.
func sortByName[T any](list []T, name func(T) string) {
	keys := make(map[string][]byte, len(list))
	for _, item := range list {
		keys[name(item)] = sqldb.SortKey(name(item))
	}
	slices.SortStableFunc(list, func(a, b T) int { return bytes.Compare(keys[name(a)], keys[name(b)]) })
}
