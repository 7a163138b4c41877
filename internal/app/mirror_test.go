package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
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

func TestOnlyAFileHasAMirror(t *testing.T) {
	c := Config{MirrorURL: "file:///srv/mirror", DatabaseURL: "postgres://db.example/merroir"}
	if err := c.checkMirror(); err == nil || !strings.HasPrefix(err.Error(), "MERROIR_MIRROR_URL: ") {
		t.Errorf("with a server of databases: %v", err)
	}
	if err := (&Config{DatabaseURL: c.DatabaseURL}).checkMirror(); err != nil {
		t.Error(err)
	}
}
