package across

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// count fills in what is kept, and counts others until the caller's patience ends: at least
// one, unless somebody else is counting all the while.
func (s *Service) count(ctx context.Context, kept *question, all []*standing) error {
	var missing []*standing
	for _, one := range all {
		if !s.recall(kept, one) {
			missing = append(missing, one)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	waiting := time.NewTimer(s.patience)
	defer waiting.Stop()
	select {
	case s.turn <- struct{}{}:
	case <-waiting.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.turn }()
	until := time.Now().Add(s.patience)
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(runtime.GOMAXPROCS(0), 4) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(missing) || i > 0 && time.Now().After(until) {
					return nil
				}
				if err := s.countOne(ctx, kept, missing[i]); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// recall fills in a farm that is counted already, or has no figures.
func (s *Service) recall(kept *question, one *standing) bool {
	if one.state.Empty() || one.asked.Withheld != "" {
		one.counted = true
		return true
	}
	if one.tallies, one.counted = s.reports.Kept(one.ID, one.state, one.asked); !one.counted {
		one.tallies, one.counted = s.kept.take(kept, one)
	}
	return one.counted
}

// countOne adds up a farm, unless somebody did since it was found missing.
func (s *Service) countOne(ctx context.Context, kept *question, one *standing) (err error) {
	if s.recall(kept, one) {
		return nil
	}
	if one.tallies, err = s.reports.Tally(ctx, one.ID, one.state, one.asked); err != nil {
		return err
	}
	one.counted = true
	s.kept.put(kept, one)
	return nil
}
