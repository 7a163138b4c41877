package upload

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/merroir/merroir/internal/dbtest"
	"github.com/merroir/merroir/internal/ledger"
)

const memoryTest = "UPLOAD_TEST_MEMORY"

// Many large files at once, and their runs, take a bounded part of the memory of
// the process; none is lost.
func TestManyUploadsKeepWithinMemory(t *testing.T) {
	if os.Getenv(memoryTest) != "" {
		manyUploads(t)
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestManyUploadsKeepWithinMemory$", "-test.v")
	child.Env = append(os.Environ(), memoryTest+"=1")
	said, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	var received, checked int
	if _, after, told := strings.Cut(string(said), "MB: "); told {
		_, _ = fmt.Sscan(after, &received, &checked)
	}
	t.Logf("%d MB for receiving, %d MB with the runs", received, checked)
	const limit = 230 // without a bound 269 for receiving
	if received == 0 || received > limit || checked > limit {
		t.Errorf("%d MB for receiving, %d MB with the runs", received, checked)
	}
}

func manyUploads(t *testing.T) {
	const requests = 24
	db := dbtest.SQLite(t)
	u, farmID := newUploads(t, db), freshFarm(t, db)
	api := newUploadAPI(u)
	text := bytes.Repeat([]byte("2026-03-01,plant,a,"+strings.Repeat("n", 2000)+"\n"), (10<<20-4096)/2021)
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
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	received := memory.Sys >> 20
	var lots bytes.Buffer
	lots.WriteString("date,activity,area,bag,count\n")
	for i := 0; lots.Len() < 5<<20; i++ {
		fmt.Fprintf(&lots, "2026-03-01,plant,a,%d,1\n", i%ledger.MaxPlacesBesideOthers)
	}
	var two []uploadArgs
	for range 2 {
		farmID := freshFarm(t, db)
		two = append(two, uploadArgs{farmID, send(t, u, farmID, NewUpload{Content: lots.Bytes(), Preview: true})})
	}
	for _, args := range two {
		all.Go(func() { _ = u.run(context.Background(), args) })
	}
	all.Wait()
	for _, args := range two {
		if look(t, u, args.FarmID, args.ID).State == uploadWaiting { // for the other one
			must(t, u.run(context.Background(), args))
		}
		if one := look(t, u, args.FarmID, args.ID); one.State != uploadPreview || one.Refused > 0 {
			t.Errorf("%+v", one)
		}
	}
	runtime.ReadMemStats(&memory)
	fmt.Println("MB:", received, memory.Sys>>20)
}
