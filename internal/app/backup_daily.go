package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/backup"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/operate"
)

const (
	backupJob   = "backup.take"
	backupEvery = 24 * time.Hour

	backupOverdue = backupEvery + 2*time.Hour // two hours in which one may fail and be tried again
	backupsWithin = 2 * time.Second           // their place says what it keeps
)

// backUpDaily takes a backup each day where a place for them is set, and forgets the
// oldest. Of several processes one takes it, into its own folder of that path.
func (a *App) backUpDaily(ctx context.Context) (err error) {
	configured := 0.0
	if a.config.BackupDir != "" {
		configured = 1
	}
	a.metrics.RegisterMetricsWriter(func(w io.Writer) { writeGauge(w, "merroir_backup_configured", configured) })
	if a.config.BackupDir == "" {
		return nil
	}
	if a.backupPlace, err = backup.At(ctx, a.config.BackupDir); err != nil {
		return fmt.Errorf("MERROIR_BACKUP_DIR: %w", err)
	}
	jobs.Handle(a.queue, backupJob, func(ctx context.Context, _ struct{}) error {
		taken, err := backup.Take(ctx, a.config.backupSource(a.db, a.bucket), a.backupPlace)
		if err != nil {
			return err
		}
		a.log.Info("a backup was taken", "path", taken.Path, "bytes", taken.Bytes, "files", taken.Files)
		if len(taken.Missing) > 0 {
			a.log.Warn("files that the database names are missing, in the backup too", "names", taken.Missing)
		}
		_, err = backup.Forget(ctx, a.backupPlace, a.config.BackupKeep)
		return err
	})
	a.queue.Every(backupEvery, backupJob)
	a.metrics.RegisterMetricsWriter(a.writeBackupMetrics)
	return nil
}

// sweepWork deletes what killed backups and restores left unencrypted in the data folder.
func (a *App) sweepWork() {
	swept, err := backup.Sweep(a.config.DataDir)
	if err != nil {
		a.log.Error("cannot delete what a killed backup or restore left in the data folder", "err", err)
	}
	if len(swept) > 0 {
		a.log.Info("deleted what a killed backup or restore left in the data folder", "folders", swept)
	}
}

// backups tells of the backups that are kept, nil where no place is set. Where the place does
// not answer, that is told in their stead.
func (a *App) backups(ctx context.Context) *operate.Backups {
	if a.config.BackupDir == "" {
		return nil
	}
	folder, _, _ := strings.Cut(placeOf(a.config.BackupDir), "?")
	b := &operate.Backups{
		Folder: folder, Keep: a.config.BackupKeep, Encrypted: a.config.BackupPassphrase != "", Overdue: true,
	}
	ctx, cancel := context.WithTimeout(ctx, backupsWithin)
	defer cancel()
	kept, err := a.backupPlace.Kept(ctx)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		a.log.Warn("the place of the backups cannot be asked", "error", err)
		b.Unknown = true
		return b
	}
	b.Kept = len(kept)
	if len(kept) > 0 {
		at := kept[0].At.UnixMilli()
		b.NewestAt, b.NewestBytes, b.Overdue = &at, kept[0].Bytes, a.now().Sub(kept[0].At) > backupOverdue
	}
	return b
}

// writeBackupMetrics tells how old the newest backup is: infinitely where there is none, or
// where that is not known.
func (a *App) writeBackupMetrics(w io.Writer) {
	kept := a.backups(context.Background())
	age := math.Inf(1)
	if kept.NewestAt != nil {
		age = a.now().Sub(time.UnixMilli(*kept.NewestAt)).Seconds()
	}
	writeGauge(w, "merroir_backup_age_seconds", age)
	writeGauge(w, "merroir_backup_bytes", float64(kept.NewestBytes))
	writeGauge(w, "merroir_backups", float64(kept.Kept))
}
