package once_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/once"
	"github.com/merroir/merroir/internal/rest"
	"github.com/merroir/merroir/internal/sqldb"
)

// maker is a server with one call that makes something, a row in the table of
// job schedules, and answers its id.
type maker struct {
	handler http.Handler
	db      *sqldb.DB
	now     time.Time
}

type makeInput struct {
	Body struct {
		Name string `json:"name"`
	}
}

type makeOutput struct {
	Body struct {
		ID string `json:"_id"`
	}
}

func newMaker(db *sqldb.DB) *maker {
	m := &maker{db: db, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	route := rest.JSON("POST", "/api/things", rest.SignedIn, "Make a thing", func(ctx context.Context, in *makeInput) (out *makeOutput, err error) {
		out = &makeOutput{}
		err = db.Write(ctx, func(tx *sqldb.Tx) error {
			out.Body.ID, err = once.Do(ctx, tx, func() (string, error) {
				if in.Body.Name == "refused" {
					return "", fault.New(fault.Invalid, "No.")
				}
				id := sqldb.NewID()
				_, err := tx.Exec(ctx, "INSERT INTO job_schedules (kind, next_at) VALUES ($1, 0)", id)
				return id, err
			})
			return err
		})
		return out, err
	})
	m.handler = rest.NewHandler([]rest.Route{route}, rest.Options{
		Now: func() time.Time { return m.now }, Logger: slog.New(slog.DiscardHandler), Metrics: metrics.NewSet(),
		Authenticate: func(_ context.Context, token string) (actor.Actor, error) {
			return actor.Actor{UserID: token, SessionID: token}, nil
		},
		Headers: func(h http.Handler) http.Handler { return h }, Fallback: http.NotFoundHandler(),
	})
	return m
}

func (m *maker) post(user, key, name string) (int, string) {
	r := httptest.NewRequest("POST", "/api/things", strings.NewReader(fmt.Sprintf(`{"name":%q}`, name)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+user)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	m.handler.ServeHTTP(w, r)
	body, _ := io.ReadAll(w.Body)
	return w.Code, string(body)
}

func (m *maker) made(t *testing.T) (n int) {
	t.Helper()
	if err := m.db.Read(t.Context(), func(tx *sqldb.Tx) (err error) {
		n, err = sqldb.One(t.Context(), tx, sqldb.Scalar[int], "SELECT count(*) FROM job_schedules")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestFiftyTimesTheSameCallMakesOneThing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		m := newMaker(db)
		answers := make([]string, 50)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() {
				status, body := m.post("ann", "k1", "oyster")
				answers[i] = fmt.Sprint(status, body)
			})
		}
		all.Wait()
		for _, answer := range answers {
			if answer != answers[0] || !strings.HasPrefix(answer, "200") {
				t.Fatalf("answers differ: %s and %s", answer, answers[0])
			}
		}
		if n := m.made(t); n != 1 {
			t.Errorf("made %d things", n)
		}
	})
}

func TestWhatAKeyCovers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		m := newMaker(db)
		_, first := m.post("ann", "k1", "oyster")
		for _, call := range []struct {
			what, user, key, name string
			status                int
			made                  int // things more than before
		}{
			{"the same again", "ann", "k1", "oyster", 200, 0},
			{"the key with another body", "ann", "k1", "mussel", 409, 0},
			{"the same key of another user", "bob", "k1", "oyster", 200, 1},
			{"another key", "ann", "k2", "oyster", 200, 1},
			{"no key", "ann", "", "oyster", 200, 1},
			{"a call that is refused", "ann", "k3", "refused", 400, 0},
			{"its key once more, for a good call", "ann", "k3", "clam", 200, 1},
			{"a key that is too long", "ann", strings.Repeat("k", 256), "oyster", 400, 0},
			{"a key as long as can be", "ann", strings.Repeat("k", 255), "oyster", 200, 1},
		} {
			before := m.made(t)
			status, body := m.post(call.user, call.key, call.name)
			if status != call.status || m.made(t) != before+call.made {
				t.Errorf("%s: %d, %d more: %s", call.what, status, m.made(t)-before, body)
			}
			if call.what == "the same again" && body != first {
				t.Errorf("%s answers %s, not %s", call.what, body, first)
			}
		}
	})
}

func TestKeysAreForgottenAfterThreeDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		m := newMaker(db)
		_, first := m.post("ann", "k1", "oyster")
		sweep := func() {
			queue := jobs.New(db, jobs.Options{Now: func() time.Time { return m.now }, Logger: slog.New(slog.DiscardHandler)})
			once.Forget(db, queue, func() time.Time { return m.now })
			if err := queue.RunUntilIdle(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		m.now = m.now.Add(72 * time.Hour)
		sweep()
		if _, again := m.post("ann", "k1", "oyster"); again != first {
			t.Errorf("the key was forgotten within three days: %s, not %s", again, first)
		}
		m.now = m.now.Add(time.Hour)
		sweep()
		if _, anew := m.post("ann", "k1", "oyster"); anew == first {
			t.Error("the key was never forgotten")
		}
	})
}
