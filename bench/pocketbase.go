package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// pocketBase serves the data of as many tags as the world has, from its own database.
type pocketBase struct {
	url    string
	dir    string
	server *exec.Cmd
}

const (
	pocketBasePath = "/api/collections/tags/records/"
	pocketBaseWarm = 5 * time.Second
)

// measurePocketBase asks it for the same tags in turns with ourselves and the constant, which
// sends the bytes that it does. Where it cannot be built or run, the bench says so and goes on.
func (w *tagWorld) measurePocketBase(ctx context.Context, t io.Writer, server string) error {
	example, err := askOnce(server+"/api/tag/", w.ids[len(w.ids)-1], "identity")
	if err != nil {
		return err
	}
	p, err := startPocketBase(ctx, len(w.ids), example)
	if err != nil {
		fmt.Println("PocketBase could not be measured:", err)
		return nil
	}
	defer p.stop()
	content, err := askOnce(p.url+pocketBasePath, w.ids[0], "gzip")
	if err != nil {
		return err
	}
	constant := serveConstant(content)
	defer constant.Close()
	if _, err := w.read(ctx, p.url, pocketBasePath, len(w.ids), pocketBaseWarm); err != nil {
		return err
	}
	still, err := w.read(ctx, constant.URL, pocketBasePath, len(w.ids), lookupTime)
	if err != nil {
		return err
	}
	found, err := w.read(ctx, p.url, pocketBasePath, len(w.ids), lookupTime)
	if err != nil {
		return err
	}
	ours, err := w.read(ctx, server, "/api/tag/", len(w.ids), lookupTime)
	if err != nil {
		return err
	}
	fmt.Fprintf(t, "%.0f\t%.0f\t%.2f\t%s\t%s\t%s\t%s\t-\t-\t-\t-\t  PocketBase, GET %s{id}, %d tags; Merroir just after: %.0f, %.1fx\n", found.rate(), still.rate(), found.rate()/still.rate(),
		ms(found.at(.5)), ms(found.at(.99)), ms(still.at(.99)), times(found.at(.99), still.at(.99)), pocketBasePath, len(w.ids), ours.rate(), ours.rate()/found.rate())
	return nil
}

// startPocketBase gives it the data of one tag, which it has for all of them.
func startPocketBase(ctx context.Context, tags int, example []byte) (p *pocketBase, err error) {
	p = &pocketBase{}
	if p.dir, err = os.MkdirTemp("", "merroir-pocketbase"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.stop()
		}
	}()
	program, file := filepath.Join(p.dir, "pocketbase"), filepath.Join(p.dir, "example.json")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, ".")
	build.Dir = filepath.Join("bench", "pocketbase")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building it: %w\n%s", err, out)
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(file, example, 0o600); err != nil {
		return nil, err
	}
	p.url = "http://" + address
	p.server = exec.CommandContext(ctx, program, "-dir", filepath.Join(p.dir, "data"), "-example", file, "-tags", strconv.Itoa(tags), "-addr", address)
	p.server.Stderr = os.Stderr
	if err := p.server.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- p.server.Wait() }()
	return p, p.ready(ctx, ended)
}

// ready waits until it has written its tags and answers.
func (p *pocketBase) ready(ctx context.Context, ended <-chan error) error {
	for {
		if answer, err := http.Get(p.url + "/api/health"); err == nil {
			_ = answer.Body.Close() // it was not read
			return nil
		}
		select {
		case err := <-ended:
			return fmt.Errorf("it ended: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (p *pocketBase) stop() {
	if p.server != nil && p.server.Process != nil {
		_ = p.server.Process.Kill() // it may have ended
	}
	_ = os.RemoveAll(p.dir) // a temporary folder
}
