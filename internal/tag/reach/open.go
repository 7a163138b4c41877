package reach

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/sqldb"
)

// reachedFarms is how many farms are remembered at most.
const reachedFarms = 10_000

// reaches remembers which recalls reach the tags of a farm: following a large one
// takes seconds, and every read of a farm's record asks. What is remembered is
// good for as long as the farm is in the state that it was read in.
type reaches struct {
	mu        sync.Mutex
	following *following       // one at a time and for all farms; nil while nobody does
	of        map[string]reach // by farm
	walked    *walked          // of who follows
	bytes     atomic.Int64     // that walked takes
}

// following is that somebody follows the recalls in force.
type following struct {
	done chan struct{}
	err  error // of a walk, once it is done
}

// later is how others wait for it: whoever waited with a transaction would keep its connection
// from those who read something else, for the seconds that a large recall takes.
func (f *following) later() error {
	return sqldb.Later{
		Done: f.done, Failed: func() error { return f.err },
		Says: "What a recall reaches is still being worked out. Please try again in a moment.",
	}
}

type reach struct {
	state   string
	recalls []farm.OpenRecall
}

// begin lets the caller follow until it ends that. While somebody else does the error is [sqldb.Later].
func (r *reaches) begin() (*following, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.following != nil {
		return nil, r.following.later()
	}
	r.following = &following{done: make(chan struct{})}
	return r.following, nil
}

// end lets others follow, and tells those who wait what a walk failed of.
func (r *reaches) end(f *following, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f.err, r.following = err, nil
	close(f.done)
}

// get gives what is remembered of the farms, and whether that is all of them.
func (r *reaches) get(states map[string]string) (found map[string][]farm.OpenRecall, all bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, all = map[string][]farm.OpenRecall{}, true
	for farmID, state := range states {
		switch known, there := r.of[farmID]; {
		case !there || known.state != state:
			all = false
		case len(known.recalls) > 0:
			found[farmID] = known.recalls
		}
	}
	return found, all
}

func (r *reaches) put(farmID string, known reach) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil || len(r.of) >= reachedFarms {
		r.of = map[string]reach{}
	}
	r.of[farmID] = known
}

// OpenRecalls gives the recalls in force that reach tags of the farms, by farm,
// the oldest first. It tells what the public page of a tag tells anybody, so it
// asks for no right. The transaction must not have changed a tag or a recall, and
// what is given is shared: nobody may change it. The transaction's function returns an error
// as it is, and may run again ([sqldb.Later]).
func (s *Service) OpenRecalls(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (map[string][]farm.OpenRecall, error) {
	states, _, err := reachStates(ctx, tx, farmIDs)
	if err != nil {
		return nil, err
	}
	if found, all := s.reaches.get(states); all {
		return found, nil
	}
	if err := tx.Settled(sources...); err != nil { // what is remembered would be of what may be undone
		return nil, err
	}
	f, err := s.reaches.begin()
	if err != nil {
		return nil, err
	}
	walks := false
	defer func() {
		if !walks {
			s.reaches.end(f, nil)
		}
	}()
	if found, all := s.reaches.get(states); all {
		return found, nil
	}
	wanted := slices.Collect(maps.Keys(states))
	found, err := s.followRecalls(ctx, tx, wanted, false)
	if walks = errors.Is(err, errFar); walks {
		s.walk(f, wanted)
		return nil, f.later()
	}
	open := map[string][]farm.OpenRecall{}
	for farmID := range states {
		if known := found[farmID]; len(known.recalls) > 0 {
			open[farmID] = known.recalls
		}
	}
	return open, err
}

// walk follows the recalls in force however far that is: it goes on whoever still waits, until the
// service is closed, and for so long at most.
func (s *Service) walk(f *following, wanted []string) {
	const atMost = 10 * time.Minute
	s.walks.Go(func() {
		ctx, cancel := context.WithTimeout(s.living, atMost)
		defer cancel()
		err := s.db.ReadLong(ctx, func(tx *sqldb.Tx) error {
			if s.walking != nil {
				if err := s.walking(ctx); err != nil {
					return err
				}
			}
			_, err := s.followRecalls(ctx, tx, wanted, true)
			return err
		})
		if err != nil && s.living.Err() == nil { // perhaps nobody waits any more
			slog.Error("the recalls in force could not be followed", "err", err)
		}
		s.reaches.end(f, err)
	})
}

// sources are the tables that decide which recalls reach a farm.
var sources = []string{"tags", "tag_parents", "tag_farms", "recalls", "recall_tags", "recall_generation", "recall_changes"}

// reachStates names the state of all that decides which recalls reach the farms'
// tags, and gives their growing areas. Farms without tags are left out, and all
// farms while no recall is in force.
func reachStates(ctx context.Context, tx *sqldb.Tx, farmIDs []string) (states map[string]string, areas map[string][]farm.AreaName, err error) {
	states = map[string]string{}
	if len(farmIDs) == 0 {
		return states, nil, nil
	}
	if _, err := sqldb.All(ctx, tx, func(r sqldb.Row) (struct{}, error) {
		var farmID string
		var recalls, tags, keptAt int64
		err := r.Scan(&farmID, &recalls, &tags, &keptAt)
		states[farmID] = fmt.Sprint(recalls, tags, keptAt)
		return struct{}{}, err
	}, `SELECT f.farm_id, g.generation, f.generation, f.kept_at FROM tag_farms f CROSS JOIN recall_generation g
		WHERE EXISTS (SELECT 1 FROM recalls WHERE lifted_at IS NULL) AND f.farm_id IN (`+sqldb.In(1, len(farmIDs))+`)`, sqldb.Args(farmIDs)...); err != nil {
		return nil, nil, err
	}
	if len(states) == 0 {
		return states, nil, nil
	}
	areas, err = farm.AreaNames(ctx, tx, slices.Collect(maps.Keys(states)))
	for farmID := range states {
		states[farmID] += fmt.Sprintf(" %q", areas[farmID])
	}
	return states, areas, err
}

// followRecalls follows the recalls in force to the farms that they reach, and
// gives these and the farms that are wanted, which are remembered. What may be far is followed
// only where the caller says so, and else errFar.
func (s *Service) followRecalls(ctx context.Context, tx *sqldb.Tx, wanted []string, far bool) (map[string]reach, error) {
	tells, err := s.reaches.follow(ctx, tx, s.tags.Graph, far)
	if err != nil {
		return nil, err
	}
	recalls, err := sqldb.All(ctx, tx, func(r sqldb.Row) (o farm.OpenRecall, err error) {
		return o, r.Scan(&o.ID, &o.Party, &o.At)
	}, "SELECT id, party, created_at FROM recalls WHERE lifted_at IS NULL ORDER BY created_at, id")
	if err != nil {
		return nil, err
	}
	states, areas, err := reachStates(ctx, tx, slices.AppendSeq(wanted, maps.Keys(tells)))
	if err != nil {
		return nil, err
	}
	found := map[string]reach{}
	for farmID, state := range states {
		known := reach{state: state}
		for _, r := range recalls {
			if one := tells[farmID][r.ID]; one != nil {
				r.Tags, r.TagID, r.HarvestDate, r.Place = one.tags, one.first, one.firstDate, one.firstPlace
				r.Species = one.kind.String()
				r.LeaseIDs = areasNamed(areas[farmID], one.texts)
				known.recalls = append(known.recalls, r)
			}
		}
		found[farmID] = known
		s.reaches.put(farmID, known)
	}
	return found, nil
}

// CountOpenRecalls counts the recalls in force. Anybody may know them.
func CountOpenRecalls(ctx context.Context, tx *sqldb.Tx) (int, error) {
	return sqldb.One(ctx, tx, sqldb.Scalar[int], "SELECT count(*) FROM recalls WHERE lifted_at IS NULL")
}
