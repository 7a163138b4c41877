package app

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/merroir/merroir/internal/sqldb"
)

// giveToOwner gives what a command of root created to the owners of the folders, so that the server, which runs as
// that owner, can read it. With deep it looks into all folders, photos and what was put aside too.
func (c *Config) giveToOwner(deep bool) error {
	all := func(string) bool { return true }
	errs := []error{giveFolderToOwner(c.DataDir, deep, all)}
	if path := sqldb.FilePath(c.DatabaseURL); path != "" {
		name := filepath.Base(path)
		errs = append(errs, giveFolderToOwner(filepath.Dir(path), deep, func(entry string) bool {
			return strings.HasPrefix(entry, name) || strings.HasPrefix(entry, "before-restore-")
		}))
	}
	if folder := c.folderOfFiles(); folder != "" && deep {
		errs = append(errs, giveFolderToOwner(folder, deep, all))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("the new files belong to root, and not to the owner of the data folder: %w", err)
	}
	return nil
}
