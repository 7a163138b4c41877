package app

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/report"
)

// MetricsTable is the table of metrics as the web app reads it.
func MetricsTable() ([]byte, error) {
	return webTable("--metrics from internal/report/metric.go", "METRICS", report.Metrics)
}

// FormulasTable says how each metric is worked out. It is apart from the metrics, as these are needed by more pages.
func FormulasTable() ([]byte, error) {
	type formula struct {
		OfAll  string `json:"ofAll"`
		OfPart string `json:"ofPart"`
	}
	all := map[string]formula{}
	for _, metric := range report.Metrics {
		all[metric.Key] = formula{metric.Formula, metric.OfPart}
	}
	return webTable("--formulas from internal/report/metric.go", "FORMULAS", all)
}

// RollsTable is the table of the kinds of roll as the web app reads it.
func RollsTable() ([]byte, error) {
	return webTable("--rolls from internal/paper/catalogue.go", "ROLL_KINDS", paper.Kinds())
}

// ZonesTable is the table of time zones by country as the web app reads it.
func ZonesTable() ([]byte, error) {
	return webTable("--zones from internal/farm/zones.go", "ZONES", farm.Zones())
}

func webTable(source, name string, rows any) ([]byte, error) {
	var table bytes.Buffer
	fmt.Fprintf(&table, "/** Made by merroir openapi %s. */\nexport const %s = ", source, name)
	encoder := json.NewEncoder(&table)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(rows); err != nil {
		return nil, err
	}
	return append(bytes.TrimSpace(table.Bytes()), " as const\n"...), nil
}
