//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	restoreWithin = time.Minute // until reports are answered again
	restoredBags  = 400
	bookFrom      = "2021-01-01"
	bookDays      = 1800
)

// everyMetric is what the reports of each farm are asked for.
var everyMetric = []string{"Inventory", "Yield", "% Mortality", "% Yield", "% Return", "Harvest", "Average Size", "% Interval Mortality"}

// restoreAll loses the disk of the demo with a farm of many activities, and restores it from
// a backup: its reports, sales and invoices must then be what they were, to the byte.
func (d *drill) restoreAll(ctx context.Context) error {
	own := *d
	own.people = 1
	m, err := own.startMixed(ctx, "restored", 0)
	if err != nil {
		return err
	}
	defer func() { m.server.kill() }()
	data, p := filepath.Join(d.dir, "restored"), m.all[0]
	p.client.Timeout = restoreWithin // the first report of a large farm adds up all of it
	if err := m.server.stop(); err != nil {
		return err
	}
	if err := own.importBook(ctx, data, p.farm); err != nil {
		return err
	}
	if m.server, err = own.serve(ctx, data, "--demo"); err != nil {
		return err
	}
	if err := p.signIn(ctx, m.server.url); err != nil {
		return err
	}
	before, err := p.everyFigure(ctx)
	if err != nil {
		return err
	}
	kept, began := filepath.Join(d.dir, "kept"), time.Now()
	if err := errors.Join(os.Mkdir(kept, 0o700), run(own.merroir(ctx, data, "backup", kept))); err != nil {
		return err
	}
	backedUp := time.Since(began)
	files, err := filepath.Glob(filepath.Join(kept, "*.backup"))
	if err != nil || len(files) != 1 {
		return fmt.Errorf("backups: %v %w", files, err)
	}
	info, err := os.Stat(files[0])
	if err != nil {
		return err
	}
	if err := errors.Join(m.server.stop(), os.RemoveAll(data), os.Mkdir(data, 0o700)); err != nil {
		return err
	}
	began = time.Now()
	if err := run(own.merroir(ctx, data, "restore", files[0])); err != nil {
		return err
	}
	restored := time.Since(began)
	if m.server, err = own.serve(ctx, data, "--demo"); err != nil {
		return err
	}
	if err := p.signIn(ctx, m.server.url); err != nil { // the sessions from before are ended
		return err
	}
	started := time.Since(began)
	after, err := p.everyFigure(ctx)
	if err != nil {
		return err
	}
	took := time.Since(began)
	fmt.Printf("\nThe disk lost with the demo and a farm of %d more activities, and restored from a backup of %d MB\n", d.activities, info.Size()>>20)
	fmt.Printf("backed up in %v while the server ran; restored in %v, started after %v, %d reports, sales and invoices read after %v\n",
		backedUp.Round(10*time.Millisecond), restored.Round(10*time.Millisecond), started.Round(10*time.Millisecond), len(after), took.Round(10*time.Millisecond))
	for path, answer := range before {
		if !bytes.Equal(answer, after[path]) {
			return fmt.Errorf("%s is another answer:\n%.300s\n%.300s", path, answer, after[path])
		}
	}
	fmt.Println("all of them are what they were before, to the byte")
	if took > restoreWithin {
		return fmt.Errorf("it took more than %v", restoreWithin)
	}
	return own.check(ctx, data)
}

// run runs a command, whose output matters where it fails.
func run(c interface{ CombinedOutput() ([]byte, error) }) error {
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// importBook records so many activities on the farm while nothing runs: each bag is
// planted, and then loses, is harvested from and is planted again, for years.
func (d *drill) importBook(ctx context.Context, data, farm string) error {
	first, err := time.Parse(time.DateOnly, bookFrom)
	if err != nil {
		return err
	}
	var sheet strings.Builder
	sheet.WriteString("date,activity,growing area,fill profile,count\n")
	for i := range d.activities {
		what, count := "plant", 1000+i%97
		switch i / restoredBags % 4 {
		case 1, 3:
			what, count = "loss", 1+i%7
		case 2:
			what, count = "harvest", 100+i%50
		}
		day := first.AddDate(0, 0, i*bookDays/d.activities).Format(time.DateOnly)
		fmt.Fprintf(&sheet, "%s,%s,Area %d,bag %d,%d\n", day, what, i%restoredBags%8, i%restoredBags, count)
	}
	file := filepath.Join(d.dir, "book.csv")
	if err := os.WriteFile(file, []byte(sheet.String()), 0o600); err != nil {
		return err
	}
	return run(d.merroir(ctx, data, "import", farm, file, "--animal-type=Pacific oyster", "--seed-source=Hatchery"))
}

// everyFigure asks for all reports, sales and invoices of the demo's farms and the person's own.
func (p *person) everyFigure(ctx context.Context) (map[string][]byte, error) {
	answers := map[string][]byte{}
	ask := func(method, path, body string) error {
		a := p.send(ctx, method, path, "application/json", []byte(body))
		for began := time.Now(); a.status == http.StatusServiceUnavailable && time.Since(began) < restoreWithin; { // it goes on with a first report, and asks for patience
			time.Sleep(time.Second)
			a = p.send(ctx, method, path, "application/json", []byte(body))
		}
		if a.status != http.StatusOK {
			return fmt.Errorf("%s %s: %s", path, body, a.message())
		}
		answers[path+" "+body] = a.body
		return nil
	}
	farms := []string{p.farm}
	for i := range demoFarms {
		farms = append(farms, fmt.Sprintf("5f%022x", 1+i))
	}
	for _, farm := range farms {
		for _, metric := range everyMetric {
			if err := ask(http.MethodPut, "/api/v2/getFarmInventory/"+farm, fmt.Sprintf(`{"metric":%q,"dateRange":"All time","frequency":"Monthly"}`, metric)); err != nil {
				return nil, err
			}
		}
		if err := errors.Join(ask(http.MethodPut, "/api/v2/sales/"+farm, `{"dateRange":"All time"}`),
			ask(http.MethodGet, "/api/farms/"+farm+"/invoices", ""), ask(http.MethodGet, "/api/v2/places/"+farm, "")); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
