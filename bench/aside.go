package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/merroir/merroir/internal/actor"
)

const asideRecalls = 5 // one after the other, the first of a whole year

// measureAside lets people work with the real program, on each engine or on one, while beside it, one after
// the other, a backup is taken, the backup is restored elsewhere, and large recalls are declared and ended,
// and prints how long their writes took meanwhile.
func measureAside(ctx context.Context, activities, tags int, lasts time.Duration, seed uint64, engine string) error {
	return onEngines(ctx, engine, "", func(name, address string) error {
		return measureAsideOn(ctx, name, address, activities, tags, lasts, seed)
	})
}

func measureAsideOn(ctx context.Context, name, address string, activities, tags int, lasts time.Duration, seed uint64) (err error) {
	b, err := newBenchAt(ctx, address, activities, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.remove()) }()
	system := actor.With(ctx, actor.System)
	farms, err := b.prepareHold(system, seed)
	if err := errors.Join(err, newTagWorld(tags, seed).store(system, b.db), b.db.Close()); err != nil {
		return err
	}
	server, err := startServer(ctx, b.dir, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	c := &crowd{server: server, farms: farms, noticed: map[string]*noticed{}}
	if err := c.signIn(ctx); err != nil {
		return err
	}
	fmt.Printf("\n%d people reading, %d recording and %d signing in on %s with %d activities and %d tags, while a backup is taken and restored elsewhere, and %d recalls are declared and ended. Milliseconds at the HTTP API.\n\n",
		readers, recorders, signers, name, activities, tags, asideRecalls)
	var did []string
	if err := c.run(ctx, lasts, func(ctx context.Context) (err error) { did, err = c.aside(ctx, lasts/4); return err }); err != nil {
		return err
	}
	held, err := server.writes(ctx)
	if err != nil {
		return err
	}
	c.print()
	fmt.Println()
	for _, what := range did {
		fmt.Println(what)
	}
	printWrites(name, held)
	return nil
}

// aside does one large thing after the other, each after a while without any, and tells
// what it did.
func (c *crowd) aside(ctx context.Context, pause time.Duration) (did []string, err error) {
	kept := filepath.Join(c.server.dir, "kept")
	if err := os.Mkdir(kept, 0o700); err != nil {
		return nil, err
	}
	for _, large := range []struct {
		name string
		do   func() (string, error)
	}{
		{"a backup", func() (string, error) { return "", c.server.run(ctx, c.server.dir, c.server.address, "backup", kept) }},
		{"a restore", func() (string, error) {
			files, err := filepath.Glob(filepath.Join(kept, "*.backup"))
			if err != nil || len(files) != 1 {
				return "", fmt.Errorf("backups: %v %w", files, err)
			}
			return "", c.server.restoreElsewhere(ctx, files[0])
		}},
		{"large recalls", func() (string, error) { return c.recall(ctx) }},
	} {
		time.Sleep(pause)
		c.now(", beside " + large.name)
		start := time.Now()
		said, err := large.do()
		c.now("")
		if err != nil {
			return did, fmt.Errorf("%s: %w", large.name, err)
		}
		did = append(did, fmt.Sprintf("%s: %.1f s%s", large.name, time.Since(start).Seconds(), said))
	}
	return did, nil
}

func (c *crowd) now(beside string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.beside = beside
}

// restoreElsewhere restores a backup into another folder and, on PostgreSQL, into another database of its server.
func (p *process) restoreElsewhere(ctx context.Context, backup string) (err error) {
	var address string
	if p.address != "" {
		var remove func() error
		if address, remove, err = temporaryDatabase(ctx, p.address); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, remove()) }()
	}
	return p.run(ctx, filepath.Join(p.dir, "elsewhere"), address, "restore", backup)
}

// run runs a command of the program beside the server, on the data in a folder and the database at an address.
func (p *process) run(ctx context.Context, data, address string, args ...string) error {
	command := exec.CommandContext(ctx, filepath.Join(p.dir, "merroir"), args...)
	command.Env = append(os.Environ(), "MERROIR_DATA_DIR="+data, "MERROIR_DATABASE_URL="+address)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// recall declares recalls of all that a firm's certificate was on in a year, and one of all that was
// harvested in that year, and ends them.
func (c *crowd) recall(ctx context.Context) (said string, err error) {
	year := map[string]any{"from": (today - 364).String(), "to": today.String()}
	choices := []map[string]any{year}
	for i := range asideRecalls - 1 {
		choices = append(choices, map[string]any{"certs": []string{fmt.Sprint("ME-", 10+i)}, "from": year["from"], "to": year["to"]})
	}
	reached := int64(0)
	for _, choice := range choices {
		var preview struct {
			Seen struct {
				Digest            string `json:"digest"`
				Tags              int64  `json:"tags"`
				Firms, Consignees int
			} `json:"seen"`
		}
		if err := c.call(ctx, "/api/recalls/preview", map[string]any{"choice": choice}, &preview); err != nil {
			return "", err
		}
		seen := preview.Seen
		reached += seen.Tags
		var made struct {
			ID string `json:"_id"`
		}
		start := time.Now()
		if err := c.call(ctx, "/api/recalls", map[string]any{
			"kind": "recall", "party": "The bench", "reason": "To see who waits", "class": "II", "choice": choice,
			"seen": map[string]any{"digest": seen.Digest, "tags": seen.Tags, "firms": seen.Firms, "consignees": seen.Consignees},
		}, &made); err != nil {
			return "", err
		}
		said += fmt.Sprintf("\n  %d tags, %d consignees: declared in %.1f s", seen.Tags, seen.Consignees, time.Since(start).Seconds())
		start = time.Now()
		if err := c.server.untilNone(ctx, "recall_books WHERE id = $1 AND followed_at IS NULL", made.ID); err != nil { // everybody is entered
			return "", err
		}
		said += fmt.Sprintf(", everybody entered in %.1f s", time.Since(start).Seconds())
		start = time.Now()
		if err := c.call(ctx, "/api/recalls/"+made.ID+"/end", map[string]any{"reason": "The bench"}, &struct{}{}); err != nil {
			return "", err
		}
		said += fmt.Sprintf(", ended in %.1f s", time.Since(start).Seconds())
	}
	return fmt.Sprintf(", %d tags reached by %d%s", reached, asideRecalls, said), nil
}

// call sends JSON as the first of the people, and reads the answer.
func (c *crowd) call(ctx context.Context, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	status, answer, _ := c.server.send(ctx, http.MethodPost, path, c.tokens[0], "application/json", text)
	if status != http.StatusOK {
		return fmt.Errorf("%s: %d %.300s", path, status, answer)
	}
	return json.Unmarshal(answer, into)
}
