//go:build !race

package app

import (
	"os"
	"path/filepath"
	"testing"
)

// A process that loses its folder, or a part of it, says so and ends. How that comes about at
// once with all else is watched in TestALostDiskEndsTheProcess.
func TestEveryLostDiskEndsTheProcess(t *testing.T) {
	for name, lose := range map[string]func(t *testing.T, dir string){
		"the folder is removed":          func(t *testing.T, dir string) { must(t, os.RemoveAll(dir)) },
		"the folder is another":          func(t *testing.T, dir string) { must(t, os.Rename(dir, dir+"-old")); must(t, os.Mkdir(dir, 0o700)) },
		"the journal is removed":         func(t *testing.T, dir string) { must(t, os.Remove(filepath.Join(dir, "merroir.db-wal"))) },
		"the folder of files is removed": func(t *testing.T, dir string) { must(t, os.RemoveAll(filepath.Join(dir, "photos"))) },
		"the file is another": func(t *testing.T, dir string) {
			must(t, os.Rename(filepath.Join(dir, "merroir.db"), filepath.Join(dir, "old.db")))
			must(t, os.WriteFile(filepath.Join(dir, "merroir.db"), nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) { endsWithout(t, name, lose) })
	}
}
