package audit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/merroir/merroir/internal/audit"
)

func TestChanges(t *testing.T) {
	type record struct {
		Name  string           `json:"name"`
		City  string           `json:"city"`
		Tasks []string         `json:"tasks"`
		Rates map[string]int64 `json:"rates"`
	}
	got, err := audit.Changes(record{"North", "Bay Center", []string{"Harvest"}, map[string]int64{"CA": 5, "US": 1, "MX": 3}}, record{"North Bay", "Bay Center", []string{"Record"}, map[string]int64{"CA": 5, "US": 2, "AU": 4}})
	must(t, err)
	want := map[string]any{
		"name":     map[string]any{"from": "North", "to": "North Bay"},
		"tasks":    map[string]any{"from": []any{"Harvest"}, "to": []any{"Record"}},
		"rates.US": map[string]any{"from": 1.0, "to": 2.0},
		"rates.MX": map[string]any{"from": 3.0, "to": nil},
		"rates.AU": map[string]any{"from": nil, "to": 4.0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
