package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/paper"
	"github.com/merroir/merroir/internal/printing"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/site"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/event"
	"github.com/merroir/merroir/internal/tag/stock"
)

const (
	labelTags    = 200
	labelCopies  = 5
	labelWriters = 4
	labelPause   = 40 * time.Millisecond // of a writer between two calls; a session has 250
	labelLimit   = 200 * time.Millisecond
	labelAlone   = 3 * time.Second
)

// measureLabels prints the labels of many tags on each engine, or on one, while people record, and
// prints how long each print took and how long the others' writes took meanwhile.
func measureLabels(ctx context.Context, seed uint64, engine string) error {
	ctx = actor.With(ctx, actor.System)
	fmt.Printf("\n%d people recording, %v between two calls, while %d tags x %d copies are printed. Milliseconds at the HTTP API; no write may take more than %v.\n\n",
		labelWriters, labelPause, labelTags, labelCopies, labelLimit)
	t := newTable()
	fmt.Fprintln(t, "print\twrites\tp50\tp99\tlongest\t")

	err := onEngines(ctx, engine, "", func(name, address string) error { return measureLabelsOn(ctx, name, address, seed, t) })

	return errors.Join(err, t.Flush())
}

func measureLabelsOn(ctx context.Context, name, address string, seed uint64, to io.Writer) (err error) {
	b, err := newBenchAt(ctx, address, 1000, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	tags, err := b.tagMany(ctx)
	if err != nil {
		return err
	}
	served := b.serveLabels()
	defer served.server.Close()

	call := func(path string, body map[string]any) func() (time.Duration, error) {
		content, err := json.Marshal(body)
		if err != nil {
			return func() (time.Duration, error) { return 0, err }
		}
		return func() (time.Duration, error) {
			_, took, err := served.send(ctx, http.MethodPost, path, content)
			return took, err
		}
	}
	labels := "/api/farms/" + b.farmID + "/labels"
	order := func(id, format string) map[string]any {
		return map[string]any{"id": id, "tags": tags, "kind": label.Dealer, "paper": "mobile", "copies": labelCopies, "format": format}
	}
	var slow error
	for _, of := range []struct {
		what string
		do   func() (time.Duration, error)
	}{
		{"none", func() (time.Duration, error) { time.Sleep(labelAlone); return 0, nil }},
		{"PDF", call(labels, order("1", "pdf"))},
		{"PDF again", call(labels, order("1", "pdf"))},
		{"ZPL", call(labels, order("2", "zpl"))},
		{"ZPL again", call(labels, order("2", "zpl"))},
		{"TSPL", call(labels, order("3", "tspl"))},
		{"preview", call(labels+"/preview", map[string]any{"tags": tags, "kind": label.Dealer, "paper": "mobile"})},
	} {
		took, writes, err := b.writeBeside(ctx, served, of.do)
		if err != nil {
			return fmt.Errorf("%s: %w", of.what, err)
		}
		slices.Sort(writes)
		longest := writes[len(writes)-1]
		fmt.Fprintf(to, "%s\t%d\t%s\t%s\t%s\t  %s, %s\n", ms(took), len(writes), ms(quantile(writes, .5)), ms(quantile(writes, .99)),
			ms(longest), name, of.what)
		if longest > labelLimit {
			slow = errors.Join(slow, fmt.Errorf("%s, %s: a write took %v", name, of.what, longest))
		}
	}

	return slow
}

// writeBeside lets people record for as long as do takes, and once more each.
func (b *bench) writeBeside(ctx context.Context, served *api, do func() (time.Duration, error)) (took time.Duration, writes []time.Duration, err error) {
	var mu sync.Mutex
	var writers sync.WaitGroup
	done := make(chan struct{})
	for range labelWriters {
		mine := api{server: served.server, users: served.users, calls: callsPerToken} // with a session of its own
		if _, _, err := mine.send(ctx, http.MethodGet, "/api/v2/activities/"+b.farmID, nil); err != nil {
			return 0, nil, err
		}
		writers.Go(func() {
			for over := false; !over; time.Sleep(labelPause) {
				select {
				case <-done:
					over = true
				default:
				}
				_, one, failed := mine.send(ctx, http.MethodPost, "/api/v2/activities/"+b.farmID, b.onePlanting())
				mu.Lock()
				writes, err = append(writes, one), firstOf(err, failed)
				mu.Unlock()
				over = over || failed != nil
			}
		})
	}

	took, failed := do()
	close(done)
	writers.Wait()

	return took, writes, errors.Join(err, failed)
}

// tagMany gives the farm a certificate and an address, and tags that came from elsewhere. Its name has
// letters that printers lack, so that each label has lines that are drawn.
func (b *bench) tagMany(ctx context.Context) (ids []string, err error) {
	farms := farm.New(b.db, clock)
	if _, err := farms.Edit(ctx, b.farmID, 0, farm.Change{Name: new("Huîtres & Fils"), Address1: new("1 Pier"), City: new("Bath"), Zip: new("04530")}); err != nil {
		return nil, err
	}
	if _, err := farms.EditPublic(ctx, b.farmID, 0, farm.PublicChange{Cert: new("ME-77-SP"), HarvesterCert: new("ME-123")}); err != nil {
		return nil, err
	}

	events := make([]event.Event, labelTags)
	for i := range events {
		events[i] = event.Event{
			Key: fmt.Sprint("tag ", i), Kind: tag.Receive, Day: today, Quantity: 250. / 12, Unit: ledger.Dozen,
			States: event.Stated{Species: "Huître creuse", HarvestDate: (today - 1).String(), HarvestLocation: "Casco Bay, ME", SourceCert: "ME-9-SS"},
		}
	}
	taken, err := event.New(b.db, clock, tag.New(b.db, clock)).Take(ctx, b.farmID, events)
	for _, t := range taken {
		ids = append(ids, t.TagID)
	}

	return ids, err
}

func (b *bench) serveLabels() *api {
	book, tags := ledger.New(b.db, clock), tag.New(b.db, clock)
	papers := paper.New(b.db, paper.Options{Now: clock, Queue: b.queue, Farms: farm.New(b.db, clock), App: func(context.Context) (string, bool) { return "", false }})
	prints := printing.New(b.db, clock, stock.New(b.db, clock, tags), papers, "https://merroir.example")
	handler := rest.NewHandler([]rest.Route{
		rest.JSON("POST", "/api/v2/activities/{farmId}", rest.SignedIn, "Record activities", book.HandleRecord),
		rest.JSON("GET", "/api/v2/activities/{farmId}", rest.SignedIn, "What was recorded", book.HandleJournal),
		rest.JSON("POST", "/api/farms/{id}/labels/preview", rest.SignedIn, "Preview labels", prints.HandleLook),
		rest.JSON("POST", "/api/farms/{id}/labels", rest.SignedIn, "Print labels", prints.HandlePrint),
	}, rest.Options{
		Authenticate: b.users.Authenticate, Now: clock, Logger: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Headers: site.Headers("https://merroir.example"), Fallback: http.NotFoundHandler(),
	})

	return &api{server: httptest.NewServer(handler), users: b.users, calls: callsPerToken}
}
