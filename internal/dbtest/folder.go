package dbtest

import (
	"io/fs"
	"os"
	"testing"
	"testing/fstest"
)

// Folder is what a folder of data holds, in memory: each test may have a copy of it, by os.CopyFS.
func Folder(t testing.TB, dir string) fstest.MapFS {
	t.Helper()
	files, made := fstest.MapFS{}, os.DirFS(dir)
	err := fs.WalkDir(made, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(made, name)
		files[name] = &fstest.MapFile{Data: data, Mode: 0o600}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
