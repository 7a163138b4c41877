//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	demoPassword = "merroir-demo"
	demoFarms    = 5 // whose ids end in 1 to so many and have a book
	demoTags     = 8
	mixedReads   = 6   // kinds of calls that read
	exportEvery  = 120 // of them is the order for a spreadsheet
)

// mixed is a program with the demo, at which people record, photograph, read and
// upload all at once.
type mixed struct {
	*drill
	server  *server
	metrics string // its address
	all     crowd
	rows    int // of a file that is uploaded

	mu     sync.Mutex
	counts map[string]int
	failed map[string]int // answers that failed, by what they say
}

// startMixed starts it with those settings beside those of the drill.
func (d *drill) startMixed(ctx context.Context, name string, rows int, settings ...string) (m *mixed, err error) {
	own := *d
	own.settings = append(settings, d.settings...)
	data := filepath.Join(d.dir, name)
	if err := os.Mkdir(data, 0o700); err != nil {
		return nil, err
	}
	addresses, err := freeAddresses(1)
	if err != nil {
		return nil, err
	}
	m = &mixed{drill: &own, metrics: addresses[0], rows: rows, counts: map[string]int{}, failed: map[string]int{}}
	if m.server, err = own.serve(ctx, data, "--demo", "--metrics-addr="+m.metrics); err != nil {
		return nil, err
	}
	for i := range d.people {
		p := newPerson(i)
		p.password = demoPassword
		if err := errors.Join(p.signIn(ctx, m.server.url), p.settle(ctx, fmt.Sprintf("Farm %d", i+1))); err != nil {
			m.server.kill()
			return nil, err
		}
		m.all = append(m.all, p)
	}
	return m, nil
}

// work lets all do one thing after the other, with such a pause, until the context
// ends: one of four records, one photographs now and then and uploads, two read.
func (m *mixed) work(ctx context.Context, pause time.Duration) {
	var working sync.WaitGroup
	for i, p := range m.all {
		working.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				what, a := m.act(ctx, p, i, n)
				m.note(ctx, what, a)
				select {
				case <-ctx.Done():
				case <-time.After(pause):
				}
			}
		})
	}
	working.Wait()
}

func (m *mixed) act(ctx context.Context, p *person, i, n int) (what string, a answer) {
	switch {
	case i%4 == 0:
		return "record", p.record(ctx)
	case i%4 == 1 && n%40 == 1:
		return "upload", p.upload(ctx, m.rows, n)
	case i%4 == 1 && n%5 == 1:
		return "photograph", p.photograph(ctx)
	default:
		return p.read(ctx, n)
	}
}

func (m *mixed) note(ctx context.Context, what string, a answer) {
	if a.status == 0 && ctx.Err() != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[what]++
	if a.status != http.StatusOK {
		m.failed[what+": "+a.words()]++
	}
}

// read asks for one thing of the demo after the other.
func (p *person) read(ctx context.Context, n int) (what string, a answer) {
	farm, tag := fmt.Sprintf("5f%022x", 1+n/mixedReads%demoFarms), fmt.Sprintf("7a%022x", 1+n/mixedReads%demoTags)
	put := func(path string, body object) answer {
		text, _ := json.Marshal(body) // plain data
		return p.send(ctx, http.MethodPut, path, "application/json", text)
	}
	if n%exportEvery == 4 {
		return "export", put("/api/v2/reportExport/"+p.farm, object{"metric": "Snapshot", "email": "ann@drill.example"})
	}
	switch n % mixedReads {
	case 0:
		return "report", put("/api/v2/getFarmInventory/"+farm, object{"metric": "Inventory", "dateRange": "All time", "frequency": "Weekly", "segment": "sizeLabel"})
	case 1:
		return "tag page", p.send(ctx, http.MethodGet, "/tag/"+tag, "", nil)
	case 2:
		return "figures of all farms", p.send(ctx, http.MethodGet, "/api/farms/figures", "", nil)
	case 3:
		return "bags", p.send(ctx, http.MethodGet, "/api/v2/bags/"+farm, "", nil)
	case 4:
		return "growth", p.send(ctx, http.MethodGet, "/api/v2/growth/"+farm, "", nil)
	default:
		return "list of farms", p.send(ctx, http.MethodGet, "/api/farms?limit=20", "", nil)
	}
}

// upload sends a sheet of so many rows, no two of them the same file.
func (p *person) upload(ctx context.Context, rows, n int) answer {
	var sheet, form bytes.Buffer
	sheet.WriteString("date,activity,growing area,fill profile,count\n")
	for i := range rows {
		fmt.Fprintf(&sheet, "2026-03-01,plant,North,bag %d,%d\n", i%500, 1+(i+n)%97)
	}
	parts := multipart.NewWriter(&form)
	part, _ := parts.CreateFormFile("file", "book.csv") // into memory
	_, _ = part.Write(sheet.Bytes())
	_ = parts.WriteField("animalType", "Pacific")
	_ = parts.Close()
	return p.send(ctx, http.MethodPost, "/api/farms/upload/"+p.farm, parts.FormDataContentType(), form.Bytes())
}

// footprint is what a process takes of the machine.
type footprint struct {
	resident, most, heap int64 // bytes; most is the peak of the resident ones
	goroutines, handles  int
}

var statusLine = regexp.MustCompile(`(?m)^(VmHWM|VmRSS):\s+(\d+) kB`)

// footprint asks the kernel and the program's own metrics.
func (m *mixed) footprint(ctx context.Context) (f footprint, err error) {
	proc := filepath.Join("/proc", strconv.Itoa(m.server.process.Process.Pid))
	text, err := os.ReadFile(filepath.Join(proc, "status"))
	if err != nil {
		return f, err
	}
	for _, found := range statusLine.FindAllSubmatch(text, -1) {
		kilobytes, _ := strconv.ParseInt(string(found[2]), 10, 64) // digits
		if string(found[1]) == "VmHWM" {
			f.most = kilobytes << 10
		} else {
			f.resident = kilobytes << 10
		}
	}
	handles, err := os.ReadDir(filepath.Join(proc, "fd"))
	if err != nil {
		return f, err
	}
	f.handles = len(handles)
	told := newPerson(len(m.all))
	told.url = "http://" + m.metrics
	metrics := told.send(ctx, http.MethodGet, "/metrics", "", nil).body
	told.client.CloseIdleConnections()
	goroutines, heap := gauge(metrics, "go_goroutines"), gauge(metrics, "go_memstats_heap_inuse_bytes")
	f.goroutines, f.heap = int(goroutines), int64(heap)
	return f, nil
}

// gauge is the value of a metric, 0 where it is not told.
func gauge(metrics []byte, name string) float64 {
	found := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\S+)$`).FindSubmatch(metrics)
	if found == nil {
		return 0
	}
	value, _ := strconv.ParseFloat(string(found[1]), 64) // as the program wrote it
	return value
}
