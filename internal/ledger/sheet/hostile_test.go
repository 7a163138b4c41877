package sheet

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/fault"
)

const (
	hostileFile = "LEDGER_TEST_HOSTILE_FILE"
	maxMemory   = 256 << 10 // KiB
)

// S17 I17: hostile workbooks are refused with a sentence, in less than 5 s and
// 256 MB, and leave no file.
func TestHostileWorkbooks(t *testing.T) {
	if name := os.Getenv(hostileFile); name != "" {
		readHostile(name)
	}
	for name, file := range hostile() {
		t.Run(name, func(t *testing.T) {
			content := file.content()
			if len(content) > 10<<20 {
				t.Fatalf("%d bytes: it would not be taken", len(content))
			}
			dir := t.TempDir()
			path := dir + "/book.xlsx"
			must(t, os.WriteFile(path, content, 0o600))
			temporary := dir + "/tmp"
			must(t, os.Mkdir(temporary, 0o700))
			child := exec.Command(os.Args[0], "-test.run=^TestHostileWorkbooks$")
			child.Env = append(os.Environ(), hostileFile+"="+path, "TMPDIR="+temporary)
			said, err := child.Output()
			must(t, err)
			if !strings.HasPrefix(string(said), file.want) {
				t.Errorf("%.200q, want %q", said, file.want)
			}
			left, err := os.ReadDir(temporary)
			must(t, err)
			if len(left) > 0 {
				t.Errorf("%v is left", left)
			}
			if used := told(said, "Go:"); used == 0 || used > maxMemory {
				t.Errorf("%d MB of Go's memory", used>>10)
			}
			if used := told(said, "VmHWM:"); used > maxMemory || used == 0 && runtime.GOOS == "linux" {
				t.Errorf("%d MB of memory", used>>10)
			}
			if took := child.ProcessState.UserTime(); took > 5*time.Second {
				t.Errorf("%v of work", took)
			}
		})
	}
}

// readHostile reads a workbook in a process of its own and says what a person
// would read.
func readHostile(name string) {
	content, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	rows, err := Rows(context.Background(), XLSX, content, func(float64) {})
	if err == nil {
		_, err = Read(context.Background(), rows, Options{})
	}
	if bad := BadRows(err); bad != nil {
		fmt.Printf("Nothing was imported: %d rows are bad.\n", bad.Lines)
	} else if err != nil {
		fmt.Println(fault.As(err).Message)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Println("Go:", memory.Sys>>10)
	status, _ := os.ReadFile("/proc/self/status") // only Linux has it
	fmt.Print(string(status))
	os.Exit(0)
}

// told is the number that the child said after a word.
func told(said []byte, word string) (n int) {
	_, after, _ := strings.Cut(string(said), word)
	_, _ = fmt.Sscan(after, &n)
	return n
}
