package app

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/dbtest"
)

// Copies that keep their files in different places would miss each other's
// photos: the later one is refused, until the earlier one has ended or has given
// no sign of life for a while.
func TestCopiesMustShareTheirFiles(t *testing.T) {
	url, ctx := dbtest.PostgresURL(t), context.Background()
	one, two := newBareApp(t, Config{DatabaseURL: url}), newBareApp(t, Config{DatabaseURL: url})
	defer func() { must(t, one.Close()); must(t, two.Close()) }()
	two.self.Started = one.self.Started.Add(time.Second)
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

// Copies that share a folder may run side by side; without a mail server they
// are told that each keeps its own mail.
func TestCopiesWithoutAMailServer(t *testing.T) {
	url, ctx, files := dbtest.PostgresURL(t), context.Background(), "file://"+t.TempDir()
	one, two := newBareApp(t, Config{DatabaseURL: url, BlobURL: files}), newBareApp(t, Config{DatabaseURL: url, BlobURL: files})
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

// SQLite has one process: what a killed one left is no other copy.
func TestAKilledProcessIsNoCopy(t *testing.T) {
	url, ctx := dbtest.SQLiteURL(t), context.Background()
	killed := newBareApp(t, Config{DatabaseURL: url})
	must(t, killed.join(ctx))
	must(t, killed.Close())
	next := newBareApp(t, Config{DatabaseURL: url})
	defer func() { must(t, next.Close()) }()
	must(t, next.join(ctx))
}
