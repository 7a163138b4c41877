//go:build !race

package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/blob/s3test"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// addBallast makes a database large enough (16 MB that do not compress well) to kill its backup at a chosen point.
func addBallast(t *testing.T, rawURL string) {
	t.Helper()
	random := "md5(n::text || random()::text)"
	rows := "generate_series(1, 16384) AS c(n)"
	if sqldb.FilePath(rawURL) != "" {
		random = "hex(randomblob(16))"
		rows = "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 16384) SELECT n FROM c) AS c"
	}
	db, err := sqldb.Open(t.Context(), rawURL)
	must(t, err)
	must(t, db.Write(t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(t.Context(), "CREATE TABLE ballast AS SELECT n, "+random+strings.Repeat(" || "+random, 31)+" AS content FROM "+rows)
		return err
	}))
	must(t, db.Close())
}

// killWhen starts a command and kills it as soon as a file that the pattern names has that many bytes.
func killWhen(t *testing.T, c *exec.Cmd, pattern string, size int64) {
	t.Helper()
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	must(t, c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		found, err := filepath.Glob(pattern)
		must(t, err)
		for _, path := range found {
			if info, err := os.Stat(path); err == nil && info.Size() >= size {
				must(t, c.Process.Kill())
				if err := <-ended; err == nil {
					t.Fatalf("the command ended before it was killed: %s", &said)
				}
				return
			}
		}
		select {
		case err := <-ended:
			t.Fatalf("the command ended (%v) before %s had %d bytes: %s", err, pattern, size, &said)
		case <-time.After(time.Millisecond):
		}
	}
}

// unencrypted returns the files below a folder that hold anything but an encrypted backup.
func unencrypted(t *testing.T, dir string) (found []string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if len(content) > 0 && !bytes.HasPrefix(content, []byte("age-encryption.org/")) {
			found = append(found, path)
		}
		return err
	}))
	return found
}

func leftovers(t *testing.T, dataDir string) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"backing-up-*", "restoring-*", "*.restoring"} {
		found, err := filepath.Glob(filepath.Join(dataDir, pattern))
		must(t, err)
		all = append(all, found...)
	}
	return all
}

func wantLeftovers(t *testing.T, dataDir string, after string, want bool) {
	t.Helper()
	if got := leftovers(t, dataDir); (len(got) > 0) != want {
		t.Errorf("%s: left in the data folder: %q", after, got)
	}
}

// OPS: an encrypted backup that is killed leaves nothing outside the data folder that is not encrypted, and the
// next start, backup or restore deletes what it left in there.
func TestKilledBackup_LeavesNoPlaintext(t *testing.T) {
	t.Setenv("MERROIR_BACKUP_PASSPHRASE", "an oyster's passphrase")
	for engine, url := range map[string]func() string{
		"sqlite":   func() string { return "" },
		"postgres": func() string { return dbtest.PostgresURL(t) },
	} {
		t.Run(engine, func(t *testing.T) {
			dir, place := t.TempDir(), t.TempDir()
			rawURL := url()
			t.Setenv("TMPDIR", filepath.Join(dir, "missing")) // as in the container: no command may need one
			t.Setenv("MERROIR_DATABASE_URL", rawURL)
			out, err := run(t, dir, password+"\n", "user", "create", "--root", "ann", "ann@farm.example")
			if err != nil {
				t.Fatal(out)
			}
			if rawURL == "" {
				rawURL = "sqlite://" + filepath.Join(dir, "merroir.db")
			}
			addBallast(t, rawURL)

			copying := filepath.Join(dir, "backing-up-*", "database")
			writing := filepath.Join(place, ".part-*")
			for _, at := range []struct {
				pattern string
				size    int64
			}{{copying, 0}, {writing, 1 << 20}} {
				killWhen(t, command(t, dir, "backup", place), at.pattern, at.size)
				if found := unencrypted(t, place); len(found) > 0 {
					t.Errorf("killed when %s had %d bytes: not encrypted: %q", at.pattern, at.size, found)
				}
				wantLeftovers(t, dir, "killed", true)
			}

			s := serve(t, dir)
			wantLeftovers(t, dir, "after the start", false)
			s.stop(t)

			killWhen(t, command(t, dir, "backup", place), copying, 0)
			backup := takeBackup(t, dir, place)
			wantLeftovers(t, dir, "after the next backup", false)

			killToBucket(t, dir, copying)
			if out, err := run(t, dir, "", "check"); err != nil {
				t.Errorf("%v: %s", err, out)
			}
			if engine == "sqlite" {
				killedRestores(t, backup)
			}
		})
	}
}

// killToBucket kills a backup into a bucket, which then holds nothing that is not encrypted.
func killToBucket(t *testing.T, dataDir, copying string) {
	t.Helper()
	bucket := s3test.Serve(t)
	killWhen(t, command(t, dataDir, "backup", bucket.Address("daily")), copying, 0)
	wantLeftovers(t, dataDir, "killed", true)
	if out, err := run(t, dataDir, "", "backup", bucket.Address("daily")); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	wantLeftovers(t, dataDir, "after the next backup", false)

	bucket.Lock()
	defer bucket.Unlock()
	contents := [][]byte{}
	for _, object := range bucket.Objects {
		contents = append(contents, object.Content)
	}
	for _, upload := range bucket.Uploads {
		contents = append(contents, upload.Parts[1])
	}
	for _, content := range contents {
		if len(content) > 0 && !bytes.HasPrefix(content, []byte("age-encryption.org/")) {
			t.Errorf("the bucket has %d bytes that are not encrypted", len(content))
		}
	}
}

// killedRestores kills restores into a new data folder, and looks what the next command does about it.
func killedRestores(t *testing.T, backup string) {
	t.Helper()
	dir := t.TempDir()
	unpacking := filepath.Join(dir, "restoring-*", "database")
	killWhen(t, command(t, dir, "restore", backup), unpacking, 1<<20)
	wantLeftovers(t, dir, "killed", true)
	if out, err := run(t, dir, "", "restore", backup); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	wantLeftovers(t, dir, "after the next restore", false)

	if out, err := run(t, dir, "", "restore", "--check", backup); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	killWhen(t, command(t, dir, "restore", "--check", backup), unpacking, 1<<20)
	s := serve(t, dir)
	wantLeftovers(t, dir, "after the next start", false)
	s.stop(t)
}
