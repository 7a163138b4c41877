package sqldb

import (
	"database/sql"
	"testing"

	"github.com/merroir/merroir/internal/fault"
)

// A file that cannot be opened is not a disk that fails: whoever is told so would buy one.
func TestAFileThatCannotBeOpened(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+t.TempDir()+"/none/merroir.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if kind, says := explainSQLite(db.Ping()); kind != fault.Unavailable || says != unreachable {
		t.Errorf("%s: %s", kind, says)
	}
}
