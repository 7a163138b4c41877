package blob

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/blob/s3test"
	"github.com/merroir/merroir/internal/fault"
)

func s3(t *testing.T) *Bucket {
	t.Helper()
	b, err := Open(ctx, s3test.Serve(t).Address(""))
	must(t, err)
	t.Cleanup(func() { must(t, b.Close()) })
	return b
}

func TestPutGetDelete(t *testing.T) {
	for where, b := range map[string]*Bucket{"folder": folder(t), "S3": s3(t)} {
		must(t, b.Put(ctx, "a/b.txt", "text/plain", []byte("first")))
		must(t, b.Put(ctx, "a/b.txt", "text/csv", []byte("second")))
		o, err := b.Get(ctx, "a/b.txt")
		must(t, err)
		content, err := io.ReadAll(o)
		must(t, err)
		must(t, o.Close())
		if string(content) != "second" || o.ContentType != "text/csv" || o.Size != 6 || o.Modified.IsZero() {
			t.Errorf("%s: %q %+v", where, content, o)
		}
		must(t, b.Delete(ctx, "a/b.txt"))
		must(t, b.Delete(ctx, "a/b.txt"))
		if _, err := b.Get(ctx, "a/b.txt"); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: after deleting: %v", where, err)
		}
	}
}

// What earlier releases stored in a folder is read, written over and deleted:
// they kept the content type, and more, in a file beside each.
func TestAFolderOfAnEarlierRelease(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "photos"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "photos", "5f.jpg"), []byte("a picture"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "photos", "5f.jpg.attrs"), []byte(`{"user.cache_control":"","user.content_disposition":"","user.content_encoding":"","user.content_language":"","user.content_type":"image/jpeg","user.metadata":null,"md5":"qvTGHdzF6KLavt4PO0gs2Q=="}`), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "photos", "bare.jpg"), []byte("x"), 0o600))
	b, err := Open(ctx, "file://"+dir)
	must(t, err)
	defer b.Close()
	for name, want := range map[string]string{"photos/5f.jpg": "image/jpeg a picture", "photos/bare.jpg": "application/octet-stream x"} {
		o, err := b.Get(ctx, name)
		must(t, err)
		content, err := io.ReadAll(o)
		must(t, err)
		must(t, o.Close())
		if got := o.ContentType + " " + string(content); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	must(t, b.Put(ctx, "photos/5f.jpg", "image/png", []byte("another")))
	must(t, b.Delete(ctx, "photos/5f.jpg"))
	must(t, b.Delete(ctx, "photos/bare.jpg"))
	left, err := os.ReadDir(filepath.Join(dir, "photos"))
	must(t, err)
	if len(left) != 0 {
		t.Errorf("left in the folder: %v", left)
	}
}

// A write that is cut short leaves what was there, and nothing leads out of the
// folder, not by a link either.
func TestAFolderStaysWhole(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	b, err := Open(ctx, "file://"+dir)
	must(t, err)
	defer b.Close()
	must(t, b.Put(ctx, "a.txt", "text/plain", []byte("first")))
	f, _ := b.store.(*folderStore)
	must(t, f.fill(".part-cut-short", func(w io.Writer) error { _, err := io.WriteString(w, "sec"); return err })) // as a process that died here leaves it
	o, err := b.Get(ctx, "a.txt")
	must(t, err)
	content, err := io.ReadAll(o)
	must(t, err)
	must(t, o.Close())
	if string(content) != "first" {
		t.Errorf("%q", content)
	}
	must(t, os.WriteFile(filepath.Join(outside, "secret"), []byte("x"), 0o600))
	must(t, os.Symlink(outside, filepath.Join(dir, "link")))
	if _, err := b.Get(ctx, "link/secret"); err == nil {
		t.Error("a link led out of the folder")
	}
	if err := b.Put(ctx, "link/new", "text/plain", []byte("y")); err == nil {
		t.Error("a link led out of the folder to write")
	}
}

// What a process that died while writing left is removed when the folder is
// opened; what another may be writing at this moment stays, as does every file.
func TestPartsOfACrashAreSwept(t *testing.T) {
	dir := t.TempDir()
	b, err := Open(ctx, "file://"+dir)
	must(t, err)
	must(t, b.Put(ctx, "photos/a.txt", "text/plain", []byte("first")))
	f, _ := b.store.(*folderStore)
	for _, name := range []string{".part-old", "photos/.part-old", "photos/.part-young"} {
		must(t, f.fill(name, func(w io.Writer) error { _, err := io.WriteString(w, "sec"); return err }))
	}
	must(t, b.Close())
	longAgo := time.Now().Add(-partLives - time.Hour)
	for _, name := range []string{".part-old", "photos/.part-old", "photos/a.txt"} {
		must(t, os.Chtimes(filepath.Join(dir, name), longAgo, longAgo))
	}
	b, err = Open(ctx, "file://"+dir)
	must(t, err)
	defer b.Close()
	var left []string
	must(t, filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			left = append(left, entry.Name())
		}
		return err
	}))
	if want := []string{".part-young", "a.txt", "a.txt.attrs"}; !slices.Equal(left, want) {
		t.Errorf("left: %v, want %v", left, want)
	}
}

func TestNamesThatLeadElsewhereAreNoFiles(t *testing.T) {
	dir := t.TempDir()
	b, err := Open(ctx, "file://"+dir+"/files")
	must(t, err)
	defer b.Close()
	must(t, os.WriteFile(filepath.Join(dir, "secret"), []byte("x"), 0o600))
	for _, name := range []string{
		"", "/", "..", "../secret", "a/../../secret", "a/./b", "/etc/passwd", "a//b", ".hidden", "a/.hidden", `..\secret`, "a\x00b", "A", "a b", "ä",
		strings.Repeat("a", 201),
	} {
		if err := b.Put(ctx, name, "text/plain", []byte("y")); !fault.Is(err, fault.NotFound) {
			t.Errorf("Put(%q) = %v", name, err)
		}
		if _, err := b.Get(ctx, name); !fault.Is(err, fault.NotFound) {
			t.Errorf("Get(%q) = %v", name, err)
		}
		if err := b.Delete(ctx, name); !fault.Is(err, fault.NotFound) {
			t.Errorf("Delete(%q) = %v", name, err)
		}
	}
	if content, err := os.ReadFile(filepath.Join(dir, "secret")); err != nil || string(content) != "x" {
		t.Errorf("the file outside: %q, %v", content, err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(blocked, nil, 0o600))
	for _, url := range []string{"", "photos", "file://", "file://host/x", "s3://", "mem://x", "http://x", "s3://b?nonsense=1", "file://" + blocked + "/x"} {
		if _, err := Open(ctx, url); err == nil {
			t.Errorf("%q was opened", url)
		}
	}
}
