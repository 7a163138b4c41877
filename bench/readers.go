package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http/httputil"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

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
