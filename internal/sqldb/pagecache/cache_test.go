package pagecache

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "modernc.org/sqlite"
)

const page4K = 4096

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open opens a file with next to no cache, or a database in memory where path is empty.
func open(t *testing.T, path string, pages int) *sql.DB {
	t.Helper()
	source := ":memory:"
	if path != "" {
		source = fmt.Sprintf("file:%s?_pragma=journal_mode(WAL)&_pragma=busy_timeout(10000)&_pragma=synchronous(OFF)&_pragma=cache_size(%d)", path, pages)
	}
	db, err := sql.Open("sqlite", source)
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() }) // who must know closes it before
	return db
}

func exec(t *testing.T, db interface {
	Exec(string, ...any) (sql.Result, error)
}, query string, args ...any) {
	t.Helper()
	_, err := db.Exec(query, args...)
	must(t, err)
}

func whole(t *testing.T, db *sql.DB) {
	t.Helper()
	var said string
	must(t, db.QueryRow("PRAGMA integrity_check").Scan(&said))
	if said != "ok" {
		t.Fatalf("the file is damaged: %s", said)
	}
}

// A file has what was written to it, whatever was undone, deleted and packed, in caches that hold nearly nothing, little and all.
func TestWhatWasWrittenIsFound(t *testing.T) {
	for _, pages := range []int{1, 20, 2_000} {
		for _, kind := range []string{"file", "memory"} {
			t.Run(fmt.Sprint(kind, " ", pages), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "pages.db")
				if kind == "memory" {
					path = ""
				}
				db := open(t, path, pages)
				writeAll(t, db, rand.New(rand.NewPCG(1, uint64(pages))))
			})
		}
	}
}

func writeAll(t *testing.T, db *sql.DB, random *rand.Rand) {
	exec(t, db, "PRAGMA auto_vacuum = INCREMENTAL")
	exec(t, db, "CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT)")
	exec(t, db, "CREATE INDEX by_text ON texts (text)")
	kept := map[int64]string{}
	for round := range 12 {
		tx, err := db.Begin()
		must(t, err)
		now := maps.Clone(kept)
		for range random.IntN(200) {
			id := random.Int64N(500)
			if _, is := now[id]; is && random.IntN(3) == 0 {
				exec(t, tx, "DELETE FROM texts WHERE id = ?", id)
				delete(now, id)
				continue
			}
			now[id] = strings.Repeat(fmt.Sprint(id, " ", round, " "), random.IntN(1_000)) // some take several pages
			exec(t, tx, "INSERT INTO texts VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text", id, now[id])
		}
		if random.IntN(4) == 0 {
			must(t, tx.Rollback())
		} else {
			must(t, tx.Commit())
			kept = now
		}
		exec(t, db, []string{"PRAGMA incremental_vacuum(3)", "VACUUM", "PRAGMA shrink_memory", "SELECT 1"}[random.IntN(4)])
		if found := texts(t, db); !maps.Equal(found, kept) {
			t.Fatalf("round %d: %d texts are found, want %d, or others", round, len(found), len(kept))
		}
	}
	whole(t, db)
}

// texts reads all, sorted by what takes a database of its own.
func texts(t *testing.T, db *sql.DB) map[int64]string {
	t.Helper()
	found := map[int64]string{}
	rows, err := db.Query("SELECT id, text FROM texts ORDER BY length(text), random()")
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var id int64
		var text string
		must(t, rows.Scan(&id, &text))
		found[id] = text
	}
	must(t, rows.Err())
	return found
}

// Connections that read beside one that writes find all of a transaction or nothing, and end without leaving anything.
func TestReadersBesideAWriter(t *testing.T) {
	before := inUse()
	path := filepath.Join(t.TempDir(), "pages.db")
	writer := open(t, path, 30)
	exec(t, writer, "CREATE TABLE accounts (id INTEGER PRIMARY KEY, amount INTEGER, filler TEXT)")
	for id := range 300 {
		exec(t, writer, "INSERT INTO accounts VALUES (?, 100, ?)", id, strings.Repeat("x", 900))
	}
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 3 {
		db := open(t, path, 10)
		readers.Go(func() {
			defer func() { _ = db.Close() }()
			for ctx.Err() == nil {
				var sum int
				if err := db.QueryRow("SELECT sum(amount) FROM accounts").Scan(&sum); err != nil || sum != 30_000 {
					t.Errorf("a reader finds %d, %v; want 30000", sum, err)
					return
				}
			}
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		tx, err := writer.Begin()
		must(t, err)
		from, to := random.IntN(300), random.IntN(300)
		exec(t, tx, "UPDATE accounts SET amount = amount - 7 WHERE id = ?", from)
		exec(t, tx, "UPDATE accounts SET amount = amount + 7 WHERE id = ?", to)
		must(t, tx.Commit())
	}
	stop()
	readers.Wait()
	whole(t, writer)
	must(t, writer.Close())
	if now := inUse(); now != before {
		t.Errorf("%d caches are left, want %d", now, before)
	}
}

// inUse counts the caches that are in use.
func inUse() (n int) {
	for _, c := range *caches.all.Load() {
		if c != nil {
			n++
		}
	}
	return n
}

// A cache holds no more than it may while SQLite can do with that, in reading as in writing.
func TestACacheIsBounded(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pages.db"), 20)
	exec(t, db, "CREATE TABLE texts (text TEXT)")
	exec(t, db, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO texts SELECT hex(randomblob(1500)) FROM n")
	exec(t, db, "UPDATE texts SET text = text || 'x'")
	for _, c := range *caches.all.Load() {
		if c != nil && c.purgeable && c.most == 20 && len(c.at) > 40 {
			t.Errorf("it has had %d pages, and may hold 20", len(c.at))
		}
	}
}

func fetched(t *testing.T, c *cache, keys ...uint32) (pages []*page) {
	t.Helper()
	for _, key := range keys {
		p := c.fetch(key, true, false)
		if p == nil {
			t.Fatalf("no page for %d", key)
		}
		pages = append(pages, p)
	}
	return pages
}

func held(c *cache) []uint32 { return slices.Sorted(maps.Keys(c.pages)) }

func TestThePageThatWasUsedLongestAgoMakesRoom(t *testing.T) {
	c := newCache(size{page4K, 100}, true)
	defer c.destroy()
	c.setMost(3)
	pages := fetched(t, c, 1, 2, 3)
	if c.fetch(4, true, true) != nil {
		t.Error("a page comes easily though all are in use")
	}
	fetched(t, c, 4)
	c.unpin(pages[0], false) // there are more than there may be
	if want := []uint32{2, 3, 4}; !slices.Equal(held(c), want) {
		t.Errorf("%v, want %v", held(c), want)
	}
	c.unpin(pages[2], false)
	c.unpin(pages[1], false)
	if c.fetch(5, true, true) == nil || c.fetch(3, false, false) != nil || c.fetch(2, false, false) != pages[1] {
		t.Errorf("%v: the page that was used longest ago did not make room", held(c))
	}
	c.unpin(pages[1], true)
	if want := []uint32{4, 5}; !slices.Equal(held(c), want) {
		t.Errorf("%v, want %v", held(c), want)
	}
}

func TestPagesAreRekeyedAndTruncated(t *testing.T) {
	c := newCache(size{page4K, 100}, true)
	defer c.destroy()
	c.setMost(10)
	pages := fetched(t, c, 1, 2, 3, 4)
	copy(pages[0].content, "one")
	c.unpin(pages[1], false)
	c.rekey(pages[0], 2)
	c.shrink() // as the page that had the key is gone, it takes nothing
	if got := c.fetch(2, false, false); got != pages[0] || string(got.content[:3]) != "one" || c.fetch(1, false, false) != nil {
		t.Errorf("%v: the page is not under its new key", held(c))
	}
	c.truncate(3)
	if want := []uint32{2}; !slices.Equal(held(c), want) {
		t.Errorf("%v, want %v", held(c), want)
	}
	// What is used again has nothing noted.
	for _, p := range pages[2:] {
		p.header().notes = 7
	}
	for _, p := range fetched(t, c, 5, 6) {
		if p.header().notes != 0 {
			t.Error("a new page has the notes of another")
		}
	}
}
