package field

import (
	"slices"
	"strconv"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
)

// Field is one of the nine properties of a lot by which reports filter and
// split.
type Field struct {
	Name   string // in the API
	Title  string // as people call it
	Form   Form
	column string // of lots l or animal_groups g
}

// Form says how a field's stored value is written in the API.
type Form int

// The forms.
const (
	Text   Form = iota
	Number      // 0 is not known
	Date        // a day, 0 is not known
)

// Count is how many fields there are.
const Count = 9

// All lists the fields in the order of the page.
var All = [Count]Field{
	{"oysterType", "Animal type", Text, "g.oyster_type"},
	{"seedSource", "Seed source", Text, "g.seed_source"},
	{"year", "Year", Number, "g.year"},
	{"month", "Month", Number, "g.month"},
	{"sizeLabel", "Size", Text, "l.size_label"},
	{"meshSize", "Equipment", Text, "l.mesh_size"},
	{"nickname", "Fill profile", Text, "l.nickname"},
	{"datePlanted", "Date planted", Date, "g.date_planted"},
	{"locationPlanted", "Location planted", Text, "g.location_planted"},
}

// Named gives the index in All of the field with this name in the API.
func Named(name string) (i int, ok bool) {
	i = slices.IndexFunc(All[:], func(f Field) bool { return f.Name == name })
	return i, i >= 0
}

// AsText is the field as text in a statement that has lots l and their groups g.
func (f Field) AsText() string { return "CAST(" + f.column + " AS TEXT)" }

// Stored is the value of the API as it is in the database.
func (f Form) Stored(value string) (any, error) {
	switch {
	case f == Text:
		return value, nil
	case value == "":
		return int64(0), nil
	case f == Date:
		day, err := ledger.ParseDay(value)
		return int64(day), err
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return nil, fault.Newf(fault.Invalid, "%q is not a whole number", value)
	}
	return n, nil
}

// Written is a value of the database, read as text, as the API writes it;
// empty where it is not known.
func (f Form) Written(value string) string {
	switch {
	case f == Text:
		return value
	case value == "0":
		return ""
	case f == Date:
		days, _ := strconv.ParseInt(value, 10, 64) // a BIGINT column
		return ledger.Day(days).String()
	}
	return value
}
