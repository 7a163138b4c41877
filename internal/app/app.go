package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"
	"github.com/merroir/merroir/internal/tag/stock"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/account"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/billing"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/certificate"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/key"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/news"
	"github.com/merroir/merroir/internal/operate"
	"github.com/merroir/merroir/internal/paper"
	farmpeople "github.com/merroir/merroir/internal/people"
	"github.com/merroir/merroir/internal/printing"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/asked"
	"github.com/merroir/merroir/internal/recall/dossier"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/across"
	"github.com/merroir/merroir/internal/report/export"
	"github.com/merroir/merroir/internal/report/sales"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/scan"
	"github.com/merroir/merroir/internal/site"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/today"
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
	operate    *operate.Service
	farms      *farm.Service
	keys       *key.Service
	apiDocs    *site.APIDocs
	people     *farmpeople.Service
	farmPhotos *farm.Photos
	ledgers    *ledger.Service
	uploads    *upload.Uploads
	reports    *report.Service
	across     *across.Service
	sales      *sales.Service
	exports    *export.Service
	tags       *tag.Service
	stock      *stock.Service
	reaches    *reach.Service
	events     *event.Service
	recalls    *recall.Service
	asked      *asked.Service
	dossiers   *dossier.Service
	invoices   *billing.Service
	papers     *paper.Service
	prints     *printing.Service
	today      *today.Service
	news       *news.Service

	bucket     *blob.Bucket
	mailFolder *mail.Folder // nil where mail goes out by SMTP

	photos    http.Handler
	downloads http.Handler
	tagPage   *site.TagPages
	notices   *site.RecallNotices
	stops     struct{ exports, news *site.Stops }
	pageviews http.Handler
	scans     *scan.Service
	scanned   *scan.Counter

	mirror      *mirror      // nil where none is set
	backupPlace backup.Place // nil where none is set
	metrics     *metrics.Set
	proxies     []*net.IPNet // trusted
	handler     http.Handler
	certificate *certificate.Keeper // nil where a proxy ends TLS

	self     sqldb.Copy // as other copies see this process
	ready    *readiness
	kept     []folder   // in which anything is kept
	failed   chan error // what the process cannot get over
	roomLeft func(dir string) (uint64, error)
}

// New opens everything and wires it up; nothing listens yet. An error is one
// sentence that names the setting at fault.
func New(ctx context.Context, config Config) (a *App, err error) {
	db, err := openDatabase(ctx, &config)
	if err != nil {
		return nil, err
	}
	a = &App{
		config: config, now: config.now, db: db, log: newLogger(config.LogFormat, config.logTo), metrics: metrics.NewSet(),
		failed: make(chan error, 1), roomLeft: roomLeft,
	}
	if a.now == nil {
		a.now = time.Now
	}
	slog.SetDefault(a.log)
	a.sweepWork()
	db.ObserveWrites(observeWrites(a.metrics))
	if err = a.wireCertificate(); err == nil {
		err = a.wire(ctx)
	}
	if err == nil {
		err = a.wireReadiness()
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return a, nil
}

// wireReadiness makes what watches over the process's own health.
func (a *App) wireReadiness() (err error) {
	a.ready = &readiness{write: a.beat, busy: a.db.WritersBusy, look: a.look, now: time.Now, wait: answerWithin}
	if a.kept, err = a.folders(); err != nil {
		return err
	}
	a.self, err = a.config.newCopy(a.accounts.KeyID(), a.now())
	return err
}

func newLogger(format string, to io.Writer) *slog.Logger {
	if to == nil {
		to = os.Stderr
	}
	if format == "json" {
		return slog.New(rest.LogHandler(slog.NewJSONHandler(to, nil)))
	}
	return slog.New(rest.LogHandler(slog.NewTextHandler(to, nil)))
}

// Handler answers the public address.
func (a *App) Handler() http.Handler { return a.handler }

// Close ends an app that was never run.
func (a *App) Close() error {
	a.keys.Close()
	a.reaches.Close()
	return a.db.Close()
}
