package across

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/report/column"
)

// counted is what a farm came to on some days: kept of the farms whose sums have no room in
// memory, so that whoever asks again is not answered from the beginning.
type counted struct {
	state column.State
	days  column.Days
	areas []report.AreaTally
}

// count fills in what is kept, and counts others until the caller's patience ends: at least
// one, unless somebody else is counting all the while.
func (s *Service) count(ctx context.Context, all []*standing) error {
	var missing []*standing
	for _, one := range all {
		if !s.recall(one) {
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
				if err := s.countOne(ctx, missing[i]); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// recall fills in a farm that is counted already.
func (s *Service) recall(one *standing) bool {
	if one.state.Empty() {
		one.counted = true
		return true
	}
	if one.areas, one.counted = s.reports.Kept(one.ID, one.state, one.days); one.counted {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := s.counted[one.ID]; last.state == one.state && last.days == one.days {
		one.areas, one.counted = last.areas, true
	}
	return one.counted
}

// countOne adds up a farm, unless somebody did since it was found missing.
func (s *Service) countOne(ctx context.Context, one *standing) (err error) {
	if s.recall(one) {
		return nil
	}
	if one.areas, err = s.reports.Tally(ctx, one.ID, one.state, one.days); err != nil {
		return err
	}
	one.counted = true
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted[one.ID] = counted{one.state, one.days, one.areas}
	return nil
}
