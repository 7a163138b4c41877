//go:build linux || darwin

package app

import "syscall"

// roomLeft is how many bytes may still be written to the disk of a folder.
func roomLeft(dir string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0, err
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}
