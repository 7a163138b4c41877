package farm

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// LIST-1 LIST-3: whatever is added, changed and removed, each page of each search in
// each order is the one that filtering and sorting the whole list would give.
func TestDirectoryIsThePlainList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, plain := new(names), map[string]string{}
		draw := func(label string, most int) int { return rapid.IntRange(0, most).Draw(t, label) }
		text := rapid.StringMatching(`[a-cA-CÉé 0-2]{0,6}`)
		for seq := range int64(draw("changes", 8)) {
			var changed []*listed
			for i := range draw("changed", 8) {
				id, name := fmt.Sprint("id", (i*7+draw("id", 6))%12), text.Draw(t, "name")
				if slices.ContainsFunc(changed, func(l *listed) bool { return l.id == id }) {
					continue
				}
				changed, plain[id] = append(changed, newListed(id, name, "")), name
			}
			var removed []string
			for range draw("removed", 3) {
				id := fmt.Sprint("id", draw("gone", 11))
				if removed = append(removed, id); !slices.ContainsFunc(changed, func(l *listed) bool { return l.id == id }) {
					delete(plain, id)
				}
			}
			names = names.with(seq, changed, removed)
		}
		search := sqldb.SearchKey(text.Draw(t, "search"))
		q := page.Query{Sort: rapid.SampledFrom([]string{"_id", "-_id", "name", "-name"}).Draw(t, "sort"), Slice: page.Slice{Limit: 1 + draw("limit", 4), Page: 1 + draw("page", 5)}}
		ids, total := names.page(search, q)
		want := plainPage(plain, search, q.Sort)
		if total != len(want) {
			t.Fatalf("total %d, want %d", total, len(want))
		}
		from := min(q.Offset(), len(want))
		if want = want[from:min(from+q.Limit, len(want))]; !slices.Equal(ids, want) {
			t.Fatalf("page %v, want %v", ids, want)
		}
	})
}

func plainPage(names map[string]string, search, sort string) (ids []string) {
	for id, name := range names {
		if strings.Contains(sqldb.SearchKey(name), search) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		if strings.HasSuffix(sort, "name") {
			return cmp.Or(bytes.Compare(sqldb.SortKey(names[a]), sqldb.SortKey(names[b])), cmp.Compare(a, b))
		}
		return cmp.Compare(a, b)
	})
	if strings.HasPrefix(sort, "-") {
		slices.Reverse(ids)
	}
	return ids
}
