//go:build !race

package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/sqldb"
)

var backupPath = regexp.MustCompile(`(?m)^(/\S+\.backup):`)

func takeBackup(t *testing.T, dir, into string) string {
	t.Helper()
	out, err := run(t, dir, "", "backup", into)
	must(t, err)
	found := backupPath.FindStringSubmatch(out)
	if found == nil {
		t.Fatal(out)
	}
	return found[1]
}

// Each of several backups, taken while people write, can be restored, adds up,
// and has all that was acknowledged before it was begun. Other processes take and restore
// them: for the race detector there is no more to see than in TestKillLosesNoAcknowledgedWrite.
func TestBackupsWhileTheServerWrites(t *testing.T) {
	const backups, writers, writes = 3, 4, 280 // by each at most, a few less than one session may make at once
	dir, into := dataDirWithRoot(t), t.TempDir()
	s := serve(t, dir)
	var mu sync.Mutex
	acknowledged := []string{}
	begun, troubles := make(chan struct{}, writers*writes), make(chan error, writers)
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for writer := range writers {
		token := s.signIn(t)
		wg.Go(func() {
			for n := 0; n < writes && ctx.Err() == nil; n++ {
				name := fmt.Sprintf("Farm %d-%d", writer, n)
				status, err := s.call("POST", "/api/farms", token, map[string]any{"name": name, "country": "USA", "state": "Maine"}, new(any))
				begun <- struct{}{}
				if err != nil || status != 200 {
					troubles <- fmt.Errorf("write %d: %d %w", n, status, err)
					return
				}
				mu.Lock()
				acknowledged = append(acknowledged, name)
				mu.Unlock()
			}
		})
	}
	before := map[string][]string{} // by backup
	var newest string
	<-begun
	for range backups {
		mu.Lock()
		known := acknowledged[:len(acknowledged):len(acknowledged)]
		mu.Unlock()
		newest = takeBackup(t, dir, into)
		before[newest] = known
	}
	stop()
	wg.Wait()
	close(troubles)
	for err := range troubles {
		t.Error(err)
	}
	if out, err := run(t, dir, "", "check"); err != nil || !strings.Contains(out, "Everything adds up") {
		t.Errorf("beside the server: %v: %s", err, out)
	}
	if out, err := run(t, dir, "", "restore", "--check", newest); err != nil || !strings.Contains(out, "can be restored, and everything in it adds up") {
		t.Errorf("rehearsal: %v: %s", err, out)
	}
	for path, known := range before {
		restored := t.TempDir()
		out, err := run(t, restored, "", "restore", path)
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		names := farmNames(t, restored)
		for _, name := range known {
			if !names[name] {
				t.Errorf("%s was acknowledged before the backup and is not in it", name)
			}
		}
	}
}

func farmNames(t *testing.T, dataDir string) map[string]bool {
	t.Helper()
	db, err := sqldb.Beside(t.Context(), "sqlite://"+filepath.Join(dataDir, "merroir.db"))
	must(t, err)
	defer db.Close()
	names := map[string]bool{}
	must(t, db.Read(t.Context(), func(tx *sqldb.Tx) error {
		all, err := sqldb.All(t.Context(), tx, sqldb.Scalar[string], "SELECT name FROM farms")
		for _, name := range all {
			names[name] = true
		}
		return err
	}))
	return names
}

// Whoever was signed in when the backup was taken is not any more, and the server
// starts on what was restored. One in use is not touched.
func TestRestore(t *testing.T) {
	dir := dataDirWithRoot(t)
	s := serve(t, dir)
	token := s.signIn(t)
	backup := takeBackup(t, dir, t.TempDir())
	if out, err := run(t, dir, "", "restore", backup); err == nil || !strings.Contains(out, "is in use by a running merroir; stop that one first") {
		t.Errorf("over a live one: %v: %s", err, out)
	}
	if status, _ := s.call("GET", "/api/users/my", token, nil, new(any)); status != 200 {
		t.Errorf("after the refusal: %d", status)
	}
	fresh := t.TempDir()
	if out, err := run(t, fresh, "", "restore", backup); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s = serve(t, fresh)
	if status, _ := s.call("GET", "/api/users/my", token, nil, new(any)); status != 401 {
		t.Errorf("a session of the backup: %d", status)
	}
	s.signIn(t)
}

// A restore says what the server ran with, without secrets; a file has them where the backup is encrypted,
// and a shell reads it.
func TestRestoreTellsTheSettings(t *testing.T) {
	dir := dataDirWithRoot(t)
	const secret = `sm"t$p pass`
	t.Setenv("MERROIR_SMTP_URL", "smtp://me:"+url.QueryEscape(secret)+"@mail.example:25")
	t.Setenv("MERROIR_SECRET_KEYS_OLD", strings.Repeat("ab", 32))
	t.Setenv("MERROIR_MAIL_FROM", `Us & "Sons" <us@merroir.example>`)
	for _, passphrase := range []string{"", "an oyster's passphrase"} {
		t.Setenv("MERROIR_BACKUP_PASSPHRASE", passphrase)
		backup, fresh := takeBackup(t, dir, t.TempDir()), t.TempDir()
		out, err := run(t, fresh, "", "restore", backup)
		must(t, err)
		for _, line := range []string{"  MERROIR_SMTP_URL smtp://mail.example:25\n", "  MERROIR_SECRET_KEYS_OLD (a secret)\n", `  MERROIR_MAIL_FROM Us & "Sons" <us@merroir.example>` + "\n"} {
			if !strings.Contains(out, line) {
				t.Errorf("%q is not told: %s", line, out)
			}
		}
		if strings.Contains(out, "abab") || strings.Contains(out, "pass") || strings.Contains(out, "MERROIR_BACKUP_KEEP") {
			t.Errorf("a secret or a default is told: %s", out)
		}
		path := filepath.Join(fresh, "settings-of-backup.env")
		shell := exec.Command("sh", "-c", ". "+path+`; printf '%s|%s|%s' "$MERROIR_MAIL_FROM" "$MERROIR_SMTP_URL" "$MERROIR_SECRET_KEYS_OLD"`)
		shell.Env = []string{}
		read, err := shell.Output()
		must(t, err)
		want := `Us & "Sons" <us@merroir.example>||`
		if passphrase != "" {
			want = `Us & "Sons" <us@merroir.example>|` + os.Getenv("MERROIR_SMTP_URL") + "|" + strings.Repeat("ab", 32)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || string(read) != want {
			t.Errorf("the file: %v, a shell reads %q", err, read)
		}
	}
}

// What is wrong is said in words, and the command fails.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	tests := map[string]struct{ harm, says string }{
		"a table is gone":  {"DROP TABLE known_networks", "The table known_networks is missing."},
		"a column is gone": {"ALTER TABLE exports DROP COLUMN percent", "The table exports has no column percent."},
		"a photo is gone":  {"UPDATE farms SET photo = 'nowhere.jpg'", "The file photos/nowhere-480.jpg is missing."},
		"an old schema":    {"DELETE FROM migration WHERE version_id = (SELECT MAX(version_id) FROM migration)", "steps: start the server, or run merroir migrate"},
		"a newer schema":   {"INSERT INTO migration (version_id, is_applied) VALUES (9999, 1)", "A newer merroir made the database (schema 9999"},
		"dangling":         {"PRAGMA foreign_keys = 0; INSERT INTO farm_state (farm_id, seq, dims_version, epoch) VALUES ('none', 0, 0, 0)", "The table farm_state refers to rows of farms that do not exist, 1 times."},
	}
	dir := dataDirWithRoot(t)
	s := serve(t, dir)
	if status, err := s.call("POST", "/api/farms", s.signIn(t), map[string]any{"name": "Cove", "country": "USA", "state": "Maine"}, new(any)); err != nil || status != 200 {
		t.Fatalf("%d %v", status, err)
	}
	restored := t.TempDir()
	if out, err := run(t, restored, "", "restore", takeBackup(t, dir, t.TempDir())); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.CopyFS(dir, os.DirFS(restored)))
			harm(t, dir, tt.harm)
			if out, err := run(t, dir, "", "check"); err == nil || !strings.Contains(out, tt.says) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	if out, err := run(t, t.TempDir(), "", "check"); err == nil || !strings.Contains(out, "there is no database, or an empty one") {
		t.Errorf("without one: %v: %s", err, out)
	}
	path := filepath.Join(restored, "merroir.db")
	sound, err := os.ReadFile(path)
	must(t, err)
	for where, at := range map[string]int{"where the schema is": 100, "in the middle": len(sound) / 2} {
		content := slices.Clone(sound)
		copy(content[at:], strings.Repeat("x", 9000))
		must(t, os.WriteFile(path, content, 0o600))
		if out, err := run(t, restored, "", "check"); err == nil || !strings.Contains(out, "damaged") {
			t.Errorf("damaged %s: %v: %s", where, err, out)
		}
	}
}

// AUTH-8: a lost key is reported by restore, by its rehearsal and by check, and the error at the start names the
// command after which the server starts.
func TestRestore_ReportsLostSecretKey(t *testing.T) {
	dir, place := dataDirWithRoot(t), t.TempDir()
	serve(t, dir).stop(t) // creates the key
	db, err := sqldb.Open(t.Context(), "sqlite://"+filepath.Join(dir, "merroir.db"))
	must(t, err)
	must(t, db.Write(t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO second_factors (user_id, secret, created_at, confirmed_at) SELECT id, 'JBSWY3DPEHPK3PXP', 0, 1 FROM users")
		return err
	}))
	must(t, db.Close())
	serve(t, dir).stop(t) // encrypts the factor
	plain := takeBackup(t, dir, place)
	t.Setenv("MERROIR_BACKUP_PASSPHRASE", "an oyster's passphrase")
	encrypted := takeBackup(t, dir, place)

	const lost = "MERROIR_SECRET_KEY: 1 second factors in the database cannot be decrypted"
	fresh := t.TempDir()
	if out, err := run(t, fresh, "", "restore", "--check", plain); err == nil || !strings.Contains(out, lost) {
		t.Errorf("restore --check: %v: %s", err, out)
	}
	if out, err := run(t, t.TempDir(), "", "restore", "--check", encrypted); err != nil || strings.Contains(out, lost) {
		t.Errorf("restore --check of a backup with the key: %v: %s", err, out)
	}
	if out, err := run(t, fresh, "", "restore", plain); err != nil || !strings.Contains(out, "The server will not start yet.\n"+lost) {
		t.Errorf("restore: %v: %s", err, out)
	}
	if out, err := run(t, fresh, "", "check"); err == nil || !strings.Contains(out, lost) {
		t.Errorf("check: %v: %s", err, out)
	}
	if out, err := run(t, fresh, "", "serve"); err == nil || !strings.Contains(out, "merroir user remove-second-factors --undecryptable --all --env-file FILE") {
		t.Errorf("serve: %v: %s", err, out)
	}

	for _, answer := range []string{"", "no\n"} {
		if out, err := run(t, fresh, answer, "user", "remove-second-factors", "--undecryptable", "--all"); err == nil || !strings.Contains(out, "not confirmed, nothing was changed") {
			t.Errorf("answering %q: %v: %s", answer, err, out)
		}
	}
	if out, err := run(t, fresh, "", "check"); err == nil || !strings.Contains(out, lost) {
		t.Errorf("check after answering no: %v: %s", err, out)
	}
	if out, err := run(t, fresh, "yes\n", "user", "remove-second-factors", "--undecryptable", "--all"); err != nil || !strings.Contains(out, "User ann (ann@farm.example)") {
		t.Errorf("removing: %v: %s", err, out)
	}
	if out, err := run(t, fresh, "", "check"); err != nil {
		t.Errorf("check after removing: %v: %s", err, out)
	}
	serve(t, fresh).signIn(t)
}

// harm changes a database in a way that the program never does.
func harm(t *testing.T, dataDir, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dataDir, "merroir.db"))
	must(t, err)
	db.SetMaxOpenConns(1)
	for statement := range strings.SplitSeq(statements, ";") {
		_, err := db.ExecContext(t.Context(), statement)
		must(t, err)
	}
	must(t, db.Close())
}
