package dossier

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/recall"
	"github.com/merroir/merroir/internal/recall/scope"
	"github.com/merroir/merroir/internal/tag"
)

// fact is something with its name.
type fact struct{ name, value string }

const drillMark = "DRILL"

func isDrill(w *recall.Whole) bool { return w.Kind == string(recall.Drill) }

func title(w *recall.Whole) string {
	if isDrill(w) {
		return "Recall drill by " + w.Party
	}
	return "Recall by " + w.Party
}

// facts are what the document begins with. Of a long list of tags those are named that
// most allows.
func facts(w *recall.Whole, most int) []fact {
	kind, begun := "Recall", "Declared"
	if isDrill(w) {
		kind, begun = drillMark+": nothing is recalled, no public page shows it, no consignee is told", "Begun"
	}
	all := []fact{{"Kind", kind}, {"Number", w.ID}}
	if w.Of != "" {
		all = append(all, fact{"Part", "That of " + w.Of + " alone"})
	}
	all = append(all, fact{"In the name of", w.Party}, fact{"Reason", w.Reason}, fact{"Class", orNone(w.Class, "not classified")},
		fact{begun, instant(w.DeclaredAt) + ", by " + w.DeclaredBy})
	all = append(all, chosen(w, w.Choice, most)...)
	all = append(all, fact{"Reached", w.Reach.Seen.String()})
	if w.EndedAt == nil {
		all = append(all, fact{"State", "Open on " + instant(w.ReadAt)})
	} else {
		all = append(all, fact{"Ended", instant(*w.EndedAt) + ", by " + w.EndedBy}, fact{"Reason of the end", w.EndReason})
		if w.OpenReason != "" {
			all = append(all, fact{"Still open", w.OpenReason})
		}
	}
	e := w.Effectiveness
	all = append(all, fact{"Recovered", percent(e.Recovered)}, fact{"Accounted for", percent(e.Accounted)},
		fact{"Acknowledged", fmt.Sprintf("%d of %d, %s", e.Answered, e.Parties, percent(e.Acknowledged))})
	if r := w.Result; r != nil {
		score := fmt.Sprintf("%s accounted for, %s acknowledged, in %d minutes", percent(r.Accounted), percent(r.Acknowledged), r.Minutes)
		if r.AccountedMinutes != nil {
			score += fmt.Sprintf("; all was accounted for after %d", *r.AccountedMinutes)
		}
		all = append(all, fact{"Score", score})
	}
	return append(all, fact{"As of", instant(w.ReadAt)})
}

// chosen is a choice in words.
func chosen(w *recall.Whole, c scope.Choice, most int) (all []fact) {
	add := func(name string, values []string, names map[string]string) {
		shown := []string{}
		for _, v := range values[:min(len(values), most)] {
			shown = append(shown, orNone(names[v], v))
		}
		text := strings.Join(shown, ", ")
		if more := len(values) - len(shown); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		if text != "" {
			all = append(all, fact{name, text})
		}
	}
	add("Growing areas", c.LeaseIDs, w.Areas)
	add("Harvested at", slices.DeleteFunc([]string{c.Area}, empty), nil)
	add("Lots", c.LotIDs, w.Lots)
	add("Certificates", c.Certs, nil)
	add("Days of harvest", days(c), nil)
	add("Tags", c.Tags, nil)
	if c.FarmID != "" {
		firm := c.FarmID
		for _, f := range w.Reach.Firms {
			if f.FarmID == c.FarmID {
				firm = f.Name
			}
		}
		add("Of the firm", []string{firm}, nil)
	}
	return all
}

func days(c scope.Choice) []string {
	switch {
	case c.From == "" && c.To == "":
		return nil
	case c.From == c.To:
		return []string{c.From}
	case c.From == "":
		return []string{"to " + c.To}
	case c.To == "":
		return []string{"from " + c.From}
	}
	return []string{c.From + " to " + c.To}
}

func empty(s string) bool { return s == "" }

func orNone(text, none string) string {
	if text == "" {
		return none
	}
	return text
}

func instant(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04 UTC") }

// short is an instant in a column that says that it is in UTC.
func short(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04") }

func shortOf(ms *int64) string {
	if ms == nil {
		return ""
	}
	return short(*ms)
}

func number(n float64) string { return tag.Figure(n) }

func percent(p *float64) string {
	if p == nil {
		return "nothing to count"
	}
	return number(*p) + " %"
}

var told = map[string]string{
	"acknowledged": "Acknowledged", "delivered": "Delivered, not acknowledged", "sent": "On its way", "failed": "Not delivered",
	"call": "To be called", "untold": "Not told in a drill",
}

func toldOf(p *recall.PartyDetail) string {
	if p.ReleasedAt != nil {
		return "No longer reached since " + instant(*p.ReleasedAt)
	}
	return told[p.Told]
}

var notices = map[string]string{"notice": "Notice", "released": "No longer reached", "ended": "The end", "call": "Call"}

var actions = map[string]string{
	"declare": "Declared", "correct": "Corrected", "end": "Ended", "reach": "Reached more", "call": "Called", "again": "Notice sent again", "takeBack": "Entry taken back", "answer": "Report corrected",
}

var events = map[string]string{
	"harvest": "harvested", "receive": "received", "retag": "retagged", "split": "split", "commingle": "commingled",
	"wet-storage-in": "put into wet storage", "wet-storage-out": "out of wet storage",
}

// path is the way to a firm in words.
func path(steps []scope.ReachedStep) string {
	words := []string{}
	for _, s := range steps {
		said := s.Firm
		if made := events[s.Event]; made != "" {
			said += ", " + made
		}
		words = append(words, s.TagID+" ("+said+")")
	}
	return strings.Join(words, " > ")
}

func amounts(all []scope.ReachedQuantity, of func(scope.ReachedQuantity) float64) string {
	words := []string{}
	for _, q := range all {
		words = append(words, tag.Words(of(q), q.Unit))
	}
	return strings.Join(words, ", ")
}

// said is what the history has of a deed: why, about whom, and what was there before.
func said(w *recall.Whole, e recall.RecallEvent, most int) string {
	var words []string
	for _, name := range []string{"why", "reason", "openReason", "to", "spokeTo", "note", "tag", "outcome"} {
		if text, _ := e.Detail[name].(string); text != "" {
			words = append(words, text)
		}
	}
	var doc struct {
		Was, Reach    *scope.Seen
		Before        *scope.Choice `json:"choiceBefore"`
		WordsBefore   *recall.Words
		Added         int
		Effectiveness *recall.Effectiveness

		AnswerBefore *recall.NoticeAnswer `json:"before"`
		Answer       *recall.NoticeAnswer
	}
	encoded, _ := json.Marshal(e.Detail) // that it was read from
	if json.Unmarshal(encoded, &doc) != nil {
		return strings.Join(words, "; ")
	}
	if doc.Before != nil {
		before := []string{}
		for _, f := range chosen(w, *doc.Before, most) {
			before = append(before, strings.ToLower(f.name)+" "+f.value)
		}
		words = append(words, "before: "+strings.Join(before, ", "))
	}
	if b := doc.WordsBefore; b != nil {
		words = append(words, "said before: "+strings.Join(slices.DeleteFunc([]string{b.Party, b.Reason, b.Class}, empty), ", "))
	}
	if doc.Answer != nil && doc.AnswerBefore != nil {
		words = append(words, "now: "+answered(doc.Answer), "before: "+answered(doc.AnswerBefore))
	}
	switch {
	case doc.Was != nil && doc.Reach != nil:
		words = append(words, fmt.Sprintf("reached %s, before %s", doc.Reach, doc.Was))
	case doc.Reach != nil:
		words = append(words, fmt.Sprintf("reached %s", doc.Reach))
	case doc.Added > 0:
		words = append(words, fmt.Sprintf("%d more firms and consignees", doc.Added))
	}
	return strings.Join(words, "; ")
}

// answered is what a company reported, in words.
func answered(a *recall.NoticeAnswer) string {
	words := []string{}
	for _, one := range []struct {
		name  string
		value *float64
	}{{"has", a.OnHand}, {"sold", a.Sold}, {"destroyed", a.Destroyed}, {"returned", a.Returned}} {
		if one.value != nil {
			words = append(words, one.name+" "+number(*one.value))
		}
	}
	if a.Note != "" {
		words = append(words, a.Note)
	}
	return orNone(strings.Join(words, ", "), "nothing reported")
}
