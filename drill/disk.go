//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// disk is a file system that is mounted for a drill.
type disk struct {
	at    string   // where it is mounted
	mount []string // the arguments of mount
}

// newDisk makes a file system in a file, and mounts it.
func (d *drill) newDisk(ctx context.Context) (*disk, error) {
	image := filepath.Join(d.dir, "disk.img")
	if err := os.WriteFile(image, nil, 0o600); err != nil {
		return nil, err
	}
	if err := os.Truncate(image, 1<<30); err != nil {
		return nil, err
	}
	if err := command(ctx, "mkfs."+d.fs, "-q", image); err != nil {
		return nil, err
	}
	return d.mounted(ctx, "-o", "loop", image)
}

// newSmallDisk mounts one in memory with room for so many bytes.
func (d *drill) newSmallDisk(ctx context.Context, size int) (*disk, error) {
	return d.mounted(ctx, "-t", "tmpfs", "-o", fmt.Sprintf("size=%d", size), "none")
}

func (d *drill) mounted(ctx context.Context, args ...string) (*disk, error) {
	k := &disk{filepath.Join(d.dir, "disk"), args}
	if err := os.MkdirAll(k.at, 0o755); err != nil {
		return nil, err
	}
	return k, k.attach(ctx)
}

func (k *disk) attach(ctx context.Context) error {
	return command(ctx, "mount", append(k.mount, k.at)...)
}

func (k *disk) detach() error { return command(context.Background(), "umount", k.at) }

// cutPower ends the file system at once: what was not synced is lost, as in a
// machine without power. It has to be detached and attached to be used again.
func (k *disk) cutPower() error {
	const (
		goDown     = 0x8004587d // XFS_IOC_GOINGDOWN, which ext4 knows by the same number
		noLogFlush = 2
	)
	folder, err := os.Open(k.at)
	if err != nil {
		return err
	}
	return errors.Join(unix.IoctlSetPointerInt(int(folder.Fd()), goDown, noLogFlush), folder.Close())
}

func command(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(out)))
	}
	return nil
}
