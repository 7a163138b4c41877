package timezone

import (
	"archive/zip"
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
)

// refreshEvery is how long a table is used before the host's is read again.
const refreshEvery = time.Minute

// hostFolder is where hosts keep their table, unless ZONEINFO names another folder.
const hostFolder = "/usr/share/zoneinfo"

// Table identifies a table of time zones.
type Table struct {
	Version string // such as 2026f; IANA counts with letters
	Host    bool   // of this host; else of the program
}

// String returns the version and the place of the table.
func (t Table) String() string {
	if t.Host {
		return t.Version + ", of the host"
	}
	return t.Version + ", of the program"
}

var errUnknown = errors.New("unknown time zone")

// current are the tables of this process.
var current = newTables(cmp.Or(os.Getenv("ZONEINFO"), hostFolder), time.Now)

// Load returns the time zone of that name, such as America/Vancouver. The name is an error if
// neither table has it.
func Load(name string) (*time.Location, error) { return current.load(name) }

// Current returns which table is in use.
func Current() Table { return current.table() }

// SetHost makes another folder the host's table, for a test, and returns what undoes it.
func SetHost(folder string) (undo func()) {
	was := current
	current = newTables(folder, time.Now)
	return func() { current = was }
}

// tables are the host's table and the program's.
type tables struct {
	host    fs.FS
	shipped fs.FS
	now     func() time.Time

	mu    sync.Mutex
	read  time.Time // when the host's was last read
	used  Table
	zones map[string]*time.Location // those that were loaded since
}

func newTables(folder string, now func() time.Time) *tables {
	return &tables{host: os.DirFS(folder), shipped: shippedTable(), now: now}
}

//go:embed zones.zip
var packed []byte

func shippedTable() fs.FS {
	table, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		panic(fmt.Sprintf("timezone: zones.zip: %v", err)) // it is part of the program
	}
	return table
}

func (t *tables) table() Table {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refresh()
	return t.used
}

func (t *tables) load(name string) (*time.Location, error) {
	if name == "UTC" || name == "" {
		return time.UTC, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refresh()
	if zone, loaded := t.zones[name]; loaded {
		return zone, nil
	}

	zone, err := t.find(name)
	if err != nil {
		return nil, err
	}
	t.zones[name] = zone
	return zone, nil
}

// refresh chooses the table again, and forgets the zones of before, if a minute has passed or the
// clock was set back.
func (t *tables) refresh() {
	if age := t.now().Sub(t.read); t.zones != nil && age >= 0 && age < refreshEvery {
		return
	}
	t.read, t.zones = t.now(), map[string]*time.Location{}
	host, shipped := versionOf(t.host), versionOf(t.shipped)
	t.used = Table{shipped, false}
	if host > shipped {
		t.used = Table{host, true}
	}
}

// find reads a zone from the table in use. What an incomplete host lacks, the program has.
func (t *tables) find(name string) (*time.Location, error) {
	if t.used.Host {
		if zone, err := zoneIn(t.host, name); err == nil {
			return zone, nil
		}
	}
	return zoneIn(t.shipped, name)
}

func zoneIn(table fs.FS, name string) (*time.Location, error) {
	if !fs.ValidPath(name) || name == "." {
		return nil, fmt.Errorf("%w: %q", errUnknown, name)
	}
	content, err := fs.ReadFile(table, name)
	if err != nil {
		return nil, fmt.Errorf("%w: %q", errUnknown, name)
	}
	zone, err := time.LoadLocationFromTZData(name, content)
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %w", errUnknown, name, err)
	}
	return zone, nil
}

// versionOf returns the version of a table, by the first line of the file from which it was compiled or,
// on other systems, by a file of its own; empty if neither is there.
func versionOf(table fs.FS) string {
	for _, name := range []string{"tzdata.zi", "+VERSION"} {
		line, found := strings.CutPrefix(firstLine(table, name), "# version ")
		if found || name == "+VERSION" {
			return line
		}
	}
	return ""
}

func firstLine(table fs.FS, name string) string {
	const longest = 100
	file, err := table.Open(name)
	if err != nil {
		return ""
	}
	defer func() { _ = file.Close() }()

	start, _ := io.ReadAll(io.LimitReader(file, longest))
	line, _, _ := strings.Cut(string(start), "\n")
	return strings.TrimSpace(line)
}
