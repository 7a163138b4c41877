package app

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/report"
)

// MetricsTable is the table of metrics as the web app reads it.
func MetricsTable() ([]byte, error) {
	return webTable("--metrics from internal/report/metric.go", "METRICS", report.Metrics)
}

// RollsTable is the table of the kinds of roll as the web app reads it.
func RollsTable() ([]byte, error) {
	return webTable("--rolls from internal/paper/catalogue.go", "ROLL_KINDS", paper.Kinds())
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
