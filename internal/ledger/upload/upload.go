package upload

import (
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/ledger/sheet"
	"github.com/merroir/merroir/internal/plain"
)

// Upload is a sheet on its way into the ledger, and what became of it.
type Upload struct {
	ID          string           `json:"_id"`
	Filename    string           `json:"filename"`
	State       UploadState      `json:"state" enum:"waiting,checking,preview,recording,done,cancelled,failed"`
	Mode        string           `json:"mode" enum:"all,skip" doc:"all: every row or none; skip: bad rows are left out"`
	Rows        int64            `json:"rows" doc:"Of data, as far as they are read"`
	Done        int64            `json:"done" doc:"Rows that are read or, while recording, recorded"`
	Percent     int64            `json:"percent" doc:"Of all the work, 0 to 100"`
	SecondsLeft *int64           `json:"secondsLeft" doc:"Null while nobody can tell"`
	Recorded    int64            `json:"recorded" doc:"Activities that are new in the ledger"`
	Skipped     int64            `json:"skipped" doc:"Activities that were recorded before"`
	Refused     int64            `json:"refused" doc:"Rows that are bad"`
	Summary     *UploadSummary   `json:"summary" doc:"What is, or would be, recorded; null until the file was checked"`
	Errors      []sheet.RowError `json:"errors" doc:"The first hundred bad rows"`
	Message     string           `json:"message" doc:"A sentence for a person"`
	Missing     ledger.Missing   `json:"missing,omitempty" enum:"missing,dead" doc:"What animals that its counts do not find are; absent for the farm's default"`
	CountsAfter bool             `json:"countsAfter" doc:"Its counts were taken after the losses, harvests and moves out of their day"`
	CreatedAt   int64            `json:"createdAt" doc:"Unix milliseconds"`
	FinishedAt  *int64           `json:"finishedAt" doc:"Unix milliseconds"`

	Undoable  bool              `json:"undoable" doc:"It recorded something, and may be undone as a whole"`
	UndoneBy  string            `json:"undoneBy" doc:"The upload that undid this one; empty where none did"`
	Undoes    string            `json:"undoes" doc:"The upload that this one undoes, without a file; empty of one with a file"`
	Reason    string            `json:"reason" doc:"Why it is undone"`
	Obstacles []ledger.Obstacle `json:"obstacles" doc:"The first hundred things that keep it from being undone"`
}

// UploadState says where an upload is. It waits, is checked, and is recorded;
// between the two it can stop as a preview until somebody confirms.
type UploadState string

const (
	uploadWaiting   UploadState = "waiting"
	uploadChecking  UploadState = "checking"
	uploadPreview   UploadState = "preview"
	uploadRecording UploadState = "recording"
	uploadDone      UploadState = "done"
	uploadCancelled UploadState = "cancelled"
	uploadFailed    UploadState = "failed"
)

// The modes of an upload.
const (
	modeAll  = "all"
	modeSkip = "skip"
)

// UploadSummary counts the activities of a sheet by kind, and what the farm
// did not have before.
type UploadSummary struct {
	Plant   int64    `json:"plant"`
	Count   int64    `json:"count"`
	Size    int64    `json:"size"`
	Move    int64    `json:"move"`
	Harvest int64    `json:"harvest"`
	Loss    int64    `json:"loss"`
	Areas   []string `json:"areas" doc:"Names of growing areas that are new"`
	Groups  int64    `json:"groups" doc:"Animal groups that are new"`
	Lots    int64    `json:"lots" doc:"Lots that are new"`

	Doubts        []RowDoubt       `json:"doubts" doc:"The first of the numbers that are far from the last. Only of a preview"`
	DoubtsTotal   int64            `json:"doubtsTotal" doc:"How many numbers are far from the last"`
	Recounts      []ledger.Recount `json:"recounts" doc:"The first of the recorded counts whose difference changes. They go on showing what was counted"`
	RecountsTotal int64            `json:"recountsTotal" doc:"How many recorded counts have another difference"`
	SameDay       int64            `json:"sameDay" doc:"Counts on a day with losses, harvests or moves out, of which the sheet does not say what came first"`
}

// RowDoubt is a number of a row that is far from the last.
type RowDoubt struct {
	Line    int    `json:"line" doc:"Line of the sheet"`
	Message string `json:"message"`
}

// maxListed is how many doubts and counts a summary lists.
const maxListed = 20

func summaryOf(s ledger.Summary) *UploadSummary {
	doubts := []RowDoubt{}
	for _, d := range s.Doubts[:min(len(s.Doubts), maxListed)] {
		doubts = append(doubts, RowDoubt{d.Row, d.Reason + "."})
	}
	return &UploadSummary{
		Doubts: doubts, DoubtsTotal: int64(len(s.Doubts)), SameDay: s.SameDay,
		Recounts: s.Recounts[:min(len(s.Recounts), maxListed)], RecountsTotal: int64(len(s.Recounts)),
		Plant: s.Kinds[ledger.Plant], Count: s.Kinds[ledger.Adjust], Size: s.Kinds[ledger.Size], Move: s.Kinds[ledger.Move],
		Harvest: s.Kinds[ledger.Harvest], Loss: s.Kinds[ledger.Loss], Areas: s.Areas, Groups: s.Groups, Lots: s.Lots,
	}
}

// plainFilename is what people see of the name of a file that somebody sent.
func plainFilename(name string) string {
	const most = 120 // characters
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.In(c, unicode.Cf) { // also those that turn the direction of writing
			return -1
		}
		return c
	}, name)
	if name = strings.TrimSpace(name); name == "" || name == "." || name == "/" {
		return "upload"
	}
	if n := utf8.RuneCountInString(name); n > most {
		extension := path.Ext(name)
		if utf8.RuneCountInString(extension) > 6 {
			extension = ""
		}
		runes := []rune(strings.TrimSuffix(name, extension))
		name = string(runes[:min(len(runes), most)]) + extension
	}
	return name
}

// sentence says what became of an upload.
func sentence(r sheet.Result, refused int64) string {
	text := r.String()
	switch {
	case refused == 0:
	case r.Recorded == 0 && r.Skipped == 0:
		text = "Nothing was recorded: " + plain.Counted(r.Rows, "row was left out.", "rows were left out.")
	case refused == 1:
		text += " 1 row was left out."
	default:
		text += fmt.Sprintf(" %d rows were left out.", refused)
	}
	return text
}
