package upload

import (
	"context"
	"errors"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// NEWS-5: whoever asks is called once in the transaction that records or refuses an upload, not
// for a preview or one that was cancelled; if that fails, nothing is recorded.
func TestTheEndIsToldInItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		farmID, _ := newFarm(t, db)
		u := newUploads(t, db)
		var told []string
		var fails error
		u.OnEnded(func(_ context.Context, _ *sqldb.Tx, farmID string) error {
			told = append(told, farmID)
			return fails
		})
		preview := uploadNow(t, u, farmID, NewUpload{Content: []byte(activitySheet), Preview: true})
		if preview.State != uploadPreview || len(told) != 0 {
			t.Fatalf("a preview: %+v, %v", preview, told)
		}
		_, err := u.Cancel(asAnn, farmID, preview.ID)
		must(t, err)
		if len(told) != 0 {
			t.Errorf("one that was cancelled: %v", told)
		}
		if bad := uploadNow(t, u, farmID, NewUpload{Content: []byte("nonsense\n1\n")}); bad.State != uploadFailed || len(told) != 1 {
			t.Errorf("refused: %+v, %v", bad, told)
		}
		if good := uploadNow(t, u, farmID, NewUpload{Content: []byte(activitySheet)}); good.State != uploadDone || len(told) != 2 || told[1] != farmID {
			t.Errorf("recorded: %+v, %v", good, told)
		}
		fails = errors.New("nobody hears")
		before := onHand(t, db, farmID)
		id := send(t, u, farmID, NewUpload{Content: plantings(3)})
		if err := u.run(system, uploadArgs{FarmID: farmID, ID: id}); !errors.Is(err, fails) || onHand(t, db, farmID) != before {
			t.Errorf("told in vain: %v", err)
		}
	})
}
