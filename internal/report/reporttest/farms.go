package reporttest

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/booktest"
	"github.com/merroir/merroir/internal/ledger/notebook"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/sqldb"
)

var Noon, System, Clock, Must = booktest.Noon, booktest.System, booktest.Clock, booktest.Must

func NewFarm(t testing.TB, db *sqldb.DB) string {
	t.Helper()
	made, err := farm.New(db, Clock).Create(System, farm.Details{Name: "Test farm", Country: "Canada", State: "British Columbia", TimeZone: "America/Vancouver"})
	Must(t, err)
	return made.ID
}

// NotebookFarm makes a farm of the field notebook and gives its growing areas.
func NotebookFarm(t testing.TB, db *sqldb.DB) (farmID string, areas map[string]string) {
	t.Helper()
	farmID = NewFarm(t, db)
	_, err := sheet.Import(System, ledger.New(db, Clock), farmID, "sheet.csv", bytes.NewReader(notebook.CSV), sheet.Options{AreaPrefix: "Site ", OysterType: "Pacific oyster"})
	Must(t, err)
	return farmID, booktest.Areas(t, db, farmID)
}

// NewUser makes an active farm manager with a link to each of the farms, and
// gives a context in which they call.
func NewUser(t testing.TB, db *sqldb.DB, name string, farmIDs ...string) context.Context {
	t.Helper()
	id := sqldb.NewID()
	Must(t, db.Write(System, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(System, `INSERT INTO users (id, username, username_key, email, email_key, password_hash, is_farmmanager, created_at, updated_at)
			VALUES ($1, $2, $2, $3, $3, '', TRUE, 0, 0)`, id, name, name+"@farm.example")
		return err
	}))
	for _, farmID := range farmIDs {
		Must(t, farm.New(db, Clock).LinkUser(System, farmID, id))
	}
	return actor.With(t.Context(), actor.Actor{UserID: id, Username: name, FarmManager: true})
}

func ImportedFarm(t testing.TB, db *sqldb.DB, text string) (farmID string) {
	t.Helper()
	farmID = NewFarm(t, db)
	Import(t, db, farmID, text)
	return farmID
}

// Import records a sheet.
func Import(t testing.TB, db *sqldb.DB, farmID, text string) {
	t.Helper()
	_, err := sheet.Import(System, ledger.New(db, Clock), farmID, "sheet.csv", strings.NewReader(text), sheet.Options{})
	Must(t, err)
}

func Day(text string) ledger.Day {
	d, err := ledger.ParseDay(text)
	if err != nil {
		panic(err)
	}
	return d
}
