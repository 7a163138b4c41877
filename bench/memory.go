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
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/blob/phototest"
	"github.com/merroir/merroir/internal/label"
)

const (
	memoryPeople = 6
	memoryLasts  = 20 * time.Second // of each kind of work
	memoryBound  = 1.3              // of MERROIR_MEMORY, for what is resident
)

// hungry is the program with little memory, and the people who ask it for what takes much.
type hungry struct {
	server *process
	farms  []string // one for each of the people
	tags   []string // of the first farm
	tokens []string
	done   atomic.Int64 // calls that were answered with success
}

// measureMemory sends the largest photos and sheets that are accepted, and prints many labels, with
// little memory, and prints how much was resident. More than the bound is an error.
func measureMemory(ctx context.Context, seed uint64) error {
	fmt.Printf("\n%d people at once for %v each: the largest photos and sheets that are accepted, and %d tags x %d labels. At most %.1f x MERROIR_MEMORY may be resident.\n\n",
		memoryPeople, memoryLasts, labelTags, labelCopies, memoryBound)
	t := newTable()
	fmt.Fprintln(t, "MERROIR_MEMORY\tdone\tresident, MB\tof it\t")
	var err error
	for _, megabytes := range []int64{256, 512, 1024} {
		err = errors.Join(err, measureMemoryOf(ctx, megabytes, seed, t))
	}

	return errors.Join(err, t.Flush())
}

func measureMemoryOf(ctx context.Context, megabytes int64, seed uint64, t interface{ Write([]byte) (int, error) }) (err error) {
	b, err := newBench(ctx, 1000, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.remove()) }()
	h, err := b.prepareHungry(actor.With(ctx, actor.System), seed)
	if err := errors.Join(err, b.db.Close()); err != nil {
		return err
	}
	h.server, err = startServer(ctx, b.dir, "", fmt.Sprintf("MERROIR_MEMORY=%dMiB", megabytes))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.server.stop()) }()
	if h.tokens, err = h.server.signIn(ctx, memoryPeople); err != nil {
		return err
	}

	for _, kind := range []struct {
		name string
		work func(ctx context.Context, i, turn int) (status int, body []byte)
	}{
		{"photos", h.photograph}, {"sheets", h.upload}, {"labels", h.print},
	} {
		if err := h.all(ctx, kind.work); err != nil {
			return fmt.Errorf("%d MiB, %s: %w", megabytes, kind.name, err)
		}
		most, err := h.server.mostResident()
		if err != nil {
			return err
		}
		share := float64(most) / float64(megabytes<<20)
		fmt.Fprintf(t, "%d MiB\t%d\t%d\t%.2f\t  %s\n", megabytes, h.done.Load(), most>>20, share, kind.name)
		if share > memoryBound {
			return fmt.Errorf("%s took %d MB of %d MiB", kind.name, most>>20, megabytes)
		}
	}

	return nil
}

// prepareHungry makes the farms, the tags and the people.
func (b *bench) prepareHungry(ctx context.Context, seed uint64) (h *hungry, err error) {
	h = &hungry{}
	if h.tags, err = b.tagMany(ctx); err != nil {
		return nil, err
	}
	for i := range memoryPeople {
		if i > 0 {
			if err := b.record(ctx, 1, seed+uint64(i)); err != nil {
				return nil, err
			}
		}
		h.farms = append(h.farms, b.farmID)
	}

	return h, b.addPeople(ctx, memoryPeople)
}

// all lets everybody do the work until the time is over. A call that is refused because many come at once
// is repeated; any other refusal makes the next one smaller, and a failure ends it.
func (h *hungry) all(ctx context.Context, work func(ctx context.Context, i, turn int) (status int, body []byte)) error {
	h.done.Store(0)
	if err := h.server.forgetMost(); err != nil {
		return err
	}
	until := time.Now().Add(memoryLasts)
	failed := make([]error, memoryPeople)
	var people sync.WaitGroup
	for i := range memoryPeople {
		people.Go(func() {
			for turn := 0; time.Now().Before(until) && failed[i] == nil; turn++ {
				switch status, body := work(ctx, i, turn); {
				case status == http.StatusOK:
					h.done.Add(1)
				case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
					time.Sleep(100 * time.Millisecond)
				case status != http.StatusBadRequest && status != http.StatusRequestEntityTooLarge:
					failed[i] = fmt.Errorf("%d %.300s", status, body)
				}
			}
		})
	}
	people.Wait()
	if h.done.Load() == 0 {
		return errors.Join(append(failed, errors.New("nothing was accepted"))...)
	}

	return errors.Join(failed...)
}

// photograph sends a picture of another kind each turn, smaller each time that all have been tried.
func (h *hungry) photograph(ctx context.Context, i, turn int) (status int, body []byte) {
	side := 5_000 - 250*(turn/6%18)
	var content []byte
	switch turn % 6 {
	case 0:
		content = phototest.JPEG(side, side, false, 0x22, 0x11, 0x11)
	case 1:
		content = phototest.JPEG(side, side, true, 0x11, 0x11, 0x11)
	case 2:
		content = phototest.JPEG(side, side, true, 0x11, 0x11, 0x11, 0x11)
	case 3:
		content = phototest.PNG(side, side, 8, phototest.RGB, false)
	case 4:
		content = phototest.PNG(side, side, 16, phototest.RGBA, true)
	default:
		content = phototest.PNG(side, side, 8, phototest.RGBA, true)
	}

	return h.form(ctx, i, "/api/farms/"+h.farms[i]+"/photo", "photo", "picture", content)
}

// upload sends a sheet, smaller each turn, and begins again with the largest.
func (h *hungry) upload(ctx context.Context, i, turn int) (status int, body []byte) {
	contentType, content, err := sheetOf(400_000 >> (turn % 6))
	if err != nil {
		return 0, []byte(err.Error())
	}
	status, body, _ = h.server.send(ctx, http.MethodPost, "/api/farms/upload/"+h.farms[i], h.tokens[i], contentType, content)

	return status, body
}

// print has the labels of all tags drawn, in another format each turn.
func (h *hungry) print(ctx context.Context, i, turn int) (status int, body []byte) {
	order, err := json.Marshal(map[string]any{
		"id": fmt.Sprintf("print-%d-%d", i, turn), "tags": h.tags, "kind": label.Dealer, "paper": "mobile", "copies": labelCopies,
		"format": []string{"pdf", "zpl", "tspl"}[turn%3],
	})
	if err != nil {
		return 0, []byte(err.Error())
	}
	status, body, _ = h.server.send(ctx, http.MethodPost, "/api/farms/"+h.farms[0]+"/labels", h.tokens[i], "application/json", order)

	return status, body
}

// form sends a file as a form does.
func (h *hungry) form(ctx context.Context, i int, path, field, name string, content []byte) (status int, body []byte) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile(field, name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		return 0, []byte(err.Error())
	}
	status, body, _ = h.server.send(ctx, http.MethodPost, path, h.tokens[i], w.FormDataContentType(), form.Bytes())

	return status, body
}

var residentPeak = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// mostResident returns the most memory, in bytes, that the program had since [process.forgetMost]. Linux tells it.
func (p *process) mostResident() (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, err
	}
	found := residentPeak.FindSubmatch(text)
	if found == nil {
		return 0, errors.New("the system does not tell how much memory the program had")
	}
	kilobytes, err := strconv.ParseInt(string(found[1]), 10, 64)

	return kilobytes << 10, err
}

func (p *process) forgetMost() error {
	return os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", p.command.Process.Pid), []byte("5"), 0o200)
}
