//go:build linux

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"
)

// drill is one that runs: with how many people, and in which folder of its own.
type drill struct {
	dir, program string
	people       int
	cuts         int
	lasts        time.Duration // of the soak
	activities   int           // of the farm that is restored
	fs           string
	before       string   // commit of the release that is replaced; empty for the last whose schema had fewer steps
	settings     []string // of the program, as in its environment
	resolvers    string   // the file with the resolvers of names that the program has in place of the machine's; mostly empty
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var d drill
	only := flag.String("only", "", "one drill alone: power, full, slow, folder, handles, s3, dns, smtp, mirror, restore, small, cluster, upgrade, routing, pooler or soak")
	flag.IntVar(&d.people, "people", 20, "people who record at once; one of them only watches while something is wrong")
	flag.IntVar(&d.cuts, "cuts", 30, "cuts of the power")
	flag.StringVar(&d.fs, "fs", "xfs", "file system whose power is cut: xfs or ext4")
	flag.DurationVar(&d.lasts, "lasts", time.Hour, "how long the soak lasts")
	flag.IntVar(&d.activities, "activities", 1_000_000, "activities of the farm that is restored")
	flag.StringVar(&d.before, "before", "", "commit of the release that is replaced by this one; without it, the last whose schema had fewer steps")
	flag.Parse()
	if err := d.run(ctx, *only); err != nil {
		fmt.Fprintln(os.Stderr, "drill:", err)
		os.Exit(1)
	}
}

func (d *drill) run(ctx context.Context, only string) (err error) {
	if os.Geteuid() != 0 {
		return errors.New("it mounts file systems, and so must run as root")
	}
	if d.dir, err = os.MkdirTemp("", "merroir-drill-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(d.dir)) }()
	if err := os.Chmod(d.dir, 0o755); err != nil { // the server of one drill is not root
		return err
	}
	d.program = filepath.Join(d.dir, "merroir")
	build := exec.CommandContext(ctx, "go", "build", "-o", d.program, "./cmd/merroir")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the program: %w\n%s", err, out)
	}
	found := false
	for _, each := range []struct {
		name string
		run  func(context.Context) error
	}{{"power", d.cutPower}, {"full", d.fillDisk}, {"slow", d.slowDisk}, {"folder", d.closeFolder}, {"handles", d.useUpHandles}, {"s3", d.failS3}, {"dns", d.loseNames}, {"smtp", d.hangMail},
		{"mirror", d.loseDisk}, {"restore", d.restoreAll}, {"small", d.startSmall},
		{"cluster", d.strikeCluster}, {"upgrade", d.upgrade}, {"routing", d.routeByFarm}, {"pooler", d.meetPoolers}, {"soak", d.soak}} {
		if only != "" && only != each.name {
			continue
		}
		found = true
		if err := each.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", each.name, err)
		}
	}
	if !found {
		return fmt.Errorf("there is no drill %q", only)
	}
	return nil
}
