package timezone

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// oldRules is a folder of 2025, in which British Columbia still changes its clocks.
const oldRules = "testdata/old"

// winter is half past midnight in Vancouver by the rules of 2026, and still the day before by those of 2025.
var winter = time.Date(2027, 1, 15, 7, 30, 0, 0, time.UTC)

func dayIn(t *testing.T, tables *tables, name string) string {
	t.Helper()
	zone, err := tables.load(name)
	if err != nil {
		t.Fatal(err)
	}
	return winter.In(zone).Format("2006-01-02 15:04")
}

// Issue 44, 5: the program has the rules of 2026, which an older host does not replace.
func TestLoad_TakesTheNewerTable(t *testing.T) {
	tables := newTables(oldRules, time.Now)
	if got := tables.table(); got.Host || got.Version < "2026f" {
		t.Errorf("table %v", got)
	}
	for name, want := range map[string]string{
		"America/Vancouver": "2027-01-15 00:30",
		"America/Edmonton":  "2027-01-15 01:30",
		"America/Winnipeg":  "2027-01-15 02:30",
		"America/New_York":  "2027-01-15 02:30",
	} {
		if got := dayIn(t, tables, name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// hostWith is a host whose table has that version, with the old rules of Vancouver and nothing else.
func hostWith(t *testing.T, version string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(oldRules)); err != nil {
		t.Fatal(err)
	}
	setVersion(t, folder, version)
	return folder
}

func setVersion(t *testing.T, folder, version string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, "tzdata.zi"), []byte("# version "+version+"\n# more\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A host's table that is updated is used within a minute, without a restart.
func TestLoad_RereadsTheHost(t *testing.T) {
	now := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	folder := hostWith(t, "2025b")
	tables := newTables(folder, func() time.Time { return now })
	if got := dayIn(t, tables, "America/Vancouver"); got != "2027-01-15 00:30" {
		t.Errorf("%s by the program's table", got)
	}

	setVersion(t, folder, "2099a")
	if got := tables.table(); got.Host {
		t.Errorf("table %v at once", got)
	}
	now = now.Add(time.Minute)
	if got := tables.table(); got != (Table{"2099a", true}) {
		t.Errorf("table %v after a minute", got)
	}
	if got := dayIn(t, tables, "America/Vancouver"); got != "2027-01-14 23:30" {
		t.Errorf("%s by the host's table", got)
	}
	if got := dayIn(t, tables, "America/New_York"); got != "2027-01-15 02:30" {
		t.Errorf("%s in a zone that the host lacks", got)
	}

	setVersion(t, folder, "2025b")
	now = now.Add(-time.Hour) // a clock that is set back
	if got := tables.table(); got.Host {
		t.Errorf("table %v after the host's became older", got)
	}
}

func TestVersionOf(t *testing.T) {
	for name, content := range map[string]string{"tzdata.zi": "# version 2026f\nR A", "+VERSION": "2026f\n"} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := versionOf(os.DirFS(folder)); got != "2026f" {
			t.Errorf("%s: version %q", name, got)
		}
	}
	if got := versionOf(os.DirFS(t.TempDir())); got != "" {
		t.Errorf("version %q of nothing", got)
	}
}

func TestLoad_RefusesWhatIsNoZone(t *testing.T) {
	for _, name := range []string{"Local", "../etc/passwd", "/etc/passwd", "America", "America/Nowhere", ".", "tzdata.zi", `America\Vancouver`} {
		if zone, err := Load(name); err == nil {
			t.Errorf("%q is %v", name, zone)
		}
	}
	for _, name := range []string{"", "UTC"} {
		if zone, err := Load(name); err != nil || zone != time.UTC {
			t.Errorf("%q is %v, %v", name, zone, err)
		}
	}
}

func TestLoad_AtOnce(t *testing.T) {
	tables := newTables(oldRules, time.Now)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, name := range []string{"America/Vancouver", "Europe/Paris"} {
				if _, err := tables.load(name); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
