package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
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
	recalls, err := recallsOf(db, reach.New(db, clock, tags))
	if err != nil {
		return err
	}
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
			var taken sync.WaitGroup
			said := []any{part.of}
			if part.recalling {
				taken.Go(func() { said = append(said, w.recallNow(during, recalls)) })
			}
			missed.Store(0)
			ours, err := w.read(ctx, server.URL, path, part.of, lookupTime)
			share := 100 * float64(missed.Load()) / float64(max(1, len(ours.times)))
			stop()
			taken.Wait()
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
func (w *tagWorld) recallNow(ctx context.Context, recalls *recall.Service) (made int) {
	draw := rand.New(rand.NewPCG(5, 5))
	for ctx.Err() == nil {
		c := scope.Choice{LotIDs: []string{lotID(draw.IntN(len(w.ids) / 10))}}
		seen, err := recalls.Preview(ctx, "", c)
		if err != nil || seen.Seen.Tags == 0 {
			continue
		}
		id, err := declared(ctx, recalls, c, seen.Seen)
		if err != nil {
			continue
		}
		made++
		pause(ctx)
		_ = recalls.End(ctx, "", id, "The bench", "The bench") // but for the end of the bench
		pause(ctx)
	}
	return made
}

func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(250 * time.Millisecond):
	}
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
