package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"
	_ "modernc.org/sqlite"             // registers the driver "sqlite"
)

// process is the program itself, `merroir serve`, on a database.
type process struct {
	url, metrics string
	command      *exec.Cmd
	client       *http.Client
	dir          string
	address      string // of its database on PostgreSQL; none on SQLite
}

var listeningAt = regexp.MustCompile(`listening.*url=(\S+)`)

// startServer builds the program and starts it on the database at the address, or on the one in the folder
// where there is none, with further settings.
func startServer(ctx context.Context, dir, address string, settings ...string) (*process, error) {
	program := filepath.Join(dir, "merroir")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/merroir")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the program: %w\n%s", err, out)
	}
	metrics, err := freeAddress()
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, program, "serve", "--addr=127.0.0.1:0", "--metrics-addr="+metrics, "--data-dir="+dir, "--shutdown-grace=0s")
	c.Env = append(append(os.Environ(), "MERROIR_DATABASE_URL="+address), settings...)
	said, err := c.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	for lines := bufio.NewScanner(said); lines.Scan(); {
		fmt.Fprintln(&text, lines.Text())
		if found := listeningAt.FindStringSubmatch(lines.Text()); found != nil {
			log, err := os.Create(filepath.Join(dir, "server.log"))
			if err != nil {
				return nil, err
			}
			go func() { _, _ = io.Copy(log, said) }() // until the program ends
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: readers + recorders + signers + 2}}
			return &process{found[1], "http://" + metrics + "/metrics", c, client, dir, address}, nil
		}
	}
	return nil, fmt.Errorf("the program did not start:\n%s", text.String())
}

func (p *process) stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.command.Wait()
}

// send gives the status of the answer, the answer, and the time until it was
// read. Status 0 is a call that got none.
func (p *process) send(ctx context.Context, method, path, token, contentType string, content []byte) (status int, body []byte, took time.Duration) {
	request, err := http.NewRequestWithContext(ctx, method, p.url+path, bytes.NewReader(content))
	if err != nil {
		return 0, []byte(err.Error()), 0
	}
	request.Header.Set("Content-Type", contentType)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	start := time.Now()
	response, err := p.client.Do(request)
	if err != nil {
		return 0, []byte(err.Error()), time.Since(start)
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	if err != nil {
		return 0, []byte(err.Error()), time.Since(start)
	}
	return response.StatusCode, body, time.Since(start)
}

// writer is a function of the program that writes, and how long its transactions took, which on SQLite
// nobody else writes beside: of its calls so many for no longer than each of the times.
type writer struct {
	by     string
	count  int
	sum    float64 // seconds
	bounds []float64
	within []int
}

// longest bounds how long a transaction of the function ever took, in seconds.
func (w *writer) longest() float64 {
	for i, n := range w.within {
		if n == w.count {
			return w.bounds[i]
		}
	}
	return 0
}

var sample = regexp.MustCompile(`(?m)^merroir_write_(held|waited)_seconds_(bucket|sum|count)(?:\{(?:by="([^"]*)")?,?(?:le="([^"]*)")?\})? (\S+)$`)

// writes reads from the program's metrics how long writes held the others up.
// That of all waits together has no name.
func (p *process) writes(ctx context.Context) (map[string]*writer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.metrics, nil)
	if err != nil {
		return nil, err
	}
	response, err := p.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	all := map[string]*writer{}
	for _, m := range sample.FindAllStringSubmatch(string(text), -1) {
		value, err := strconv.ParseFloat(m[5], 64)
		if err != nil {
			return nil, err
		}
		w := all[m[3]]
		if w == nil {
			w = &writer{by: m[3]}
			all[m[3]] = w
		}
		switch m[2] {
		case "sum":
			w.sum = value
		case "count":
			w.count = int(value)
		default:
			bound, err := strconv.ParseFloat(m[4], 64)
			if err != nil {
				return nil, err
			}
			w.bounds, w.within = append(w.bounds, bound), append(w.within, int(value))
		}
	}
	return all, nil
}

// untilNone waits until no such row is left: a table and a condition. It reads the database itself, while the program runs.
func (p *process) untilNone(ctx context.Context, rows string, args ...any) error {
	driver, source := "pgx", p.address
	if source == "" {
		driver, source = "sqlite", "file:"+filepath.Join(p.dir, "merroir.db")+"?mode=ro&_pragma=busy_timeout(5000)"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	defer db.Close()
	return eachSecond(ctx, func() (bool, error) {
		var left int
		err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+rows, args...).Scan(&left)
		return left == 0, err
	})
}
