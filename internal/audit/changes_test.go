package audit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/audit"
)

func TestChanges(t *testing.T) {
	type record struct {
		Name  string   `json:"name"`
		City  string   `json:"city"`
		Tasks []string `json:"tasks"`
	}
	got, err := audit.Changes(record{"North", "Bay Center", []string{"Harvest"}}, record{"North Bay", "Bay Center", []string{"Record"}})
	must(t, err)
	want := map[string]any{
		"name":  map[string]any{"from": "North", "to": "North Bay"},
		"tasks": map[string]any{"from": []any{"Harvest"}, "to": []any{"Record"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
