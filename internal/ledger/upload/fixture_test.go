package upload

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"strconv"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	noon, system, clock         = booktest.Noon, booktest.System, booktest.Clock
	contents, onHand, countRows = booktest.Contents, booktest.OnHand, booktest.Count
	must, newFarm               = booktest.Must, booktest.NorthAndSouth
	ask, call                   = booktest.Ask, booktest.Send
)

func jsonText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

func day(text string) ledger.Day {
	d, err := ledger.ParseDay(text)
	if err != nil {
		panic(err)
	}
	return d
}

func record(t testing.TB, db *sqldb.DB, farmID string, activities ...ledger.Activity) {
	t.Helper()
	_, err := ledger.New(db, clock).Record(system, farmID, activities)
	must(t, err)
}

// totals adds up the entries of a farm.
func totals(t testing.TB, db *sqldb.DB, farmID string) (sum ledger.Totals) {
	t.Helper()
	for kind, animals := range booktest.Sums(t, db, farmID, "", math.MaxInt64) {
		sum.Add(ledger.Kind(kind), animals)
	}
	return sum
}

const activityHeader, activitySheet = booktest.Header, booktest.Sheet

// asAnn is a context in which somebody of the platform calls.
var asAnn = actor.With(context.Background(), booktest.Ann)

// newUploads has a queue that works when the test says so. Ann is a user there.
func newUploads(t testing.TB, db *sqldb.DB) *Uploads {
	t.Helper()
	must(t, db.Write(system, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(system, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_admin, created_at, updated_at)
			VALUES ($1, $1, $1, $2, $2, '', TRUE, 0, 0) ON CONFLICT DO NOTHING`, booktest.Ann.UserID, "ann@merroir.example")
		return err
	}))
	quiet := slog.New(slog.DiscardHandler)
	return New(db, ledger.New(db, clock), jobs.New(db, jobs.Options{Now: clock, Logger: quiet}), clock, quiet)
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

// longRows are enough for an upload to be staged.
const longRows = 2_500

// amidRecording runs the jobs and has do called when all of a long upload is staged.
func amidRecording(t *testing.T, u *Uploads, do func()) {
	t.Helper()
	steps := 0
	u.book.OnStep(func() {
		if steps++; steps == 2 {
			do()
		}
	})
	runJobs(t, u)
	if steps < 2 {
		t.Fatal("it ended before it was staged")
	}
}

// plantings is a sheet of so many rows, each of its own lot.
func plantings(rows int) []byte {
	var sheet bytes.Buffer
	sheet.WriteString("date,activity,growing area,fill profile,count\n")
	for i := range rows {
		sheet.WriteString("2026-03-01,plant,Cove,bag ")
		sheet.WriteString(strconv.Itoa(i % 500))
		sheet.WriteString(",")
		sheet.WriteString(strconv.Itoa(1 + i%7))
		sheet.WriteString("\n")
	}
	return sheet.Bytes()
}

// freshFarm makes a farm without a growing area.
func freshFarm(t testing.TB, db *sqldb.DB) (farmID string) {
	t.Helper()
	farmID, _ = booktest.NewFarm(t, db)
	return farmID
}
