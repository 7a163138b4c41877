package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/merroir/merroir/internal/dbtest"
)

// The tests run the command itself: this test binary, told to be it.
const beTheCommand = "MERROIR_TEST_BE_THE_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(beTheCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

const password = "a root's password"

func command(t *testing.T, dataDir string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), beTheCommand+"=1", "MERROIR_DATA_DIR="+dataDir, "MERROIR_ADDR=127.0.0.1:0", "MERROIR_SHUTDOWN_GRACE=10ms")
	return c
}

// run runs a command to its end and gives what it said.
func run(t *testing.T, dataDir, input string, args ...string) (output string, err error) {
	t.Helper()
	c := command(t, dataDir, args...)
	c.Stdin = strings.NewReader(input)
	out, err := c.CombinedOutput()
	return string(out), err
}

// server is a running `merroir serve`.
type server struct {
	url     string
	process *exec.Cmd
}

var listening = regexp.MustCompile(`listening.*url=(\S+)`)

func serve(t *testing.T, dataDir string) *server {
	t.Helper()
	c := command(t, dataDir, "serve")
	says := &output{t: t, address: make(chan string, 1)}
	c.Stderr = says
	must(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	select {
	case address := <-says.address:
		return &server{address, c}
	case <-time.After(time.Minute): // much more than it takes on a busy machine
		t.Fatal("the server does not listen")
		return nil
	}
}

// output takes what a server says, and its address out of that. What the race detector
// says of a process is nowhere else, as most of them are killed.
type output struct {
	t       *testing.T
	said    []byte
	address chan string
}

func (o *output) Write(text []byte) (int, error) {
	o.t.Logf("%s", text)
	o.said = append(o.said, text...)
	if bytes.Contains(o.said, []byte("DATA RACE")) {
		o.t.Error("the server has a data race")
	}
	if found := listening.FindSubmatch(o.said); found != nil {
		select {
		case o.address <- string(found[1]):
		default: // it was taken before
		}
	}
	return len(text), nil
}

func (s *server) call(method, path, token string, body, answer any) (status int, err error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return response.StatusCode, json.NewDecoder(response.Body).Decode(answer)
}

func (s *server) signIn(t *testing.T) string {
	t.Helper()
	var session struct{ Token string }
	status, err := s.call("POST", "/api/login", "", map[string]string{"username": "ann", "password": password}, &session)
	must(t, err)
	if status != 200 || session.Token == "" {
		t.Fatalf("sign-in: %d", status)
	}
	return session.Token
}

// withRoot is what a data folder holds once it has a root.
var withRoot fstest.MapFS

// dataDirWithRoot is a data folder with one user: each test has a copy of the same one.
func dataDirWithRoot(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if withRoot != nil {
		must(t, os.CopyFS(dir, withRoot))
		return dir
	}
	if out, err := run(t, dir, password+"\n", "user", "create", "--root", "ann", "ann@farm.example"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	withRoot = dbtest.Folder(t, dir)
	return dir
}

// Every write that was acknowledged before kill -9 is there afterwards, over
// several kills while several people write.
func TestKillLosesNoAcknowledgedWrite(t *testing.T) {
	const kills, writers, writesPerKill = 3, 4, 40
	dir := dataDirWithRoot(t)
	var mu sync.Mutex
	acknowledged := map[string]string{}
	token := ""
	for round := range kills {
		s := serve(t, dir)
		enough := make(chan struct{})
		written := 0
		var wg sync.WaitGroup
		if token == "" { // a sign-in takes as long as a hundred writes, and is kept as they are
			token = s.signIn(t)
		}
		for writer := range writers {
			wg.Go(func() {
				for n := 0; ; n++ {
					name := fmt.Sprintf("Farm %d-%d-%d", round, writer, n)
					var made struct {
						ID string `json:"_id"`
					}
					status, err := s.call("POST", "/api/farms", token, map[string]any{"name": name, "country": "USA", "state": "Maine"}, &made)
					if err != nil {
						return // killed
					}
					if status != 200 {
						t.Errorf("write: status %d", status)
						return
					}
					mu.Lock()
					acknowledged[made.ID] = name
					if written++; written == writesPerKill {
						close(enough)
					}
					mu.Unlock()
				}
			})
		}
		<-enough
		must(t, s.process.Process.Kill())
		wg.Wait()
		_ = s.process.Wait()
	}
	s := serve(t, dir)
	listed := map[string]string{}
	for page := 1; ; page++ {
		var list struct {
			Data []struct {
				ID   string `json:"_id"`
				Name string `json:"name"`
			}
			Pages struct{ HasNext bool }
		}
		status, err := s.call("GET", fmt.Sprintf("/api/farms?limit=100&page=%d", page), token, nil, &list)
		must(t, err)
		if status != 200 {
			t.Fatalf("list: %d", status)
		}
		for _, f := range list.Data {
			listed[f.ID] = f.Name
		}
		if !list.Pages.HasNext {
			break
		}
	}
	if len(acknowledged) < kills*writesPerKill {
		t.Fatalf("only %d writes were acknowledged", len(acknowledged))
	}
	for id, name := range acknowledged {
		if listed[id] != name {
			t.Errorf("%s (%s) was acknowledged and is lost", name, id)
		}
	}
}

func TestSecondServerOnOneFileRefuses(t *testing.T) {
	dir := dataDirWithRoot(t)
	serve(t, dir)
	out, err := run(t, dir, "", "serve")
	if err == nil || !strings.Contains(out, "is in use by another merroir process; stop that one first") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestTermEndsInOrder(t *testing.T) {
	s := serve(t, dataDirWithRoot(t))
	s.signIn(t)
	must(t, s.process.Process.Signal(syscall.SIGTERM))
	if err := s.process.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// A command says what it is asked for, and no library in it says anything.
func TestACommandSaysNothingElse(t *testing.T) {
	if said, err := run(t, t.TempDir(), "", "version"); err != nil || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "merroir ") {
		t.Errorf("%q %v", said, err)
	}
}

// A wrong setting ends the start at once, with a sentence that names it.
func TestWrongSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	tests := []struct{ setting, value, says string }{
		{"MERROIR_DATABASE_URL", "mysql://x", "MERROIR_DATABASE_URL: the database URL must begin with sqlite:// or postgres://"},
		{"MERROIR_DATABASE_URL", "postgres://127.0.0.1:1/none", "MERROIR_DATABASE_URL: the PostgreSQL server at 127.0.0.1 cannot be reached"},
		{"MERROIR_DATA_DIR", file, "MERROIR_DATA_DIR"},
		{"MERROIR_PUBLIC_URL", "merroir", "MERROIR_PUBLIC_URL must be an http:// or https:// address"},
		{"MERROIR_TRUSTED_PROXIES", "everyone", "MERROIR_TRUSTED_PROXIES"},
		{"MERROIR_APP_KEYS", "farmer:short", "MERROIR_APP_KEYS: the secret of \"farmer\" has fewer than 32 characters"},
		{"MERROIR_PASSWORD_MIN", "7", "MERROIR_PASSWORD_MIN must be 8 to 64"},
		{"MERROIR_PASSWORD_MIN", "65", "MERROIR_PASSWORD_MIN must be 8 to 64"},
		{"MERROIR_SMTP_URL", "http://mail", "MERROIR_SMTP_URL"},
		{"MERROIR_MAIL_FROM", "nobody", "MERROIR_MAIL_FROM"},
		{"MERROIR_BLOB_URL", "ftp://x", "MERROIR_BLOB_URL"},
		{"MERROIR_ADDR", "999.0.0.1:1", "MERROIR_ADDR: cannot listen"},
		{"MERROIR_METRICS_ADDR", "nowhere:1", "MERROIR_METRICS_ADDR: cannot listen"},
	}
	for _, tt := range tests {
		t.Run(tt.setting+"="+filepath.Base(tt.value), func(t *testing.T) {
			c := command(t, t.TempDir(), "serve")
			c.Env = append(c.Env, tt.setting+"="+tt.value)
			out, err := c.CombinedOutput()
			if err == nil || !strings.Contains(string(out), tt.says) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// UPL-3: a file with a mistake changes nothing and names the line; a good one is
// read once, a workbook as text is.
func TestImport(t *testing.T) {
	dir := dataDirWithRoot(t)
	s := serve(t, dir)
	var made struct {
		ID string `json:"_id"`
	}
	_, err := s.call("POST", "/api/farms", s.signIn(t), map[string]any{"name": "Cove", "country": "USA", "state": "Maine"}, &made)
	must(t, err)
	must(t, s.process.Process.Signal(syscall.SIGTERM))
	_ = s.process.Wait()
	sheet := filepath.Join(t.TempDir(), "book.csv")
	write := func(lines ...string) { must(t, os.WriteFile(sheet, []byte(strings.Join(lines, "\n")), 0o600)) }
	write("date,activity,site,count", "2024-05-01,plant,North,1000", "2024-06-01,harvest,North,many")
	out, err := run(t, dir, "", "import", made.ID, sheet)
	if err == nil || !strings.Contains(out, "line 3") {
		t.Errorf("a broken line: %v: %s", err, out)
	}
	write("date,activity,site,count", "2024-05-01,plant,North,1000", "2024-06-01,harvest,North,100")
	for _, want := range []string{"2 rows read: 2 activities recorded.", "Nothing changed"} {
		if out, err = run(t, dir, "", "import", made.ID, sheet); err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %s, want %q", err, out, want)
		}
	}
	book := filepath.Join(t.TempDir(), "book.xlsx")
	saveBook(t, book, []any{"date", "activity", "site", "count"}, []any{"2024-05-01", "plant", "North", 1000}, []any{"2024-07-01", "harvest", "North", 50})
	if out, err = run(t, dir, "", "import", made.ID, book); err != nil || !strings.Contains(out, "2 rows read: 1 activity recorded, 1 was recorded before.") {
		t.Errorf("a workbook: %v: %s", err, out)
	}
	must(t, os.WriteFile(book, []byte("PK\x03\x04 and nothing of the kind"), 0o600))
	if out, err = run(t, dir, "", "import", made.ID, book); err == nil || !strings.Contains(out, "That workbook is damaged") {
		t.Errorf("a broken workbook: %v: %s", err, out)
	}
	if out, err = run(t, dir, "", "import", "nowhere", sheet); err == nil || !strings.Contains(out, "No such farm.") {
		t.Errorf("an unknown farm: %v: %s", err, out)
	}
}

// saveBook saves a workbook as a spreadsheet program does.
func saveBook(t *testing.T, name string, rows ...[]any) {
	t.Helper()
	book := excelize.NewFile()
	for i, row := range rows {
		must(t, book.SetSheetRow("Sheet1", fmt.Sprint("A", i+1), &row))
	}
	must(t, book.SaveAs(name))
	must(t, book.Close())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
