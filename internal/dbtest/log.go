package dbtest

import (
	"io"
	"log/slog"
	"sync"
	"testing"
)

// Log is where a test lets the program log to: the test's own output, which is
// shown when it fails. What comes after its end is dropped.
func Log(t testing.TB) io.Writer {
	w := &testLog{to: t.Output()}
	t.Cleanup(w.end)
	return w
}

// logHere sends what is logged by slog.Default to the test's output.
func logHere(t testing.TB) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(Log(t), nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
}

type testLog struct {
	mu sync.Mutex
	to io.Writer
}

func (w *testLog) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(line)
}

func (w *testLog) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.to = io.Discard
}
