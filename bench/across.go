package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/across"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	acrossActivities = 100_000 // of each farm
	acrossGenerated  = 10      // farms that are generated; the others are copies
	acrossAsked      = 5       // times that each question is asked
	acrossMB         = 256     // the bound that the program has unless it is set
)

// measureAcross asks for many farms side by side, on each engine or on one.
func measureAcross(ctx context.Context, farms int, seed uint64, engine string) error {
	ctx = actor.With(ctx, actor.System)
	return onEngines(ctx, engine, "", func(name, address string) (err error) {
		b, err := newBenchAt(ctx, address, acrossActivities, seed)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.close()) }()
		for i := range min(farms, acrossGenerated) - 1 {
			if err := b.record(ctx, acrossActivities, seed+1+uint64(i)); err != nil {
				return err
			}
		}
		if err := b.storeSegments(ctx, min(farms, acrossGenerated)); err != nil {
			return err
		}
		if err := b.copyFarms(ctx, farms); err != nil {
			return err
		}
		return b.measureAcross(ctx, name, farms)
	})
}

// copyFarms makes copies of the farms until there are so many, each with its growing areas and
// its stored columns, from which all that is asked of them is made: their entries would fill the disk.
func (b *bench) copyFarms(ctx context.Context, farms int) error {
	var originals []string
	if err := b.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		originals, err = sqldb.All(ctx, tx, sqldb.Scalar[string], "SELECT id FROM farms ORDER BY id")
		return err
	}); err != nil {
		return err
	}
	for i := len(originals); i < farms; i++ {
		from := originals[i%len(originals)]
		made, err := farm.New(b.db, clock).Create(ctx, farm.Details{Name: fmt.Sprint("Copy ", i), Country: "USA", State: "Maine"})
		if err != nil {
			return err
		}
		if err := b.db.Write(ctx, func(tx *sqldb.Tx) error {
			for _, copied := range []string{
				"INSERT INTO leases (farm_id, id, name, name_key, created_at) SELECT $1, id, name, name_key, created_at FROM leases WHERE farm_id = $2",
				"INSERT INTO farm_state (farm_id, seq, dims_version, epoch) SELECT $1, seq, dims_version, epoch FROM farm_state WHERE farm_id = $2",
				"INSERT INTO ledger_segments (farm_id, part, upto_seq, epoch, format, data) SELECT $1, part, upto_seq, epoch, format, data FROM ledger_segments WHERE farm_id = $2",
			} {
				if _, err := tx.Exec(ctx, copied, made.ID, from); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) measureAcross(ctx context.Context, engine string, farms int) error {
	before := heap()
	reports := b.reports(acrossMB)
	service := across.New(b.db, clock, farm.New(b.db, clock), reports)
	handler := rest.NewHandler([]rest.Route{
		rest.JSON("GET", "/api/farms/figures", rest.FarmUsers, "Farms side by side", service.HandleFarms),
	}, rest.Options{
		Authenticate: b.users.Authenticate, Now: clock, Logger: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: site.Headers("https://merroir.example"), Fallback: http.NotFoundHandler(),
	})
	caller := &api{server: httptest.NewServer(handler), users: b.users, calls: callsPerToken}
	defer caller.server.Close()

	fmt.Printf("\nFarms side by side, %s, %d farms of %d activities in %d growing areas over %d days\n", engine, farms, acrossActivities, farmAreas, farmDays)
	calls, longest, all, err := countAcross(ctx, caller)
	if err != nil {
		return err
	}
	fmt.Printf("cold, from stored columns: all counted after %.1f s in %d calls, the longest %s ms\n", all.Seconds(), calls, ms(longest))
	held, bytes := reports.Held()
	fmt.Printf("memory: %.1f MB of the bound of %d MB, %.0f KB a farm, columns of %d farms; heap %.1f MB\n", float64(bytes)/1e6, acrossMB, float64(bytes)/1e3/float64(farms), held, float64(heap()-before)/1e6)

	var times []time.Duration
	for _, dates := range []report.Query{
		{DateRange: "Last 90 days"}, {DateRange: "Last 365 days"}, {DateRange: "Season to date"}, {DateRange: "All time"},
		{DateRange: "Custom", StartDate: (today - 1500).String(), EndDate: (today - 700).String()}, {DateRange: "Last 90 days", LastYear: true},
	} {
		for _, sort := range []string{"name", "-animals", "-intervalMortality", "size"} {
			for range acrossAsked {
				_, took, err := askAcross(ctx, caller, dates, sort)
				if err != nil {
					return err
				}
				times = append(times, took)
			}
		}
	}
	slices.Sort(times)
	fmt.Printf("warm, 20 farms a page, 5 ranges and the year before in 4 orders: median %s ms, p95 %s ms, the slowest %s ms\n", ms(times[len(times)/2]), ms(times[len(times)*95/100]), ms(times[len(times)-1]))

	a := ledger.Activity{Kind: ledger.Plant, Day: today, Count: 1, Place: ledger.Place{LeaseID: b.areas[0], Lot: ledger.Lot{Group: ledger.Group{OysterType: animalTypes[0]}}}}
	if _, err := b.ledger.Record(ctx, b.farmID, []ledger.Activity{a}); err != nil {
		return err
	}
	_, took, err := askAcross(ctx, caller, report.Query{DateRange: "Last 90 days"}, "name")
	fmt.Printf("after an entry on one of the farms: %s ms\n", ms(took))
	return err
}

// countAcross asks until all farms are counted.
func countAcross(ctx context.Context, caller *api) (calls int, longest, all time.Duration, err error) {
	for start := time.Now(); ; {
		farms, took, err := askAcross(ctx, caller, report.Query{DateRange: "Last 90 days"}, "name")
		if err != nil {
			return calls, longest, all, err
		}
		calls++
		longest = max(longest, took)
		if farms.Counted == farms.Items.Total {
			return calls, longest, time.Since(start), nil
		}
	}
}

func askAcross(ctx context.Context, caller *api, dates report.Query, sort string) (farms across.Across, took time.Duration, err error) {
	query := url.Values{"dateRange": {dates.DateRange}, "sort": {sort}, "limit": {strconv.Itoa(listLimit)}}
	if dates.StartDate != "" {
		query.Set("startDate", dates.StartDate)
		query.Set("endDate", dates.EndDate)
	}
	if dates.LastYear {
		query.Set("lastYear", "true")
	}
	body, took, err := caller.send(ctx, http.MethodGet, "/api/farms/figures?"+query.Encode(), nil)
	if err == nil {
		err = json.Unmarshal(body, &farms)
	}
	return farms, took, err
}
