//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// cutPower cuts the power of the disk again and again while people record and
// photograph. Beside them a careless writer does not sync: it must lose something,
// else the drill would prove nothing.
func (d *drill) cutPower(ctx context.Context) (err error) {
	k, err := d.newDisk(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.detach()) }()
	data := filepath.Join(k.at, "data")
	if err := errors.Join(os.Mkdir(data, 0o700), d.prepare(ctx, data)); err != nil {
		return err
	}
	s, err := d.serve(ctx, data)
	if err != nil {
		return err
	}
	defer func() { s.kill() }()
	all, err := d.gather(ctx, s)
	if err != nil {
		return err
	}
	var starts []time.Duration
	careless := 0
	for cut := range d.cuts {
		note, err := all.workThroughACut(ctx, k)
		if err != nil {
			return err
		}
		s.kill()
		if err := errors.Join(k.detach(), k.attach(ctx)); err != nil {
			return err
		}
		careless += note.lost()
		began := time.Now()
		if s, err = d.serve(ctx, data); err != nil {
			return fmt.Errorf("after cut %d: %w", cut+1, err)
		}
		starts = append(starts, time.Since(began))
		if err := all.signIn(ctx, s); err != nil {
			return err
		}
	}
	lost, err := all.lost(ctx)
	if err = errors.Join(err, d.check(ctx, data)); err != nil {
		return err
	}
	activities, photos, _, _ := all.kept() // a server that was cut off does not answer
	fmt.Printf("\nPower of the disk (%s) cut %d times while %d people record\n", d.fs, d.cuts, d.people)
	fmt.Printf("acknowledged: %d activities, %d photos; lost: %d; merroir check finds nothing wrong\n", activities, photos, lost)
	fmt.Printf("started again within %v (median), %v (longest)\n", quantile(starts, .5), quantile(starts, 1))
	fmt.Printf("a writer without syncs beside them lost %d of its lines\n", careless)
	fmt.Printf("answers that refused, while the disk was gone:\n%s\n", refusals(all.calls()))
	switch {
	case lost > 0:
		return fmt.Errorf("%d acknowledged activities are lost", lost)
	case careless == 0:
		return errors.New("the cuts lost nothing at all, not even what was never synced")
	}
	return nil
}

// workThroughACut lets people record for up to a second, cuts the power, and lets
// them try for a moment longer.
func (all crowd) workThroughACut(ctx context.Context, k *disk) (note *carelessNote, err error) {
	all.powerIs(true)
	note, err = newCarelessNote(filepath.Join(k.at, "careless"))
	if err != nil {
		return nil, err
	}
	return note, all.workUntil(ctx, func() error {
		time.Sleep(200*time.Millisecond + rand.N(800*time.Millisecond))
		note.write()
		all.powerIs(false)
		if err := k.cutPower(); err != nil {
			return err
		}
		time.Sleep(200 * time.Millisecond)
		return note.file.Close()
	})
}

// powerIs tells all whether there is power, before it is cut and once it is back.
func (all crowd) powerIs(on bool) {
	for _, p := range all {
		p.cut.Store(!on)
	}
}

// carelessNote is a file that is written to and never synced.
type carelessNote struct {
	file  *os.File
	lines int
}

func newCarelessNote(name string) (*carelessNote, error) {
	file, err := os.Create(name)
	return &carelessNote{file: file}, err
}

func (n *carelessNote) write() {
	for range 100 {
		if _, err := n.file.WriteString("a line\n"); err == nil {
			n.lines++
		}
	}
}

// lost is how many lines the file has not that were written without an error.
func (n *carelessNote) lost() int {
	text, err := os.ReadFile(n.file.Name())
	if err != nil {
		return n.lines
	}
	there := 0
	for _, c := range text {
		if c == '\n' {
			there++
		}
	}
	return n.lines - there
}
