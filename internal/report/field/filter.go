package field

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

// Filter lets lots pass that have one of the values.
type Filter struct {
	Field  int   // index in All
	Values []any // as they are stored
}

const maxFilterValues = 1_000

// Filters reads the view-by filters, in the order of the fields. A field
// without values lets everything pass.
func Filters(viewBy map[string][]string) (filters []Filter, bad []fault.Field) {
	for _, name := range slices.Sorted(maps.Keys(viewBy)) {
		if _, ok := Named(name); !ok {
			bad = append(bad, fault.Field{Name: "activeViewBy." + name, Message: fmt.Sprintf("There is no filter named %q.", name)})
		}
	}
	for i, f := range All {
		values := viewBy[f.Name]
		if len(values) == 0 {
			continue
		}
		if len(values) > maxFilterValues {
			bad = append(bad, fault.Field{Name: "activeViewBy." + f.Name, Message: fmt.Sprintf("A filter takes at most %d values.", maxFilterValues)})
			continue
		}
		chosen := Filter{Field: i}
		for _, value := range values {
			stored, err := f.Form.Stored(value)
			if err != nil {
				bad = append(bad, fault.Field{Name: "activeViewBy." + f.Name, Message: "That value cannot be used: " + fault.As(err).Message + "."})
			}
			chosen.Values = append(chosen.Values, stored)
		}
		filters = append(filters, chosen)
	}
	return filters, bad
}

// Where is the condition of the filters on lots l and their groups g; its arguments
// are appended to those given.
func Where(filters []Filter, args []any) (string, []any) {
	var where strings.Builder
	for _, f := range filters {
		fmt.Fprintf(&where, " AND %s IN (%s)", All[f.Field].column, sqldb.In(len(args)+1, len(f.Values)))
		args = append(args, f.Values...)
	}
	return where.String(), args
}

// Chosen is a field with the values that its filter lets pass, in words.
type Chosen struct {
	Title  string
	Values []string
}

// InWords says what filters let pass, in the order of the fields.
func InWords(viewBy map[string][]string) (chosen []Chosen) {
	for _, f := range All {
		var values []string
		for _, value := range viewBy[f.Name] {
			values = append(values, cmp.Or(value, "not known"))
		}
		if len(values) > 0 {
			chosen = append(chosen, Chosen{f.Title, values})
		}
	}
	return chosen
}
