package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/ledger"
)

var today = ledger.DayOf(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))

func clock() time.Time { return today.Time().Add(12 * time.Hour) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	activities := flag.Int("activities", 1_000_000, "activities of the farm")
	growth := flag.String("growth", "10000,100000", "sizes of further farms, to see how the times grow; empty for none")
	seed := flag.Uint64("seed", 42, "seed of the farm")
	duck := flag.Bool("duckdb", true, "measure DuckDB too (downloads its module, needs a C compiler)")
	farms := flag.Int("farms", 100_000, "farms of the list")
	only := flag.String("only", "", "measure nothing else than the lists, the reports, their numbers opened, the hot farm, batches, labels, what must hold, memory, what is done aside or tags: lists, reports, explain, across, hot, batches, labels, hold, memory, aside, tags")
	many := flag.Int("many", 1_000, "farms side by side")
	tags := flag.Int("tags", 1_000_000, "tags of the recalls and look-ups")
	engine := flag.String("engine", "", "sqlite or postgres: measure labels, what is done aside, tags, reports or numbers opened on this one alone")
	lookups := flag.Bool("lookups", true, "measure look-ups of tags, too")
	peer := flag.Bool("pocketbase", true, "measure look-ups of PocketBase too (downloads its module)")
	rows := flag.Int("rows", 100_000, "rows of the upload while people work")
	lasts := flag.Duration("for", time.Minute, "how long people work at least")
	profile := flag.String("cpuprofile", "", "file for a profile of the reports of the farm, of the numbers opened, or of the batches")
	flag.Parse()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	parts := []struct {
		name    string
		measure func() error
	}{
		{"lists", func() error { return measureLists(ctx, *farms, *seed) }},
		{"hot", func() error { return measureHot(ctx, *seed) }},
		{"batches", func() error { return measureBatches(ctx, *seed, *profile) }},
		{"hold", func() error { return measureHold(ctx, *activities, *rows, *lasts, *seed) }},
		{"memory", func() error { return measureMemory(ctx, *seed) }},
		{"labels", func() error { return measureLabels(ctx, *seed, *engine) }},
		{"aside", func() error { return measureAside(ctx, *activities, *tags, *lasts, *seed, *engine) }},
		{"tags", func() error { return measureTags(ctx, *tags, *seed, *engine, *lookups, *peer, *profile) }},
		{"explain", func() error { return measureExplain(ctx, *activities, *seed, *engine, *profile) }},
		{"across", func() error { return measureAcross(ctx, *many, *seed, *engine) }},
		{"reports", func() error { return run(ctx, *engine, *activities, *growth, *seed, *duck, *profile) }},
	}
	var err error
	for _, part := range parts {
		if err == nil && (*only == "" || *only == part.name) {
			err = part.measure()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures the reports on each engine or on one. How they grow is measured on SQLite
// alone: warm, they come from the columns on either.
func run(ctx context.Context, engine string, activities int, growth string, seed uint64, duck bool, profile string) error {
	return onEngines(ctx, engine, "", func(name, address string) error {
		fmt.Printf("\nReports over a generated farm, %s, seed %d, %s, %d processors, %s\n", name, seed, runtime.Version(), runtime.NumCPU(), time.Now().Format(time.DateOnly))
		embedded := address == ""
		var table []sizeFigures
		for _, text := range strings.Split(growth, ",") {
			if text == "" || !embedded {
				continue
			}
			n, err := strconv.Atoi(text)
			if err != nil {
				return fmt.Errorf("-growth: %w", err)
			}
			figures, err := measureSize(ctx, n, seed)
			if err != nil {
				return err
			}
			table = append(table, figures)
		}
		figures, err := measureFarm(ctx, address, activities, seed, duck && embedded, profile)
		if err != nil {
			return err
		}
		printGrowth(append(table, figures))
		return nil
	})
}
