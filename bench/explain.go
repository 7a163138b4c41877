package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/report"
)

const (
	figuresAsked = 60 // of each report
	pagesOfEach  = 3
)

// measureExplain opens numbers of reports to their entries, page by page.
func measureExplain(ctx context.Context, address string, activities int, seed uint64) (err error) {
	ctx = actor.With(ctx, actor.System)
	b, err := newBenchAt(ctx, address, activities, seed)
	if err != nil {
		return err
	}
	defer func() { err = firstOf(err, b.close()) }()
	reports, random := b.reports(cacheMB), rand.New(rand.NewPCG(seed, 3))
	questions := questionsOf(b.areas[0], today)
	interval := questions[0]
	interval.id, interval.what, interval.query.Metric = "Q6", "interval mortality, 5 years monthly, by size", report.MetricInterval
	fmt.Printf("\nNumbers opened to their entries, %d activities, 50 entries a page\n", activities)
	var all []time.Duration
	for _, q := range append(questions, interval) {
		answer, err := reports.Report(ctx, b.farmID, q.query)
		if err != nil {
			return err
		}
		var times []time.Duration
		for range figuresAsked {
			f := report.Figure{Query: q.query, To: answer.Data[random.IntN(len(answer.Data))].To}
			if i := random.IntN(len(answer.Series) + 1); i < len(answer.Series) {
				f.Series = &answer.Series[i].Key
			}
			for range pagesOfEach {
				start := time.Now()
				e, err := reports.Explain(ctx, b.farmID, f)
				if err != nil {
					return fmt.Errorf("%s: %w", q.id, err)
				}
				times = append(times, time.Since(start))
				if f.Before = e.Next; e.Next == 0 {
					break
				}
			}
		}
		slices.Sort(times)
		fmt.Printf("%s %-48s median %8s ms, p95 %8s ms\n", q.id, q.what, ms(times[len(times)/2]), ms(times[len(times)*95/100]))
		all = append(all, times...)
	}
	slices.Sort(all)
	fmt.Printf("all of them: p95 %s ms, the slowest %s ms\n", ms(all[len(all)*95/100]), ms(all[len(all)-1]))
	return nil
}
