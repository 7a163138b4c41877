package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
)

// field is one of the nine properties of a lot that reports filter and segment by.
type field struct {
	name   string // in the API
	column string // of the query in store.go
	form   form
}

// form says how a field's stored value is written in the API.
type form int

const (
	text   form = iota
	number      // 0 is not known
	date        // day, 0 is not known
)

const fieldCount = 9

// fields are in the order of the page.
var fields = [fieldCount]field{
	{"oysterType", "g.oyster_type", text},
	{"seedSource", "g.seed_source", text},
	{"year", "g.year", number},
	{"month", "g.month", number},
	{"sizeLabel", "l.size_label", text},
	{"meshSize", "l.mesh_size", text},
	{"nickname", "l.nickname", text},
	{"datePlanted", "g.date_planted", date},
	{"locationPlanted", "g.location_planted", text},
}

// fieldNamed gives the index of a field.
func fieldNamed(name string) (i int, ok bool) {
	i = slices.IndexFunc(fields[:], func(f field) bool { return f.name == name })
	return i, i >= 0
}

// stored is the value of the API as it is in the database.
func (f form) stored(value string) (any, error) {
	switch {
	case f == text:
		return value, nil
	case value == "":
		return int64(0), nil
	case f == date:
		day, err := ledger.ParseDay(value)
		return int64(day), err
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return nil, fault.Newf(fault.Invalid, "%q is not a whole number", value)
	}
	return n, nil
}

// written is a value of the database, read as text, as the API writes it;
// empty where it is not known.
func (f form) written(value string) string {
	switch {
	case f == text:
		return value
	case value == "0":
		return ""
	case f == date:
		days, _ := strconv.ParseInt(value, 10, 64) // a BIGINT column
		return ledger.Day(days).String()
	}
	return value
}

// filter lets lots pass that have one of the values.
type filter struct {
	field  int // index in fields
	column string
	values []any // as they are stored
}

const maxFilterValues = 1_000

// filtersOf reads the view-by filters, in the order of the fields. A field
// without values lets everything pass.
func filtersOf(viewBy map[string][]string) (filters []filter, bad []fault.Field) {
	for _, name := range slices.Sorted(maps.Keys(viewBy)) {
		if _, ok := fieldNamed(name); !ok {
			bad = append(bad, fault.Field{Name: "activeViewBy." + name, Message: fmt.Sprintf("There is no filter named %q.", name)})
		}
	}
	for i, f := range fields {
		values := viewBy[f.name]
		if len(values) == 0 {
			continue
		}
		if len(values) > maxFilterValues {
			bad = append(bad, fault.Field{Name: "activeViewBy." + f.name, Message: fmt.Sprintf("A filter takes at most %d values.", maxFilterValues)})
			continue
		}
		chosen := filter{field: i, column: f.column}
		for _, value := range values {
			stored, err := f.form.stored(value)
			if err != nil {
				bad = append(bad, fault.Field{Name: "activeViewBy." + f.name, Message: "That value is no good: " + fault.As(err).Message + "."})
			}
			chosen.values = append(chosen.values, stored)
		}
		filters = append(filters, chosen)
	}
	return filters, bad
}

// byNumber orders texts as people do: numbers first and by value, also inside a
// text, so that "bag 2" stands before "bag 10".
func byNumber(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	switch {
	case errX == nil && errY != nil:
		return -1
	case errX != nil && errY == nil:
		return 1
	case errX == nil && x != y:
		return cmp.Compare(x, y)
	}
	restA, restB := strings.ToLower(a), strings.ToLower(b)
	for restA != "" && restB != "" {
		var partA, partB string
		partA, restA = cutRun(restA)
		partB, restB = cutRun(restB)
		n, errN := strconv.ParseUint(partA, 10, 64)
		m, errM := strconv.ParseUint(partB, 10, 64)
		order := strings.Compare(partA, partB)
		if errN == nil && errM == nil {
			order = cmp.Compare(n, m)
		}
		if order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(restA), len(restB)), strings.Compare(a, b))
}

// cutRun cuts the leading run of digits, or of anything else, from a text.
func cutRun(s string) (run, rest string) {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	end := 1
	for end < len(s) && isDigit(s[end]) == isDigit(s[0]) {
		end++
	}
	return s[:end], s[end:]
}
