package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"time"

	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/operate"
)

const (
	backupJob   = "backup.take"
	backupEvery = 24 * time.Hour

	backupOverdue = backupEvery + 2*time.Hour // two hours in which one may fail and be tried again
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

// backups tells of the backups that are kept, nil where no folder is set.
func (a *App) backups() (*operate.Backups, error) {
	if a.config.BackupDir == "" {
		return nil, nil
	}
	kept, err := backup.Kept(a.config.BackupDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	b := &operate.Backups{
		Folder: a.config.BackupDir, Kept: len(kept), Keep: a.config.BackupKeep, Encrypted: a.config.BackupPassphrase != "", Overdue: true,
	}
	if len(kept) > 0 {
		newest := backup.TakenAt(kept[0])
		at := newest.UnixMilli()
		b.NewestAt, b.Overdue = &at, a.now().Sub(newest) > backupOverdue
		if info, err := os.Stat(kept[0]); err == nil {
			b.NewestBytes = info.Size()
		}
	}
	return b, nil
}

// writeBackupMetrics tells how old the newest backup is: infinitely where there is none.
func (a *App) writeBackupMetrics(w io.Writer) {
	kept, err := a.backups()
	if err != nil {
		a.log.Warn("the backups are not in the metrics", "error", err)
		return
	}
	age := math.Inf(1)
	if kept.NewestAt != nil {
		age = a.now().Sub(time.UnixMilli(*kept.NewestAt)).Seconds()
	}
	writeGauge(w, "merroir_backup_age_seconds", age)
	writeGauge(w, "merroir_backup_bytes", float64(kept.NewestBytes))
	writeGauge(w, "merroir_backups", float64(kept.Kept))
}
