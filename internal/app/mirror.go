package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/merroir/merroir/internal/blob"
	"github.com/merroir/merroir/internal/operate"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	// Where Litestream puts what was written last, below the place that is set.
	mirrorFolder = "merroir/ltx/0"
	// The server writes every ten seconds, and Litestream copies each second.
	mirrorOverdue = 2 * time.Minute
	mirrorAsked   = 15 * time.Second // so often its place is asked at most
	mirrorWithin  = 2 * time.Second
)

// mirror is the database as another program writes it to another place all the time.
type mirror struct {
	place *blob.Bucket

	mu     sync.Mutex
	asked  time.Time
	newest time.Time
	err    error
}

// checkMirror refuses a mirror of a database that is no file.
func (c *Config) checkMirror() error {
	if c.MirrorURL != "" && sqldb.FilePath(c.DatabaseURL) == "" {
		return errors.New("MERROIR_MIRROR_URL: only a database in a file has a mirror; a server of databases has standbys")
	}
	return nil
}

// watchMirror tells how old the mirror is, where one is set.
func (a *App) watchMirror(ctx context.Context) error {
	if a.config.MirrorURL == "" {
		return nil
	}
	place, err := blob.Open(ctx, a.config.MirrorURL)
	if err != nil {
		return fmt.Errorf("MERROIR_MIRROR_URL: %w", err)
	}
	a.mirror = &mirror{place: place}
	a.metrics.RegisterMetricsWriter(a.writeMirrorMetrics)
	return nil
}

// seen is when the mirror was last written to: the zero time where nothing is there.
func (m *mirror) seen(ctx context.Context, now time.Time) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if since := now.Sub(m.asked); since < 0 || since >= mirrorAsked {
		ctx, cancel := context.WithTimeout(ctx, mirrorWithin)
		defer cancel()
		m.newest, m.err = m.place.Newest(ctx, mirrorFolder)
		m.asked = now
	}
	return m.newest, m.err
}

// mirrored tells of the mirror, nil where none is set. One whose place does not answer is late.
func (a *App) mirrored(ctx context.Context) *operate.Mirror {
	if a.mirror == nil {
		return nil
	}
	told := &operate.Mirror{Place: placeOf(a.config.MirrorURL), Overdue: true}
	newest, err := a.mirror.seen(ctx, a.now())
	if err != nil {
		a.log.Warn("the mirror of the database cannot be asked", "error", err)
	}
	if err == nil && !newest.IsZero() {
		at := newest.UnixMilli()
		told.NewestAt, told.Overdue = &at, a.now().Sub(newest) > mirrorOverdue
	}
	return told
}

// writeMirrorMetrics tells how old the mirror is: infinitely where that is not known.
func (a *App) writeMirrorMetrics(w io.Writer) {
	age := math.Inf(1)
	if told := a.mirrored(context.Background()); told.NewestAt != nil {
		age = max(0, a.now().Sub(time.UnixMilli(*told.NewestAt)).Seconds())
	}
	writeGauge(w, "merroir_mirror_age_seconds", age)
}
