package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	figuresAsked = 60 // of each report
	pagesOfEach  = 3
)

// measureExplain opens numbers of reports to their entries, page by page, and the pages of lots
// and groups, on each engine or on one.
func measureExplain(ctx context.Context, activities int, seed uint64, engine, profile string) error {
	ctx = actor.With(ctx, actor.System)
	return onEngines(ctx, engine, "", func(name, address string) error {
		return measureExplainOn(ctx, name, address, activities, seed, profile)
	})
}

func measureExplainOn(ctx context.Context, engine, address string, activities int, seed uint64, profile string) (err error) {
	b, err := newBenchAt(ctx, address, activities, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	stop, err := startProfile(profile)
	if err != nil {
		return err
	}
	return errors.Join(b.hang(ctx), b.measureExplain(ctx, engine, activities, seed), b.measureStories(ctx, engine), stop())
}

// hang puts what was planted and moved into containers, of which the other measures know nothing.
func (b *bench) hang(ctx context.Context) error {
	return b.db.Write(ctx, func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE entries SET containers = 1 + delta / 1000 WHERE farm_id = $1 AND delta > 0 AND kind IN ('plant', 'move')", b.farmID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE balances SET containers = (SELECT SUM(e.containers) FROM entries e
			WHERE e.farm_id = balances.farm_id AND e.lot_id = balances.lot_id AND e.lease_id = balances.lease_id) WHERE farm_id = $1`, b.farmID)
		return err
	})
}

func (b *bench) measureExplain(ctx context.Context, engine string, activities int, seed uint64) error {
	reports, random := b.reports(cacheMB), rand.New(rand.NewPCG(seed, 3))
	questions := questionsOf(b.areas[0], today)
	interval := questions[0]
	interval.id, interval.what, interval.query.Metric = "Q6", "interval mortality, 5 years monthly, by size", report.MetricInterval
	fmt.Printf("\nNumbers opened to their entries, %s, %d activities, 50 entries a page\n", engine, activities)
	var all []time.Duration
	measure := func(id, what string, figure func() report.Figure) error {
		var times []time.Duration
		for range figuresAsked {
			f := figure()
			for range pagesOfEach {
				start := time.Now()
				e, err := reports.Explain(ctx, b.farmID, f)
				if err != nil {
					return fmt.Errorf("%s: %w", id, err)
				}
				times = append(times, time.Since(start))
				if f.Before = e.Next; e.Next == 0 {
					break
				}
			}
		}
		slices.Sort(times)
		fmt.Printf("%s %-48s median %8s ms, p95 %8s ms\n", id, what, ms(times[len(times)/2]), ms(times[len(times)*95/100]))
		all = append(all, times...)
		return nil
	}
	for _, q := range append(questions, interval) {
		answer, err := reports.Report(ctx, b.farmID, q.query)
		if err != nil {
			return err
		}
		if err := measure(q.id, q.what, func() report.Figure {
			f := report.Figure{Query: q.query, To: answer.Data[random.IntN(len(answer.Data))].To}
			if i := random.IntN(len(answer.Series) + 1); i < len(answer.Series) {
				f.Series = &answer.Series[i].Key
			}
			return f
		}); err != nil {
			return err
		}
	}
	if err := measure("Q7", "containers in use, of the farm or an area", func() report.Figure {
		area := append(b.areas, "")[random.IntN(len(b.areas)+1)]
		return report.Figure{Query: report.Query{Metric: report.MetricEquipment, ActiveLease: area}, Range: true}
	}); err != nil {
		return err
	}
	slices.Sort(all)
	fmt.Printf("all of them: p95 %s ms, the slowest %s ms\n", ms(all[len(all)*95/100]), ms(all[len(all)-1]))
	return nil
}

// measureStories asks for the page of each group, and of the lots of each: what became of the animals,
// and the first page of the journal.
func (b *bench) measureStories(ctx context.Context, engine string) error {
	places, err := b.ledger.Places(ctx, b.farmID)
	if err != nil {
		return err
	}
	var lots, groups []ledger.Of
	for _, place := range places {
		if of := (ledger.Of{LotID: place.LotID}); !slices.Contains(lots, of) && len(lots) < figuresAsked {
			lots = append(lots, of)
			story, err := b.ledger.Story(ctx, b.farmID, of)
			if err != nil {
				return err
			}
			if group := (ledger.Of{GroupID: story.GroupID}); !slices.Contains(groups, group) {
				groups = append(groups, group)
			}
		}
	}
	for _, one := range []struct {
		what string
		asks []ledger.Of
		ask  func(ledger.Of) error
	}{
		{"the story of a lot", lots, func(of ledger.Of) error { _, err := b.ledger.Story(ctx, b.farmID, of); return err }},
		{"the story of a group", groups, func(of ledger.Of) error { _, err := b.ledger.Story(ctx, b.farmID, of); return err }},
		{"the journal of a lot", lots, func(of ledger.Of) error { _, err := b.ledger.Journal(ctx, b.farmID, of, 0, 50); return err }},
		{"the journal of a group", groups, func(of ledger.Of) error { _, err := b.ledger.Journal(ctx, b.farmID, of, 0, 50); return err }},
	} {
		var times []time.Duration
		for _, of := range one.asks {
			start := time.Now()
			if err := one.ask(of); err != nil {
				return fmt.Errorf("%s: %w", one.what, err)
			}
			times = append(times, time.Since(start))
		}
		slices.Sort(times)
		fmt.Printf("%-51s median %8s ms, p95 %8s ms, of %d, %s\n", one.what, ms(times[len(times)/2]), ms(times[len(times)*95/100]), len(times), engine)
	}
	return nil
}
