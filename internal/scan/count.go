package scan

import (
	"context"
	"log/slog"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	flushEvery = 5 * time.Second
	// What one process gathers at most between two flushes: some 2 MB. What comes beyond
	// it is not counted.
	mostGathered = 10_000
	// Each transaction is so short that no other writer waits for it.
	storedAtOnce = 200
	idSize       = 24
)

// key is what is counted apart.
type key struct {
	tagID   string
	day     ledger.Day // in UTC
	country string
}

// tally is how often, and in which hours of the day in UTC: one bit each.
type tally struct {
	scans, hours int64
}

// Counter gathers scans and stores them from time to time.
type Counter struct {
	db  *sqldb.DB
	now func() time.Time
	log *slog.Logger

	mu       sync.Mutex
	gathered map[key]tally

	end  chan struct{}
	done sync.WaitGroup
}

// NewCounter counts by the clock now. Nothing is stored until Start or Flush.
func NewCounter(db *sqldb.DB, now func() time.Time, log *slog.Logger) *Counter {
	return &Counter{db: db, now: now, log: log, gathered: map[key]tally{}, end: make(chan struct{})}
}

// program is what names itself as no person's browser, and previews of links.
var program = regexp.MustCompile(`(?i)bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|slack|telegram|discord|embed|monitor|curl|wget|python|java/|go-http-client`)

// Count counts a look at the page of a tag by the browser that calls itself so, from an
// address that is not kept. It never waits for the database.
func (c *Counter) Count(tagID, address, browser string) {
	if len(tagID) != idSize || browser == "" || program.MatchString(browser) {
		return
	}
	at := c.now().UTC()
	k := key{tagID, ledger.Day(at.Unix() / 86_400), CountryOf(address)}
	c.mu.Lock()
	defer c.mu.Unlock()
	t, known := c.gathered[k]
	if !known && len(c.gathered) >= mostGathered {
		return
	}
	c.gathered[k] = tally{t.scans + 1, t.hours | 1<<at.Hour()}
}

// Start stores every few seconds what was gathered, until Close.
func (c *Counter) Start() {
	c.done.Go(func() {
		tick := time.NewTicker(flushEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if err := c.Flush(context.Background()); err != nil {
					c.log.Warn("scans of tags wait to be stored", "error", err)
				}
			case <-c.end:
				return
			}
		}
	})
}

// Close stores what is left. It is called once, after the last Count.
func (c *Counter) Close(ctx context.Context) error {
	close(c.end)
	c.done.Wait()
	return c.Flush(ctx)
}

// Flush adds what was gathered to what is stored. What cannot be stored is gathered again.
func (c *Counter) Flush(ctx context.Context) error {
	c.mu.Lock()
	gathered := c.gathered
	c.gathered = map[key]tally{}
	c.mu.Unlock()
	keys := make([]key, 0, len(gathered))
	for k := range gathered {
		keys = append(keys, k)
	}
	for chunk := range slices.Chunk(keys, storedAtOnce) {
		if err := c.store(ctx, chunk, gathered); err != nil {
			c.gatherAgain(gathered)
			return err
		}
		for _, k := range chunk {
			delete(gathered, k)
		}
	}
	return nil
}

// store adds counts of tags that exist; of any other there is nothing to tell anybody.
func (c *Counter) store(ctx context.Context, keys []key, gathered map[key]tally) error {
	return c.db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, k := range keys {
			t := gathered[k]
			if _, err := tx.Exec(ctx, `INSERT INTO tag_scans (farm_id, day, tag_id, country, scans, hours)
				SELECT t.farm_id, CAST($1 AS BIGINT), t.id, CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM tags t WHERE t.id = $5
				ON CONFLICT (farm_id, day, tag_id, country) DO UPDATE SET scans = tag_scans.scans + excluded.scans, hours = tag_scans.hours | excluded.hours`,
				int64(k.day), k.country, t.scans, t.hours, k.tagID); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *Counter) gatherAgain(left map[key]tally) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, t := range left {
		have, known := c.gathered[k]
		if known || len(c.gathered) < mostGathered {
			c.gathered[k] = tally{have.scans + t.scans, have.hours | t.hours}
		}
	}
}
