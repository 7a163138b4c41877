package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	benchUser     = "bench"
	benchPassword = "only for a farm that is thrown away"
	cacheMB       = 1024
)

// bench is a database with one generated farm.
type bench struct {
	dir       string
	db        *sqldb.DB
	queue     *jobs.Queue
	users     *account.Service
	ledger    *ledger.Service
	farmID    string
	areas     []string
	generator *generator
	entries   int64
	recording time.Duration // of all activities
}

func (b *bench) first() ledger.Day { return today - farmDays + 1 }

// newBench makes the farm on SQLite, in a folder of its own that close removes.
func newBench(ctx context.Context, activities int, seed uint64) (b *bench, err error) {
	return newBenchAt(ctx, "", activities, seed)
}

// newBenchAt is newBench on the database at the address, where there is one.
func newBenchAt(ctx context.Context, address string, activities int, seed uint64) (b *bench, err error) {
	b = &bench{}
	if b.dir, err = os.MkdirTemp("", "merroir-bench"); err != nil {
		return nil, err
	}
	ctx = actor.With(ctx, actor.System)
	if address == "" {
		address = "sqlite://" + filepath.Join(b.dir, "merroir.db")
	}
	if b.db, err = sqldb.Open(ctx, address); err != nil {
		return nil, err
	}
	if _, err := b.db.Migrate(ctx); err != nil {
		return nil, err
	}
	b.queue = jobs.New(b.db, jobs.Options{})
	b.users = account.New(b.db, account.Options{Now: time.Now, Queue: b.queue})
	b.ledger = ledger.New(b.db, clock)
	if _, err := b.users.Create(ctx, account.NewUser{Username: benchUser, Email: "bench@merroir.example", Password: benchPassword, Groups: account.Groups{Admin: true}}); err != nil {
		return nil, err
	}
	return b, b.record(ctx, activities, seed)
}

func (b *bench) close() error { return errors.Join(b.db.Close(), b.remove()) }

func (b *bench) remove() error { return os.RemoveAll(b.dir) }

// record makes the farm and enters its activities through the ledger.
func (b *bench) record(ctx context.Context, activities int, seed uint64) error {
	made, err := farm.New(b.db, clock).Create(ctx, farm.Details{Name: "Generated farm", Country: "USA", State: "Maine"})
	if err != nil {
		return err
	}
	b.farmID = made.ID
	var names []string
	for i := range farmAreas {
		names = append(names, fmt.Sprint("Area ", i+1))
	}
	if err := b.db.Write(ctx, func(tx *sqldb.Tx) error {
		ids, err := farm.EnsureLeases(ctx, tx, b.farmID, names, clock())
		b.areas = nil
		for _, name := range names {
			b.areas = append(b.areas, ids[name])
		}
		return err
	}); err != nil {
		return err
	}
	b.generator = newGenerator(seed, b.areas, today, activities)
	start := time.Now()
	for {
		batch := b.generator.next(10_000)
		if len(batch) == 0 {
			break
		}
		if _, err := b.ledger.Record(ctx, b.farmID, batch); err != nil {
			return err
		}
	}
	b.recording = time.Since(start)
	return b.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		b.entries, err = sqldb.One(ctx, tx, sqldb.Scalar[int64], "SELECT seq FROM farm_state WHERE farm_id = $1", b.farmID)
		return err
	})
}

// reports is a new service, whose cache is empty.
func (b *bench) reports(megabytes int) *report.Service {
	s := report.New(b.db, clock)
	s.LimitCache(int64(megabytes) << 20)
	return s
}

// heap is the memory in use after everything that is not has been given back.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
