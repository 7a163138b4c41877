//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	soakPause  = time.Second
	soakRows   = 2000
	warmUp     = 3 * time.Minute  // until all caches have what they hold
	calmsDown  = 90 * time.Second // longer than a connection without requests stays open
	looks      = 10
	leastThird = 5    // minutes; the heap of fewer goes up and down between collections
	slack      = 5    // goroutines or handles by which two quiet moments may differ
	growth     = 1.15 // of the heap, by which the last third may be above the middle one
	graphHigh  = 10   // lines
)

// soak lets people work for a long time and writes down each minute what the program
// takes: its memory must not grow, and goroutines and handles return to where they were.
func (d *drill) soak(ctx context.Context) error {
	m, err := d.startMixed(ctx, "soak", soakRows)
	if err != nil {
		return err
	}
	defer m.server.kill()
	warm, stop := context.WithTimeout(ctx, warmUp)
	m.work(warm, soakPause)
	stop()
	before, err := m.quiet(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("\n%d people at work for %v, each with a call a second\n", d.people, d.lasts)
	fmt.Println("minute  resident  heap  goroutines  handles")
	printFootprint("quiet", before)
	working, stop := context.WithTimeout(ctx, d.lasts)
	defer stop()
	worked := make(chan struct{})
	go func() { defer close(worked); m.work(working, soakPause) }()
	minutes, err := m.watch(working)
	<-worked
	if err != nil {
		return err
	}
	after, err := m.quiet(ctx)
	if err != nil {
		return err
	}
	printFootprint("quiet", after)
	fmt.Printf("\nresident memory, MB, by minute\n%s", graph(minutes, func(f footprint) int64 { return f.resident >> 20 }))
	fmt.Printf("\nheap, MB, by minute\n%s", graph(minutes, func(f footprint) int64 { return f.heap >> 20 }))
	fmt.Printf("\ncalls: %v\n", m.counts)
	for words, n := range m.failed {
		fmt.Printf("%7d  %s\n", n, words)
	}
	return errors.Join(judgeSoak(before, after, minutes), m.server.stop())
}

// watch writes down what the program takes, each minute, until the context ends.
func (m *mixed) watch(ctx context.Context) (minutes []footprint, err error) {
	for every := time.NewTicker(time.Minute); ; {
		select {
		case <-ctx.Done():
			return minutes, nil
		case <-every.C:
			f, err := m.footprint(context.WithoutCancel(ctx))
			if err != nil {
				return nil, fmt.Errorf("%w\n%s", err, m.server.lastWords())
			}
			minutes = append(minutes, f)
			printFootprint(fmt.Sprint(len(minutes)), f)
		}
	}
}

// quiet is what the program takes when nobody has asked it anything for a while: the least
// of some looks, as its own work goes on, and for a moment has many goroutines.
func (m *mixed) quiet(ctx context.Context) (footprint, error) {
	for _, p := range m.all {
		p.client.CloseIdleConnections()
	}
	select {
	case <-ctx.Done():
		return footprint{}, ctx.Err()
	case <-time.After(calmsDown):
	}
	least, err := m.footprint(ctx)
	for range looks {
		time.Sleep(time.Second)
		f, failed := m.footprint(ctx)
		err = errors.Join(err, failed)
		least.goroutines, least.handles = min(least.goroutines, f.goroutines), min(least.handles, f.handles)
	}
	return least, err
}

func printFootprint(when string, f footprint) {
	fmt.Printf("%6s  %5d MB  %2d MB  %10d  %7d\n", when, f.resident>>20, f.heap>>20, f.goroutines, f.handles)
}

func judgeSoak(before, after footprint, minutes []footprint) error {
	var errs []error
	if after.goroutines > before.goroutines+slack {
		errs = append(errs, fmt.Errorf("%d goroutines are left, before there were %d", after.goroutines, before.goroutines))
	}
	if after.handles > before.handles+slack {
		errs = append(errs, fmt.Errorf("%d handles are left, before there were %d", after.handles, before.handles))
	}
	third := len(minutes) / 3
	if third < leastThird {
		return errors.Join(errs...)
	}
	heap := func(of []footprint) int64 {
		sorted := slices.SortedFunc(slices.Values(of), func(a, b footprint) int { return int(a.heap - b.heap) })
		return sorted[len(sorted)/2].heap
	}
	middle, last := heap(minutes[third:2*third]), heap(minutes[2*third:])
	fmt.Printf("heap, median: %d MB in the middle third, %d MB in the last\n", middle>>20, last>>20)
	if float64(last) > growth*float64(middle) {
		errs = append(errs, fmt.Errorf("the heap grew from %d to %d MB", middle>>20, last>>20))
	}
	return errors.Join(errs...)
}

// graph draws a column for each minute, from nothing to the highest.
func graph(minutes []footprint, of func(footprint) int64) string {
	most := int64(1)
	for _, f := range minutes {
		most = max(most, of(f))
	}
	var lines strings.Builder
	for line := graphHigh; line > 0; line-- {
		fmt.Fprintf(&lines, "%5d ", most*int64(line)/graphHigh)
		for _, f := range minutes {
			lines.WriteString(map[bool]string{true: "#", false: " "}[of(f)*graphHigh >= most*int64(line)])
		}
		lines.WriteString("\n")
	}
	return lines.String()
}
