package main

import (
	"context"
	"time"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// fewForSegment is how many entries a farm needs before it gets a segment.
const fewForSegment = 1 << 16

// measureSegment lets the job store the farm's segment, and gives the time of
// the first report of a process that finds it; 0 for a farm that is too small.
func (b *bench) measureSegment(ctx context.Context) (time.Duration, error) {
	if b.entries < fewForSegment {
		return 0, nil
	}
	if err := b.storeSegments(ctx, 1); err != nil {
		return 0, err
	}
	query := questionsOf(b.areas[0], today)[0].query
	var times []time.Duration
	for range 9 {
		server := b.serve(b.reports(cacheMB))
		_, took, err := server.ask(ctx, b.farmID, query)
		server.server.Close()
		if err != nil {
			return 0, err
		}
		times = append(times, took)
	}
	return median(times), nil
}

// storeSegments lets the job store the segments of so many farms.
func (b *bench) storeSegments(ctx context.Context, farms int) error {
	b.reports(cacheMB).KeepSegments(b.queue)
	if err := b.queue.Start(ctx); err != nil {
		return err
	}
	for stored := 0; stored < farms; time.Sleep(50 * time.Millisecond) {
		if err := b.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
			stored, err = sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT COUNT(*) FROM ledger_segments WHERE part = 0")
			return err
		}); err != nil {
			return err
		}
	}
	return b.queue.Stop(ctx)
}

// writeFigures are how fast activities are recorded into the full farm.
type writeFigures struct {
	alone, cached float64       // activities per second: nobody looks, or a report is asked for after each batch
	report        time.Duration // that report, with what was just written in it
	back          time.Duration // the same after a batch that was dated back
}

const (
	writeBatches = 50
	writeBatch   = 100
)

func (b *bench) measureWrites(ctx context.Context) (w writeFigures, err error) {
	server := b.serve(b.reports(cacheMB))
	defer server.server.Close()
	query := questionsOf(b.areas[0], today)[4].query
	if _, _, err := server.ask(ctx, b.farmID, query); err != nil {
		return w, err
	}
	round := func(look bool, day ledger.Day) (perSecond float64, report time.Duration, err error) {
		var writing time.Duration
		var reports []time.Duration
		for range writeBatches {
			b.generator.total += writeBatch
			batch := b.generator.next(writeBatch)
			for i := range batch {
				batch[i].Day = today
				if day != today { // what is dated back must not take animals that were not there yet
					batch[i].Day, batch[i].To = day, nil
					batch[i].Kind, batch[i].Count, batch[i].Measured, batch[i].SizeSum = ledger.Plant, 1, 0, 0
				}
			}
			start := time.Now()
			if _, err := b.ledger.Record(ctx, b.farmID, batch); err != nil {
				return 0, 0, err
			}
			writing += time.Since(start)
			if look {
				_, took, err := server.ask(ctx, b.farmID, query)
				if err != nil {
					return 0, 0, err
				}
				reports = append(reports, took)
			}
		}
		if look {
			report = median(reports)
		}
		return writeBatches * writeBatch / writing.Seconds(), report, nil
	}
	if w.alone, _, err = round(false, today); err != nil {
		return w, err
	}
	if w.cached, w.report, err = round(true, today); err != nil {
		return w, err
	}
	_, w.back, err = round(true, today-100)
	return w, err
}
