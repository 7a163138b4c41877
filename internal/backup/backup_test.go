package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/blob/s3test"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

var ctx = context.Background()

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func setting(t *testing.T, rawURL, name string) (value string) {
	t.Helper()
	db, err := sqldb.Beside(ctx, rawURL)
	must(t, err)
	defer db.Close()
	must(t, db.Read(ctx, func(tx *sqldb.Tx) error {
		value, err = sqldb.One(ctx, tx, sqldb.Scalar[string], "SELECT value FROM settings WHERE name = $1", name)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		return err
	}))
	return value
}

func set(t *testing.T, rawURL, name, value string) {
	t.Helper()
	db, err := sqldb.Open(ctx, rawURL)
	must(t, err)
	must(t, errors.Join(db.Write(ctx, func(tx *sqldb.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value)
		return err
	}), db.Close()))
}

func bucket(t *testing.T) *blob.Bucket {
	t.Helper()
	b, err := blob.Open(ctx, "file://"+t.TempDir())
	must(t, err)
	t.Cleanup(func() { must(t, b.Close()) })
	return b
}

func source(rawURL string, files *blob.Bucket, named ...string) Source {
	return Source{
		DatabaseURL: rawURL, Files: files, Version: "test", Now: time.Now,
		Named:    func(context.Context, *sqldb.Tx) ([]string, error) { return named, nil },
		Identity: func(context.Context, *sqldb.Tx) (string, error) { return "the one", nil },
	}
}

func take(t *testing.T, s Source) Taken {
	t.Helper()
	db, err := sqldb.Beside(ctx, s.DatabaseURL)
	must(t, err)
	s.DB, s.Dir = db, t.TempDir()
	taken, err := Take(ctx, s, folderPlace(t.TempDir()))
	must(t, errors.Join(err, db.Close()))
	return taken
}

func TestMain(m *testing.M) {
	passphraseWork = 10 // a sixtieth; the work itself is done in the tests of the command
	os.Exit(m.Run())
}

func TestThereAndBack(t *testing.T) {
	for engine, urls := range map[string]func(t *testing.T) (from, to string){
		"sqlite": func(t *testing.T) (string, string) {
			return dbtest.SQLiteURL(t), "sqlite://" + filepath.Join(t.TempDir(), "new", "merroir.db")
		},
		"postgres": func(t *testing.T) (string, string) { return dbtest.PostgresURL(t), dbtest.EmptyPostgresURL(t) },
	} {
		for _, passphrase := range []string{"", "an oyster's passphrase"} {
			t.Run(fmt.Sprintf("%s/%d", engine, len(passphrase)), func(t *testing.T) {
				from, to := urls(t)
				set(t, from, "answer", "42")
				files, key := bucket(t), filepath.Join(t.TempDir(), "secret.key")
				must(t, files.Put(ctx, "photos/a.jpg", "image/jpeg", []byte("a picture")))
				must(t, os.WriteFile(key, []byte("the key"), 0o600))
				s := source(from, files, "photos/a.jpg", "photos/gone.jpg")
				s.SecretFile, s.Passphrase = key, passphrase
				s.Settings = []Setting{{"MERROIR_ADDR", ":80", ":80"}, {"MERROIR_SMTP_URL", "smtp://mail", `smtp://me:a"$ecret@mail`}, {"MERROIR_STRIPE_KEY", "", "sk_secret"}}
				taken := take(t, s)
				if taken.Files != 1 || len(taken.Missing) != 1 || taken.Schema != sqldb.NewestSchema() || taken.Database != "the one" {
					t.Errorf("taken: %+v", taken)
				}
				content, err := os.ReadFile(taken.Path)
				must(t, err)
				if readable := bytes.HasPrefix(content, []byte{0x1f, 0x8b}); readable != (passphrase == "") {
					t.Errorf("readable: %v", readable)
				}
				dir := t.TempDir()
				target := Target{DatabaseURL: to, Files: bucket(t), SecretFile: filepath.Join(dir, "secret.key"), Dir: dir, Passphrase: passphrase, Now: time.Now}
				done, err := Restore(ctx, taken.Path, target)
				must(t, err)
				if done.Files != 1 || done.Aside != "" || !done.Taken.Equal(taken.Taken) {
					t.Errorf("restored: %+v", done)
				}
				wantSettings := "MERROIR_ADDR=\":80\"\n# MERROIR_SMTP_URL was smtp://mail, and a secret with it\n# MERROIR_STRIPE_KEY was set, to a secret\n"
				if passphrase != "" {
					wantSettings = "MERROIR_ADDR=\":80\"\nMERROIR_SMTP_URL=\"smtp://me:a\\\"\\$ecret@mail\"\nMERROIR_STRIPE_KEY=\"sk_secret\"\n"
				}
				if got := Environment(done.Settings); got != wantSettings {
					t.Errorf("the settings are\n%s", got)
				}
				if got := setting(t, to, "answer"); got != "42" {
					t.Errorf("the database says %q", got)
				}
				object, err := target.Files.Get(ctx, "photos/a.jpg")
				must(t, err)
				picture, err := io.ReadAll(object)
				must(t, errors.Join(err, object.Close()))
				if string(picture) != "a picture" || object.ContentType != "image/jpeg" {
					t.Errorf("the picture is %q, %s", picture, object.ContentType)
				}
				if got, _ := os.ReadFile(target.SecretFile); (string(got) == "the key") != (passphrase != "") {
					t.Errorf("the key is %q", got)
				}
				if _, err := Restore(ctx, taken.Path, target); !errors.Is(err, sqldb.ErrInTheWay) {
					t.Errorf("again: %v", err)
				}
				if left, _ := filepath.Glob(filepath.Join(dir, "restoring-*")); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
			})
		}
	}
}

// A bucket keeps backups as a folder does: taken there, listed, restored by the address, forgotten.
func TestThereAndBackByABucket(t *testing.T) {
	server := s3test.Serve(t)
	if _, err := At(ctx, server.Address("backups/of us")); err == nil {
		t.Error("a name with a space is taken")
	}
	for folder, size := range map[string]int{"": 17 << 20, "backups/of-us": 1 << 10} { // one is more than a part, as it cannot be packed
		place, err := At(ctx, server.Address(folder))
		must(t, err)
		from := dbtest.SQLiteURL(t)
		set(t, from, "answer", "42")
		files := bucket(t)
		large := make([]byte, size)
		_, _ = rand.NewChaCha8([32]byte{1}).Read(large)
		must(t, files.Put(ctx, "photos/a.jpg", "image/jpeg", large))
		db, err := sqldb.Beside(ctx, from)
		must(t, err)
		s := source(from, files, "photos/a.jpg")
		s.DB, s.Dir, s.Passphrase = db, t.TempDir(), "an oyster's passphrase"
		first, err := Take(ctx, s, place)
		must(t, err)
		s.Now = func() time.Time { return time.Now().Add(time.Hour) }
		second, err := Take(ctx, s, place)
		must(t, errors.Join(err, db.Close()))
		if left, _ := os.ReadDir(s.Dir); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		kept, err := place.Kept(ctx)
		must(t, err)
		if len(kept) != 2 || kept[0].Path != second.Path || kept[1] != first.Kept || first.Bytes < int64(size) {
			t.Errorf("kept %+v, taken %+v and %+v", kept, first.Kept, second.Kept)
		}
		to := "sqlite://" + filepath.Join(t.TempDir(), "new", "merroir.db")
		target := Target{DatabaseURL: to, Files: bucket(t), Dir: t.TempDir(), Passphrase: s.Passphrase, Now: time.Now}
		if _, err := Restore(ctx, server.Address(folder), target); err == nil || !strings.Contains(err.Error(), "has 2 backups: name one. The newest is "+second.Path) {
			t.Errorf("of a place: %v", err)
		}
		done, err := Restore(ctx, first.Path, target)
		must(t, err)
		object, err := target.Files.Get(ctx, "photos/a.jpg")
		must(t, err)
		picture, err := io.ReadAll(object)
		must(t, errors.Join(err, object.Close()))
		if got := setting(t, to, "answer"); got != "42" || done.Files != 1 || !bytes.Equal(picture, large) {
			t.Errorf("restored %+v: %q, a picture of %d bytes", done, got, len(picture))
		}
		gone, err := Forget(ctx, place, 1)
		must(t, err)
		if kept, err = place.Kept(ctx); err != nil || len(gone) != 1 || gone[0].Name != first.Name || len(kept) != 1 || kept[0].Name != second.Name {
			t.Errorf("gone %+v, kept %+v, %v", gone, kept, err)
		}
		if _, err := Restore(ctx, first.Path, target); !fault.Is(err, fault.NotFound) {
			t.Errorf("of one that is gone: %v", err)
		}
	}
}

// A file that somebody else wrote to since, and its journal, are kept beside.
func TestWhatWasThereIsKept(t *testing.T) {
	live := dbtest.SQLiteURL(t)
	set(t, live, "answer", "before")
	path := sqldb.FilePath(live)
	long := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(path, long, long))
	taken := take(t, source(live, bucket(t)))
	db, err := sqldb.Open(ctx, live)
	must(t, err)
	target := Target{DatabaseURL: live, Files: bucket(t), Dir: filepath.Dir(path), Now: time.Now}
	if _, err := Restore(ctx, taken.Path, target); !errors.Is(err, sqldb.ErrInTheWay) || !strings.Contains(err.Error(), "in use by a running merroir") {
		t.Errorf("over a live one: %v", err)
	}
	must(t, db.Close())
	set(t, live, "answer", "after")
	must(t, os.WriteFile(path+"-wal", []byte("a journal"), 0o600)) // as a killed process leaves it
	if _, err := Restore(ctx, taken.Path, target); !errors.Is(err, sqldb.ErrInTheWay) || !strings.Contains(err.Error(), "--anyway") {
		t.Errorf("over a newer one: %v", err)
	}
	target.Anyway = true
	done, err := Restore(ctx, taken.Path, target)
	must(t, err)
	if got := setting(t, live, "answer"); got != "before" {
		t.Errorf("the database says %q", got)
	}
	if journal, _ := os.ReadFile(filepath.Join(done.Aside, "merroir.db-wal")); string(journal) != "a journal" {
		t.Errorf("the journal was not put aside: %q", journal)
	}
	must(t, os.Remove(filepath.Join(done.Aside, "merroir.db-wal")))
	if got := setting(t, "sqlite://"+filepath.Join(done.Aside, "merroir.db"), "answer"); got != "after" {
		t.Errorf("what was put aside says %q", got)
	}
}

func TestAnotherKeyIsKept(t *testing.T) {
	dir := t.TempDir()
	key := filepath.Join(dir, "secret.key")
	must(t, os.WriteFile(key, []byte("old"), 0o600))
	s := source(dbtest.SQLiteURL(t), bucket(t))
	s.SecretFile, s.Passphrase = key, "an oyster's passphrase"
	taken := take(t, s)
	must(t, os.WriteFile(key, []byte("new"), 0o600))
	done, err := Restore(ctx, taken.Path, Target{DatabaseURL: "sqlite://" + filepath.Join(dir, "m.db"), Files: bucket(t), SecretFile: key, Dir: dir, Passphrase: s.Passphrase, Now: time.Now})
	must(t, err)
	now, _ := os.ReadFile(key)
	before, _ := os.ReadFile(filepath.Join(done.Aside, "secret.key"))
	if string(now) != "old" || string(before) != "new" {
		t.Errorf("the key is %q, kept is %q", now, before)
	}
}

// packed is an archive that no backup made.
func packed(t *testing.T, entries ...tar.Header) string {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	w := tar.NewWriter(zip)
	for _, header := range entries {
		header.Size = int64(len("{}"))
		if header.Typeflag == tar.TypeSymlink {
			header.Size = 0
		}
		must(t, w.WriteHeader(&header))
		if header.Size > 0 {
			_, err := w.Write([]byte("{}"))
			must(t, err)
		}
	}
	must(t, errors.Join(w.Close(), zip.Close()))
	path := filepath.Join(t.TempDir(), "made.backup")
	must(t, os.WriteFile(path, out.Bytes(), 0o600))
	return path
}

func TestAForgedBackup(t *testing.T) {
	outside := t.TempDir()
	for name, entries := range map[string][]tar.Header{
		"leads out":    {{Name: "../" + filepath.Base(outside) + "/x"}},
		"absolute":     {{Name: outside + "/x"}},
		"a link":       {{Name: "files", Typeflag: tar.TypeSymlink, Linkname: outside}, {Name: "files/x"}},
		"twice":        {{Name: "database"}, {Name: "database"}},
		"without sums": {{Name: "about.json"}},
		"wrong sums":   {{Name: "about.json"}, {Name: "sums.json"}},
	} {
		t.Run(name, func(t *testing.T) {
			target := Target{DatabaseURL: "sqlite://" + filepath.Join(t.TempDir(), "m.db"), Files: bucket(t), Dir: t.TempDir(), Now: time.Now}
			if _, err := Restore(ctx, packed(t, entries...), target); !errors.Is(err, ErrUnusable) {
				t.Errorf("%v", err)
			}
			if _, err := os.Stat(filepath.Join(outside, "x")); err == nil {
				t.Error("it wrote outside")
			}
		})
	}
}

func TestOfAnotherWorld(t *testing.T) {
	s := source(dbtest.SQLiteURL(t), bucket(t))
	taken := take(t, s)
	target := Target{DatabaseURL: "postgres://127.0.0.1:1/none", Files: bucket(t), Dir: t.TempDir(), Now: time.Now}
	if _, err := Restore(ctx, taken.Path, target); !errors.Is(err, ErrUnusable) || !strings.Contains(err.Error(), "it is of a sqlite database") {
		t.Errorf("another engine: %v", err)
	}
	target.DatabaseURL = "sqlite://" + filepath.Join(t.TempDir(), "m.db")
	for say, change := range map[string]func(*About){
		"a newer merroir wrote it":                  func(a *About) { a.Format++ },
		"a newer merroir took it (schema":           func(a *About) { a.Schema = sqldb.NewestSchema() + 1 },
		"it is of a postgres database, and MERROIR": func(a *About) { a.Kind = "postgres" },
	} {
		about := taken.About
		change(&about)
		var out bytes.Buffer
		a, err := newArchive(&out, "", about)
		must(t, err)
		must(t, a.close())
		path := filepath.Join(t.TempDir(), "x.backup")
		must(t, os.WriteFile(path, out.Bytes(), 0o600))
		if _, err := Restore(ctx, path, target); !errors.Is(err, ErrUnusable) || !strings.Contains(err.Error(), say) {
			t.Errorf("%q: %v", say, err)
		}
	}
}

// An older program does not know all that a newer schema names.
func TestTake_RefusesNewerSchema(t *testing.T) {
	for engine, rawURL := range map[string]string{"sqlite": dbtest.SQLiteURL(t), "postgres": dbtest.PostgresURL(t)} {
		db, err := sqldb.Open(ctx, rawURL)
		must(t, err)
		must(t, db.Write(ctx, func(tx *sqldb.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO migration (version_id, is_applied) VALUES (9999, $1)", true)
			return err
		}))
		must(t, db.Close())

		s, place := source(rawURL, bucket(t)), folderPlace(t.TempDir())
		s.Dir = t.TempDir()
		s.DB, err = sqldb.Beside(ctx, rawURL)
		must(t, err)
		_, err = Take(ctx, s, place)
		if err == nil || !strings.Contains(err.Error(), "a newer merroir made the database (schema 9999, this one has") {
			t.Errorf("%s: %v", engine, err)
		}
		if kept, err := place.Kept(ctx); err != nil || len(kept) > 0 {
			t.Errorf("%s: kept %v, %v", engine, kept, err)
		}
		must(t, s.DB.Close())
	}
}

func TestRehearse(t *testing.T) {
	live := dbtest.SQLiteURL(t)
	set(t, live, "answer", "42")
	files := bucket(t)
	must(t, files.Put(ctx, "photos/a.jpg", "image/jpeg", []byte("a")))
	taken := take(t, source(live, files, "photos/a.jpg"))
	set(t, live, "answer", "43")
	dir := t.TempDir()
	must(t, Rehearse(ctx, taken.Path, "", Target{DatabaseURL: live, Dir: dir, Now: time.Now}, func(r Rehearsal) error {
		if got := setting(t, r.DatabaseURL, "answer"); got != "42" || !r.HasFile("photos/a.jpg") || r.HasFile("photos/b.jpg") {
			t.Errorf("rehearsed: %q", got)
		}
		return nil
	}))
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if got := setting(t, live, "answer"); got != "43" {
		t.Errorf("the database in use says %q", got)
	}
}

func TestKeptAndForgotten(t *testing.T) {
	dir := t.TempDir()
	names := []string{"merroir-20261101T010203.000Z.backup", "merroir-20261103T010203.000Z.backup", "merroir-20261102T010203.000Z.backup"}
	for _, name := range append(names, "merroir-x.backup", "mine.txt") {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	must(t, os.Mkdir(filepath.Join(dir, partPrefix+"old"), 0o700))
	long := time.Now().Add(-48 * time.Hour)
	must(t, os.Chtimes(filepath.Join(dir, partPrefix+"old"), long, long))
	sweepParts(dir, time.Now())
	kept, err := folderPlace(dir).Kept(ctx)
	must(t, err)
	if len(kept) != 3 || filepath.Base(kept[0].Path) != names[1] || kept[0].At.Day() != 3 {
		t.Errorf("kept: %v", kept)
	}
	gone, err := Forget(ctx, folderPlace(dir), 2)
	must(t, err)
	if len(gone) != 1 || gone[0].Name != names[0] {
		t.Errorf("gone: %v", gone)
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 4 {
		t.Errorf("left: %v", left)
	}
}
