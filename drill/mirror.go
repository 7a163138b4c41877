//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

const (
	litestream   = "github.com/benbjohnson/litestream/cmd/litestream@v0.5.18" // where none is installed
	diskLosses   = 10
	beforeLoss   = 8 * time.Second
	longestLoss  = 5 * time.Second // of what was acknowledged before the disk was lost
	mirrorConfig = `
dbs:
  - path: %s
    replica: {type: file, path: %s, sync-interval: 1s}
`
)

// loseDisk loses the disk of the database again and again while people record, and
// begins anew each time with what its mirror has. What was acknowledged in the last moment
// is lost: how much is told.
func (d *drill) loseDisk(ctx context.Context) error {
	program, err := d.findLitestream(ctx)
	if err != nil {
		return err
	}
	own := *d
	mirror := filepath.Join(d.dir, "mirror", "merroir")
	own.settings = append(own.settings, "MERROIR_BLOB_URL=file://"+filepath.Join(d.dir, "kept-photos"), "MERROIR_MIRROR_URL=file://"+filepath.Dir(mirror))
	disk := filepath.Join(d.dir, "lost")
	if err := errors.Join(os.Mkdir(disk, 0o700), own.prepare(ctx, disk)); err != nil {
		return err
	}
	var all crowd
	var losses []loss
	for n := range diskLosses {
		s, err := own.serve(ctx, disk)
		if err != nil {
			return fmt.Errorf("after %d losses: %w", n, err)
		}
		if all == nil {
			all, err = own.gather(ctx, s)
			for _, p := range all {
				p.recordsOnly = true // a photo is not in the mirror, and one that is replaced is removed
			}
		} else {
			err = all.signIn(ctx, s)
		}
		if err == nil && n > 0 {
			err = losses[n-1].count(ctx, all)
		}
		if err != nil {
			s.kill()
			return err
		}
		lost, err := own.recordUntilLost(ctx, all, s, program, disk, mirror)
		if err != nil {
			return err
		}
		losses = append(losses, lost)
		if err := own.check(ctx, disk); err != nil {
			return err
		}
	}
	s, err := own.serve(ctx, disk)
	if err != nil {
		return err
	}
	defer s.kill()
	if err := errors.Join(all.signIn(ctx, s), losses[len(losses)-1].count(ctx, all)); err != nil {
		return err
	}
	return own.reportLosses(all, losses)
}

// findLitestream takes the one that is installed, or builds one.
func (d *drill) findLitestream(ctx context.Context) (string, error) {
	if program, err := exec.LookPath("litestream"); err == nil {
		return program, nil
	}
	build := exec.CommandContext(ctx, "go", "install", litestream)
	build.Env = append(os.Environ(), "GOBIN="+d.dir, "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building litestream: %w\n%s", err, out)
	}
	return filepath.Join(d.dir, "litestream"), nil
}

// loss is one of the disk.
type loss struct {
	at       time.Time
	lost     int           // activities that were acknowledged before
	age      time.Duration // of the oldest that is lost
	restored time.Duration // that the way back took
}

// recordUntilLost lets people record while the mirror is written, loses the disk with all
// that ran on it, and restores it from the mirror.
func (d *drill) recordUntilLost(ctx context.Context, all crowd, s *server, program, disk, mirror string) (l loss, err error) {
	config := filepath.Join(d.dir, "litestream.yml")
	database := filepath.Join(disk, "merroir.db")
	if err := os.WriteFile(config, fmt.Appendf(nil, mirrorConfig, database, mirror), 0o600); err != nil {
		return l, err
	}
	copying, err := d.daemon(nil, "litestream-log", program, "replicate", "-config", config)
	if err != nil {
		return l, err
	}
	if err := copying.start(); err != nil {
		return l, err
	}
	defer copying.kill()
	if err := all.workUntil(ctx, func() error {
		time.Sleep(beforeLoss)
		l.at = time.Now()
		copying.kill()
		s.kill()
		return os.RemoveAll(disk)
	}); err != nil {
		return l, err
	}
	began := time.Now()
	if err := os.Mkdir(disk, 0o700); err != nil {
		return l, err
	}
	if err := command(ctx, program, "restore", "-config", config, database); err != nil {
		return l, err
	}
	l.restored = time.Since(began)
	return l, nil
}

// count sends once more all that was acknowledged: what is new to the program was lost,
// and it is what was acknowledged last.
func (l *loss) count(ctx context.Context, all crowd) (err error) {
	if l.lost, err = all.lost(ctx); err != nil {
		return err
	}
	var acked []time.Time
	for _, c := range all.calls() {
		if c.acknowledged && !c.photo {
			acked = append(acked, c.at)
		}
	}
	if l.lost > 0 {
		l.age = max(0, l.at.Sub(acked[len(acked)-l.lost]))
	}
	return nil
}

func (d *drill) reportLosses(all crowd, losses []loss) error {
	activities, _, _, _ := all.kept()
	fmt.Printf("\nDisk of the database lost %d times while %d people record, restored from its mirror\n", len(losses), d.people)
	fmt.Printf("acknowledged: %d activities; merroir check finds nothing wrong\n", activities)
	var ages, restored []time.Duration
	lost := 0
	for _, l := range losses {
		fmt.Printf("lost %d activities, those of the last %v; restored in %v\n", l.lost, l.age.Round(time.Millisecond), l.restored.Round(time.Millisecond))
		lost += l.lost
		ages, restored = append(ages, l.age), append(restored, l.restored)
	}
	fmt.Printf("all together: %d lost; the oldest of them %v (median), %v (longest) before; restored in %v (median)\n", lost, quantile(ages, .5), quantile(ages, 1), quantile(restored, .5))
	if longest := slices.Max(ages); longest > longestLoss {
		return fmt.Errorf("what was acknowledged %v before was lost", longest)
	}
	return nil
}
