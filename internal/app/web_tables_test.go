package app

import (
	"os"
	"testing"
)

// The web app has the tables of metrics, of their formulas and of the kinds of roll as they are.
func TestTheWebHasTheTables(t *testing.T) {
	for file, table := range map[string]func() ([]byte, error){"metrics.ts": MetricsTable, "formulas.ts": FormulasTable, "rolls.ts": RollsTable, "zones.ts": ZonesTable} {
		want, err := table()
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../web/openapi/" + file)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: run: make generate (%v)", file, err)
		}
	}
}
