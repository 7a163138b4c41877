package export

import (
	"encoding/xml"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/report"
	"github.com/merroir/merroir/internal/sqldb"
)

// store is a server in this process that speaks as much S3 as exports need. It
// holds a PUT whose path ends with stop, before or after it has kept the file.
type store struct {
	mu      sync.Mutex
	held    map[string][]byte
	stop    string
	after   bool
	reached chan struct{} // closed when the PUT is there
	goOn    chan struct{} // closed when it may end
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	halts := r.Method == "PUT" && s.stop != "" && strings.HasSuffix(r.URL.Path, s.stop)
	after := s.after
	s.mu.Unlock()
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if halts && !after {
		close(s.reached)
		<-s.goOn
		return
	}
	s.answer(w, r, content)
	if halts {
		close(s.reached)
		<-s.goOn
	}
}

func (s *store) answer(w http.ResponseWriter, r *http.Request, content []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.held[r.URL.Path]
	switch {
	case r.Method == "PUT":
		s.held[r.URL.Path] = content
	case r.Method == "DELETE":
		delete(s.held, r.URL.Path)
		w.WriteHeader(http.StatusNoContent)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
		_ = xml.NewEncoder(w).Encode(struct {
			XMLName xml.Name `xml:"Error"`
			Code    string
		}{Code: "NoSuchKey"})
	default:
		w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 09:00:00 GMT")
		w.Header().Set("Content-Length", strconv.Itoa(len(found)))
		_, _ = w.Write(found)
	}
}

func (s *store) freely() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = ""
}

// Where the process that is killed puts files and mails.
const killedBucket, killedMail = "EXPORT_TEST_BUCKET", "EXPORT_TEST_MAIL"

// EXP-2 R3: a process that is killed while it makes an export leaves no mail
// and no link behind; after the restart the export is made whole, by itself,
// and mailed once.
func TestAKilledProcessLeavesNoHalfExport(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	for name, point := range map[string]struct {
		stop  string
		after bool
	}{"before the token": {".token", false}, "before the file": {".xlsx", false}, "after the file": {".xlsx", true}} {
		t.Run(name, func(t *testing.T) {
			dbtest.EachKilled(t, exportUntilKilled, func(t *testing.T, k *dbtest.Killed) {
				killedExport(t, k, &store{held: map[string][]byte{}, stop: point.stop, after: point.after, reached: make(chan struct{}), goOn: make(chan struct{})})
			})
		})
	}
}

func killedExport(t *testing.T, k *dbtest.Killed, s *store) {
	t.Helper()
	server := httptest.NewServer(s)
	defer server.Close()
	bucket, dir := "s3://files?region=us-east-1&use_path_style=true&request_checksum_calculation=when_required&endpoint="+server.URL, t.TempDir()
	t.Setenv(killedBucket, bucket)
	t.Setenv(killedMail, dir)
	folder, err := mail.NewFolder(dir)
	must(t, err)
	var farmID, id string
	var caller actor.Actor
	k.Open(t, func(db *sqldb.DB) {
		farmID, _ = busyFarm(t, db)
		manager := newUser(t, db, "marin", farmID)
		caller, _ = actor.From(manager)
		id, err = openOffice(t, db, folder, bucket).Request(manager, farmID, Request{report.Query{Metric: "Snapshot"}, "buyer@market.example"})
		must(t, err)
	})
	if said := k.Kill(t, s.reached); said != "" {
		t.Errorf("the process stored nothing, and said %q", said)
	}
	s.freely()
	close(s.goOn)
	k.Open(t, func(db *sqldb.DB) {
		o := openOffice(t, db, folder, bucket)
		o.folder = folder
		manager := actor.With(t.Context(), caller)
		if e := o.one(t, manager, farmID, id); e.State != working || e.URL != nil || len(o.mails(t)) != 0 {
			t.Errorf("after the kill: %+v", e)
		}
		o.time = noon.Add(time.Minute) // the dead process's hold on the job has ended
		o.work(t)
		o.work(t)
		e := o.one(t, manager, farmID, id)
		mails := o.mails(t)
		if e.State != done || len(mails) != 1 {
			t.Fatalf("after the restart: %+v, %d mails", e, len(mails))
		}
		mailed, downloaded := mails[0].Files[0].Content, o.download(*e.URL).Body.Bytes()
		for _, content := range [][]byte{mailed, downloaded} {
			if rows := cellsOf(t, openBook(t, content), "Snapshot"); len(rows) != 3 || int64(len(content)) != e.Bytes {
				t.Errorf("%d bytes of %d, rows %q", len(content), e.Bytes, rows)
			}
		}
	})
}

// exportUntilKilled makes the export, which the store holds for ever.
func exportUntilKilled(t *testing.T, db *sqldb.DB) {
	folder, err := mail.NewFolder(os.Getenv(killedMail))
	must(t, err)
	openOffice(t, db, folder, os.Getenv(killedBucket)).work(t)
}
