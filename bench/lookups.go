package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/merroir/merroir/internal/tag/reach"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
)

const (
	lookupReaders = 8 // connections, each asking without a pause
	lookupTime    = 5 * time.Second
	lookupWarm    = 20 * time.Second
	zipf          = 1.1
	keptTags      = 500
)

// measureLookups asks for tags, drawn by Zipf, over HTTP with the access log on, beside a
// handler that sends the same bytes each time and, for the data, beside PocketBase.
func measureLookups(ctx context.Context, engine string, db *sqldb.DB, w *tagWorld, peer bool) error {
	tags := tag.New(db, clock)
	var missed atomic.Int64 // pages and data that were not kept
	renderer, err := site.NewRenderer(os.DirFS("web"), "Merroir", "https://merroir.example", "https://app.merroir.example")
	if err != nil {
		return err
	}
	pages, err := site.NewTagPages(renderer, site.TagSource{
		Version: tags.Version,
		Page: func(ctx context.Context, id string) (tag.Page, error) {
			missed.Add(1)
			return tags.Public(ctx, id)
		},
		Held: tags.Held,
	}, slog.Default())
	if err != nil {
		return err
	}
	log, err := os.CreateTemp("", "access")
	if err != nil {
		return err
	}
	defer func() { _ = errors.Join(log.Close(), os.Remove(log.Name())) }()
	server := httptest.NewServer(rest.NewHandler([]rest.Route{
		rest.JSON("GET", "/api/tag/{tagId}", rest.Public, "What the public sees of a tag", tags.HandleGet).AnsweredBy(pages.Data(rest.WriteError)),
		rest.Raw("GET", "/tag/{id}", rest.Public, pages),
	}, rest.Options{
		Authenticate: func(context.Context, string) (actor.Actor, error) { return actor.Actor{}, nil }, Now: time.Now,
		Logger: slog.New(rest.LogHandler(slog.NewJSONHandler(log, nil))), Metrics: metrics.NewSet(), Headers: site.Headers("https://merroir.example"), Fallback: http.NotFoundHandler(),
	}))
	defer server.Close()
	began := time.Now()
	if _, err := tags.Version(ctx, w.ids[0]); err != nil {
		return err
	}
	known := time.Since(began)
	<-tags.Filled()
	fmt.Printf("\nThe first look-up of a process took %s, and %s later it had what pages show of all tags.\n", known.Round(time.Millisecond), (time.Since(began) - known).Round(time.Millisecond))
	fmt.Printf("\nLook-ups of %d tags by Zipf %.1f, %s, %d connections without a pause, access log on. The constant is a handler of net/http that sends the same bytes.\n\n", len(w.ids), zipf, engine, lookupReaders)
	t := newTable()
	fmt.Fprintln(t, "per second\tconstant\tratio\tp50 ms\tp99 ms\tconstant p99\tratio\tCPU µs\tconstant\tratio\tmissed %\t")
	for _, path := range []string{"/api/tag/", "/tag/"} {
		if _, err := askOnce(server.URL+path, w.ids[0], "gzip"); err != nil { // what is asked for again is zipped
			return err
		}
		example, err := askOnce(server.URL+path, w.ids[0], "gzip")
		if err != nil {
			return err
		}
		constant := serveConstant(example)
		for _, part := range []struct {
			of        int // tags
			warm      time.Duration
			recalling bool
			named     string
		}{
			{min(keptTags, len(w.ids)), 2 * time.Second, false, ", %d tags, all of them kept"},
			{len(w.ids), lookupWarm, false, ", %d tags"},
			{len(w.ids), 0, true, ", %d tags, while %d recalls are taken and ended"},
		} {
			if part.warm > 0 {
				if _, err := w.read(ctx, server.URL, path, part.of, part.warm); err != nil {
					return err
				}
			}
			still, err := w.read(ctx, constant.URL, path, part.of, lookupTime)
			if err != nil {
				return err
			}
			during, stop := context.WithCancel(ctx)
			var recalls sync.WaitGroup
			said := []any{part.of}
			if part.recalling {
				recalls.Go(func() { said = append(said, w.recallNow(during, db, reach.New(clock, tags))) })
			}
			missed.Store(0)
			ours, err := w.read(ctx, server.URL, path, part.of, lookupTime)
			share := 100 * float64(missed.Load()) / float64(max(1, len(ours.times)))
			stop()
			recalls.Wait()
			if err != nil {
				return err
			}
			again, err := w.read(ctx, constant.URL, path, part.of, lookupTime)
			if err != nil {
				return err
			}
			rate, slow := (still.rate()+again.rate())/2, (still.at(.99)+again.at(.99))/2
			cpu := (still.cpuEach() + again.cpuEach()) / 2
			fmt.Fprintf(t, "%.0f\t%.0f\t%.2f\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%.1f\t  GET %s{id}%s\n", ours.rate(), rate, ours.rate()/rate, ms(ours.at(.5)), ms(ours.at(.99)), ms(slow), times(ours.at(.99), slow),
				ours.cpuEach().Microseconds(), cpu.Microseconds(), times(cpu, ours.cpuEach()), share, path, fmt.Sprintf(part.named, said...))
		}
		constant.Close()
	}
	if peer {
		if err := w.measurePocketBase(ctx, t, server.URL); err != nil {
			return err
		}
	}
	fmt.Fprintf(t, "\nKept of tags beside pages and data: %.0f MB\n", float64(tags.Held())/1e6)
	return t.Flush()
}

// recallNow takes and ends recalls of a lot without end.
func (w *tagWorld) recallNow(ctx context.Context, db *sqldb.DB, reaches *reach.Service) (made int) {
	draw := rand.New(rand.NewPCG(5, 5))
	for ctx.Err() == nil {
		id := sqldb.NewID()
		c := reach.Choice{LotIDs: []string{lotID(draw.IntN(len(w.ids) / 10))}}
		for _, change := range []func(*sqldb.Tx) error{
			func(tx *sqldb.Tx) error { return recallNow(ctx, tx, reaches, id, c) },
			func(tx *sqldb.Tx) error { return reaches.End(ctx, tx, id) },
		} {
			if err := db.Write(ctx, change); err == nil {
				made++
			}
			select {
			case <-ctx.Done():
			case <-time.After(250 * time.Millisecond):
			}
		}
	}
	return made / 2
}

// serveConstant is a handler of net/http that does nothing but send the bytes.
func serveConstant(content []byte) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		_, _ = w.Write(content) // the reader may be gone
	}))
}

func askOnce(address, id, encoding string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, address+id, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept-Encoding", encoding)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s%s: %s", address, id, response.Status)
	}
	return io.ReadAll(response.Body)
}

// lookups are the times of answers.
type lookups struct {
	times []time.Duration // sorted
	took  time.Duration
	cpu   time.Duration // of this process: the server's and, the same for all, the readers'
}

// cpuTime is what the process has used so far.
func cpuTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // it cannot fail for oneself
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func (l lookups) cpuEach() time.Duration { return l.cpu / time.Duration(max(1, len(l.times))) }

func (l lookups) rate() float64              { return float64(len(l.times)) / l.took.Seconds() }
func (l lookups) at(q float64) time.Duration { return quantile(l.times, q) }

// read asks the server for the first so many tags, for so long. Its readers speak HTTP by hand: a client that costs
// as much as the server would hide half of what the server does.
func (w *tagWorld) read(ctx context.Context, server, path string, of int, long time.Duration) (all lookups, err error) {
	var mu sync.Mutex
	var readers sync.WaitGroup
	start, used := time.Now(), cpuTime()
	for i := range lookupReaders {
		readers.Go(func() {
			times, failed := w.readOne(ctx, strings.TrimPrefix(server, "http://"), path, of, start.Add(long), uint64(i))
			mu.Lock()
			defer mu.Unlock()
			all.times, err = append(all.times, times...), errors.Join(err, failed)
		})
	}
	readers.Wait()
	all.took, all.cpu = time.Since(start), cpuTime()-used
	slices.Sort(all.times)
	return all, err
}

func (w *tagWorld) readOne(ctx context.Context, address, path string, of int, until time.Time, seed uint64) (times []time.Duration, err error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	draw := rand.NewZipf(rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), seed)), zipf, 1, uint64(of-1))
	in := bufio.NewReaderSize(conn, 32<<10)
	for {
		// Spread, so that the tags that are asked for most are of all kinds.
		id := w.ids[draw.Uint64()*7919%uint64(len(w.ids))]
		start := time.Now()
		if start.After(until) {
			return times, nil
		}
		if _, err := io.WriteString(conn, "GET "+path+id+" HTTP/1.1\r\nHost: merroir.example\r\nUser-Agent: Mozilla/5.0\r\nAccept-Encoding: gzip\r\nAccept-Language: en-US\r\n\r\n"); err != nil {
			return nil, err
		}
		if err := readAnswer(in); err != nil {
			return nil, fmt.Errorf("%s%s: %w", path, id, err)
		}
		times = append(times, time.Since(start))
	}
}

func readAnswer(in *bufio.Reader) error {
	length, first := 0, true
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		text := strings.TrimSpace(string(line))
		switch {
		case first && !strings.Contains(text, " 200 "):
			return errors.New(text)
		case text == "":
			return readBody(in, length)
		}
		if name, value, _ := strings.Cut(text, ": "); name == "Content-Length" {
			if length, err = strconv.Atoi(value); err != nil {
				return err
			}
		}
		if text == "Transfer-Encoding: chunked" {
			length = -1
		}
		first = false
	}
}

// readBody reads so many bytes, or chunks if that is less than none.
func readBody(in *bufio.Reader, length int) error {
	if length < 0 {
		if _, err := io.Copy(io.Discard, httputil.NewChunkedReader(in)); err != nil {
			return err
		}
		length = len("\r\n") // after the last chunk
	}
	_, err := in.Discard(length)
	return err
}
