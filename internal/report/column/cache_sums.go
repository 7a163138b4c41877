package column

import "context"

// cachedSums is the place of a farm's sums by area and day in the cache.
type cachedSums struct {
	held
	sums *AreaSums
}

// Sums gives the farm's sums by area and day, if they are in the cache with all entries of
// the state.
func (c *Cache) Sums(farmID string, state State) (*AreaSums, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, known := c.sums[farmID]
	if !known || !kept.sums.holds(state) {
		return nil, false
	}
	c.recent.MoveToFront(kept.element)
	return kept.sums, true
}

// MakeSums adds the farm's entries up anew, and keeps the sums in the cache. Columns that are
// there are used; others are read past the cache, so that those that people look at stay.
// The caller must not be in a transaction.
func (c *Cache) MakeSums(ctx context.Context, farmID string, state State) (*AreaSums, error) {
	columns, err := c.passing(ctx, farmID, state)
	if err != nil {
		return nil, err
	}
	sums := columns.AreaSums()
	c.account(&c.keep(farmID, sums).held, sums.bytes())
	return sums, nil
}

// Near gives columns that hold all entries of the state, and keeps them where there is room for
// them beside what is in the cache, which stays there. The caller must not be in a transaction.
func (c *Cache) Near(ctx context.Context, farmID string, state State) (*Columns, error) {
	c.mu.Lock()
	room := c.bytes+state.seq*bytesPerEntry <= c.limit
	c.mu.Unlock()
	if room {
		return c.At(ctx, farmID, state)
	}
	return c.passing(ctx, farmID, state)
}

// passing gives columns that hold all entries of the state, and leaves in the cache what is there.
func (c *Cache) passing(ctx context.Context, farmID string, state State) (*Columns, error) {
	c.mu.Lock()
	_, known := c.farms[farmID]
	c.mu.Unlock()
	if known {
		return c.At(ctx, farmID, state)
	}
	columns, _, err := c.refresh(ctx, farmID, nil)
	return columns, err
}

// keep puts the sums in the place of the farm's older ones.
func (c *Cache) keep(farmID string, sums *AreaSums) *cachedSums {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, known := c.sums[farmID]
	if !known {
		kept = &cachedSums{held: held{forget: func() { delete(c.sums, farmID) }}}
		kept.element = c.recent.PushFront(&kept.held)
		c.sums[farmID] = kept
	} else {
		c.recent.MoveToFront(kept.element)
	}
	kept.sums = sums
	return kept
}
