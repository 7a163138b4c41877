package label

import (
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
)

// Rule is what somebody asks of a label.
type Rule struct {
	ID     string `json:"id"`
	Words  string `json:"words" doc:"For a person"`
	Source string `json:"source"`
	From   string `json:"from" doc:"YYYY-MM-DD from which it is known to be in force; empty: not known"`
	Until  string `json:"until" doc:"YYYY-MM-DD, the last day; empty: in force"`
}

// inForce reports whether the rule holds on a day, YYYY-MM-DD.
func (r Rule) inForce(day string) bool {
	return (r.From == "" || r.From <= day) && (r.Until == "" || day <= r.Until)
}

// Kind is a kind of label.
type Kind string

const (
	Harvester Kind = "harvester"
	Dealer    Kind = "dealer"
	Bulk      Kind = "bulk"
	WildClam  Kind = "wild-clam"
	Sticker   Kind = "sticker" // says that it is no tag
)

// Kinds are all of them.
var Kinds = []Kind{Harvester, Dealer, Bulk, WildClam, Sticker}

// asked is an element that a rule asks for.
type asked struct {
	field string
	rule  Rule
	say   func(Facts) spoken // nil where it is said as everywhere
	exact bool               // it stands without its name, as a wording of the rule does
	only  func(Facts) bool   // where it is asked for only at times
}

// saying is what it says of the facts.
func (a asked) saying(f Facts) spoken {
	if a.say == nil {
		return sayings[a.field](f)
	}
	return a.say(f)
}

// form is what a label of a kind has to be at a place.
type form struct {
	kind  Kind
	words string
	asks  []asked
	order Rule
	size  size
}

// size is the least that a tag measures, in millimetres: these sides, or without
// them this area.
type size struct {
	rule        Rule
	short, long float64
}

// Jurisdiction is a place with its forms.
type Jurisdiction struct {
	Code  string
	Name  string
	Note  string // what is not known; empty where all was read
	forms []form
}

// FormChoice is a kind of label that is known at a place.
type FormChoice struct {
	Kind  Kind   `json:"kind"`
	Words string `json:"words"`
}

// Forms are the kinds of label that are known there.
func (j Jurisdiction) Forms() (all []FormChoice) {
	for _, f := range j.forms {
		all = append(all, FormChoice{f.kind, f.words})
	}
	return all
}

// Rules are all rules of a kind of label there, each once.
func (j Jurisdiction) Rules(kind Kind) (all []Rule) {
	f, err := j.form(kind)
	if err != nil {
		return nil
	}
	for _, a := range f.asks {
		all = append(all, a.rule)
	}
	all = append(all, f.order, f.size.rule)
	seen := map[string]bool{"": true}
	return slices.DeleteFunc(all, func(r Rule) bool {
		before := seen[r.ID]
		seen[r.ID] = true
		return before
	})
}

func (j Jurisdiction) form(kind Kind) (form, error) {
	for _, f := range j.forms {
		if f.kind == kind {
			return f, nil
		}
	}
	return form{}, fault.ForField("form", "What a "+strings.ReplaceAll(string(kind), "-", " ")+" tag must say is not known for "+j.Name)
}

// At gives the jurisdiction of that code.
func At(code string) (Jurisdiction, error) {
	for _, j := range Jurisdictions {
		if j.Code == code {
			return j, nil
		}
	}
	return Jurisdiction{}, fault.ForField("jurisdiction", "There is no such place in the list")
}

// Of gives the jurisdiction of a firm there; of a place without rules of its own, that
// of its country.
func Of(state, country string) Jurisdiction {
	codes := map[string][]string{"USA": {places[state], "US"}, "Canada": {places[state], "Canada"}, "Australia": {"Australia"}}[country]
	for _, code := range codes {
		if j, err := At(code); err == nil {
			return j
		}
	}
	return Jurisdictions[len(Jurisdictions)-1]
}
