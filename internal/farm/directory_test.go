package farm

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/sqldb"
)

// LIST-1 LIST-3: whatever is added, changed and removed, each page of each search in
// each order is the one that filtering and sorting the whole list would give.
func TestDirectoryIsThePlainList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, plain := new(names), map[string]record{}
		draw := func(label string, most int) int { return rapid.IntRange(0, most).Draw(t, label) }
		one := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(t, label) }
		text := rapid.StringMatching(`[a-cA-CÉé 0-2]{0,6}`)
		for seq := range int64(draw("changes", 8)) {
			var changed []*listed
			for i := range draw("changed", 8) {
				id := fmt.Sprint("id", (i*7+draw("id", 6))%12)
				if slices.ContainsFunc(changed, func(l *listed) bool { return l.id == id }) {
					continue
				}
				r := record{
					name: text.Draw(t, "name"), owner: text.Draw(t, "owner"), city: text.Draw(t, "city"), cert: one("cert", "", "1a"), zone: "UTC",
					kind: one("type", "", "farm", "distributor"), country: one("country", "", "USA"), state: one("state", "", "Maine"), tagging: one("tagging", "true", "false", "pending"),
					certs: one("certs", "[]", `[{"cert":"2b"}]`, `[{"cert":"2b"},{"cert":"0c","dateOfExpiration":"2026-11-01"}]`, `[{"cert":"1c","dateOfExpiration":"2028-01-01"}]`),
				}
				l, err := r.listed(id)
				if err != nil {
					t.Fatal(err)
				}
				changed, plain[id] = append(changed, l), r
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
		by := Filter{one("of type", "", "farm", "none"), one("in country", "", "USA", "Mexico"), one("in state", "", "Maine"), one("with tagging", "", "true"), one("with certificate", "", "any", "none", "ending")}
		q := page.Query{Sort: one("sort", "_id", "-_id", "name", "-name"), Slice: page.Slice{Limit: 1 + draw("limit", 4), Page: 1 + draw("page", 5)}}
		found, total := names.search(search)
		if by != (Filter{}) {
			var err error
			if found, total, err = names.narrow(found, by, time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)); err != nil {
				t.Fatal(err)
			}
		}
		ids, want := names.page(found, total, q), plainPage(plain, search, by, q.Sort)
		if total != len(want) {
			t.Fatalf("total %d, want %d", total, len(want))
		}
		from := min(q.Offset(), len(want))
		if want = want[from:min(from+q.Limit, len(want))]; !slices.Equal(ids, want) {
			t.Fatalf("page %v, want %v", ids, want)
		}
	})
}

func (by Filter) letsPlainly(r record) bool {
	certified := r.cert != "" || r.certs != "[]"
	return (by.Type == "" || by.Type == r.kind || by.Type == "none" && r.kind == "") &&
		(by.Country == "" || by.Country == r.country) && (by.State == "" || by.State == r.state) && (by.Tagging == "" || by.Tagging == r.tagging) &&
		(by.Certificate == "" || by.Certificate == "any" && certified || by.Certificate == "none" && !certified ||
			by.Certificate == "ending" && strings.Contains(r.certs, "2026-11-01"))
}

func foundPlainly(r record, search string) bool {
	texts := []string{r.name + " " + r.company, r.owner, r.city, r.cert}
	for _, c := range []string{"2b", "0c", "1c"} {
		if strings.Contains(r.certs, c) {
			texts = append(texts, c)
		}
	}
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(sqldb.SearchKey(text), search) })
}

func plainPage(farms map[string]record, search string, by Filter, sort string) (ids []string) {
	for id, r := range farms {
		if foundPlainly(r, search) && by.letsPlainly(r) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		if strings.HasSuffix(sort, "name") {
			return cmp.Or(bytes.Compare(sqldb.SortKey(farms[a].name), sqldb.SortKey(farms[b].name)), cmp.Compare(a, b))
		}
		return cmp.Compare(a, b)
	})
	if strings.HasPrefix(sort, "-") {
		slices.Reverse(ids)
	}
	return ids
}
