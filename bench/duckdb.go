package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// duckFigure is what the program in duckdb/ prints for a report.
type duckFigure struct {
	ID       string
	Micros   int64
	Checksum float64
}

// measureDuck lets DuckDB answer the same reports over the same rows. Where its
// program cannot be built or run, the bench says so and goes on without it.
func (b *bench) measureDuck(ctx context.Context, reports []figures, answers []report.Report) error {
	if err := b.writeCSV(ctx); err != nil {
		return err
	}
	command := exec.CommandContext(ctx, "go", "run", ".", "-dir", b.dir, "-area", b.areas[0], "-today", fmt.Sprint(int64(today)), "-days", fmt.Sprint(farmDays))
	command.Dir = filepath.Join("bench", "duckdb")
	command.Env = append(os.Environ(), "CGO_ENABLED=1")
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		fmt.Println("\nDuckDB could not be measured:", err)
		return nil
	}
	var found []duckFigure
	if err := json.Unmarshal(output, &found); err != nil {
		return err
	}
	for i, f := range found {
		if f.ID != reports[i].id || !same(f.Checksum, checksum(answers[i])) {
			return fmt.Errorf("%s by DuckDB is another answer: %v, not %v", f.ID, f.Checksum, checksum(answers[i]))
		}
		reports[i].duck = time.Duration(f.Micros) * time.Microsecond
	}
	return nil
}

// writeCSV gives DuckDB the farm: lots and groups in one file, entries in another.
func (b *bench) writeCSV(ctx context.Context) error {
	for name, query := range map[string]string{
		"entries.csv": "SELECT CAST(day AS TEXT), lease_id, lot_id, kind, CAST(delta AS TEXT), CAST(size_sum AS TEXT), CAST(size_n AS TEXT) FROM entries WHERE farm_id = $1 ORDER BY day, seq",
		"lots.csv": `SELECT l.id, l.group_id, l.size_label, g.oyster_type, g.seed_source, '', '' FROM lots l
			JOIN animal_groups g ON g.farm_id = l.farm_id AND g.id = l.group_id WHERE l.farm_id = $1`,
	} {
		if err := b.writeRows(ctx, filepath.Join(b.dir, name), query); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) writeRows(ctx context.Context, path, query string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(file)
	writer := csv.NewWriter(buffer)
	err = b.db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
			var cells [7]string
			if err := r.Scan(&cells[0], &cells[1], &cells[2], &cells[3], &cells[4], &cells[5], &cells[6]); err != nil {
				return struct{}{}, err
			}
			return struct{}{}, writer.Write(cells[:])
		}, query, b.farmID)
		return err
	})
	writer.Flush()
	return firstOf(err, writer.Error(), buffer.Flush(), file.Close())
}
