package farm

import (
	"fmt"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/sqldb"
)

const (
	maxLines = 500
	// MaxSpots is how many spots one line may have; it keeps the sum over a farm a
	// number that a person can read.
	MaxSpots = 1_000_000
)

// Lease is a growing area.
type Lease struct {
	ID               string `json:"leaseId"`
	Name             string `json:"name" maxLength:"200"`
	DateOfIssue      string `json:"dateOfIssue" doc:"YYYY-MM-DD or empty"`
	DateOfIssueTwin  string `json:"dateofIssue" doc:"The same as dateOfIssue, for older clients"`
	DateOfExpiration string `json:"dateOfExpiration" doc:"YYYY-MM-DD or empty"`
	Size             string `json:"size" maxLength:"200"`
	Lines            []Line `json:"lines"`
	Location         string `json:"location" maxLength:"200"`
	EndedOn          string `json:"endedOn" doc:"YYYY-MM-DD: the last day on which animals could come there; empty while it is in use"`
	Version          int64  `json:"version" doc:"Counts the changes"`
	Animals          int64  `json:"animals" doc:"That live there now, by the book"`
	Containers       int64  `json:"containers" doc:"With living animals that are there now, by the book"`
}

// Line is a line, rack or row of a growing area, on which containers hang.
type Line struct {
	Name  string `json:"name" maxLength:"100"`
	Spots int    `json:"spots" doc:"How many containers can hang there; 0 where nobody said"`
}

// Spots is how many containers can hang on the lines of the growing area.
func (l Lease) Spots() (sum int) {
	for _, line := range l.Lines {
		sum += line.Spots
	}
	return sum
}

// check trims the texts and gives the faults of the fields, in the order of
// the form.
func (l *Lease) check() error {
	var found faults
	found.texts("", l)
	if sqldb.Fold(l.Name) == "" {
		found.refuse("name", "Name is required")
	}
	for _, date := range []fault.Field{{Name: "dateOfIssue", Message: l.DateOfIssue}, {Name: "dateOfExpiration", Message: l.DateOfExpiration}} {
		found.date(date.Name, date.Message)
	}
	if len(found) == 0 && l.DateOfExpiration != "" && l.DateOfExpiration < l.DateOfIssue {
		found.refuse("dateOfExpiration", "It cannot expire before it was issued")
	}
	l.Lines = append([]Line{}, l.Lines...) // what is trimmed is our own
	if problem := linesProblem(l.Lines); problem != "" {
		found.refuse("lines", problem)
	}
	l.DateOfIssueTwin = l.DateOfIssue
	return fault.ForFields(found)
}

// date refuses what is neither empty nor a day of the calendar.
func (f *faults) date(name, text string) {
	if text != "" && !isDate(text) {
		f.refuse(name, "That is not a date (YYYY-MM-DD)")
	}
}

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// linesProblem trims the names of the lines and says what is wrong with them.
func linesProblem(lines []Line) string {
	if len(lines) > maxLines {
		return fmt.Sprintf("A growing area has at most %d lines", maxLines)
	}
	seen := map[string]bool{}
	for i := range lines {
		line := &lines[i]
		var found faults
		found.texts("", line)
		key := sqldb.Fold(line.Name)
		switch {
		case key == "":
			return "A line needs a name"
		case found != nil:
			return "The name of a line: " + found[0].Message
		case seen[key]:
			return fmt.Sprintf("Two lines are named %q", line.Name)
		case line.Spots < 0 || line.Spots > MaxSpots:
			return fmt.Sprintf("A line has 0 to %d spots", MaxSpots)
		}
		seen[key] = true
	}
	return ""
}
