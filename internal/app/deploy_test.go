package app

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/sqldb"
)

// Every figure that an alert or the board asks for is one that the server tells, and
// every figure of its own is on the board or watched.
func TestWhatIsWatchedIsTold(t *testing.T) {
	cert, key, _ := certificateFiles(t)
	a := newBareApp(t, Config{
		DatabaseURL: dbtest.SQLiteURL(t), PublicURL: "https://example.com", TLSCert: cert, TLSKey: key, BackupDir: t.TempDir(), BackupKeep: 1, MirrorURL: "file://" + t.TempDir(),
	})
	defer a.Close()
	a.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/healthz", nil))
	must(t, a.db.Write(t.Context(), func(tx *sqldb.Tx) error { return a.queue.Enqueue(t.Context(), tx, backupJob, struct{}{}) }))
	var told bytes.Buffer
	a.metrics.WritePrometheus(&told)
	metrics.WriteProcessMetrics(&told)
	metrics.WriteFDMetrics(&told)
	names := map[string]bool{"up": true}
	for _, line := range regexp.MustCompile(`(?m)^[a-z]\w+`).FindAllString(told.String(), -1) {
		names[line] = true
	}

	watched := map[string]bool{}
	metric := regexp.MustCompile(`\b(merroir|process|go)_\w+`)
	for _, expr := range watchedExpressions(t) {
		for _, name := range metric.FindAllString(expr, -1) {
			watched[name] = true
			if !names[name] {
				t.Errorf("%s asks for %s, which nobody tells", expr, name)
			}
		}
	}
	if len(watched) < 15 {
		t.Errorf("only %d figures are asked for", len(watched))
	}
	family := regexp.MustCompile(`_(bucket|sum|count)$`)
	notWatched := []string{"merroir_backup_bytes", "merroir_backups", "merroir_report_cache_farms", "merroir_report_cache_most_bytes", "merroir_memory_share_bytes", "merroir_database_waited_seconds_total"}
	for name := range names {
		if !strings.HasPrefix(name, "merroir_") || slices.Contains(notWatched, name) || watched[name] {
			continue
		}
		if base := family.ReplaceAllString(name, ""); base == name || !watched[base+"_bucket"] {
			t.Errorf("%s is told, and neither on the board nor watched", name)
		}
	}
}

func watchedExpressions(t *testing.T) (all []string) {
	t.Helper()
	deploy := filepath.Join("..", "..", "deploy")
	alerts, err := os.ReadFile(filepath.Join(deploy, "alerts.yml"))
	must(t, err)
	for _, line := range regexp.MustCompile(`(?m)^ +expr: (.+)$`).FindAllSubmatch(alerts, -1) {
		all = append(all, string(line[1]))
	}
	text, err := os.ReadFile(filepath.Join(deploy, "grafana", "merroir.json"))
	must(t, err)
	var board struct {
		Panels []struct {
			Targets []struct{ Expr string }
		}
	}
	must(t, json.Unmarshal(text, &board))
	for _, panel := range board.Panels {
		if len(panel.Targets) == 0 {
			t.Error("a panel asks for nothing")
		}
		for _, target := range panel.Targets {
			all = append(all, target.Expr)
		}
	}
	return all
}

// An image is built of what is in git, and of nothing that was built or recorded beside it: a program for another
// machine, which make would take for its own, or a database.
func TestAnImageIsBuiltOfWhatIsInGit(t *testing.T) {
	lines := func(name string) []string {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		must(t, err)
		return strings.Fields(string(text))
	}
	left := lines(".dockerignore")
	for _, line := range lines(".gitignore") {
		not, path := "", line
		if rest, negated := strings.CutPrefix(line, "!"); negated {
			not, path = "!", rest
		}
		want, rooted := strings.CutPrefix(path, "/")
		if want = not + want; !rooted {
			want = "**/" + line // wherever it is
		}
		if !slices.Contains(left, want) {
			t.Errorf("%s is not in git, and %s not in .dockerignore", line, want)
		}
	}
}
