package app

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Copies that keep their files in different places would miss each other's
// photos: the later one is refused, until the earlier one has ended or has given
// no sign of life for a while.
func TestCopiesMustShareTheirFiles(t *testing.T) {
	url, ctx := dbtest.PostgresURL(t), context.Background()
	one, two := newBareApp(t, Config{DatabaseURL: url, SecretKey: oneKey}), newBareApp(t, Config{DatabaseURL: url, SecretKey: oneKey})
	defer func() { must(t, one.Close()); must(t, two.Close()) }()
	one.self.Started = two.self.Started.Add(time.Second) // the clocks of two machines may differ
	must(t, one.join(ctx))
	refusedIn(t, "MERROIR_BLOB_URL: another copy", two.join(ctx))
	must(t, one.join(ctx)) // what was refused has left nothing behind
	two.self.Seen = one.self.Seen.Add(aliveFor + time.Second)
	must(t, two.join(ctx))
	must(t, two.leave(ctx))
	two.self.Seen = one.self.Seen
	must(t, one.leave(ctx))
	must(t, two.join(ctx))
}

const (
	oneKey   = "1111111111111111111111111111111111111111111111111111111111111111"
	otherKey = "2222222222222222222222222222222222222222222222222222222222222222"
)

// S10: copies that encrypt with different keys could not read each other's second
// factors: the later one is refused, also where both made their key just now. A
// copy that has the other's key among its old ones is let in, as while the key is
// being changed.
func TestCopiesMustShareTheirKey(t *testing.T) {
	url, ctx, files := dbtest.PostgresURL(t), context.Background(), "file://"+t.TempDir()
	first := newBareApp(t, Config{DatabaseURL: url, BlobURL: files})
	defer func() { must(t, first.Close()) }()
	must(t, first.join(ctx))
	for _, settings := range []struct{ key, old string }{{"", ""}, {otherKey, ""}, {otherKey, oneKey}} {
		other := newBareApp(t, Config{DatabaseURL: url, BlobURL: files, SecretKey: settings.key, SecretKeysOld: settings.old})
		refusedIn(t, "MERROIR_SECRET_KEY: another copy", other.join(ctx))
		must(t, other.Close())
	}
	made, err := os.ReadFile(filepath.Join(first.config.DataDir, secretKeyFile))
	must(t, err)
	for _, settings := range []struct{ key, old string }{{string(made), ""}, {otherKey, string(made)}} {
		other := newBareApp(t, Config{DatabaseURL: url, BlobURL: files, SecretKey: settings.key, SecretKeysOld: strings.TrimSpace(settings.old)})
		must(t, other.join(ctx))
		must(t, other.leave(ctx))
		must(t, other.Close())
	}
	must(t, first.leave(ctx))
	earlier := first.self // as a copy of the previous release registers itself
	earlier.ID, earlier.Key = sqldb.NewID(), ""
	must(t, first.db.Write(ctx, func(tx *sqldb.Tx) error { return sqldb.Beat(ctx, tx, earlier) }))
	other := newBareApp(t, Config{DatabaseURL: url, BlobURL: files, SecretKey: otherKey})
	defer func() { must(t, other.Close()) }()
	must(t, other.join(ctx))
}

// Copies that start at once on one folder agree on its id.
func TestTheIDOfAFolderIsMadeOnce(t *testing.T) {
	config := Config{BlobURL: "file://" + t.TempDir()}
	places := make([]string, 20)
	var wg sync.WaitGroup
	for i := range places {
		wg.Go(func() {
			var err error
			if places[i], err = config.placeOfFiles(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if slices.Sort(places); places[0] != places[len(places)-1] || !strings.HasPrefix(places[0], "folder ") {
		t.Errorf("places %q", places)
	}
}

// Copies that share a folder may run side by side; without a mail server they
// are told that each keeps its own mail.
func TestCopiesWithoutAMailServer(t *testing.T) {
	url, ctx, files := dbtest.PostgresURL(t), context.Background(), "file://"+t.TempDir()
	config := Config{DatabaseURL: url, BlobURL: files, SecretKey: oneKey}
	one, two := newBareApp(t, config), newBareApp(t, config)
	defer func() { must(t, one.Close()); must(t, two.Close()) }()
	must(t, one.join(ctx))
	for _, smtp := range []string{"", "smtp://mail:25"} {
		var said bytes.Buffer
		two.log, two.config.SMTPURL = slog.New(slog.NewTextHandler(&said, nil)), smtp
		must(t, two.join(ctx))
		if warned := strings.Contains(said.String(), "has no mail server"); warned != (smtp == "") {
			t.Errorf("with %q it says: %s", smtp, said.String())
		}
	}
}

// Instances with other rules of time zones say so at the start and under System; one of which nothing is known does not.
func TestCopiesWithOtherTimeZones(t *testing.T) {
	url, ctx := dbtest.PostgresURL(t), context.Background()
	files := "file://" + t.TempDir()
	config := Config{DatabaseURL: url, SecretKey: oneKey, BlobURL: files}
	one, two := newBareApp(t, config), newBareApp(t, config)
	defer func() { must(t, one.Close()); must(t, two.Close()) }()
	for zones, differ := range map[string]bool{"": false, two.self.Zones: false, "1999a": true} {
		one.self.Zones = zones
		must(t, one.join(ctx))
		var said bytes.Buffer
		two.log = slog.New(slog.NewTextHandler(&said, nil))
		must(t, two.join(ctx))
		if warned := strings.Contains(said.String(), "other rules of time zones"); warned != differ {
			t.Errorf("beside %q it says: %s", zones, said.String())
		}
		about, err := two.describe(ctx)
		must(t, err)
		if about.TimeZones.Differ != differ || about.TimeZones.Version != two.self.Zones {
			t.Errorf("beside %q: %+v", zones, about.TimeZones)
		}
		must(t, one.leave(ctx))
	}
}

// With SQLite there is one process: what a killed one left behind does not count as
// another copy.
func TestAKilledProcessIsNoCopy(t *testing.T) {
	url, ctx := dbtest.SQLiteURL(t), context.Background()
	killed := newBareApp(t, Config{DatabaseURL: url})
	must(t, killed.join(ctx))
	must(t, killed.Close())
	next := newBareApp(t, Config{DatabaseURL: url})
	defer func() { must(t, next.Close()) }()
	must(t, next.join(ctx))
}
