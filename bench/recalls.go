package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/reach"
)

const previews = 50 // of each kind of choice

// measureTags makes a graph of tags on each engine, and measures what a recall of a part
// of it would reach, how long it takes to take effect, and look-ups of tags.
func measureTags(ctx context.Context, size int, seed uint64, engine string, lookups, peer bool, profile string) error {
	ctx = actor.With(ctx, actor.System)
	dir, err := os.MkdirTemp("", "merroir-tags")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return onEngines(ctx, engine, "sqlite://"+filepath.Join(dir, "merroir.db"), func(name, address string) error {
		return measureTagsOn(ctx, name, address, newTagWorld(size, seed), lookups, peer, profile)
	})
}

func measureTagsOn(ctx context.Context, engine, address string, w *tagWorld, lookups, peer bool, profile string) (err error) {
	db, err := sqldb.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	if err := w.store(ctx, db); err != nil {
		return err
	}
	if profile != "" {
		profile += "." + engine
	}
	stop, err := startProfile(profile)
	if err != nil {
		return err
	}
	if err := errors.Join(measureRecalls(ctx, engine, db, w), stop()); err != nil {
		return err
	}
	if !lookups {
		return nil
	}
	w.children = nil // for the walk alone
	if profile != "" {
		profile += ".lookups"
	}
	if stop, err = startProfile(profile); err != nil {
		return err
	}
	return errors.Join(measureLookups(ctx, engine, db, w, peer), stop())
}

// choices are what is recalled, by what it is called.
func (w *tagWorld) choices() map[string]func() scope.Choice {
	firmDays := func(areas, days int) scope.Choice {
		area := w.IntN(tagFirms * firmAreas)
		from := today - ledger.Day(days) - ledger.Day(w.IntN(300))
		c := scope.Choice{FarmID: w.firms[area/firmAreas], From: from.String(), To: (from + ledger.Day(days-1)).String()}
		if areas > 0 {
			c.LeaseIDs = []string{areaID(area)}
		}
		return c
	}
	return map[string]func() scope.Choice{
		"1 a tag":                   func() scope.Choice { return scope.Choice{Tags: []string{w.ids[w.IntN(len(w.ids))]}} },
		"2 a lot":                   func() scope.Choice { return scope.Choice{LotIDs: []string{lotID(w.IntN(len(w.ids) / 10))}} },
		"3 a growing area, a week":  func() scope.Choice { return firmDays(1, 7) },
		"4 a growing area, a month": func() scope.Choice { return firmDays(1, 30) },
		"5 a certificate, three weeks": func() scope.Choice {
			c := firmDays(0, 21)
			c.Certs = []string{"ME-" + c.FarmID[22:]}
			c.FarmID = ""
			return c
		},
	}
}

func measureRecalls(ctx context.Context, engine string, db *sqldb.DB, w *tagWorld) error {
	number := make(map[string]int32, len(w.ids))
	for i, id := range w.ids {
		number[id] = int32(i)
	}
	tags := tag.New(db, clock)
	reaches := reach.New(db, clock, tags)
	recalls, err := recallsOf(db, reaches)
	if err != nil {
		return err
	}
	fmt.Printf("\nRecalls on %d tags of %d lots and %d firms, depth %d, %d edges, %s. Milliseconds, %d previews and 5 recalls of each kind.\n\n",
		len(w.ids), w.lots, tagFirms, tagDepth, w.edges, engine, previews)
	t := newTable()
	fmt.Fprintln(t, "tags reached\tmost\tpreview p50\tp95\tCPU p50\tp95\teffect\tits firms\tlongest\t")
	all := w.choices()
	for _, name := range sortedKeys(all) {
		var sizes []int64
		var times, used, effects, told []time.Duration
		for drawn := 0; len(times) < previews && drawn < 20*previews; drawn++ {
			c := all[name]()
			start, before := time.Now(), cpuTime()
			seen, err := recalls.Preview(ctx, "", c)
			took, busy := time.Since(start), cpuTime()-before
			if err != nil {
				return err
			}
			if seen.Seen.Tags == 0 {
				continue // nothing was harvested there then
			}
			times, used = append(times, took), append(used, busy)
			roots, err := w.compare(ctx, db, reaches, c, number)
			if err != nil {
				return err
			}
			sizes = append(sizes, seen.Seen.Tags)
			if len(effects) < 5 {
				effect, firms, err := takeEffect(ctx, db, tags, reaches, recalls, c, seen.Seen, roots[0])
				if err != nil {
					return err
				}
				effects, told = append(effects, effect), append(told, firms)
			}
		}
		if len(times) == 0 {
			continue
		}
		slices.Sort(times)
		slices.Sort(used)
		slices.Sort(sizes)
		slices.Sort(effects)
		fmt.Fprintf(t, "%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t  %s\n", sizes[len(sizes)/2], sizes[len(sizes)-1], ms(quantile(times, .5)), ms(quantile(times, .95)), ms(quantile(used, .5)), ms(quantile(used, .95)), ms(median(effects)), ms(median(told)), ms(effects[len(effects)-1]), name[2:])
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Printf("\nThe graph takes %.1f MB of memory.\n", float64(tags.Graph.Bytes())/1e6)
	return nil
}

// recallsOf is the service that people's calls come to. Its jobs do not run: they tell
// firms and consignees later, and a page waits for none of them.
func recallsOf(db *sqldb.DB, reaches *reach.Service) (*recall.Service, error) {
	queue := jobs.New(db, jobs.Options{})
	letters, err := mail.New(queue, &mail.SMTP{}, mail.Options{From: "bench@merroir.example", Product: "Merroir", Now: clock})
	return recall.New(db, recall.Options{Now: clock, Queue: queue, Mail: letters, Reaches: reaches, PublicURL: "https://merroir.example"}), err
}

// compare finds what is reached once more, and by a plain walk; the same tags or it is an error.
func (w *tagWorld) compare(ctx context.Context, db *sqldb.DB, reaches *reach.Service, c scope.Choice, number map[string]int32) (roots []string, err error) {
	chosen, err := c.Tagged()
	if err != nil {
		return nil, err
	}
	return roots, db.Read(ctx, func(tx *sqldb.Tx) error {
		reckoned, err := reaches.Reckon(ctx, tx, chosen)
		if err != nil {
			return err
		}
		roots = reckoned.Roots
		got, ids := reckoned.Tags, w.reached(roots, number)
		slices.Sort(ids)
		if sum := sha256.Sum256([]byte(strings.Join(ids, ""))); got.Tags != int64(len(ids)) || got.Digest != hex.EncodeToString(sum[:16]) {
			return fmt.Errorf("%+v reaches %d tags, a walk %d, or others", c, got.Tags, len(ids))
		}
		return nil
	})
}

// declared takes a yes to what was seen.
func declared(ctx context.Context, recalls *recall.Service, c scope.Choice, seen scope.Seen) (id string, err error) {
	return recalls.Declare(ctx, recall.Declaration{Kind: recall.Real, Words: recall.Words{Party: "State of Maine", Reason: "The bench"}, Choice: c, Seen: seen})
}

// takeEffect recalls what is chosen, and gives the time until the page of one of its tags
// is known to show it, and then until a firm is told of it; then it ends the recall.
func takeEffect(ctx context.Context, db *sqldb.DB, tags *tag.Service, reaches *reach.Service, recalls *recall.Service, c scope.Choice, seen scope.Seen, root string) (effect, told time.Duration, err error) {
	start := time.Now()
	id, err := declared(ctx, recalls, c, seen)
	if err != nil {
		return 0, 0, err
	}
	page, err := tags.Public(ctx, root)
	if err != nil {
		return 0, 0, err
	}
	if page.Recall == nil {
		return 0, 0, errors.New("a recall does not show")
	}
	effect = time.Since(start)
	start = time.Now()
	if err := db.Read(ctx, func(tx *sqldb.Tx) error {
		_, err := reaches.OpenRecalls(ctx, tx, []string{page.Farm.ID})
		return err
	}); err != nil {
		return 0, 0, err
	}
	told = time.Since(start)
	return effect, told, recalls.End(ctx, "", id, "The bench", "The bench")
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
