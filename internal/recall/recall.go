package recall

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/tag/reach"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
)

// Kind tells a recall from a drill of one.
type Kind string

const (
	Real  Kind = "recall"
	Drill Kind = "drill"
)

const (
	maxParty = 120 // characters
	maxText  = 2000
	maxName  = 200
)

// Choice says what is recalled: the tags named, and of all others those harvested, or
// received as they came, that meet every other condition given.
type Choice struct {
	Tags     []string `json:"tags,omitempty" maxItems:"1000"`
	FarmID   string   `json:"farmId,omitempty" maxLength:"64" doc:"Narrows the other conditions to one firm"`
	LotIDs   []string `json:"lotIds,omitempty" maxItems:"1000"`
	LeaseIDs []string `json:"leaseIds,omitempty" maxItems:"1000" doc:"Growing areas"`
	Area     string   `json:"area,omitempty" maxLength:"200" doc:"A part of the place as tags state it"`
	Certs    []string `json:"certs,omitempty" maxItems:"1000" doc:"Certificates of the original shipper or harvester"`
	From     string   `json:"from,omitempty" doc:"YYYY-MM-DD, the first day of harvest"`
	To       string   `json:"to,omitempty" doc:"YYYY-MM-DD, the last day of harvest"`
}

// tagged is the choice as package tag reads it, and what is wrong with it.
func (c *Choice) tagged() (reach.Choice, error) {
	var fields []fault.Field
	day := func(name, text string) ledger.Day {
		if text == "" {
			return 0
		}
		day, err := ledger.ParseDay(text)
		if err != nil {
			fields = append(fields, fault.Field{Name: "choice." + name, Message: "A date looks like 2026-11-20"})
		}
		return day
	}
	t := reach.Choice{
		Tags: trimmed(c.Tags), FarmID: c.FarmID, LotIDs: trimmed(c.LotIDs), LeaseIDs: trimmed(c.LeaseIDs), Area: c.Area, Certs: trimmed(c.Certs),
		From: day("from", c.From), To: day("to", c.To),
	}
	if len(fields) == 0 {
		if err := t.Check(); err != nil {
			for _, f := range fault.As(err).Fields {
				fields = append(fields, fault.Field{Name: "choice." + f.Name, Message: f.Message})
			}
		}
	}
	c.Tags, c.LotIDs, c.LeaseIDs, c.Area, c.Certs = t.Tags, t.LotIDs, t.LeaseIDs, t.Area, t.Certs
	return t, fault.ForFields(fields)
}

// trimmed are the texts that say something.
func trimmed(texts []string) (said []string) {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			said = append(said, text)
		}
	}
	return said
}

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
	if f := reasonField("reason", w.Reason, "Please give the reason"); f != nil {
		fields = append(fields, *f)
	}
	if w.Class != "" && w.Class != "I" && w.Class != "II" && w.Class != "III" {
		fields = append(fields, fault.Field{Name: "class", Message: "A class is I, II or III"})
	}
	return fault.ForFields(fields)
}

// reasonField is what is wrong with a reason; nil when nothing is.
func reasonField(name, text, missing string) *fault.Field {
	switch {
	case text == "":
		return &fault.Field{Name: name, Message: missing}
	case utf8.RuneCountInString(text) > maxText:
		return &fault.Field{Name: name, Message: fmt.Sprintf("That has more than %d characters", maxText)}
	case !plain.Lines(text):
		return &fault.Field{Name: name, Message: plain.Refusal}
	}
	return nil
}

// checkReason trims a reason and asks for one.
func checkReason(text *string) error {
	*text = strings.TrimSpace(*text)
	if f := reasonField("reason", *text, "Please give the reason"); f != nil {
		return fault.ForFields([]fault.Field{*f})
	}
	return nil
}

// book is a recall as it is stored.
type book struct {
	ID     string
	Kind   Kind
	FarmID string // whose drill it is
	Words
	Choice     Choice
	DeclaredAt int64
	DeclaredBy string
	FollowedAt *int64
	EndedAt    *int64
	EndedBy    string
	EndReason  string
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
