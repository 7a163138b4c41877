package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	hotWriters = 50
	hotCalls   = 40 // of each
)

// measureHot lets many record to one farm at once, each the next batch as soon
// as the last one is recorded, on each engine; on PostgreSQL also through two
// processes, which are two handlers with pools of their own.
func measureHot(ctx context.Context, seed uint64) error {
	ctx = actor.With(ctx, actor.System)
	fmt.Printf("\n%d people recording to one farm, %d calls each without a pause. Milliseconds at the HTTP API.\n\n", hotWriters, hotCalls)
	t := newTable()
	fmt.Fprintln(t, "calls\trefused\tp50\tp99\tlongest\tper second\t")
	if err := measureHotOn(ctx, "", 1, seed, func(f hotFigures) { f.print(t, "SQLite") }); err != nil {
		return err
	}
	if server := os.Getenv("MERROIR_TEST_POSTGRES"); server != "" {
		for processes, name := range []string{1: "PostgreSQL", 2: "PostgreSQL, two processes"} {
			if processes == 0 {
				continue
			}
			address, remove, err := temporaryDatabase(ctx, server)
			if err != nil {
				return err
			}
			err = measureHotOn(ctx, address, processes, seed, func(f hotFigures) { f.print(t, name) })
			if err := errors.Join(err, remove()); err != nil {
				return err
			}
		}
	}
	return t.Flush()
}

// hotFigures are what the writers noticed together.
type hotFigures struct {
	times   []time.Duration
	refused int
	first   string // refusal
	took    time.Duration
}

func (f hotFigures) print(to interface{ Write([]byte) (int, error) }, name string) {
	slices.Sort(f.times)
	fmt.Fprintf(to, "%d\t%d\t%s\t%s\t%s\t%.0f\t  %s %s\n", len(f.times), f.refused, ms(quantile(f.times, .5)), ms(quantile(f.times, .99)), ms(f.times[len(f.times)-1]),
		float64(len(f.times))/f.took.Seconds(), name, f.first)
}

func measureHotOn(ctx context.Context, address string, processes int, seed uint64, done func(hotFigures)) (err error) {
	b, err := newBenchAt(ctx, address, 1000, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	apis := []*api{b.serveRecording(b.db, b.users)}
	for range processes - 1 {
		other, err := sqldb.Open(ctx, address)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, other.Close()) }()
		apis = append(apis, b.serveRecording(other, account.New(other, account.Options{Now: time.Now, Queue: jobs.New(other, jobs.Options{})})))
	}
	defer func() {
		for _, a := range apis {
			a.server.Close()
		}
	}()
	f := hotFigures{}
	var mu sync.Mutex
	var writers sync.WaitGroup
	all := make([]api, hotWriters)
	for i := range all {
		all[i] = *apis[i%len(apis)] // with a session of its own
		if _, _, err := all[i].send(ctx, http.MethodGet, "/api/v2/activities/"+b.farmID, nil); err != nil {
			return err
		}
	}
	start := time.Now()
	for i := range all {
		mine := &all[i]
		writers.Go(func() {
			for range hotCalls {
				_, took, err := mine.send(ctx, http.MethodPost, "/api/v2/activities/"+b.farmID, b.onePlanting())
				mu.Lock()
				f.times = append(f.times, took)
				if err != nil {
					f.refused++
					f.first = fmt.Sprintf("%.200s", err)
				}
				mu.Unlock()
			}
		})
	}
	writers.Wait()
	f.took = time.Since(start)
	done(f)
	return nil
}

func (b *bench) onePlanting() []byte {
	type object = map[string]any
	body, _ := json.Marshal(object{"activities": []object{{
		"id": sqldb.NewID(), "activity": "plant", "date": today.String(), "leaseId": b.areas[0], "count": 1000,
		"group": object{"oysterType": animalTypes[0], "seedSource": "Hatchery 1", "year": 2026},
	}}}) // plain data
	return body
}

func (b *bench) serveRecording(db *sqldb.DB, users *account.Service) *api {
	book := ledger.New(db, clock)
	handler := rest.NewHandler([]rest.Route{
		rest.JSON("POST", "/api/v2/activities/{farmId}", rest.SignedIn, "Record activities, all of them or none", book.HandleRecord),
		rest.JSON("GET", "/api/v2/activities/{farmId}", rest.SignedIn, "What was recorded, the newest first", book.HandleJournal),
	}, rest.Options{
		Authenticate: users.Authenticate, Now: clock, Logger: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: site.Headers("https://merroir.example"), Fallback: http.NotFoundHandler(),
	})
	return &api{server: httptest.NewServer(handler), users: users, calls: callsPerToken}
}
