package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
	"github.com/merroir/merroir/internal/sqldb"
)

// listBench is a database with many farms, and the product's list of them.
type listBench struct {
	engine string
	db     *sqldb.DB
	farms  *farm.Service
	api    *api
	remove func() error
}

// newListBench opens the database at the address, which remove takes away.
func newListBench(ctx context.Context, engine, address string, remove func() error, farms int, seed uint64) (b *listBench, err error) {
	b = &listBench{engine: engine, remove: remove}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.close())
		}
	}()
	if b.db, err = sqldb.Open(ctx, address); err != nil {
		return b, err
	}
	if _, err := b.db.Migrate(ctx); err != nil {
		return b, err
	}
	users := account.New(b.db, account.Options{Now: time.Now, Queue: jobs.New(b.db, jobs.Options{})})
	if _, err := users.Create(ctx, account.NewUser{Username: benchUser, Email: "bench@merroir.example", Password: benchPassword, Groups: account.Groups{Admin: true}}); err != nil {
		return b, err
	}
	if err := b.fill(ctx, farms, seed); err != nil {
		return b, err
	}
	b.farms = farm.New(b.db, time.Now)
	handler := rest.NewHandler([]rest.Route{
		rest.JSON("GET", "/api/farms", rest.FarmUsers, "List the farms that the caller may see", b.farms.HandleList),
	}, rest.Options{
		Authenticate: users.Authenticate, Now: time.Now, Logger: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: site.Headers("https://merroir.example"), Fallback: http.NotFoundHandler(),
	})
	b.api = &api{server: httptest.NewServer(handler), users: users, calls: callsPerToken}
	return b, nil
}

func (b *listBench) close() (err error) {
	if b.api != nil {
		b.api.server.Close()
	}
	if b.db != nil {
		err = b.db.Close()
	}
	return errors.Join(err, b.remove())
}

var (
	nameHeads = []string{"Stony", "Étang", "Bahía", "Øster", "Long", "Mermaid", "Cap", "Glidden", "Ærø", "Salish", "Pointe-à", "North", "Île", "Willapa", "Łódź", "Rock"}
	nameTails = []string{"Point", "Bay", "Cove", "Sound", "Slough", "Inlet", "Flats", "Banks", "Reef", "Shoals", "du Nord", "Harbour"}
	nameKinds = []string{"Oysters", "Shellfish", "Sea Farm", "Aquaculture", "Ostiones", "Seafood"}
)

// fill makes the farms; the same seed makes the same names. They go straight
// into the table, because to save them one by one would take minutes.
func (b *listBench) fill(ctx context.Context, farms int, seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 2))
	pick := func(words []string) string { return words[random.IntN(len(words))] }
	rows := make([][]any, farms)
	for i := range rows {
		company := ""
		if i%3 == 0 {
			company = fmt.Sprintf("%s %s Company", pick(nameHeads), pick(nameTails))
		}
		name := fmt.Sprintf("%s %s %s %d", pick(nameHeads), pick(nameTails), pick(nameKinds), random.IntN(farms))
		rows[i] = []any{fmt.Sprintf("%08x%016x", i/1000, random.Uint64()), name, company, pick(nameTails), "Maine", "USA", "farm", "UTC", 0, 0}
	}
	const table = "farms"
	columns := []string{"id", "name", "company_name", "city", "state", "country", "type", "time_zone", "created_at", "updated_at"}
	return b.db.Write(ctx, func(tx *sqldb.Tx) error { return tx.InsertRows(ctx, table, columns, rows) })
}

// listBenches gives a database of each engine that there is.
func listBenches(ctx context.Context, farms int, seed uint64) (all []*listBench, err error) {
	dir, err := os.MkdirTemp("", "merroir-bench")
	if err != nil {
		return nil, err
	}
	embedded, err := newListBench(ctx, "SQLite", "sqlite://"+filepath.Join(dir, "merroir.db"), func() error { return os.RemoveAll(dir) }, farms, seed)
	if err != nil {
		return nil, err
	}
	all = append(all, embedded)
	server := os.Getenv("MERROIR_TEST_POSTGRES")
	if server == "" {
		fmt.Println("no PostgreSQL: MERROIR_TEST_POSTGRES is not set (scripts/with-postgres go run ./bench)")
		return all, nil
	}
	address, remove, err := temporaryDatabase(ctx, server)
	if err != nil {
		return all, err
	}
	other, err := newListBench(ctx, "PostgreSQL", address, remove, farms, seed)
	if err != nil {
		return all, err
	}
	return append(all, other), nil
}

// onEngines measures on SQLite, whose address is given, and on PostgreSQL where there is a
// server; on one alone if only names it: sqlite or postgres.
func onEngines(ctx context.Context, only, embedded string, measure func(name, address string) error) error {
	if only != "postgres" {
		if err := measure("SQLite", embedded); err != nil {
			return err
		}
	}
	server := os.Getenv("MERROIR_TEST_POSTGRES")
	if server == "" || only == "sqlite" {
		return nil
	}
	address, remove, err := temporaryDatabase(ctx, server)
	if err != nil {
		return err
	}
	return errors.Join(measure("PostgreSQL", address), remove())
}

// temporaryDatabase makes a database on the server.
func temporaryDatabase(ctx context.Context, server string) (address string, remove func() error, err error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", nil, err
	}
	name := "bench_" + sqldb.NewID()
	if err := administer(ctx, server, "CREATE DATABASE "+name); err != nil {
		return "", nil, err
	}
	u.Path = "/" + name
	return u.String(), func() error { return administer(ctx, server, "DROP DATABASE "+name) }, nil
}

// measureLists measures the list of farms on each engine.
func measureLists(ctx context.Context, farms int, seed uint64) (err error) {
	ctx = actor.With(ctx, actor.System)
	benches, err := listBenches(ctx, farms, seed)
	defer func() {
		for _, b := range benches {
			err = errors.Join(err, b.close())
		}
	}()
	if err != nil {
		return err
	}
	for _, b := range benches {
		figures, err := b.measure(ctx)
		if err != nil {
			return err
		}
		printLists(b.engine, farms, figures)
	}
	return nil
}
