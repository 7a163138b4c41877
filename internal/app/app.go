package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/export"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const (
	shutdownPatience = 25 * time.Second
	readyFor         = 2 * time.Second // a readiness answer is reused, as probes come often
)

// App is the whole program, ready to serve.
type App struct {
	config Config
	log    *slog.Logger
	now    func() time.Time
	db     *sqldb.DB
	queue  *jobs.Queue

	accounts   *account.Service
	audit      *audit.Service
	farms      *farm.Service
	farmPhotos *farm.Photos
	ledgers    *ledger.Service
	uploads    *upload.Uploads
	reports    *report.Service
	exports    *export.Service
	tags       *tag.Service
	papers     *paper.Service

	bucket     *blob.Bucket
	mailFolder *mail.Folder // nil where mail goes out by SMTP

	photos    http.Handler
	downloads http.Handler
	tagPage   http.Handler
	pageviews http.Handler

	metrics  *prometheus.Registry
	handler  http.Handler
	stopping atomic.Bool
	ready    readiness
}

// New opens everything and wires it up; nothing listens yet. An error is one
// sentence that names the setting at fault.
func New(ctx context.Context, config Config) (a *App, err error) {
	db, err := openDatabase(ctx, &config)
	if err != nil {
		return nil, err
	}
	a = &App{config: config, now: time.Now, db: db, log: newLogger(config.LogFormat), metrics: prometheus.NewRegistry()}
	slog.SetDefault(a.log)
	a.metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if err := a.wire(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return a, nil
}

func newLogger(format string) *slog.Logger {
	if format == "json" {
		return slog.New(rest.LogHandler(slog.NewJSONHandler(os.Stderr, nil)))
	}
	return slog.New(rest.LogHandler(slog.NewTextHandler(os.Stderr, nil)))
}

// Handler answers the public address.
func (a *App) Handler() http.Handler { return a.handler }

// Run serves until ctx ends, then lets what was accepted finish.
func (a *App) Run(ctx context.Context) error {
	public, err := listen(ctx, "MERROIR_ADDR", a.config.Addr)
	if err != nil {
		return errors.Join(err, a.db.Close())
	}
	servers := map[net.Listener]*http.Server{public: newServer(a.handler)}
	if a.config.MetricsAddr != "" {
		private, err := listen(ctx, "MERROIR_METRICS_ADDR", a.config.MetricsAddr)
		if err != nil {
			return errors.Join(err, public.Close(), a.db.Close())
		}
		servers[private] = newServer(promhttp.HandlerFor(a.metrics, promhttp.HandlerOpts{}))
	}
	if err := a.queue.Start(ctx); err != nil {
		return errors.Join(err, a.db.Close())
	}
	failed := make(chan error, len(servers))
	for listener, server := range servers {
		go func() { failed <- server.Serve(listener) }()
	}
	a.announce(public.Addr())
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	return errors.Join(err, a.shutdown(servers))
}

func listen(ctx context.Context, setting, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot listen on %s: %w", setting, address, err)
	}
	return listener, nil
}

func newServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       75 * time.Second, // longer than proxies wait, so that they close first
		MaxHeaderBytes:    32 << 10,
	}
}

// shutdown says that it is not ready, lets running requests and jobs end, and
// closes the database last.
func (a *App) shutdown(servers map[net.Listener]*http.Server) error {
	a.stopping.Store(true)
	ctx, cancel := context.WithTimeout(context.Background(), shutdownPatience)
	defer cancel()
	var errs []error
	for _, server := range servers {
		errs = append(errs, server.Shutdown(ctx))
	}
	return errors.Join(append(errs, a.queue.Stop(ctx), a.db.Close())...)
}

// Close ends an app that was never run.
func (a *App) Close() error { return a.db.Close() }

// healthz says that the process lives; it touches nothing, so that a slow
// database does not get every process restarted.
func healthz(w http.ResponseWriter, _ *http.Request) {
	_, _ = fmt.Fprintln(w, "ok")
}

// readyz says whether requests should come here.
func (a *App) readyz(w http.ResponseWriter, r *http.Request) {
	if a.stopping.Load() || !a.ready.check(r.Context(), a.db, a.now()) {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = fmt.Fprintln(w, "not ready")
		return
	}
	_, _ = fmt.Fprintln(w, "ready")
}

// readiness remembers the last look at the database for a moment.
type readiness struct {
	mu     sync.Mutex
	looked time.Time
	ok     bool
}

func (r *readiness) check(ctx context.Context, db *sqldb.DB, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now.Sub(r.looked) >= readyFor {
		ctx, cancel := context.WithTimeout(ctx, readyFor)
		defer cancel()
		err := db.Ready(ctx)
		if err != nil {
			slog.ErrorContext(ctx, "the database is not ready", "error", err)
		}
		r.ok, r.looked = err == nil, now
	}
	return r.ok
}
