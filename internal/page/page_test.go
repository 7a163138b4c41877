package page_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/page"
)

// LIST-3 API-1: what the pager says.
func TestPager(t *testing.T) {
	q := page.Slice{Limit: 5, Page: 2}
	got := page.Of(q, []int{6, 7}, 7)
	want := page.List[int]{[]int{6, 7}, page.Pages{Current: 2, Total: 2, HasPrev: true, Prev: 1, Next: 3}, page.Items{6, 7, 7}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if empty := page.Of(page.Slice{Limit: 5, Page: 1}, []int{}, 0); empty.Items != (page.Items{}) || empty.Pages.Total != 0 || empty.Pages.HasNext {
		t.Errorf("empty list: %+v", empty)
	}
}
