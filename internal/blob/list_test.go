package blob

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The newest file counts, not one in a folder below; a folder that is not there has none.
func TestNewestOfAFolder(t *testing.T) {
	dir := t.TempDir()
	b, err := Open(ctx, "file://"+dir)
	must(t, err)
	defer b.Close()
	if at, err := b.Newest(ctx, "a/b"); err != nil || !at.IsZero() {
		t.Errorf("of no folder: %v, %v", at, err)
	}
	want := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, at := range map[string]time.Time{"a/b/1": want.Add(-time.Hour), "a/b/2": want, "a/b/3": want.Add(-time.Minute), "a/b/c/4": want.Add(time.Hour), "a/5": want.Add(time.Hour)} {
		must(t, b.Put(ctx, name, "text/plain", []byte("x")))
		must(t, os.Chtimes(filepath.Join(dir, name), at, at))
		must(t, os.Chtimes(filepath.Join(dir, name+detailSuffix), at, at))
	}
	if at, err := b.Newest(ctx, "a/b"); err != nil || !at.Equal(want) {
		t.Errorf("%v, %v, want %v", at, err, want)
	}
}

// An S3 server tells its files page by page.
func TestNewestOfAnS3Folder(t *testing.T) {
	pages := []string{
		"<Contents><Key>m/ltx/0/1</Key><LastModified>2026-03-01T11:00:00.000Z</LastModified></Contents><Contents><LastModified>2026-03-01T11:58:00.000Z</LastModified></Contents><NextContinuationToken>to be continued</NextContinuationToken>",
		"<Contents><LastModified>2026-03-01T12:00:00.000Z</LastModified></Contents><Contents><LastModified>2026-03-01T11:59:00.000Z</LastModified></Contents>",
	}
	b, _ := s3At(t, func(w http.ResponseWriter, r *http.Request, number int) {
		asked := r.URL.Query()
		want := map[int]string{1: "", 2: "to be continued"}[number]
		if r.URL.Path != "/photos/" || asked.Get("list-type") != "2" || asked.Get("prefix") != "m/ltx/0/" || asked.Get("delimiter") != "/" || asked.Get("continuation-token") != want {
			t.Errorf("request %d: %s", number, r.URL)
		}
		_, _ = io.WriteString(w, "<ListBucketResult>"+pages[number-1]+"</ListBucketResult>")
	})
	if at, err := b.Newest(ctx, "m/ltx/0"); err != nil || !at.Equal(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("%v, %v", at, err)
	}
}
