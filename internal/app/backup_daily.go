package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/jobs"
)

const (
	backupJob   = "backup.take"
	backupEvery = 24 * time.Hour
)

// backUpDaily takes a backup each day where a folder is set, and forgets the
// oldest. Of several processes one takes it, into its own folder of that path.
func (a *App) backUpDaily() {
	if a.config.BackupDir == "" {
		return
	}
	jobs.Handle(a.queue, backupJob, func(ctx context.Context, _ struct{}) error {
		taken, err := backup.Take(ctx, a.config.backupSource(a.db, a.bucket), a.config.BackupDir)
		if err != nil {
			return err
		}
		a.log.Info("a backup was taken", "path", taken.Path, "bytes", taken.Size, "files", taken.Files)
		if len(taken.Missing) > 0 {
			a.log.Warn("files that the database names are missing, in the backup too", "names", taken.Missing)
		}
		_, err = backup.Forget(a.config.BackupDir, a.config.BackupKeep)
		return err
	})
	a.queue.Every(backupEvery, backupJob)
	a.metrics.RegisterMetricsWriter(a.writeBackupMetrics)
}

// writeBackupMetrics tells how old the newest backup is: infinitely where there is none.
func (a *App) writeBackupMetrics(w io.Writer) {
	kept, err := backup.Kept(a.config.BackupDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		a.log.Warn("the backups are not in the metrics", "error", err)
		return
	}
	age, size := math.Inf(1), int64(0)
	if len(kept) > 0 {
		age = a.now().Sub(backup.TakenAt(kept[0])).Seconds()
		if info, err := os.Stat(kept[0]); err == nil {
			size = info.Size()
		}
	}
	metrics.WriteMetadataIfNeeded(w, "merroir_backup_age_seconds", "gauge")
	fmt.Fprintf(w, "merroir_backup_age_seconds %g\n", age)
	metrics.WriteMetadataIfNeeded(w, "merroir_backup_bytes", "gauge")
	fmt.Fprintf(w, "merroir_backup_bytes %d\n", size)
	metrics.WriteMetadataIfNeeded(w, "merroir_backups", "gauge")
	fmt.Fprintf(w, "merroir_backups %d\n", len(kept))
}
