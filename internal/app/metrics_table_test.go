package app

import (
	"os"
	"testing"
)

// The web app has the table of metrics as it is.
func TestTheWebHasTheTableOfMetrics(t *testing.T) {
	want, err := MetricsTable()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../web/openapi/metrics.ts")
	if err != nil || string(got) != string(want) {
		t.Errorf("run: make generate (%v)", err)
	}
}
