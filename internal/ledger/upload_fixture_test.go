package ledger

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/sqldb"
)

// ann works for the platform; asAnn is a context in which she calls.
var (
	ann   = actor.Actor{UserID: "ann", Username: "ann", Admin: true}
	asAnn = actor.With(context.Background(), ann)
)

// newUploads has a queue that works when the test says so. Ann is a user there.
func newUploads(t testing.TB, db *sqldb.DB) *Uploads {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_admin, created_at, updated_at)
			VALUES ($1, $1, $1, $2, $2, '', TRUE, 0, 0) ON CONFLICT DO NOTHING`, ann.UserID, "ann@merroir.example")
		return err
	}))
	quiet := slog.New(slog.DiscardHandler)
	return NewUploads(New(db, clock), jobs.New(db, jobs.Options{Now: clock, Logger: quiet}), quiet)
}

func send(t testing.TB, u *Uploads, farmID string, in NewUpload) (id string) {
	t.Helper()
	if in.Filename == "" {
		in.Filename = "sheet.csv"
	}
	id, err := u.Receive(asAnn, farmID, in)
	must(t, err)
	return id
}

func runJobs(t testing.TB, u *Uploads) {
	t.Helper()
	must(t, u.queue.RunUntilIdle(context.Background()))
}

func look(t testing.TB, u *Uploads, farmID, id string) Upload {
	t.Helper()
	one, err := u.Get(system, farmID, id)
	must(t, err)
	return one
}

// uploadNow sends a sheet and lets its job run.
func uploadNow(t testing.TB, u *Uploads, farmID string, in NewUpload) Upload {
	t.Helper()
	id := send(t, u, farmID, in)
	runJobs(t, u)
	return look(t, u, farmID, id)
}

func countRows(t testing.TB, db *sqldb.DB, query string, args ...any) (n int64) {
	t.Helper()
	must(t, db.Read(system, func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(system, tx, sqldb.Scalar[int64], "SELECT count(*) FROM "+query, args...)
		return err
	}))
	return n
}

// plantings is a sheet of so many rows, each of its own lot.
func plantings(rows int) []byte {
	var sheet bytes.Buffer
	sheet.WriteString("date,activity,growing area,fill profile,count\n")
	for i := range rows {
		sheet.WriteString("2026-03-01,plant,Cove,bag ")
		sheet.WriteString(jsonText(i % 500))
		sheet.WriteString(",")
		sheet.WriteString(jsonText(1 + i%7))
		sheet.WriteString("\n")
	}
	return sheet.Bytes()
}

func freshFarm(t testing.TB, db *sqldb.DB) (farmID string) {
	t.Helper()
	made, err := farm.New(db, clock).Create(system, farm.Details{Name: "Farm " + sqldb.NewID(), Country: "USA", State: "Maine"})
	must(t, err)
	return made.ID
}
