package blob

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/merroir/merroir/internal/fault"
)

// What an operator can mend is told in words, and may be tried again; what only a
// programmer can is not.
func TestTheTroubleOfAFolderHasWords(t *testing.T) {
	for _, tt := range []struct {
		errno syscall.Errno
		says  string
	}{
		{syscall.ENOSPC, "is full"}, {syscall.EDQUOT, "is full"}, {syscall.EROFS, "takes no changes"}, {syscall.EACCES, "takes no changes"},
		{syscall.EPERM, "takes no changes"}, {syscall.EMFILE, "Too many files"}, {syscall.ENFILE, "Too many files"}, {syscall.EIO, "fails"},
	} {
		err := inWords(errors.Join(&fs.PathError{Op: "open", Path: "photos", Err: tt.errno}, fs.ErrNotExist))
		if !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.As(err).Message, tt.says) || !errors.Is(err, tt.errno) {
			t.Errorf("%v: %v, want %q", tt.errno, err, tt.says)
		}
	}
	if err := inWords(syscall.EINVAL); !fault.Is(err, fault.Internal) {
		t.Errorf("a mistake of ours: %v", err)
	}
}

// A folder whose place is taken by a file: the error is not swallowed, nothing is left
// behind, and when the cause is gone the folder is made.
func TestAFolderThatCannotBeMade(t *testing.T) {
	dir := t.TempDir()
	b, err := Open(ctx, "file://"+dir)
	must(t, err)
	defer b.Close()
	must(t, os.WriteFile(filepath.Join(dir, "a"), nil, 0o600))
	if err := b.Put(ctx, "a/b/c.txt", "text/plain", []byte("c")); err == nil {
		t.Error("a file was taken for a folder")
	}
	must(t, os.Remove(filepath.Join(dir, "a")))
	must(t, b.Put(ctx, "a/b/c.txt", "text/plain", []byte("c")))
	o, err := b.Get(ctx, "a/b/c.txt")
	must(t, err)
	must(t, o.Close())
}
