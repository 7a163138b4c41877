//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	routedRows  = 20_000 // of each farm's book
	routedCache = "4"    // MB of a copy: too little for all farms, and enough for a third of them
	routedLasts = 30 * time.Second
	routedPause = 200 * time.Millisecond
	byFarm      = "balance hash var(txn.farm)"
)

// routeByFarm lets people ask for reports of all farms through a proxy before three
// copies, first with each request to the next copy, then with each farm to the same one.
func (d *drill) routeByFarm(ctx context.Context) error {
	if err := needs("etcd", "patroni", "pg_config", "haproxy"); err != nil {
		return err
	}
	const proxy = "haproxy-by-farm.cfg"
	c, err := d.newCluster(ctx, 3, proxy, "MERROIR_REPORT_CACHE_MB="+routedCache)
	if err != nil {
		return err
	}
	defer c.kill()
	all, err := c.gather(ctx, &server{url: c.url})
	if err != nil {
		return err
	}
	if err := all.fillBooks(ctx); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join("deploy", proxy))
	if err != nil {
		return err
	}
	fmt.Printf("\nReports of %d farms of %d activities, asked for by %d people through a proxy before three copies with %s MB each for reports\n", len(all), routedRows, len(all), routedCache)
	for i, balance := range []string{"balance roundrobin", byFarm} {
		config := filepath.Join(c.dir, fmt.Sprintf("routing%d.cfg", i))
		if err := os.WriteFile(config, []byte(strings.Replace(string(text), byFarm, balance, 1)), 0o644); err != nil {
			return err
		}
		c.proxy.kill()
		if err := c.startProxy(ctx, config); err != nil {
			return err
		}
		all.askReports(ctx, 5*time.Second) // what each copy can hold it holds then
		times, failed := all.askReports(ctx, routedLasts)
		if len(times) == 0 {
			return fmt.Errorf("%s: no report came", balance)
		}
		fmt.Printf("%-28s %5d reports, %d failed; median %v, p95 %v, p99 %v\n", balance, len(times), failed, quantile(times, .5), quantile(times, .95), quantile(times, .99))
	}
	return nil
}

// fillBooks gives each farm its book.
func (all crowd) fillBooks(ctx context.Context) error {
	for i, p := range all {
		if a := p.upload(ctx, routedRows, i); a.status != http.StatusOK {
			return fmt.Errorf("the book of farm %d: %s", i+1, a.words())
		}
	}
	for _, p := range all {
		var state string
		if err := until(ctx, "a book is not in", func() bool {
			var list struct{ Data []struct{ State string } }
			_ = json.Unmarshal(p.send(ctx, http.MethodGet, "/api/farms/"+p.farm+"/uploads", "", nil).body, &list) // else it is asked again
			if len(list.Data) > 0 {
				state = list.Data[0].State
			}
			return state == "done" || state == "failed"
		}); err != nil || state != "done" {
			return fmt.Errorf("the book of a farm is %s: %w", state, err)
		}
	}
	return nil
}

// askReports lets all ask for reports of any farm, and gives how long each took.
func (all crowd) askReports(ctx context.Context, lasts time.Duration) (times []time.Duration, failed int) {
	ctx, stop := context.WithTimeout(ctx, lasts)
	defer stop()
	text, _ := json.Marshal(object{"metric": "Inventory", "dateRange": "All time", "frequency": "Monthly", "segment": "nickname"}) // plain data
	var mu sync.Mutex
	var asking sync.WaitGroup
	for _, p := range all {
		asking.Go(func() {
			for ctx.Err() == nil {
				began := time.Now()
				a := p.send(ctx, http.MethodPut, "/api/v2/getFarmInventory/"+all[rand.IntN(len(all))].farm, "application/json", text)
				mu.Lock()
				if a.status == http.StatusOK {
					times = append(times, time.Since(began))
				} else if ctx.Err() == nil {
					failed++
				}
				mu.Unlock()
				select {
				case <-ctx.Done():
				case <-time.After(routedPause):
				}
			}
		})
	}
	asking.Wait()
	return times, failed
}
