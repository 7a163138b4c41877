package report

import (
	"container/list"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	cacheBytes    = 256 << 20
	bytesPerEntry = 16 // of memory, about; a farm that would take more than the whole cache is not loaded
	loadTimeout   = 2 * time.Minute
)

// cache keeps the columns of the farms that were asked for last. Several
// processes may have caches over one database: each request names the entries
// that it must see, and the cache fetches those that it lacks.
type cache struct {
	db    *sqldb.DB
	pace  pace
	limit int64

	mu     sync.Mutex
	farms  map[string]*cachedFarm
	recent *list.List // of *cachedFarm, the last asked for in front
	bytes  int64
}

// cachedFarm is the place of a farm in the cache.
type cachedFarm struct {
	farmID  string
	columns atomic.Pointer[columns] // nil until they are loaded
	turn    chan struct{}           // holds one while somebody brings the columns up to date
	grower  *grower                 // of who has the turn; nil before the first load, during one and after a failure

	element *list.Element // nil when it is no longer in the cache; guarded by cache.mu
	bytes   int64         // guarded by cache.mu
}

func newCache(db *sqldb.DB) *cache {
	return &cache{db: db, pace: usualPace, limit: cacheBytes, farms: map[string]*cachedFarm{}, recent: list.New()}
}

// fits reports whether a farm with so many entries may be loaded.
func (c *cache) fits(state ledgerState) bool { return state.seq*bytesPerEntry <= c.limit }

// at gives columns that hold all entries of the state, and maybe newer ones.
// Whoever finds them there waits for nobody; of those who do not, one fetches
// what is missing and the others wait for it. The caller must not be in a
// transaction, which would keep its connection from the one who fetches.
func (c *cache) at(ctx context.Context, farmID string, state ledgerState) (*columns, error) {
	farm := c.farm(farmID)
	if now := farm.columns.Load(); now.holds(state) {
		return now, nil
	}
	select {
	case farm.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-farm.turn }()
	if now := farm.columns.Load(); now.holds(state) {
		return now, nil
	}
	// Others wait for this load: it goes on when the first to ask gives up.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
	defer cancel()
	g := farm.grower
	farm.grower = nil // what a failed load leaves behind may hold half of what there was to add
	now, g, err := c.refresh(ctx, farmID, g)
	if err != nil {
		return nil, err
	}
	farm.grower = g
	farm.columns.Store(now)
	c.account(farm, now.bytes())
	return now, nil
}

func (c *columns) holds(state ledgerState) bool {
	return c != nil && (c.epoch > state.epoch || c.epoch == state.epoch && c.seq >= state.seq)
}

// farm gives the place of a farm in the cache, as the one asked for last.
func (c *cache) farm(farmID string) *cachedFarm {
	c.mu.Lock()
	defer c.mu.Unlock()
	farm, known := c.farms[farmID]
	if !known {
		farm = &cachedFarm{farmID: farmID, turn: make(chan struct{}, 1)}
		farm.element = c.recent.PushFront(farm)
		c.farms[farmID] = farm
		return farm
	}
	c.recent.MoveToFront(farm.element)
	return farm
}

// account takes note of a farm's size, and drops those that were not asked for
// the longest time until the rest is within the limit.
func (c *cache) account(farm *cachedFarm, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if farm.element == nil {
		return
	}
	c.bytes += bytes - farm.bytes
	farm.bytes = bytes
	for last := c.recent.Back(); c.bytes > c.limit && last.Value != farm; last = c.recent.Back() {
		dropped := last.Value.(*cachedFarm)
		c.recent.Remove(last)
		delete(c.farms, dropped.farmID)
		c.bytes -= dropped.bytes
		dropped.element = nil
	}
}

// refresh brings the farm's columns up to date, in a snapshot of the database
// that is not older than any state known to who asks.
func (c *cache) refresh(ctx context.Context, farmID string, g *grower) (now *columns, next *grower, err error) {
	err = c.db.Read(ctx, func(tx *sqldb.Tx) error {
		state, err := stateOf(ctx, tx, farmID)
		if err != nil {
			return err
		}
		fresh := g == nil || g.now.epoch != state.epoch
		if fresh {
			if g, err = startGrower(ctx, tx, farmID, state, c.pace); err != nil {
				return err
			}
		}
		return g.catchUp(ctx, tx, farmID, state, fresh)
	})
	if err != nil {
		return nil, nil, err
	}
	return g.columns(), g, nil
}

// startGrower begins with the stored segment, or with nothing.
func startGrower(ctx context.Context, tx *sqldb.Tx, farmID string, state ledgerState, pace pace) (*grower, error) {
	stored, err := readSegment(ctx, tx, farmID, state)
	if err != nil {
		return nil, err
	}
	return newGrower(pace, stored), nil
}
