package app

import (
	"bytes"
	"encoding/json"

	"github.com/merroir/merroir/internal/report"
)

// MetricsTable is the table of metrics as the web app reads it.
func MetricsTable() ([]byte, error) {
	var table bytes.Buffer
	table.WriteString("/** Made by merroir openapi --metrics from internal/report/metric.go. */\nexport const METRICS = ")
	encoder := json.NewEncoder(&table)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(report.Metrics); err != nil {
		return nil, err
	}
	return append(bytes.TrimSpace(table.Bytes()), " as const\n"...), nil
}
