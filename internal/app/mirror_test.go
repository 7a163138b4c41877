package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/sqldb"
)

// How old the mirror is, is told to root and to whoever watches; one that is not there,
// or whose place is lost, is late.
func TestTheAgeOfTheMirrorIsTold(t *testing.T) {
	place := t.TempDir()
	a := newBareApp(t, Config{MirrorURL: "file://" + place})
	defer a.Close()
	now := time.Now().Truncate(time.Second)
	a.now = func() time.Time { return now }
	told := func(metric string, overdue, isThere bool) {
		t.Helper()
		var text bytes.Buffer
		a.writeMirrorMetrics(&text)
		if !strings.Contains(text.String(), "merroir_mirror_age_seconds "+metric+"\n") {
			t.Errorf("%s, want %s", text.String(), metric)
		}
		s, err := a.operate.System(actor.With(t.Context(), actor.Actor{Root: true}))
		if must(t, err); s.Mirror == nil || s.Mirror.Overdue != overdue || (s.Mirror.NewestAt != nil) != isThere || s.Mirror.Place != "file://"+place {
			t.Errorf("root sees %+v", s.Mirror)
		}
	}
	told("+Inf", true, false)
	folder := filepath.Join(place, "merroir", "ltx", "0")
	must(t, os.MkdirAll(folder, 0o700))
	newest := filepath.Join(folder, "0000000000000001-0000000000000001.ltx")
	must(t, os.WriteFile(newest, nil, 0o600))
	must(t, os.Chtimes(newest, now, now))
	now = now.Add(mirrorAsked)
	told("15", false, true)
	now = now.Add(mirrorOverdue)
	told("135", true, true)
	must(t, os.RemoveAll(place))
	now = now.Add(mirrorAsked)
	told("+Inf", true, false)
}

// Root and whoever watches ask at once, and are told the same.
func TestTheMirrorIsAskedByMany(t *testing.T) {
	place, err := blob.Open(t.Context(), "file://"+t.TempDir())
	must(t, err)
	m, start := &mirror{place: place}, time.Now()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for n := range time.Duration(50) {
				if newest, err := m.seen(t.Context(), start.Add(n*mirrorAsked)); err != nil || !newest.IsZero() {
					t.Errorf("%v %v", newest, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestOnlyAFileHasAMirror(t *testing.T) {
	c := Config{MirrorURL: "file:///srv/mirror", DatabaseURL: "postgres://db.example/merroir"}
	if err := c.checkMirror(); err == nil || !strings.HasPrefix(err.Error(), "MERROIR_MIRROR_URL: ") {
		t.Errorf("with a server of databases: %v", err)
	}
	if err := (&Config{DatabaseURL: c.DatabaseURL}).checkMirror(); err != nil {
		t.Error(err)
	}
}

// Who copies the file makes its checkpoints, and nobody else: a checkpoint of the server's in the moment
// in which Litestream begins left the mirror with a damaged copy.
func TestCheckpointsAreLeftToTheMirror(t *testing.T) {
	dir := t.TempDir()
	a := newBareApp(t, Config{DataDir: dir, MirrorURL: "file://" + t.TempDir()})
	defer a.Close()
	file := filepath.Join(dir, "merroir.db")
	before, err := os.Stat(file)
	must(t, err)
	for n := range 8 {
		var rows [][]any
		for i := range 1_000 {
			rows = append(rows, []any{fmt.Sprint(n, i), strings.Repeat("x", 2_000)})
		}
		must(t, a.db.Write(t.Context(), func(tx *sqldb.Tx) error {
			return tx.InsertRows(t.Context(), "settings", []string{"name", "value"}, rows)
		}))
	}
	after, err := os.Stat(file)
	must(t, err)
	if grown := after.Size() - before.Size(); grown > 1<<20 {
		t.Errorf("the server moved %d KB from the journal to the file", grown>>10)
	}
}
