//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	faultLasts    = 3 * time.Second
	recoverWithin = 10 * time.Second
	longestWait   = 10 * time.Second
	nobody        = 65534 // a user without rights
)

// faultDrill is something that goes wrong while the program runs.
type faultDrill struct {
	title   string
	data    string
	begin   func(*server) error
	end     func(*server) error
	refused []string // of record and photograph, those that are refused while it lasts

	meanwhile func(context.Context, *person) error // what else each person does once while it lasts; nil for nothing
	after     func(context.Context) error          // what has to become of that
}

// withFault lets people record, lets something go wrong, asks what is answered then,
// and lets it go away again: people must be told in words, the program must go on
// answering what it can, go on taking writes when the cause is gone, and have lost
// nothing.
func (d *drill) withFault(ctx context.Context, f faultDrill) (err error) {
	if err := d.prepare(ctx, f.data); err != nil {
		return err
	}
	s, err := d.serve(ctx, f.data)
	if err != nil {
		return err
	}
	defer s.kill()
	all, err := d.gather(ctx, s)
	if err != nil {
		return err
	}
	observer := all[len(all)-1] // who does not work
	var told map[string]answer
	var back time.Duration
	err = all[:len(all)-1].workUntil(ctx, func() error {
		time.Sleep(time.Second)
		if err := f.begin(s); err != nil {
			return err
		}
		if f.meanwhile != nil {
			for _, p := range all {
				if err := f.meanwhile(ctx, p); err != nil {
					return err
				}
			}
		}
		time.Sleep(faultLasts)
		told = observer.asks(ctx)
		if err := f.end(s); err != nil {
			return err
		}
		back, err = observer.recovers(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("%w\n%s", err, s.lastWords())
	}
	if f.after != nil {
		if err := f.after(ctx); err != nil {
			return err
		}
	}
	lost, err := all.lost(ctx)
	if err = errors.Join(err, s.stop(), d.check(ctx, f.data)); err != nil {
		return err
	}
	activities, photos, silent, longest := all.kept()
	fmt.Printf("\n%s, while %d people record\n", f.title, d.people)
	fmt.Printf("acknowledged: %d activities, %d photos; lost: %d; merroir check finds nothing wrong\n", activities, photos, lost)
	fmt.Printf("calls without an answer: %d; the longest wait for one: %v\n", silent, longest.Round(time.Millisecond))
	for _, what := range []string{"read", "record", "photograph", "healthz", "readyz"} {
		fmt.Printf("%12s  %s\n", what, told[what].words())
	}
	fmt.Printf("took writes again %v after the cause was gone, in the same process\n", back.Round(time.Millisecond))
	if refusals := refusals(all.calls()); refusals != "" {
		fmt.Printf("answers that refused:\n%s\n", refusals)
	}
	switch {
	case lost > 0:
		return fmt.Errorf("%d acknowledged activities are lost", lost)
	case silent > 0:
		return fmt.Errorf("%d calls got no answer", silent)
	case longest > longestWait:
		return fmt.Errorf("somebody waited %v for an answer", longest)
	}
	return f.judge(told, all)
}

// judge refuses a fault that was not felt, one that took more than it had to, and an
// answer without words.
func (f faultDrill) judge(told map[string]answer, all crowd) error {
	for _, what := range []string{"record", "photograph"} {
		want := http.StatusOK
		for _, refused := range f.refused {
			if refused == what {
				want = http.StatusServiceUnavailable
			}
		}
		if told[what].status != want {
			return fmt.Errorf("%s: %s, want %d", what, told[what].words(), want)
		}
	}
	if told["read"].status != http.StatusOK || told["healthz"].status != http.StatusOK {
		return errors.New("what was kept could not be read meanwhile")
	}
	return judgeWords(all.calls())
}

// judgeWords refuses an answer without words.
func judgeWords(calls []call) error {
	for _, c := range calls {
		if strings.Contains(c.refusal, "without a word") || strings.HasPrefix(c.refusal, "500 ") {
			return errors.New("an answer has no words for what was wrong: " + c.refusal)
		}
	}
	return nil
}

// words is what the answer says.
func (a answer) words() string {
	if a.status == http.StatusOK {
		return "200"
	}
	if a.status == 0 || len(a.body) > 0 && a.body[0] != '{' {
		return fmt.Sprintf("%d %s", a.status, strings.TrimSpace(string(a.body)))
	}
	return a.message()
}

// asks for one thing of each kind.
func (p *person) asks(ctx context.Context) map[string]answer {
	get := func(path string) answer { return p.send(ctx, http.MethodGet, path, "", nil) }
	return map[string]answer{
		"read": get("/api/v2/activities/" + p.farm), "record": p.record(ctx), "photograph": p.photograph(ctx),
		"healthz": get("/healthz"), "readyz": get("/readyz"),
	}
}

// recovers waits until both kinds of writes are taken.
func (p *person) recovers(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	for {
		record, photo := p.record(ctx), p.photograph(ctx)
		if record.status == http.StatusOK && photo.status == http.StatusOK {
			return time.Since(began), nil
		}
		if time.Since(began) > recoverWithin {
			return 0, fmt.Errorf("it does not take writes again: record %s, photograph %s", record.words(), photo.words())
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// fillDisk uses up the room on the disk of everything.
func (d *drill) fillDisk(ctx context.Context) (err error) {
	k, err := d.newSmallDisk(ctx, 160<<20)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.detach()) }()
	data, ballast := filepath.Join(k.at, "data"), filepath.Join(k.at, "ballast")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	return d.withFault(ctx, faultDrill{
		title: "Disk full", data: data, refused: []string{"record", "photograph"},
		begin: func(*server) error { return fill(ballast) },
		end:   func(*server) error { return os.Remove(ballast) },
	})
}

// fill writes into the file until the disk is full.
func fill(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	for part := make([]byte, 64<<10); len(part) > 0; {
		if _, err = file.Write(part); err != nil {
			part = part[:len(part)/2]
		}
	}
	if !errors.Is(err, unix.ENOSPC) {
		return err
	}
	return file.Close()
}

// closeFolder takes away the right to write to the folder of files.
func (d *drill) closeFolder(ctx context.Context) error {
	data := filepath.Join(d.dir, "closed")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	if err := os.Chown(data, nobody, nobody); err != nil { // root may write anywhere
		return err
	}
	photos := filepath.Join(data, "photos", "photos")
	return d.withFault(ctx, faultDrill{
		title: "Folder of files read-only", data: data, refused: []string{"photograph"},
		begin: func(*server) error { return os.Chmod(photos, 0o500) },
		end:   func(*server) error { return os.Chmod(photos, 0o700) },
	})
}

// useUpHandles leaves the program no file handle but those it has.
func (d *drill) useUpHandles(ctx context.Context) error {
	data := filepath.Join(d.dir, "handles")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	limit := func(s *server, to, was *unix.Rlimit) error {
		return unix.Prlimit(s.process.Process.Pid, unix.RLIMIT_NOFILE, to, was)
	}
	var before unix.Rlimit
	return d.withFault(ctx, faultDrill{
		title: "File handles used up", data: data, refused: []string{"photograph"},
		begin: func(s *server) error {
			if err := limit(s, nil, &before); err != nil {
				return err
			}
			return limit(s, &unix.Rlimit{Cur: 3, Max: before.Max}, nil)
		},
		end: func(s *server) error { return limit(s, &before, nil) },
	})
}

// slowDisk makes each sync of a file take a fifth of a second longer.
func (d *drill) slowDisk(ctx context.Context) error {
	data := filepath.Join(d.dir, "slow")
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	var tracer *exec.Cmd
	return d.withFault(ctx, faultDrill{
		title: "Disk slow: 200 ms more for each sync", data: data,
		begin: func(s *server) error {
			tracer = exec.CommandContext(ctx, "strace", "--follow-forks", "--seccomp-bpf", "--output=/dev/null", "--trace=fsync,fdatasync",
				"--inject=fsync,fdatasync:delay_enter=200ms", "--attach="+strconv.Itoa(s.process.Process.Pid))
			return tracer.Start()
		},
		end: func(*server) error {
			if err := tracer.Process.Signal(os.Interrupt); err != nil {
				return err
			}
			_ = tracer.Wait() // it says that it was interrupted
			return nil
		},
	})
}
