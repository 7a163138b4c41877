package column

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/merroir/merroir/internal/sqldb"
)

const (
	cacheBytes    = 256 << 20
	bytesPerEntry = 16 // of memory, about; a farm that would take more than the whole cache is never loaded
	loadTimeout   = 2 * time.Minute
)

// Cache keeps the columns of the farms that were asked for last. Several
// processes may have caches over one database: each request names the entries
// that it must see, and the cache fetches those that it lacks.
//
// It keeps its own list of them rather than an otter.Cache. What a farm takes is known
// only after it has been loaded, and grows; the bound must hold when [Cache.At]
// returns, not some time later; and a farm whose load took seconds must not be turned
// away because others were asked for more often.
type Cache struct {
	db     *sqldb.DB
	tuning tuning
	limit  int64

	mu     sync.Mutex
	farms  map[string]*cachedFarm
	sums   map[string]*cachedSums
	recent *list.List // of *held, the last asked for in front
	bytes  int64
}

// held is something that the cache keeps of a farm, guarded by Cache.mu.
type held struct {
	element *list.Element // nil when it is no longer in the cache
	bytes   int64
	forget  func() // takes it out of its map
}

// cachedFarm is the place of a farm in the cache.
type cachedFarm struct {
	held
	columns atomic.Pointer[Columns] // nil until they are loaded
	turn    chan struct{}           // holds one while somebody brings the columns up to date
	builder *builder                // for whoever has the turn; nil before the first load, during a load and after a failed one
}

// New makes an empty cache of at most 256 MB.
func New(db *sqldb.DB) *Cache {
	return &Cache{db: db, tuning: usualTuning, limit: cacheBytes, farms: map[string]*cachedFarm{}, sums: map[string]*cachedSums{}, recent: list.New()}
}

// Limit sets how much memory the columns and sums of all farms may take. It is called
// before the first report.
func (c *Cache) Limit(bytes int64) { c.limit = bytes }

// Held is of how many farms the columns are in the cache, and how many bytes it takes.
func (c *Cache) Held() (farms int, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.farms), c.bytes
}

// Fits reports whether the cache is large enough for a farm with so many entries.
func (c *Cache) Fits(state State) bool { return state.seq*bytesPerEntry <= c.limit }

// At gives columns that hold all entries of the state, and maybe newer ones.
// Whoever finds them there waits for nobody; of those who do not, one fetches
// what is missing and the others wait for it. The caller must not be in a
// transaction, which would keep its connection from the one who fetches.
func (c *Cache) At(ctx context.Context, farmID string, state State) (*Columns, error) {
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
	b := farm.builder
	farm.builder = nil // what a failed load leaves behind may hold half of what there was to add
	now, b, err := c.refresh(ctx, farmID, b)
	if err != nil {
		return nil, err
	}
	farm.builder = b
	farm.columns.Store(now)
	c.account(&farm.held, now.bytes())
	return now, nil
}

func (c *Columns) holds(state State) bool {
	return c != nil && (c.epoch > state.epoch || c.epoch == state.epoch && c.seq >= state.seq)
}

// farm gives the place of a farm in the cache, as the one asked for last.
func (c *Cache) farm(farmID string) *cachedFarm {
	c.mu.Lock()
	defer c.mu.Unlock()
	farm, known := c.farms[farmID]
	if !known {
		farm = &cachedFarm{held: held{forget: func() { delete(c.farms, farmID) }}, turn: make(chan struct{}, 1)}
		farm.element = c.recent.PushFront(&farm.held)
		c.farms[farmID] = farm
		return farm
	}
	c.recent.MoveToFront(farm.element)
	return farm
}

// account takes note of the size of something that was just brought up to date, and
// drops what was not asked for the longest time until the rest is within the limit.
func (c *Cache) account(one *held, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one.element == nil {
		return
	}
	c.bytes += bytes - one.bytes
	one.bytes = bytes
	c.recent.MoveToFront(one.element) // a long load may have left it the last
	for last := c.recent.Back(); c.bytes > c.limit && last.Value != one; last = c.recent.Back() {
		dropped := last.Value.(*held)
		c.recent.Remove(last)
		dropped.forget()
		c.bytes -= dropped.bytes
		dropped.element = nil
	}
}

// refresh brings the farm's columns up to date, with all entries of any state that the
// caller has read.
func (c *Cache) refresh(ctx context.Context, farmID string, b *builder) (now *Columns, next *builder, err error) {
	const most = 5 // times that a farm is emptied while it is read
	for range most {
		if now, next, err = c.refreshOnce(ctx, farmID, b); !errors.Is(err, errEmptied) {
			break
		}
		b = nil
	}
	return now, next, err
}

func (c *Cache) refreshOnce(ctx context.Context, farmID string, b *builder) (now *Columns, next *builder, err error) {
	var state State
	var fresh, few bool
	err = c.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if state, err = StateOf(ctx, tx, farmID); err != nil {
			return err
		}
		if fresh = b == nil || b.now.epoch != state.epoch; fresh {
			if b, err = startBuilder(ctx, tx, farmID, state, c.tuning); err != nil {
				return err
			}
		}
		if few = state.seq-b.now.seq <= c.tuning.few; few {
			return b.catchUp(ctx, tx, farmID, state, fresh)
		}
		return nil
	})
	if err == nil && !few {
		err = b.catchUpAtOnce(ctx, c.db, farmID, state, fresh)
	}
	if err != nil {
		return nil, nil, err
	}
	if fresh {
		b.trim()
	}
	return b.columns(), b, nil
}

// startBuilder begins with the stored segment, or with nothing.
func startBuilder(ctx context.Context, tx *sqldb.Tx, farmID string, state State, tuning tuning) (*builder, error) {
	stored, err := readSegment(ctx, tx, farmID, state)
	if err != nil {
		return nil, err
	}
	return newBuilder(tuning, stored), nil
}
