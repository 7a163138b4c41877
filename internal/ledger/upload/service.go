package upload

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/merroir/merroir/internal/actor"
	"github.com/merroir/merroir/internal/audit"
	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/jobs"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/sqldb"
)

// Uploads takes sheets at once and imports them by jobs. The file waits in the
// database, so that no upload is without its job or its file, whichever process runs
// the job. A farm's own people may call it and those with the permission companies, and
// the job checks that the person still may.
//
// A run checks the whole sheet without writing, then records it so that one
// transaction makes it count. Should the process die or the run be cancelled before
// that transaction commits, nothing of the sheet is in the book; and no report ever
// sees a part of it.
// docs/decisions/0002-uploads-are-staged.md weighs the other ways.
type Uploads struct {
	book   *ledger.Service
	db     *sqldb.DB
	queue  *jobs.Queue
	now    func() time.Time
	log    *slog.Logger
	memory *semaphore.Weighted // of the runs in this process, bytes
	most   int64               // of that

	mu   sync.Mutex
	runs map[string]*uploadRun // by upload, those of this process

	ended func(ctx context.Context, tx *sqldb.Tx, farmID string) error // nil where nobody asks
}

// OnEnded has f called in the transaction that records or refuses an upload of a farm. It is
// called before the queue starts.
func (u *Uploads) OnEnded(f func(ctx context.Context, tx *sqldb.Tx, farmID string) error) {
	u.ended = f
}

const (
	maxAtOnce      = 2         // runs in one process
	maxMemory      = 256 << 20 // bytes that they are thought to take together, where nothing else is said
	uploadKind     = "ledger.upload"
	undoKind       = "ledger.undo"
	cleanupKind    = "ledger.uploads.cleanup"
	tryAgain       = time.Second // a run that must wait for another looks again
	maxRuns        = 5           // a sheet whose runs die is given up
	maxRefusedRows = 50_000      // that a run lists
	maxUploads     = 50          // in the list
	keepPreview    = 24 * time.Hour
	keepRefused    = 30 * 24 * time.Hour
	keepUploads    = 365 * 24 * time.Hour
	lostUpload     = 48 * time.Hour // one that still waits then has lost its job
	cleanupEvery   = time.Hour
)

const (
	cancelledMessage = "It was cancelled. Nothing was recorded."
	nothingUndone    = "Nothing was undone."
)

// uploadArgs name an upload to its job.
type uploadArgs struct{ FarmID, ID string }

// New makes the service and takes its kinds of jobs.
func New(db *sqldb.DB, book *ledger.Service, queue *jobs.Queue, now func() time.Time, log *slog.Logger) *Uploads {
	u := &Uploads{book: book, db: db, queue: queue, now: now, log: log, memory: semaphore.NewWeighted(maxMemory), most: maxMemory, runs: map[string]*uploadRun{}}
	jobs.Handle(queue, uploadKind, u.run, jobs.AtOnce(maxAtOnce))
	jobs.Handle(queue, undoKind, u.run, jobs.AtOnce(1))
	jobs.Handle(queue, cleanupKind, u.cleanup)
	queue.Every(cleanupEvery, cleanupKind)
	return u
}

// LimitMemory sets how much memory the runs may take together, 256 MB where it is not
// called. It is called before the queue starts.
func (u *Uploads) LimitMemory(bytes int64) {
	u.memory, u.most = semaphore.NewWeighted(bytes), bytes
}

// NewUpload is a file that somebody sent.
type NewUpload struct {
	Filename   string
	Content    []byte // nil where no file was chosen
	SkipBad    bool   // leave bad rows out; else it is every row or none
	Preview    bool   // stop before anything is recorded, until it is confirmed
	AnimalType string // as in [sheet.Options]
	AreaPrefix string // as in [sheet.Options]
	Counts     CountChoice
	// OnceKey is a caller's name for the request; the same key with the same
	// file and fields is the same upload, for as long as that is known. Without
	// a key the same file and fields are the same upload until that is finished.
	OnceKey string
}

// CountChoice says how the counts of a sheet are taken.
type CountChoice struct {
	Missing ledger.Missing // what animals that they do not find are; empty for the farm's default
	Order   ledger.Order   // whether they were taken before or after the losses, harvests and moves out of their day
}

func (c CountChoice) after() bool { return c.Order == ledger.AfterRemovals }

// admit is the gate of every call about uploads of a farm.
func admit(ctx context.Context, tx *sqldb.Tx, farmID string) error {
	_, err := admitted(ctx, tx, farmID)
	return err
}

func admitted(ctx context.Context, tx *sqldb.Tx, farmID string) (farm.Ref, error) {
	return farm.RequireTo(ctx, tx, farmID, actor.Companies)
}

// record adds to the audit trail what the caller did with an upload.
func (u *Uploads) record(ctx context.Context, tx *sqldb.Tx, action string, ref farm.Ref, id, filename string) error {
	err := audit.Record(ctx, tx, audit.Entry{
		At: u.now(), Action: action, Kind: "farm", ID: ref.ID, Name: ref.Name, Detail: map[string]any{"upload": id, "file": filename},
	})
	if err != nil {
		return fmt.Errorf("record %s of upload %s: %w", action, id, err)
	}

	return nil
}

// MayUpload gives the fault with which [Uploads.Receive] would refuse the caller, so that a file
// that will be refused need not be read.
func (u *Uploads) MayUpload(ctx context.Context, farmID string) error {
	return u.db.Read(ctx, func(tx *sqldb.Tx) error { return admit(ctx, tx, farmID) })
}

// Receive takes a file and lets a job import it, in one transaction. It gives
// the id of the upload, which is that of an earlier one when this is the same
// request again.
func (u *Uploads) Receive(ctx context.Context, farmID string, in NewUpload) (id string, err error) {
	if err := u.MayUpload(ctx, farmID); err != nil {
		return "", err
	}
	if in.Content == nil {
		return "", fault.New(fault.Invalid, "Please upload a file first")
	}
	row := uploadRow{farmID: farmID, id: sqldb.NewID(), mode: modeAll, preview: in.Preview}
	if in.SkipBad {
		row.mode = modeSkip
	}
	if row.fill, err = (sheet.Options{OysterType: in.AnimalType, AreaPrefix: in.AreaPrefix}).Plain(); err != nil {
		return "", err
	}
	row.fill.Missing, row.fill.CountsAfter = in.Counts.Missing, in.Counts.after()
	filename := plainFilename(in.Filename)
	if row.format, err = sheet.FormatOf(filename, in.Content); err != nil {
		return "", err
	}
	if err := u.fits(row.format, int64(len(in.Content))); err != nil {
		return "", err
	}
	caller, _ := actor.From(ctx)
	row.userID = caller.UserID
	onceKey := in.onceKey(row)
	err = u.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := admitted(ctx, tx, farmID)
		if err != nil {
			return err
		}
		made := false
		if id, made, err = insertUpload(ctx, tx, row, filename, onceKey, in.Content, sqldb.Millis(u.now())); err != nil || !made {
			return err
		}
		if err := u.record(ctx, tx, "upload.send", ref, id, filename); err != nil {
			return err
		}
		return u.queue.Enqueue(ctx, tx, uploadKind, uploadArgs{farmID, id})
	})
	return id, err
}

// onceKey is what two requests must share to be one.
func (in NewUpload) onceKey(row uploadRow) string {
	content := sha256.Sum256(in.Content)
	same := ledger.DigestOf(in.OnceKey, row.mode, row.format, fmt.Sprint(row.preview), row.fill.OysterType, row.fill.AreaPrefix, fmt.Sprint(in.Counts), string(content[:]))
	if in.OnceKey == "" {
		return "content:" + same
	}
	return "key:" + same
}

// List gives the uploads of a farm, the newest first.
func (u *Uploads) List(ctx context.Context, farmID string) (list []Upload, err error) {
	err = u.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := admit(ctx, tx, farmID); err != nil {
			return err
		}
		list, err = sqldb.All(ctx, tx, scanUpload, selectUpload+"WHERE u.farm_id = $1 ORDER BY u.created_at DESC, u.id DESC LIMIT $2", farmID, maxUploads)
		return err
	})
	for i := range list {
		u.overlay(&list[i])
	}
	return list, err
}

// Get gives an upload of a farm as it is now.
func (u *Uploads) Get(ctx context.Context, farmID, id string) (one Upload, err error) {
	err = u.db.Read(ctx, func(tx *sqldb.Tx) error {
		if err := admit(ctx, tx, farmID); err != nil {
			return err
		}
		one, err = oneUpload(ctx, tx, farmID, id)
		return err
	})
	u.overlay(&one)
	return one, err
}

// Confirm lets a previewed upload be recorded. It is checked anew then, as the
// farm's book may have changed. skipBad leaves bad rows out; without it, an
// upload that has any is refused. counts replaces what the upload said of its counts.
func (u *Uploads) Confirm(ctx context.Context, farmID, id string, skipBad bool, counts CountChoice) (one Upload, err error) {
	return u.runAgain(ctx, farmID, id, false, counts, func(before Upload) (mode string, err error) {
		mode = before.Mode
		if skipBad {
			mode = modeSkip
		}
		if mode == modeAll && before.Refused > 0 {
			err = fault.New(fault.Conflict, plain.Counted(before.Refused, "row is bad", "rows are bad")+". Correct the file, or leave bad rows out.")
		}
		return mode, err
	})
}

// CheckAgain makes a preview anew by what its counts are said to mean: which rows are bad, and what
// recorded counts go on to show, follow from it. The farm's people who may upload may ask; it returns a
// Conflict for an upload that is no preview.
func (u *Uploads) CheckAgain(ctx context.Context, farmID, id string, counts CountChoice) (one Upload, err error) {
	return u.runAgain(ctx, farmID, id, true, counts, func(before Upload) (string, error) { return before.Mode, nil })
}

// runAgain runs an upload that is previewed once more: as a preview, or to record it.
func (u *Uploads) runAgain(ctx context.Context, farmID, id string, preview bool, counts CountChoice, modeOf func(before Upload) (string, error)) (one Upload, err error) {
	err = u.db.Write(ctx, func(tx *sqldb.Tx) error {
		if err := admit(ctx, tx, farmID); err != nil {
			return err
		}
		before, err := oneUpload(ctx, tx, farmID, id)
		if err != nil {
			return err
		}
		if before.State != uploadPreview {
			return fault.New(fault.Conflict, "That upload does not wait to be confirmed.")
		}
		mode, err := modeOf(before)
		if err != nil {
			return err
		}

		if err := leavePreview(ctx, tx, farmID, id, mode, preview, counts); err != nil {
			return err
		}
		if err := u.queue.Enqueue(ctx, tx, uploadKind, uploadArgs{farmID, id}); err != nil {
			return err
		}
		one, err = oneUpload(ctx, tx, farmID, id)

		return err
	})

	return one, err
}

// Cancel ends an upload before it is recorded; nothing of it stays. It returns a Conflict for one
// that is finished. The run stops once that is stored: an upload that the caller may not cancel goes on.
func (u *Uploads) Cancel(ctx context.Context, farmID, id string) (one Upload, err error) {
	err = u.db.Write(ctx, func(tx *sqldb.Tx) error {
		ref, err := admitted(ctx, tx, farmID)
		if err != nil {
			return err
		}
		if one, err = oneUpload(ctx, tx, farmID, id); err != nil {
			return err
		}

		ended, err := cancelUpload(ctx, tx, farmID, id, cancelledMessage, sqldb.Millis(u.now()))
		if err != nil {
			return err
		}
		if one, err = oneUpload(ctx, tx, farmID, id); err == nil && !ended && one.State != uploadCancelled {
			return fault.New(fault.Conflict, "That upload is finished already.")
		}
		if err != nil || !ended {
			return err
		}
		return u.record(ctx, tx, "upload.cancel", ref, id, one.Filename)
	})
	if err == nil {
		u.stopRun(id)
	}

	return one, err
}

// RefusedRows gives the bad rows of an upload as CSV, each with its reason. It
// can be corrected and uploaded as it is.
func (u *Uploads) RefusedRows(ctx context.Context, farmID, id string) (content []byte, err error) {
	var ref farm.Ref
	var one Upload
	err = u.db.Read(ctx, func(tx *sqldb.Tx) (err error) {
		if ref, err = admitted(ctx, tx, farmID); err != nil {
			return err
		}
		if one, err = oneUpload(ctx, tx, farmID, id); err != nil {
			return err
		}
		content, err = getFile(ctx, tx, farmID, id, "refused")
		if fault.Is(err, fault.NotFound) {
			return fault.New(fault.NotFound, "That upload has no refused rows.")
		}
		return err
	})
	if err != nil {
		return nil, err
	}

	return content, u.db.Write(ctx, func(tx *sqldb.Tx) error {
		return u.record(ctx, tx, "upload.refused", ref, id, one.Filename)
	})
}

// cleanup ends previews that nobody confirmed and uploads that lost their job,
// and removes what was kept long enough.
func (u *Uploads) cleanup(ctx context.Context, _ struct{}) error {
	now := u.now()
	before := func(d time.Duration) int64 { return sqldb.Millis(now.Add(-d)) }
	return u.db.Write(ctx, func(tx *sqldb.Tx) error {
		for _, expired := range []struct {
			where   string
			before  int64
			message string
		}{
			{"state = 'preview'", before(keepPreview), "It was not confirmed within a day. Nothing was recorded."},
			{"state IN ('waiting', 'checking', 'recording')", before(lostUpload), "It could not be imported. Please upload it again."},
		} {
			type key struct{ farmID, id string }
			old, err := sqldb.All(ctx, tx, func(r sqldb.Row) (k key, err error) { return k, r.Scan(&k.farmID, &k.id) },
				"SELECT farm_id, id FROM uploads WHERE "+expired.where+" AND created_at < $1", expired.before)
			if err != nil {
				return err
			}
			for _, k := range old {
				if _, err := cancelUpload(ctx, tx, k.farmID, k.id, expired.message, sqldb.Millis(now)); err != nil {
					return err
				}
			}
		}
		if _, err := tx.Exec(ctx, `DELETE FROM upload_files WHERE kind = 'refused' AND EXISTS
			(SELECT 1 FROM uploads u WHERE u.farm_id = upload_files.farm_id AND u.id = upload_files.upload_id AND u.finished_at < $1)`, before(keepRefused)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM uploads WHERE finished_at < $1", before(keepUploads))
		return err
	})
}
