//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const sideBySide = 10 * time.Second // that both releases work on one database

// upgrade replaces one copy after the other while people record, from the last release
// whose schema had fewer steps to this one: the two work side by side on the new schema,
// and nobody may be refused, or get no answer.
func (d *drill) upgrade(ctx context.Context) error {
	if err := needs("etcd", "patroni", "pg_config", "haproxy", "git", "tar"); err != nil {
		return err
	}
	before, err := d.buildBefore(ctx)
	if err != nil {
		return err
	}
	old := *d
	old.program = before
	c, err := old.newCluster(ctx, 2, "haproxy.cfg")
	if err != nil {
		return err
	}
	defer c.kill()
	c.program = d.program
	all, err := c.gather(ctx, &server{url: c.url})
	if err != nil {
		return err
	}
	var findings []finding
	err = all.workUntil(ctx, func() error {
		for i := range c.copies {
			found, err := c.strike(ctx, blow{
				what:  fmt.Sprintf("copy %d is replaced by the new release", i+1),
				begin: func(context.Context) error { return c.copies[i].stop() },
				end: func(ctx context.Context) error {
					if err := c.startCopy(ctx, i); err != nil {
						return err
					}
					time.Sleep(sideBySide)
					return nil
				},
			})
			if err != nil {
				return err
			}
			findings = append(findings, found)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.report(ctx, "Two copies are replaced by a release with a new schema", all, findings); err != nil {
		return err
	}
	if calls := all.calls(); unanswered(calls) > 0 || refusals(calls) != "" {
		return errors.New("somebody was refused, or got no answer")
	}
	return nil
}

// buildBefore builds the program as it was at the commit that was named, or else before the newest
// step of the schema was added.
func (d *drill) buildBefore(ctx context.Context) (program string, err error) {
	commit := d.before
	if commit == "" {
		const steps = "internal/sqldb/migrations"
		out, err := exec.CommandContext(ctx, "git", "log", "-1", "--diff-filter=A", "--format=%H", "--", steps).Output()
		if err != nil {
			return "", fmt.Errorf("looking for the release before: %w", err)
		}
		commit = strings.TrimSpace(string(out)) + "^"
	}
	source := filepath.Join(d.dir, "before-source")
	if err := os.Mkdir(source, 0o700); err != nil {
		return "", err
	}
	// The web as it is built now: no page is opened.
	if err := command(ctx, "sh", "-c", `git archive "$0" | tar -x -C "$1" && cp -r web/dist/. "$1/web/dist/"`, commit, source); err != nil {
		return "", err
	}
	program = filepath.Join(d.dir, "merroir-before")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/merroir")
	build.Dir = source
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the release before: %w\n%s", err, out)
	}
	return program, nil
}
