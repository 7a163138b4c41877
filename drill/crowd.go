//go:build linux

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// crowd are the people of a drill.
type crowd []*person

func (d *drill) gather(ctx context.Context, s *server) (crowd, error) {
	var all crowd
	for i := range d.people {
		p := newPerson(i)
		if err := p.signIn(ctx, s.url); err != nil {
			return nil, err
		}
		if err := p.settle(ctx, fmt.Sprintf("Farm %d", i+1)); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// signIn lets all sign in at a server that was started again.
func (all crowd) signIn(ctx context.Context, s *server) error {
	for _, p := range all {
		if err := p.signIn(ctx, s.url); err != nil {
			return err
		}
	}
	return nil
}

// workUntil lets all record until the function is through.
func (all crowd) workUntil(ctx context.Context, through func() error) error {
	ctx, stop := context.WithCancel(ctx)
	var working sync.WaitGroup
	for _, p := range all {
		working.Go(func() { p.work(ctx) })
	}
	err := through()
	stop()
	working.Wait()
	return err
}

// calls are those of all people, in the order of their answers.
func (all crowd) calls() []call {
	var calls []call
	for _, p := range all {
		calls = append(calls, p.calls...)
	}
	slices.SortFunc(calls, func(a, b call) int { return a.at.Compare(b.at) })
	return calls
}

// kept is what was acknowledged, the calls that got no answer, and the longest wait for one.
func (all crowd) kept() (activities, photos, silent int, longest time.Duration) {
	calls := all.calls()
	for _, c := range calls {
		switch {
		case c.acknowledged && c.photo:
			photos++
		case c.acknowledged:
			activities++
		}
	}
	for _, p := range all {
		longest = max(longest, p.longest)
	}
	return activities, photos, unanswered(calls), longest
}

// unanswered is how many calls got no answer.
func unanswered(calls []call) (n int) {
	for _, c := range calls {
		if !c.acknowledged && c.refusal == "" {
			n++
		}
	}
	return n
}

// refusals are the sentences that people were told, the most frequent first.
func refusals(calls []call) string {
	count := map[string]int{}
	for _, c := range calls {
		if c.refusal != "" {
			count[c.refusal]++
		}
	}
	var lines []string
	for message, n := range count {
		lines = append(lines, fmt.Sprintf("%7d  %s", n, message))
	}
	slices.Sort(lines)
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

// lost is how many of all that was acknowledged the program does not have.
func (all crowd) lost(ctx context.Context) (lost int, err error) {
	for _, p := range all {
		n, err := p.lost(ctx)
		if err != nil {
			return lost, err
		}
		lost += n
	}
	return lost, nil
}
