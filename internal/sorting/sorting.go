package sorting

import "sort"

// By sorts the list by compare, as slices.SortStableFunc does.
func By[T any](list []T, compare func(a, b T) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
