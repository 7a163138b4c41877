package audit_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/page"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
)

var (
	noon   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	keeper = actor.With(context.Background(), actor.Actor{UserID: "u1", Username: "Ann", Permissions: []actor.Permission{actor.AdminUsers}})
)

func onPage(n int) page.Slice { return page.Slice{Limit: 5, Page: n} }

// record puts entries into the trail, an hour apart.
func record(t *testing.T, db *sqldb.DB, entries ...audit.Entry) {
	t.Helper()
	must(t, db.Write(keeper, func(tx *sqldb.Tx) error {
		for i, e := range entries {
			e.At = noon.Add(time.Duration(i) * time.Hour)
			if err := audit.Record(keeper, tx, e); err != nil {
				return err
			}
		}
		return nil
	}))
}

// AUTH-9 PEO-5: who did what to whom and when, the newest first, found by part of any
// of it, by action and by day.
func TestTrail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		record(t, db,
			audit.Entry{Action: "user.create", Kind: "user", ID: "5f01", Name: "Zoë 100%", Detail: map[string]any{"email": "zoe@farm.example"}},
			audit.Entry{Action: "user.update", Kind: "user", ID: "5f01", Name: "Zoë 100%", Detail: map[string]any{"isActive": map[string]any{"from": true, "to": false}}},
			audit.Entry{Action: "group.delete", Kind: "group", ID: "5f02", Name: "Night shift"})
		must(t, db.Write(context.Background(), func(tx *sqldb.Tx) error {
			return audit.RecordAs(context.Background(), tx, actor.Actor{UserID: "u2", Username: "Bo"}, audit.Entry{At: noon.AddDate(0, 0, 2), Action: "sign-in", Kind: "user", ID: "u2", Name: "Bo"})
		}))
		s := audit.New(db, nil)
		for _, tt := range []struct {
			query audit.Query
			want  string // actions
		}{
			{audit.Query{}, "sign-in group.delete user.update user.create"},
			{audit.Query{Search: "ANN"}, "group.delete user.update user.create"},
			{audit.Query{Search: "zoe  100%"}, "user.update user.create"},
			{audit.Query{Search: "5f02"}, "group.delete"},
			{audit.Query{Search: "user.c"}, "user.create"},
			{audit.Query{Search: "%%"}, ""},
			{audit.Query{Search: "1_0"}, ""},
			{audit.Query{Search: "\x00"}, "sign-in group.delete user.update user.create"},
			{audit.Query{Action: "user.update"}, "user.update"},
			{audit.Query{Action: "user"}, ""},
			{audit.Query{Subject: "5f01"}, "user.update user.create"},
			{audit.Query{Subject: "5f"}, ""},
			{audit.Query{From: "2026-11-21"}, "sign-in"},
			{audit.Query{To: "2026-11-20"}, "group.delete user.update user.create"},
			{audit.Query{From: "2026-11-22", To: "2026-11-22"}, "sign-in"},
			{audit.Query{From: "2026-11-20", To: "2026-11-20", Search: "night", Action: "group.delete"}, "group.delete"},
		} {
			tt.query.Page = onPage(1)
			list, err := s.List(keeper, tt.query)
			must(t, err)
			var actions []string
			for _, e := range list.Data {
				actions = append(actions, e.Action)
			}
			if got := strings.Join(actions, " "); got != tt.want || list.Items.Total != len(actions) {
				t.Errorf("%+v: %q (%d), want %q", tt.query, got, list.Items.Total, tt.want)
			}
		}
		list, err := s.List(keeper, audit.Query{Action: "user.update", Page: onPage(1)})
		must(t, err)
		e := list.Data[0]
		if e.At != noon.Add(time.Hour).UnixMilli() || e.UserID != "u1" || e.Username != "Ann" || e.SubjectKind != "user" || e.SubjectID != "5f01" ||
			e.SubjectName != "Zoë 100%" || fmt.Sprint(e.Detail) != "map[isActive:map[from:true to:false]]" {
			t.Errorf("%+v", e)
		}
		for _, tt := range []struct {
			query audit.Query
			says  string
		}{
			{audit.Query{From: "20.11.2026"}, "Please give a day as YYYY-MM-DD."}, {audit.Query{To: "2026-02-30"}, "Please give a day as YYYY-MM-DD."},
			{audit.Query{From: "2026-11-21", To: "2026-11-20"}, "The last day is before the first."},
		} {
			tt.query.Page = onPage(1)
			_, err := s.List(keeper, tt.query)
			if f := fault.As(err).Fields; !fault.Is(err, fault.Invalid) || len(f) != 1 || f[0].Message != tt.says {
				t.Errorf("%+v: %v", tt.query, err)
			}
		}
	})
}

// PEO-5: the history of a farm has who came to it and went, which is done to users.
func TestHistoryOfAFarmHasItsPeople(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		at := func(farm string) map[string]any { return map[string]any{"farm": farm, "farmName": "Cove"} }
		record(t, db,
			audit.Entry{Action: "farm.invite", Kind: "farm", ID: "f1", Name: "Cove"},
			audit.Entry{Action: "user.link", Kind: "user", ID: "u7", Name: "Cat", Detail: at("f1")},
			audit.Entry{Action: "user.may", Kind: "user", ID: "u7", Name: "Cat", Detail: at("f1")},
			audit.Entry{Action: "user.link", Kind: "user", ID: "u7", Name: "Cat", Detail: at("f12")},
			audit.Entry{Action: "sso.ticket", Kind: "user", ID: "u7", Name: "Cat", Detail: at("f1")},
			audit.Entry{Action: "user.unlink", Kind: "user", ID: "u7", Name: "Cat", Detail: at("f1")})
		for subject, want := range map[string]string{"f1": "user.unlink user.may user.link farm.invite", "f12": "user.link", "f_": "", "%": ""} {
			list, err := audit.New(db, nil).List(keeper, audit.Query{Subject: subject, Page: onPage(1)})
			must(t, err)
			var actions []string
			for _, e := range list.Data {
				actions = append(actions, e.Action)
			}
			if got := strings.Join(actions, " "); got != want || list.Items.Total != len(actions) {
				t.Errorf("%s: %q, want %q", subject, got, want)
			}
		}
	})
}

// AUTH-9: the addresses of those who may do more are not shown, and no search
// finds them.
func TestHiddenAddresses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		must(t, db.Write(keeper, func(tx *sqldb.Tx) error {
			for i, who := range []string{"u1", "u2", ""} {
				if _, err := tx.Exec(keeper, `INSERT INTO audit (id, at, user_id, username, action, subject_kind, subject_id, subject_name, detail, ip, search_key)
					VALUES ($1, 0, $1, 'n', 'sign-in', 'user', 'u2', 'n', '{}', '203.0.113.7', $2)`, who, fmt.Sprint("entry ", i, " 203.0.113.7 here")); err != nil {
					return err
				}
			}
			return nil
		}))
		for _, tt := range []struct {
			hidden audit.Hidden
			shown  int
			total  int
		}{
			{audit.Hidden{}, 3, 3}, {audit.Hidden{AllBut: "u1"}, 1, 3}, {audit.Hidden{Users: []string{"u9"}}, 3, 3}, {audit.Hidden{Users: []string{"u2", "u9"}}, 0, 3},
		} {
			s := audit.New(db, func(context.Context, *sqldb.Tx) (audit.Hidden, error) { return tt.hidden, nil })
			for search, want := range map[string]int{"": tt.total, "0.113": tt.shown, "ENTRY": tt.total} {
				list, err := s.List(keeper, audit.Query{Search: search, Page: onPage(1)})
				must(t, err)
				shown := 0
				for _, e := range list.Data {
					if e.IP == "203.0.113.7" {
						shown++
					}
				}
				if len(list.Data) != want || list.Items.Total != want || shown != tt.shown {
					t.Errorf("%+v, search %q: %d of %d with their address", tt.hidden, search, shown, len(list.Data))
				}
			}
		}
	})
}

// API-1: the pages of the trail.
func TestPages(t *testing.T) {
	db := dbtest.SQLite(t)
	s := audit.New(db, nil)
	record(t, db, slices.Repeat([]audit.Entry{{Action: "user.update", Kind: "user", ID: "u", Name: "n"}}, 12)...)
	list, err := s.List(keeper, audit.Query{Page: onPage(3)})
	must(t, err)
	if len(list.Data) != 2 || list.Data[1].At != noon.UnixMilli() || list.Items != (page.Items{Begin: 11, End: 12, Total: 12}) || list.Pages.HasNext {
		t.Errorf("%+v", list)
	}
}

// AUTH-8: only who manages users sees the trail.
func TestOnlyWhoManagesUsersSees(t *testing.T) {
	s := audit.New(dbtest.SQLite(t), nil)
	for name, ctx := range map[string]context.Context{
		"a farm manager":               actor.With(context.Background(), actor.Actor{FarmManager: true}),
		"an admin who may only export": actor.With(context.Background(), actor.Actor{Admin: true, Limited: true, Permissions: []actor.Permission{actor.Export}}),
	} {
		if _, err := s.List(ctx, audit.Query{Page: onPage(1)}); !fault.Is(err, fault.Denied) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.List(context.Background(), audit.Query{Page: onPage(1)}); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("nobody: %v", err)
	}
}

// The trail says from where, and holds only what was done.
func TestEntryIsPartOfTheWork(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		undone := fault.New(fault.Conflict, "Not today.")
		err := db.Write(keeper, func(tx *sqldb.Tx) error {
			if err := audit.Record(keeper, tx, audit.Entry{At: noon, Action: "user.delete", Kind: "user", ID: "u", Name: "n"}); err != nil {
				return err
			}
			return undone
		})
		if !fault.Is(err, fault.Conflict) {
			t.Fatal(err)
		}
		h := rest.NewHandler([]rest.Route{rest.Raw("POST", "/api/do", rest.Public, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			must(t, db.Write(r.Context(), func(tx *sqldb.Tx) error {
				return audit.Record(r.Context(), tx, audit.Entry{At: noon, Action: "user.update", Kind: "user", ID: "u", Name: "n"})
			}))
		}))}, rest.Options{
			Authenticate: func(context.Context, string) (actor.Actor, error) { return actor.Actor{}, nil }, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
			Metrics: metrics.NewSet(), Headers: func(next http.Handler) http.Handler { return next }, Fallback: http.NotFoundHandler(),
		})
		r := httptest.NewRequest("POST", "/api/do", nil)
		r.RemoteAddr = "203.0.113.7:1234"
		h.ServeHTTP(httptest.NewRecorder(), r)
		list, err := audit.New(db, nil).List(keeper, audit.Query{Page: onPage(1)})
		must(t, err)
		if len(list.Data) != 1 || list.Data[0].Action != "user.update" || list.Data[0].IP != "203.0.113.7" || list.Data[0].Username != "" {
			t.Errorf("%+v", list.Data)
		}
	})
}

// Nothing in the program changes or removes what is in the trail.
func TestNothingRewritesTheTrail(t *testing.T) {
	rewrite := regexp.MustCompile(`(?i)(UPDATE|DELETE FROM)\s+audit\b`)
	files := 0
	must(t, filepath.WalkDir("..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		files++
		source, err := os.ReadFile(path)
		if err == nil && rewrite.Match(source) {
			t.Errorf("%s rewrites the trail", path)
		}
		return err
	}))
	if files < 100 {
		t.Fatalf("only %d files were read", files)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
