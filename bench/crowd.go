package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

// crowd is the people at work with the program.
type crowd struct {
	server *process
	farms  holdFarms
	tokens []string

	mu      sync.Mutex
	beside  string // what goes on beside a write now
	noticed map[string]*noticed
}

// noticed is what people saw of one kind of call.
type noticed struct {
	times    []time.Duration
	failures int    // of the server: 5xx, or no answer
	refused  int    // any other answer that is no success
	first    string // failure or refusal
}

// signIn gives everybody a session.
func (c *crowd) signIn(ctx context.Context) (err error) {
	c.tokens, err = c.server.signIn(ctx, readers+recorders+signers)
	return err
}

// signIn gives so many people a session each.
func (p *process) signIn(ctx context.Context, people int) (tokens []string, err error) {
	for i := range people {
		status, body, _ := p.login(ctx, i)
		var session struct{ Token string }
		if err := json.Unmarshal(body, &session); err != nil || status != http.StatusOK {
			return nil, fmt.Errorf("signing in: %d %s", status, body)
		}
		tokens = append(tokens, session.Token)
	}
	return tokens, nil
}

func (p *process) login(ctx context.Context, i int) (status int, body []byte, took time.Duration) {
	form := fmt.Sprintf(`{"username":%q,"password":%q}`, person(i), benchPassword)
	return p.send(ctx, http.MethodPost, "/api/login", "", "application/json", []byte(form))
}

// run lets everybody work for the time, and until the large things have ended, which are
// done beside each other.
func (c *crowd) run(ctx context.Context, lasts time.Duration, large ...func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, longestHold)
	defer cancel()
	working, stop := context.WithCancel(ctx)
	var people sync.WaitGroup
	for i := range readers {
		people.Go(func() { c.keep(working, i, 500*time.Millisecond, c.read) })
	}
	for i := range recorders {
		people.Go(func() { c.keep(working, readers+i, 500*time.Millisecond, c.record) })
	}
	for i := range signers {
		people.Go(func() { c.keep(working, readers+recorders+i, 2*time.Second, c.signInAgain) })
	}
	start := time.Now()
	var busy sync.WaitGroup
	failed := make([]error, len(large))
	for i, do := range large {
		busy.Go(func() { failed[i] = do(ctx) })
	}
	busy.Wait()
	select {
	case <-time.After(time.Until(start.Add(lasts))):
	case <-ctx.Done():
	}
	stop()
	people.Wait()
	return firstOf(failed...)
}

// keep lets a person do the same again and again, with pauses of about the
// length.
func (c *crowd) keep(ctx context.Context, i int, pause time.Duration, do func(ctx context.Context, i int, random *rand.Rand)) {
	random := rand.New(rand.NewPCG(uint64(i), 3))
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause/2 + time.Duration(random.Int64N(int64(pause)))):
			do(context.WithoutCancel(ctx), i, random)
		}
	}
}

func (c *crowd) read(ctx context.Context, i int, random *rand.Rand) {
	switch random.IntN(4) {
	case 0:
		questions := questionsOf(c.farms.areas[0], today)
		query, _ := json.Marshal(questions[random.IntN(len(questions))].query) // plain data
		c.noteBeside("read: report")(c.server.send(ctx, http.MethodPut, "/api/v2/getFarmInventory/"+c.farms.busy, c.tokens[i], "application/json", query))
	case 1:
		path := fmt.Sprintf("/api/farms?limit=20&sort=name&page=%d", 1+random.IntN(10))
		c.noteBeside("read: list of farms")(c.server.send(ctx, http.MethodGet, path, c.tokens[i], "", nil))
	case 2:
		c.noteBeside("read: farm")(c.server.send(ctx, http.MethodGet, "/api/farms/"+c.farms.busy, c.tokens[i], "", nil))
	case 3:
		c.noteBeside("read: tag page")(c.server.send(ctx, http.MethodGet, "/tag/"+c.farms.tag, "", "", nil))
	}
}

func (c *crowd) record(ctx context.Context, i int, random *rand.Rand) {
	type object = map[string]any
	activities := make([]object, 1+random.IntN(10))
	for n := range activities {
		activities[n] = object{
			"id": sqldb.NewID(), "activity": "plant", "date": today.String(), "leaseId": c.farms.areas[random.IntN(len(c.farms.areas))],
			"count": 1000, "group": object{"oysterType": animalTypes[random.IntN(len(animalTypes))], "seedSource": "Hatchery 1", "year": 2026},
		}
	}
	body, _ := json.Marshal(object{"activities": activities}) // plain data
	c.noteBeside("write: record")(c.server.send(ctx, http.MethodPost, "/api/v2/activities/"+c.farms.busy, c.tokens[i], "application/json", body))
}

func (c *crowd) signInAgain(ctx context.Context, i int, _ *rand.Rand) {
	c.noteBeside("write: sign in")(c.server.login(ctx, i))
}

// noteBeside is note with what went on beside it when it was asked for.
func (c *crowd) noteBeside(name string) func(status int, body []byte, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.note(name + c.beside)
}

// note keeps what a call showed, under its name.
func (c *crowd) note(name string) func(status int, body []byte, took time.Duration) {
	return func(status int, body []byte, took time.Duration) {
		c.mu.Lock()
		defer c.mu.Unlock()
		n := c.noticed[name]
		if n == nil {
			n = &noticed{}
			c.noticed[name] = n
		}
		n.times = append(n.times, took)
		switch {
		case status == 0 || status >= 500:
			n.failures++
		case status >= 300:
			n.refused++
		default:
			return
		}
		if n.first == "" {
			n.first = fmt.Sprintf("%d %.200s", status, body)
		}
	}
}

// clean asks for the large farm to be cleaned and waits until it is.
func (c *crowd) clean(ctx context.Context, took *time.Duration) error {
	start := time.Now()
	status, body, asked := c.server.send(ctx, http.MethodDelete, "/api/farms/"+c.farms.large+"/clean", c.tokens[0], "application/json", nil)
	c.note("the clean, asked for")(status, body, asked)
	if err := c.server.untilNone(ctx, "farm_emptying WHERE farm_id = $1", c.farms.large); err != nil { // the API hides them at once
		return fmt.Errorf("cleaning: %w", err)
	}
	*took = time.Since(start)
	return nil
}

// upload sends the sheet and waits until it is recorded.
func (c *crowd) upload(ctx context.Context, rows int, took *time.Duration) error {
	start := time.Now()
	contentType, content, err := sheetOf(rows)
	if err != nil {
		return err
	}
	status, body, sent := c.server.send(ctx, http.MethodPost, "/api/farms/upload/"+c.farms.uploaded, c.tokens[0], contentType, content)
	c.note("the upload, sent")(status, body, sent)
	var upload struct {
		ID      string `json:"_id"`
		State   string `json:"state"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(body, &upload); err != nil || status != http.StatusOK {
		return fmt.Errorf("uploading: %d %.200s", status, body)
	}
	err = eachSecond(ctx, func() (bool, error) {
		status, body, took := c.server.send(ctx, http.MethodGet, "/api/farms/"+c.farms.uploaded+"/uploads/"+upload.ID, c.tokens[0], "", nil)
		c.note("read: upload")(status, body, took)
		if err := json.Unmarshal(body, &upload); err != nil || upload.State == "failed" {
			return false, fmt.Errorf("the upload failed: %d %.200s", status, body)
		}
		return upload.State == "done", nil
	})
	*took = time.Since(start)
	return err
}

// sheetOf is the form with a sheet of so many rows.
func sheetOf(rows int) (contentType string, content []byte, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "book.csv")
	if err != nil {
		return "", nil, err
	}
	fmt.Fprintln(part, "date,activity,site,count,animal type,seed source")
	for i := range rows {
		day := today - farmDays + 1 + ledger.Day(i*farmDays/rows)
		fmt.Fprintf(part, "%s,plant,Area %d,%d,%s,Hatchery %d\n", day, 1+i%farmAreas, 1000+i, animalTypes[i%len(animalTypes)], 1+i%seedCount)
	}
	err = w.Close()
	return w.FormDataContentType(), form.Bytes(), err
}

// print shows what people noticed.
func (c *crowd) print() {
	t := newTable()
	fmt.Fprintln(t, "calls\t5xx\trefused\tp50\tp99\tlongest\t")
	var names []string
	for name := range c.noticed {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		n := c.noticed[name]
		slices.Sort(n.times)
		fmt.Fprintf(t, "%d\t%d\t%d\t%s\t%s\t%s\t  %s %s\n", len(n.times), n.failures, n.refused, ms(quantile(n.times, .5)), ms(quantile(n.times, .99)), ms(n.times[len(n.times)-1]), name, n.first)
	}
	_ = t.Flush() // to the terminal
}

// quantile of sorted times.
func quantile(sorted []time.Duration, q float64) time.Duration {
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// printWrites shows whose transactions took longest, and how long writes waited to begin.
func printWrites(engine string, all map[string]*writer) {
	fmt.Printf("\nHow long writes took on %s, by function, the longest first; without a name: how long they waited to begin\n\n", engine)
	writers := make([]*writer, 0, len(all))
	for _, w := range all {
		writers = append(writers, w)
	}
	slices.SortFunc(writers, func(a, b *writer) int {
		if a.longest() != b.longest() {
			return int(1000 * (b.longest() - a.longest()))
		}
		return int(1000 * (b.sum - a.sum))
	})
	t := newTable()
	fmt.Fprintln(t, "writes\tmean\tlongest below\tabove 200 ms\t")
	for _, w := range writers {
		mean := time.Duration(w.sum / float64(max(1, w.count)) * float64(time.Second))
		fmt.Fprintf(t, "%d\t%s\t%.0f\t%d\t  %s\n", w.count, ms(mean), 1000*w.longest(), w.above(0.2), w.by)
	}
	_ = t.Flush() // to the terminal
}

// above is how many were longer.
func (w *writer) above(seconds float64) int {
	return w.count - w.within[slices.Index(w.bounds, seconds)]
}
