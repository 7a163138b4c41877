//go:build linux

package main

import (
	"context"
	"fmt"
	"time"
)

const smallLasts = time.Minute

// startSmall gives the program little memory, and lets people record, photograph, read
// reports and tags, export and upload all at once: it must stay within it.
func (d *drill) startSmall(ctx context.Context) error {
	for _, size := range []struct {
		megabytes int64
		rows      int // of a sheet, as large as it takes there, about
	}{{192, 10_000}, {256, 20_000}, {512, 80_000}} {
		if err := d.within(ctx, size.megabytes, size.rows); err != nil {
			return fmt.Errorf("%d MB: %w", size.megabytes, err)
		}
	}
	return nil
}

func (d *drill) within(ctx context.Context, megabytes int64, rows int) error {
	m, err := d.startMixed(ctx, fmt.Sprintf("small%d", megabytes), rows, fmt.Sprintf("MERROIR_MEMORY=%dMiB", megabytes))
	if err != nil {
		return err
	}
	defer m.server.kill()
	rest, err := m.footprint(ctx)
	if err != nil {
		return err
	}
	working, stop := context.WithTimeout(ctx, smallLasts)
	defer stop()
	m.work(working, betweenWork)
	f, err := m.footprint(ctx)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, m.server.lastWords())
	}
	fmt.Printf("\nMERROIR_MEMORY=%dMiB, the demo, %d people at work for %v, sheets of %d rows\n", megabytes, d.people, smallLasts, rows)
	fmt.Printf("resident: %d MB when it had started, %d MB at the end, %d MB at most\n", rest.resident>>20, f.resident>>20, f.most>>20)
	fmt.Printf("calls: %v\n", m.counts)
	for words, n := range m.failed {
		fmt.Printf("%7d  %s\n", n, words)
	}
	if f.most > megabytes<<20 {
		return fmt.Errorf("it took %d MB", f.most>>20)
	}
	return m.server.stop()
}
