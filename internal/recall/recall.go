package recall

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/recall/scope"
)

// Kind tells a recall from a drill of one.
type Kind string

const (
	Real  Kind = "recall"
	Drill Kind = "drill"
)

const (
	maxParty = 120 // characters
	maxName  = 200
)

// Words are what a recall says of itself.
type Words struct {
	Party  string `json:"party" maxLength:"120" doc:"Who recalls; shown on every page that it reaches"`
	Reason string `json:"reason" maxLength:"2000" lines:"true" doc:"On record, and in the notices"`
	Class  string `json:"class" enum:",I,II,III" doc:"As the authority classified it; empty while it has not"`
}

func (w *Words) check() error {
	w.Party, w.Reason = strings.TrimSpace(w.Party), strings.TrimSpace(w.Reason)
	var fields []fault.Field
	switch {
	case w.Party == "":
		fields = append(fields, fault.Field{Name: "party", Message: "Please say who recalls"})
	case utf8.RuneCountInString(w.Party) > maxParty:
		fields = append(fields, fault.Field{Name: "party", Message: fmt.Sprintf("That has more than %d characters", maxParty)})
	case !plain.Line(w.Party):
		fields = append(fields, fault.Field{Name: "party", Message: plain.Refusal})
	}
	if f := scope.ReasonField("reason", w.Reason, "Please give the reason"); f != nil {
		fields = append(fields, *f)
	}
	if w.Class != "" && w.Class != "I" && w.Class != "II" && w.Class != "III" {
		fields = append(fields, fault.Field{Name: "class", Message: "A class is I, II or III"})
	}
	return fault.ForFields(fields)
}

// book is a recall as it is stored.
type book struct {
	ID     string
	Kind   Kind
	FarmID string // whose drill it is
	Words
	Choice     scope.Choice
	DeclaredAt int64
	DeclaredBy string
	FollowedAt *int64
	EndedAt    *int64
	EndedBy    string
	EndReason  string
	OpenReason string // why it ended with product unaccounted for
	Result     *DrillResult
}

func (b *book) drill() bool { return b.Kind == Drill }

// shownTo reports whether the people of a firm may see the firm's part: of a recall, of a
// drill of staff, or of the firm's own.
func (b *book) shownTo(farmID string) bool {
	return b.FarmID == "" || b.FarmID == farmID
}

var (
	errNoRecall = fault.New(fault.NotFound, "No such recall.")
	errEnded    = fault.New(fault.Conflict, "This recall has ended. Nothing of it can be changed any more.")
)
