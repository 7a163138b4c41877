package sqldb

import (
	"os"
	"time"
)

// Gently has what is written to a large file go to the disk as it comes, until end is called. The system
// would keep seconds of it back and then write them at once, and whoever commits to a database on
// the same disk would wait for it all. Where that cannot be done, nothing is.
func Gently(path string) (end func()) {
	const every = 20 * time.Millisecond
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var file *os.File
		defer func() { _ = file.Close() }() // which says so of none
		for from := int64(0); ; {
			select {
			case <-done:
				return
			case <-time.After(every):
			}
			if file == nil {
				file, _ = os.Open(path) // who writes it may not have begun
				continue
			}
			if size := sizeOf(path); size > from {
				beginWriting(file, from, size-from)
				from = size
			}
		}
	}()
	return func() { close(done); <-ended }
}
