package export

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/dustin/go-humanize"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/report"
)

// What can be exported besides the reports.
const (
	Snapshot   = "Snapshot"   // everything on the farm now
	HarvestLog = "HarvestLog" // everything harvested
)

const (
	// maxPerHour is of one user: more than a person asks for who sends every report of
	// six farms, and what stops a machine that asks without end.
	maxPerHour    = 120
	perHourWindow = time.Hour
	fileLife      = 7 * 24 * time.Hour // of the file
	maxAttached   = 5 << 20            // bytes; mail servers refuse not much more
	maxRows       = 500_000            // of a worksheet, well below what a spreadsheet program opens
	maxExports    = 50
)

// Request asks for a spreadsheet.
type Request struct {
	report.Query
	Email string `json:"email" maxLength:"254" doc:"Where the spreadsheet is sent: one address"`
}

// State is how far an export is.
type State string

const (
	waiting State = "waiting"
	working State = "working"
	done    State = "done"
	failed  State = "failed"
)

// Export is a spreadsheet that somebody asked for.
type Export struct {
	ID         string  `json:"_id"`
	Metric     string  `json:"metric"`
	Email      string  `json:"email"`
	State      State   `json:"state" enum:"waiting,working,done,failed"`
	Percent    int64   `json:"percent"`
	Rows       int64   `json:"rows" doc:"Of the sheet with the numbers, once it is done"`
	Bytes      int64   `json:"bytes" doc:"Of the file, once it is done"`
	CreatedAt  int64   `json:"createdAt" doc:"Unix ms"`
	FinishedAt *int64  `json:"finishedAt" doc:"Unix ms; null while it is not"`
	ExpiresAt  *int64  `json:"expiresAt" doc:"Unix ms, until when it can be downloaded; null where there is nothing to download"`
	URL        *string `json:"url" doc:"Path of the file; null while there is none, when it has expired, and of what another asked for"`
	Message    string  `json:"message" doc:"What went wrong, empty where nothing did"`

	Area      string   `json:"area" doc:"Name of the growing area; All for the whole farm, empty where it was deleted"`
	DateRange string   `json:"dateRange" doc:"As it was asked for"`
	StartDate string   `json:"startDate" doc:"First day of the numbers; empty where the growing area was deleted"`
	EndDate   string   `json:"endDate" doc:"Last day, the same as the first for what is known on one day"`
	Filters   []string `json:"filters" doc:"What the filters let through, such as Size: Petite"`

	query report.Query
	open  bool // for the one who lists: it is their own, and can be downloaded
}

// nameOf is what people call an export.
func nameOf(metric string) string {
	if metric == HarvestLog {
		return "Harvest log"
	}
	return metric
}

// planOf reads what an export is asked for. For an export that is not of a report, the
// plan says its days, growing area and filters.
func planOf(q report.Query, leases []farm.Lease, today ledger.Day) (report.Plan, error) {
	if m, _ := report.MetricNamed(q.Metric); q.KnownOn != "" && !m.IsReport() {
		return report.Plan{}, fault.ForField("knownOn", nameOf(q.Metric)+" cannot be asked as known on a day.")
	}
	switch q.Metric {
	case Snapshot, report.MetricEquipment:
		q = q.OfToday()
	case HarvestLog:
		q.Metric, q.Frequency, q.Segment, q.GraphType = report.MetricHarvest, report.Yearly, "", ""
	}
	return report.PlanOf(q, leases, today)
}

// check gives the plan of a request, or its faults.
func (r Request) check(leases []farm.Lease, today ledger.Day) (report.Plan, error) {
	var bad []fault.Field
	p, err := planOf(r.Query, leases, today)
	if err != nil {
		if !fault.Is(err, fault.Invalid) {
			return p, err
		}
		bad = fault.As(err).Fields
	}
	if !mail.IsAddress(r.Email) {
		bad = append(slices.Clone(bad), fault.Field{Name: "email", Message: "Please give one email address."})
	}
	return p, fault.ForFields(bad)
}

// inWords says what the numbers of an export are, of the whole farm or of a part.
func inWords(metric string, part bool) string {
	switch metric {
	case Snapshot:
		return "On hand = planted + moved in - moved out + found more at counts - found missing - harvested - lost. The newest size is that of the lot, or of its group where the lot was never measured."
	case HarvestLog:
		return "One row for each harvest. A harvest that was recorded by mistake stays, and so does the row that undoes it, with negative numbers; so the sum of the animals is the harvest report's."
	}
	m, _ := report.MetricNamed(metric)
	return m.InWords(part)
}

// received and entered explain the terms that the formulas use.
const (
	received = "Received = planted + moved in - moved out + found more at counts - found missing, since the beginning."
	entered  = "Entered = planted + moved in from outside + found more at counts - found missing, since the beginning, also what has moved on: the growing area, filter or split is a part of the farm, and animals that are moved or graded out of it did not die there."
)

// fileName makes a name of words, of letters and digits of any script:
// salish-sea-test-beds-harvest-log-2026-11-20.xlsx
func fileName(words ...string) string {
	plain := strings.FieldsFunc(strings.ToLower(strings.Join(words, " ")), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N)
	})
	return strings.Join(plain, "-") + ".xlsx"
}

// rowsInWords is "1 row" or "1,234 rows".
func rowsInWords(n int64) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%s rows", humanize.Comma(n))
}
