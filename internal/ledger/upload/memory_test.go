//go:build !race

package upload

import (
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
)

const memoryTest = "UPLOAD_TEST_MEMORY"

// A process takes a bounded part of the machine's memory, however many large files
// arrive at once, and imports one without holding all of its rows. How many are
// imported at once is in TestUploadsTakeTurns.
func TestUploadsKeepWithinMemory(t *testing.T) {
	for what, tt := range map[string]struct {
		do    func(*testing.T)
		limit int // MB
	}{
		"arriving": {manyFiles, 150},  // 83; 243 when all are taken at once
		"imported": {fileOfCells, 60}, // 28; 174 with all rows held
	} {
		if os.Getenv(memoryTest) == what {
			fmt.Println("MB:", mostHeld(func() { tt.do(t) })>>20)
		}
		if os.Getenv(memoryTest) != "" {
			continue
		}
		t.Run(what, func(t *testing.T) {
			held := heldBy(t, what)
			t.Logf("%d MB", held)
			if held > tt.limit {
				t.Errorf("%d MB, more than %d", held, tt.limit)
			}
		})
	}
}

// mostHeld is the most memory that was still in use at any time while do ran. One
// collection follows the other, and each says what it had to leave: what the system
// gave the process would depend on how far the collector falls behind.
func mostHeld(do func()) (most uint64) {
	debug.SetGCPercent(10) // the less, the less of what is dropped in the middle of a collection counts
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	held := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	for {
		runtime.GC()
		metrics.Read(held)
		most = max(most, held[0].Value.Uint64())
		select {
		case <-done:
			return most
		default:
		}
	}
}

// heldBy does what is named in a process of its own, and gives the MB that it held.
func heldBy(t *testing.T, what string) (held int) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestUploadsKeepWithinMemory$", "-test.v")
	child.Env = append(os.Environ(), memoryTest+"="+what)
	said, err := child.CombinedOutput()
	_, after, _ := strings.Cut(string(said), "MB: ")
	if _, unread := fmt.Sscan(after, &held); err != nil || unread != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return held
}

// manyFiles sends many files at once.
func manyFiles(t *testing.T) {
	const requests = 18
	db := dbtest.SQLite(t)
	u, farmID := newUploads(t, db), freshFarm(t, db)
	api := newUploadAPI(u)
	row := "2026-03-01,plant,a," + strings.Repeat("n", 2000) + "\n"
	text := bytes.Repeat([]byte(row), (10<<20-4096)/len(row))
	var all sync.WaitGroup
	for i := range requests {
		all.Go(func() {
			const header, end = "date,activity,area,note\n", "\r\n--line--\r\n"
			begin := fmt.Sprintf("--line\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%d.csv\"\r\n\r\n%s,,,%d\n", i, header, i)
			r := httptest.NewRequest("POST", "/api/farms/upload/"+farmID, io.MultiReader(strings.NewReader(begin), bytes.NewReader(text), strings.NewReader(end)))
			r.ContentLength = int64(len(begin) + len(text) + len(end))
			r.Header.Set("Content-Type", "multipart/form-data; boundary=line")
			r.Header.Set("Authorization", "Bearer x")
			w := httptest.NewRecorder()
			api.ServeHTTP(w, r)
			if w.Code != 200 && w.Code != 503 {
				t.Errorf("upload %d: %d %s", i, w.Code, w.Body)
			}
		})
	}
	all.Wait()
	if n := countRows(t, db, "uploads"); n == 0 {
		t.Error("nothing arrived")
	}
}

// fileOfCells imports a file whose rows take far more memory than the file does.
func fileOfCells(t *testing.T) {
	db := dbtest.SQLite(t)
	u, farmID := newUploads(t, db), freshFarm(t, db)
	empty := strings.Repeat(",", 190)
	var sheet bytes.Buffer
	sheet.WriteString("date,activity,area,count" + empty + "\n")
	for sheet.Len() < 9<<20 {
		sheet.WriteString("2026-03-01,plant,a,1" + empty + "\n")
	}
	if one := uploadNow(t, u, farmID, NewUpload{Content: sheet.Bytes(), Preview: true}); one.State != uploadPreview || one.Refused > 0 {
		t.Errorf("%+v", one)
	}
}
