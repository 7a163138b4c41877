package sorting_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/sorting"
)

// A list comes out as package slices would sort it, equal rows in the order that they had.
func TestByIsAStableSort(t *testing.T) {
	type row struct{ key, at int }
	rapid.Check(t, func(t *rapid.T) {
		var list []row
		for at, key := range rapid.SliceOfN(rapid.IntRange(0, 9), 0, 60).Draw(t, "keys") {
			list = append(list, row{key, at})
		}
		byKey := func(a, b row) int { return a.key - b.key }
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		if sorting.By(list, byKey); !slices.Equal(list, want) {
			t.Fatalf("%v, want %v", list, want)
		}
	})
}
