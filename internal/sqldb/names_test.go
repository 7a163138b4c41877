package sqldb

import (
	"fmt"
	"slices"
	"testing"
)

func TestNamesOfParameters(t *testing.T) {
	for _, c := range []struct {
		query, unnamed string
		order          []int
	}{
		{"SELECT 1", "SELECT 1", nil},
		{"SELECT $2, $1 WHERE a = $2", "SELECT ?, ? WHERE a = ?", []int{1, 0, 1}},
		{"SELECT $12", "SELECT ?", []int{11}},
		{"SELECT '$1', \"$2\", `$3`, $4 -- $5\n, $6 /* $7 */", "SELECT '$1', \"$2\", `$3`, ? -- $5\n, ? /* $7 */", []int{3, 5}},
		{"SELECT 'it''s $1', $1", "SELECT 'it''s $1', ?", []int{0}},
		{"SELECT a - $1 / $2", "SELECT a - ? / ?", []int{0, 1}},
		{"SELECT ?, $1", "SELECT ?, $1", nil},
		{"SELECT $name, $1", "SELECT $name, $1", nil},
		{"DELETE FROM a WHERE b = $1; DELETE FROM c WHERE d = $1", "DELETE FROM a WHERE b = $1; DELETE FROM c WHERE d = $1", nil},
		{"SELECT '$1", "SELECT '$1", nil},
	} {
		if unnamed, order := withoutNames(c.query); unnamed != c.unnamed || !slices.Equal(order, c.order) {
			t.Errorf("%s: %s %v", c.query, unnamed, order)
		}
	}
}

// A statement whose parameters repeat and come in another order finds its arguments, and
// one that misses any says so.
func TestParametersFindTheirArguments(t *testing.T) {
	db := openPlanning(t)
	for range 2 { // the second time by the plan that is kept
		var text string
		if err := db.QueryRow("SELECT $2 || $1 || $2 || '$3'", "a", "b").Scan(&text); err != nil || text != "bab$3" {
			t.Fatalf("%q %v", text, err)
		}
		if _, err := db.Exec("INSERT INTO numbers SELECT n + $2 FROM numbers WHERE n < $1", 0, 1); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.QueryRow("SELECT $1 + $2", 1).Scan(new(int)); err == nil || fmt.Sprint(err) == "" {
		t.Error("an argument was missing, and nobody said so")
	}
}
