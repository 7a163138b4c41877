package backup

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Damage anywhere is found before anything is done; where it changes nothing that
// is read, what comes out is the same.
func TestADamagedBackup(t *testing.T) {
	for _, passphrase := range []string{"", "an oyster's passphrase"} {
		s := source(dbtest.SQLiteURL(t), bucket(t))
		s.Passphrase = passphrase
		whole, err := os.ReadFile(take(t, s).Path)
		must(t, err)
		tries := 100
		if passphrase != "" {
			tries = 30 // each takes some work of the passphrase
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range tries {
			broken := bytes.Clone(whole)
			at := random.IntN(len(broken))
			broken[at] ^= 1 << random.IntN(8)
			if u, err := unpack(bytes.NewReader(broken), passphrase, t.TempDir()); err == nil {
				if u.Kind != "sqlite" || u.Schema != sqldb.NewestSchema() {
					t.Fatalf("byte %d: %+v", at, u.About)
				}
			} else if !errors.Is(err, ErrUnusable) {
				t.Fatalf("byte %d: %v", at, err)
			}
			cut := random.IntN(len(whole) - 1)
			if _, err := unpack(bytes.NewReader(whole[:cut]), passphrase, t.TempDir()); !errors.Is(err, ErrUnusable) {
				t.Fatalf("cut at %d of %d: %v", cut, len(whole), err)
			}
		}
	}
}
