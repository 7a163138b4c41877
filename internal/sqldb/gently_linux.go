package sqldb

import (
	"os"
	"syscall"
)

// beginWriting has the disk begin to write a part of a file, and waits for nothing.
func beginWriting(file *os.File, from, bytes int64) {
	const write = 2 // SYNC_FILE_RANGE_WRITE
	_ = syscall.SyncFileRange(int(file.Fd()), from, bytes, write)
}
