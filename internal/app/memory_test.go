package app

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/merroir/merroir/internal/sqldb"
)

// However much there is, all shares together leave room for the program and for
// garbage, and each is enough to work with.
func TestMemoryIsSharedOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.Int64Range(leastMemory, 64<<30).Draw(t, "all")
		inFile := rapid.Bool().Draw(t, "SQLite")
		m, err := shareMemory(all, -1, inFile)
		if err != nil {
			t.Fatal(err)
		}
		sum := m.reports + m.tags + m.uploads + m.forms + m.pages + m.hashing
		if spare := all - sum - programs; spare < (all-programs-m.hashing-m.forms)/6 {
			t.Errorf("%+v leaves %d", m, spare)
		}
		if sum-m.pages > m.heap()-programs/2 {
			t.Errorf("%+v: Go is to keep within %d", m, m.heap())
		}
		if (m.pages > 0) != inFile {
			t.Errorf("SQLite %v: %d for its pages", inFile, m.pages)
		}
		if least := min(m.reports, m.tags, m.uploads/2); least < leastPart || m.forms < 10<<20 {
			t.Errorf("%+v: too little for one", m)
		}
		more, err := shareMemory(all+all/8, -1, inFile)
		if err != nil || more.reports < m.reports || more.uploads < m.uploads || more.tags < m.tags || more.pages < m.pages {
			t.Errorf("more of it is less for one: %+v, %+v, %v", m, more, err)
		}
	})
	for _, asked := range []int64{0, 100 << 20} {
		if m, err := shareMemory(512<<20, asked, true); err != nil || m.reports != asked || m.reports+m.tags+m.uploads+m.forms+m.pages+m.hashing+programs > 512<<20 {
			t.Errorf("reports of %d: %+v, %v", asked, m, err)
		}
	}
}

// Memory that is too little, or no amount, is refused at the start in words that name
// the setting; so is a cache of reports that leaves nothing for others.
func TestMemoryThatCannotWorkIsRefused(t *testing.T) {
	for _, tt := range []struct {
		memory   string
		reports  int
		names    string
		contains string
	}{
		{"", -1, "", ""}, {"", 0, "", ""}, {"256MB", -1, "", ""}, {"2GiB", 256, "", ""}, {"192MiB", -1, "", ""},
		{"100MB", -1, "MERROIR_MEMORY", "95 MiB is too little"}, {"much", -1, "MERROIR_MEMORY", `"much"`}, {"-1", -1, "MERROIR_MEMORY", "-1"},
		{"9999999999 TB", -1, "MERROIR_MEMORY", "9999999999"}, {"256MB", 200, "MERROIR_REPORT_CACHE_MB", "too much"}, {"1GB", -2, "MERROIR_REPORT_CACHE_MB", "-2"},
	} {
		_, err := (&Config{Memory: tt.memory, ReportCacheMB: tt.reports, DatabaseURL: "sqlite:///x"}).memory()
		if (err == nil) != (tt.names == "") || err != nil && (!strings.HasPrefix(err.Error(), tt.names) || !strings.Contains(err.Error(), tt.contains)) {
			t.Errorf("%q, %d: %v", tt.memory, tt.reports, err)
		}
	}
	config := Config{DataDir: t.TempDir(), PublicURL: "http://localhost", WebsiteURL: "http://localhost", FarmAppURL: "http://localhost", Memory: "1MB"}
	if err := config.complete(); err == nil {
		t.Error("a start with next to no memory is not refused")
	}
}

// SQLite gets its share, and the metrics tell of all.
func TestSharesOfMemoryAreKept(t *testing.T) {
	a := newBareApp(t, Config{Memory: "256MiB", ReportCacheMB: -1})
	defer a.Close()
	want, err := shareMemory(256<<20, -1, true)
	must(t, err)
	if a.config.shares != want {
		t.Errorf("%+v, want %+v", a.config.shares, want)
	}
	var reader, writer int64
	read := func(kilobytes *int64) func(*sqldb.Tx) error {
		return func(tx *sqldb.Tx) (err error) {
			*kilobytes, err = sqldb.One(t.Context(), tx, sqldb.Scalar[int64], "PRAGMA cache_size")
			return err
		}
	}
	must(t, a.db.Read(t.Context(), read(&reader)))
	must(t, a.db.Write(t.Context(), read(&writer)))
	if most, has := want.pages/1024, -writer-4*reader; has > most || has < most-5 {
		t.Errorf("SQLite has %d KB for the writer and %d for each of four readers, want %d for all", -writer, -reader, most)
	}
	var text bytes.Buffer
	a.writeResourceMetrics(&text)
	for _, line := range []string{"merroir_memory_most_bytes 2.68435456e+08", `merroir_memory_share_bytes{of="uploads"} `} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("the metrics have no %s", line)
		}
	}
}
