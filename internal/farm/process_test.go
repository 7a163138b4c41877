package farm_test

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/reach"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/upload"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/export"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

func clock() time.Time { return noon }

// process is a process with every package that has a keeper, wired together as in
// package app.
type process struct {
	*farm.Service
	db      *sqldb.DB
	queue   *jobs.Queue
	bucket  *blob.Bucket
	ledger  *ledger.Service
	uploads *upload.Uploads
	reports *report.Service
	exports *export.Service
	tags    *tag.Service
	events  *event.Service
	recalls *reach.Service
}

func openProcess(t *testing.T, db *sqldb.DB) *process {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	h := &process{Service: farm.New(db, clock), db: db, queue: jobs.New(db, jobs.Options{Now: clock, Logger: quiet})}
	var err error
	h.bucket, err = blob.Open(t.Context(), "file://"+t.TempDir())
	must(t, err)
	t.Cleanup(func() { must(t, h.bucket.Close()) })
	folder, err := mail.NewFolder(t.TempDir())
	must(t, err)
	mailer, err := mail.New(h.queue, folder, mail.Options{From: "noreply@merroir.example", Product: "Merroir", Now: clock,
		Open: func(ctx context.Context, name string) (io.ReadCloser, error) { return h.bucket.Get(ctx, name) }})
	must(t, err)
	h.ledger, h.tags, h.reports = ledger.New(db, clock), tag.New(db, clock), report.New(db, clock)
	h.events, h.recalls = event.New(db, clock, h.tags), reach.New(db, clock, h.tags)
	h.uploads = upload.New(db, h.ledger, h.queue, clock, quiet)
	h.exports = export.New(db, clock, h.reports, export.Options{Queue: h.queue, Mail: mailer, Bucket: h.bucket, PublicURL: "https://merroir.example"})
	h.Keep(ledger.Keeper(), h.uploads.Keeper(), h.reports.Keeper(), h.exports.Keeper(), h.tags.Keeper(), h.recalls.Keeper(), farm.NewPhotos(h.Service, h.bucket).Keeper())
	return h
}

// user makes an active user and gives the context in which they call.
func (h *process) user(t *testing.T, id string, groups actor.Actor) context.Context {
	t.Helper()
	h.exec(t, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_active, is_admin, is_farmmanager, created_at, updated_at)
		VALUES ($1, $1, $1, $1, $1, '', TRUE, $2, $3, 0, 0)`, id, groups.Admin, groups.FarmManager)
	groups.UserID = id
	return actor.With(context.Background(), groups)
}

func (h *process) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	must(t, h.db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, query, args...)
		return err
	}))
}

func (h *process) number(t *testing.T, query string, args ...any) (n int64) {
	t.Helper()
	must(t, h.db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int64], query, args...)
		return err
	}))
	return n
}

func (h *process) text(t *testing.T, query string) (s string) {
	t.Helper()
	must(t, h.db.Read(system, func(tx *sqldb.Tx) (err error) {
		s, err = sqldb.One(system, tx, sqldb.Scalar[string], query)
		return err
	}))
	return s
}

// newFarm makes a farm on the east coast.
func (h *process) newFarm(t *testing.T) (id string) {
	t.Helper()
	made, err := h.Create(system, farm.Details{Name: "Stony Point", Country: "USA", State: "Maine", TimeZone: "America/New_York"})
	must(t, err)
	return made.ID
}

func (h *process) area(t *testing.T, farmID string, l farm.Lease) farm.Lease {
	t.Helper()
	made, err := h.AddLease(system, farmID, l)
	must(t, err)
	return made
}

// bag is a lot in a growing area.
func bag(leaseID, name string) ledger.Place {
	return ledger.Place{LeaseID: leaseID, Lot: ledger.Lot{Group: ledger.Group{OysterType: "Pacific oyster", Year: 2026}, MeshSize: "bag", Nickname: name}}
}

func (h *process) record(t *testing.T, farmID string, activities ...ledger.Activity) {
	t.Helper()
	_, err := h.ledger.Record(system, farmID, activities)
	must(t, err)
}

func day(text string) ledger.Day {
	d, err := ledger.ParseDay(text)
	if err != nil {
		panic(err)
	}
	return d
}

// report365 asks for a year of one growing area, or of all.
func report365(leaseID string) report.Query {
	return report.Query{ActiveLease: leaseID, Metric: "Inventory", DateRange: "Last 365 days", Frequency: report.Yearly}
}
