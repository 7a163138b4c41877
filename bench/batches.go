package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	batchSize  = 100
	batchCalls = 1000 // together
	syncs      = 200
)

// measureBatches lets an app, and eight, send what was noted on a day without a
// network, in batches, to SQLite. Each batch is safe on the disk before it is
// answered, so what the disk takes for that stands beside it.
func measureBatches(ctx context.Context, seed uint64, profile string) (err error) {
	ctx = actor.With(ctx, actor.System)
	stop, err := startProfile(profile)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	fmt.Printf("\nRecorded in batches of %d activities, each on the disk before the answer. Milliseconds at the HTTP API.\n\n", batchSize)
	t := newTable()
	fmt.Fprintln(t, "at once\tactivities per second\tp50\tp99\tlongest\tdisk alone p50\tp99\t")
	for _, clients := range []int{1, 8} {
		if err := measureBatchesBy(ctx, clients, seed, t); err != nil {
			return err
		}
	}
	return t.Flush()
}

func measureBatchesBy(ctx context.Context, clients int, seed uint64, to interface{ Write([]byte) (int, error) }) (err error) {
	b, err := newBenchAt(ctx, "", 1000, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	disk, err := syncTimes(b.dir)
	if err != nil {
		return err
	}
	served := b.serveRecording(b.db, b.users)
	defer served.server.Close()
	path := "/api/v2/activities/" + b.farmID
	batches := make(chan []byte, batchCalls)
	for range batchCalls {
		batches <- b.batchOfPlantings()
	}
	close(batches)
	var mu sync.Mutex
	var sent sync.WaitGroup
	var times []time.Duration
	senders := make([]api, clients)
	for i := range senders {
		senders[i] = *served // with a session of its own
		if _, _, err := senders[i].send(ctx, http.MethodGet, path, nil); err != nil {
			return err
		}
	}
	start := time.Now()
	for i := range senders {
		sent.Go(func() {
			for content := range batches {
				_, took, failed := senders[i].send(ctx, http.MethodPost, path, content)
				mu.Lock()
				times, err = append(times, took), errors.Join(err, failed)
				mu.Unlock()
			}
		})
	}
	sent.Wait()
	took := time.Since(start)
	slices.Sort(times)
	fmt.Fprintf(to, "%d\t%.0f\t%s\t%s\t%s\t%s\t%s\t\n", clients, batchSize*batchCalls/took.Seconds(), ms(quantile(times, .5)), ms(quantile(times, .99)),
		ms(times[len(times)-1]), ms(quantile(disk, .5)), ms(quantile(disk, .99)))
	return err
}

// batchOfPlantings is a batch over all growing areas and many lots.
func (b *bench) batchOfPlantings() []byte {
	type object = map[string]any
	activities := make([]object, batchSize)
	for i := range activities {
		activities[i] = object{
			"id": sqldb.NewID(), "activity": "plant", "date": today.String(), "leaseId": b.areas[i%len(b.areas)], "count": 1000,
			"group": object{"oysterType": animalTypes[i%len(animalTypes)], "seedSource": fmt.Sprint("Hatchery ", 1+i%seedCount), "year": 2026},
			"lot":   object{"sizeLabel": sizeLabels[i%len(sizeLabels)], "nickname": fmt.Sprint("line ", 1+i%40)},
		}
	}
	body, _ := json.Marshal(object{"activities": activities}) // plain data
	return body
}

// syncTimes are what the disk takes to have 64 KB for sure, in the order of size.
func syncTimes(dir string) (times []time.Duration, err error) {
	f, err := os.Create(filepath.Join(dir, "syncs"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	for range syncs {
		start := time.Now()
		_, wrote := f.Write(make([]byte, 64<<10))
		if err := errors.Join(wrote, f.Sync()); err != nil {
			return nil, err
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	return times, nil
}
