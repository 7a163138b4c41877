package ledger

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/fault"
)

// Upload is a sheet on its way into the ledger, and what became of it.
type Upload struct {
	ID          string         `json:"_id"`
	Filename    string         `json:"filename"`
	State       UploadState    `json:"state" enum:"waiting,checking,preview,recording,done,cancelled,failed"`
	Mode        string         `json:"mode" enum:"all,skip" doc:"all: every row or none; skip: bad rows are left out"`
	Rows        int64          `json:"rows" doc:"Of data, as far as they are read"`
	Done        int64          `json:"done" doc:"Rows that are read or, while recording, recorded"`
	Percent     int64          `json:"percent" doc:"Of all the work, 0 to 100"`
	SecondsLeft *int64         `json:"secondsLeft" doc:"Null while nobody can tell"`
	Recorded    int64          `json:"recorded" doc:"Activities that are new in the ledger"`
	Skipped     int64          `json:"skipped" doc:"Activities that were recorded before"`
	Refused     int64          `json:"refused" doc:"Rows that are bad"`
	Summary     *UploadSummary `json:"summary" doc:"What is, or would be, recorded; null until the file was checked"`
	Errors      []RowError     `json:"errors" doc:"The first hundred bad rows"`
	Message     string         `json:"message" doc:"A sentence for a person"`
	CreatedAt   int64          `json:"createdAt" doc:"Unix milliseconds"`
	FinishedAt  *int64         `json:"finishedAt" doc:"Unix milliseconds"`
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
}

func (s *UploadSummary) add(kind Kind) {
	switch kind {
	case Plant:
		s.Plant++
	case Adjust:
		s.Count++
	case Size:
		s.Size++
	case Move:
		s.Move++
	case Harvest:
		s.Harvest++
	case Loss:
		s.Loss++
	}
}

// summary says what the batch becomes.
func (b *recording) summary() *UploadSummary {
	s := &UploadSummary{Areas: []string{}}
	for _, i := range b.pending {
		s.add(b.acts[i].kind.kind())
	}
	if b.sweep == nil {
		return s
	}
	areas, lots, groups := map[string]bool{}, map[string]bool{}, map[Group]bool{}
	for _, where := range b.touchedSpots() {
		at := b.spots[where]
		if b.areas.isNew[at.leaseID] && !areas[at.leaseID] {
			areas[at.leaseID], s.Areas = true, append(s.Areas, b.areas.names[at.leaseID])
		}
		if group := b.lots.byID[at.lotID].Group; b.lots.isNew[at.lotID] {
			lots[at.lotID] = true
			groups[group] = b.lots.groups[group] == ""
		}
	}
	s.Lots = int64(len(lots))
	for _, isNew := range groups {
		if isNew {
			s.Groups++
		}
	}
	return s
}

// The formats of a sheet.
const (
	formatCSV  = "csv"
	formatXLSX = "xlsx"
)

// formatOf recognises a file by its name and its first bytes; a fault says what
// to do with one that is neither CSV nor XLSX.
func formatOf(name string, content []byte) (string, error) {
	const oldOffice = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" // also what a workbook with a password looks like
	isZip := bytes.HasPrefix(content, []byte("PK"))
	switch extension := strings.ToLower(path.Ext(name)); {
	case len(bytes.TrimSpace(content)) == 0:
		return "", fault.New(fault.Invalid, "The file is empty.")
	case bytes.HasPrefix(content, []byte(oldOffice)):
		return "", fault.New(fault.Invalid, "That file is an old Excel workbook, or has a password. Please save it as XLSX without a password, or as CSV.")
	case extension == ".xlsx" && isZip:
		return formatXLSX, nil
	case extension == ".xlsx":
		return "", fault.New(fault.Invalid, "That file is named .xlsx and is no Excel workbook. Please save it as XLSX or CSV.")
	case extension != ".csv" && extension != ".txt" && extension != ".tsv" && extension != "":
		return "", fault.Newf(fault.Invalid, "Please upload a CSV or XLSX file, not %s.", extension)
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")):
		return "", fault.New(fault.Invalid, "That file is Unicode text of another kind. Please save it as CSV UTF-8.")
	case isZip, bytes.IndexByte(content, 0) >= 0:
		return "", fault.New(fault.Invalid, "That file is no CSV text. Please save it as CSV or XLSX.")
	}
	return formatCSV, nil
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
func (r ImportResult) sentence(refused int64) string {
	text := r.String()
	switch {
	case refused == 0:
	case r.Recorded == 0 && r.Skipped == 0:
		text = fmt.Sprintf("Nothing was recorded: all %d rows that could be read were left out.", r.Rows)
	case refused == 1:
		text += " 1 row was left out."
	default:
		text += fmt.Sprintf(" %d rows were left out.", refused)
	}
	return text
}
