package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime/pprof"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/report"
)

// figures are the times of one report.
type figures struct {
	question
	api, scan         time.Duration // medians
	bestAPI, bestScan time.Duration
	duck, sql         time.Duration
	bytes             int // of the answer
}

// sizeFigures are those of a farm.
type sizeFigures struct {
	activities int
	entries    int64
	reports    []figures
	cold       time.Duration // the first report of a process, read from the ledger
	memory     int64         // bytes of the farm in the cache
	recording  time.Duration
}

const repeats = 101

// measureSize makes a farm and measures its reports, warm and cold.
func measureSize(ctx context.Context, activities int, seed uint64) (s sizeFigures, err error) {
	b, err := newBench(ctx, activities, seed)
	if err != nil {
		return s, err
	}
	defer func() { err = firstOf(err, b.close()) }()
	s, _, err = b.measureReports(ctx)
	return s, err
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// measureReports gives the warm times of each report beside those of the scan,
// taken in turns, and the answers.
func (b *bench) measureReports(ctx context.Context) (s sizeFigures, answers []report.Report, err error) {
	s = sizeFigures{activities: b.generator.made, entries: b.entries, recording: b.recording}
	columns, err := b.readColumns(ctx)
	if err != nil {
		return s, nil, err
	}
	before := heap()
	server := b.serve(b.reports(cacheMB))
	defer server.server.Close()
	questions := questionsOf(b.areas[0], today)
	if _, s.cold, err = server.ask(ctx, b.farmID, questions[0].query); err != nil {
		return s, nil, err
	}
	s.memory = heap() - before
	for _, q := range questions {
		answer, _, err := server.answer(ctx, b.farmID, q.query)
		if err != nil {
			return s, nil, fmt.Errorf("%s: %w", q.id, err)
		}
		f := figures{question: q}
		var calls, scans []time.Duration
		rowOf := rowsOf(answer, b.first())
		for range repeats {
			body, took, err := server.ask(ctx, b.farmID, q.query)
			if err != nil {
				return s, nil, fmt.Errorf("%s: %w", q.id, err)
			}
			calls, f.bytes = append(calls, took), len(body)
			took, living := columns.timeScan(rowOf, len(answer.Data))
			if last := answer.Data[len(answer.Data)-1]; q.id == "Q1" && living != last.Inventory {
				return s, nil, fmt.Errorf("the scan finds %d animals, the report %d", living, last.Inventory)
			}
			scans = append(scans, took)
		}
		f.api, f.scan, f.bestAPI, f.bestScan = median(calls), median(scans), slices.Min(calls), slices.Min(scans)
		s.reports, answers = append(s.reports, f), append(answers, answer)
	}
	return s, answers, nil
}

// measureFarm measures all there is to measure on one farm, and prints it.
func measureFarm(ctx context.Context, address string, activities int, seed uint64, duck bool, profile string) (s sizeFigures, err error) {
	ctx = actor.With(ctx, actor.System)
	b, err := newBenchAt(ctx, address, activities, seed)
	if err != nil {
		return s, err
	}
	defer func() { err = firstOf(err, b.close()) }()
	stop, err := startProfile(profile)
	if err != nil {
		return s, err
	}
	s, answers, err := b.measureReports(ctx)
	if err := firstOf(err, stop()); err != nil {
		return s, err
	}
	if err := b.measureSQL(ctx, s.reports, answers); err != nil {
		return s, err
	}
	if duck {
		if err := b.measureDuck(ctx, s.reports, answers); err != nil {
			return s, err
		}
	}
	printReports(s)
	segment, err := b.measureSegment(ctx)
	if err != nil {
		return s, err
	}
	writes, err := b.measureWrites(ctx)
	if err != nil {
		return s, err
	}
	printRest(s, segment, writes)
	return s, nil
}

// measureSQL answers every report once without the cache. It leaves HTTP out,
// which gives up before such a report is done.
func (b *bench) measureSQL(ctx context.Context, reports []figures, answers []report.Report) error {
	uncached := b.reports(0)
	for i := range reports {
		start := time.Now()
		answer, err := uncached.Report(ctx, b.farmID, reports[i].query)
		if err != nil {
			return fmt.Errorf("%s by SQL: %w", reports[i].id, err)
		}
		reports[i].sql = time.Since(start)
		if !same(checksum(answer), checksum(answers[i])) {
			return fmt.Errorf("%s by SQL is another answer", reports[i].id)
		}
	}
	return nil
}

func same(a, b float64) bool { return math.Abs(a-b) <= 1e-6*max(1, math.Abs(a)) }

// startProfile writes a profile to the file until it is stopped; nothing
// without a name.
func startProfile(name string) (stop func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, err
	}
	return func() error {
		pprof.StopCPUProfile()
		return file.Close()
	}, nil
}
