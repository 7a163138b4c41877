package field

import (
	"slices"
	"strings"
	"testing"
)

// REP-13: options are in an order in which people find them.
func TestByNumber(t *testing.T) {
	want := []string{"2", "10", "10.5", "100", "60-76 mm", "100 mm", "bag 1", "Bag 2", "bag 10", "bag 10 a", "beach", "raft"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, ByNumber)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	mixed := append(want, "1.5", "1.5 x", "1.25", "1.3 x", "", "NaN", "007", "7")
	for _, a := range mixed {
		for _, b := range mixed {
			if ByNumber(a, b) != -ByNumber(b, a) || (ByNumber(a, b) == 0) != (a == b) {
				t.Errorf("%q and %q have no order", a, b)
			}
			for _, c := range mixed {
				if ByNumber(a, b) < 0 && ByNumber(b, c) < 0 && ByNumber(a, c) >= 0 {
					t.Errorf("%q < %q < %q, and yet the last is not after the first", a, b, c)
				}
			}
		}
	}
}

// REP-13: what the API writes is what it reads.
func TestFieldForms(t *testing.T) {
	tests := []struct {
		form   Form
		value  string
		stored any
		text   string // as the database gives it
	}{
		{Text, "beach", "beach", "beach"},
		{Text, "", "", ""},
		{Number, "2017", int64(2017), "2017"},
		{Number, "", int64(0), "0"},
		{Date, "2017-03-01", int64(17226), "17226"},
		{Date, "", int64(0), "0"},
	}
	for _, tt := range tests {
		if stored, err := tt.form.Stored(tt.value); stored != tt.stored || err != nil {
			t.Errorf("%q is stored as %v (%v), want %v", tt.value, stored, err, tt.stored)
		}
		if written := tt.form.Written(tt.text); written != tt.value {
			t.Errorf("%q is written as %q, want %q", tt.text, written, tt.value)
		}
	}
	_, bad := Filters(map[string][]string{"year": {"last"}, "datePlanted": {"2023-02-29"}, "colour": {"red"}, "meshSize": nil, "nickname": make([]string, maxFilterValues+1)})
	var names []string
	for _, f := range bad {
		names = append(names, f.Name)
	}
	if want := "activeViewBy.colour activeViewBy.year activeViewBy.nickname activeViewBy.datePlanted"; strings.Join(names, " ") != want {
		t.Errorf("%v, want %s", names, want)
	}
}
