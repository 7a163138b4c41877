//go:build unix

package app

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// giveFolderToOwner gives what root created in a folder to the owner of the folder: entries that match chooses by
// name, and with deep all that is in them. It does nothing for any other user.
func giveFolderToOwner(dir string, deep bool, match func(name string) bool) error {
	if os.Geteuid() != 0 {
		return nil
	}

	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	info, err := root.Stat(".")
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	if owner.Uid == 0 {
		return nil
	}

	return fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		top, _, below := strings.Cut(path, "/")
		if !match(top) || below && !deep {
			return skip(entry)
		}

		info, err := entry.Info()
		if err != nil {
			return err
		}
		stat := info.Sys().(*syscall.Stat_t)
		linked := !entry.IsDir() && (!info.Mode().IsRegular() || stat.Nlink > 1)
		if stat.Uid != 0 || linked { // a link could lead to a file of root that is none of ours
			return nil
		}
		return root.Lchown(path, int(owner.Uid), int(owner.Gid))
	})
}

func skip(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}
