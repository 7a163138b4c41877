package label

import (
	"fmt"
	"slices"
	"strings"
)

// Finding is why a label cannot be printed.
type Finding struct {
	Field   string `json:"field" doc:"Of the label, or paper, form, tag or code"`
	Rule    Rule   `json:"rule"`
	Message string `json:"message"`
}

// Compose makes the label of a tag. What the tag does not state is empty on it, which
// Lint finds.
func Compose(f Facts, j Jurisdiction, kind Kind, day string) (Label, error) {
	form, err := j.form(kind)
	if err != nil {
		return Label{}, err
	}
	l := Label{Firm: f.Firm, TagID: f.TagID, URL: f.URL}
	for _, a := range form.asked(f, day) {
		said := a.saying(f)
		l.Elements = append(l.Elements, Element{a.field, said.name, a.text(said), a.exact})
	}
	return l, nil
}

// asked are the elements that the form asks for, of that tag on that day.
func (f form) asked(facts Facts, day string) []asked {
	return slices.DeleteFunc(slices.Clone(f.asks), func(a asked) bool {
		return !a.rule.inForce(day) || a.only != nil && !a.only(facts)
	})
}

// text is what is printed: nothing where something is missing.
func (a asked) text(s spoken) string {
	if s.lacks != "" {
		return ""
	}
	return s.text
}

// Lint gives all that is wrong with a label of that tag on that day, YYYY-MM-DD, and
// on that paper. A label with a finding must not be printed.
func Lint(l Label, f Facts, j Jurisdiction, kind Kind, day string, p Paper) (found []Finding) {
	form, err := j.form(kind)
	if err != nil {
		return []Finding{{"form", asStated, "What such a tag must say is not known for " + j.Name + "."}}
	}
	refuse := func(field string, rule Rule, format string, values ...any) {
		found = append(found, Finding{field, rule, fmt.Sprintf(format, values...)})
	}
	asks := form.asked(f, day)
	for _, a := range asks {
		a.check(l, f, refuse)
	}
	form.checkOrder(l, asks, day, refuse)
	checkTag(l, f, kind, day, refuse)
	if s := form.size; s.rule.inForce(day) && !p.holds(s) {
		refuse("paper", s.rule, "%s is too small for a tag: it measures %s.", p.Name, p.measures())
	}
	return found
}

type refusing func(field string, rule Rule, format string, values ...any)

// check compares an element with what the tag states.
func (a asked) check(l Label, f Facts, refuse refusing) {
	said := a.saying(f)
	at := l.find(a.field)
	switch {
	case said.lacks != "":
		refuse(a.field, a.rule, "The tag does not state %s.", said.lacks)
	case at < 0:
		refuse(a.field, a.rule, "%s is missing.", said.name)
	case l.Elements[at].Text != said.text || l.Elements[at].Name != said.name || l.Elements[at].Plain != a.exact:
		refuse(a.field, a.rule, "The label says %q where the tag states %q.", l.Elements[at].words(), Element{Name: said.name, Text: said.text, Plain: a.exact}.words())
	}
}

// words are an element as it stands on a label.
func (e Element) words() string {
	if e.Plain {
		return e.Text
	}
	return e.Name + ": " + e.Text
}

func (l Label) find(field string) int {
	return slices.IndexFunc(l.Elements, func(e Element) bool { return e.Field == field })
}

// checkOrder refuses what stands elsewhere than the rule has it, twice, or unasked.
func (f form) checkOrder(l Label, asks []asked, day string, refuse refusing) {
	var have []Element
	for i, e := range l.Elements {
		asked := slices.ContainsFunc(asks, func(a asked) bool { return a.field == e.Field })
		if !asked || l.find(e.Field) != i {
			refuse(e.Field, asStated, "%q does not belong there.", e.words())
			continue
		}
		have = append(have, e)
	}
	if !f.order.inForce(day) {
		return
	}
	i := 0
	for _, a := range asks {
		if l.find(a.field) < 0 {
			continue
		}
		if have[i].Field != a.field {
			refuse(have[i].Field, f.order, "%s stands where %s belongs.", have[i].Name, a.saying(Facts{}).nameOr(a.field))
		}
		i++
	}
}

func (s spoken) nameOr(field string) string {
	if s.name == "" {
		return field
	}
	return s.name
}

// checkTag refuses what no element shows.
func checkTag(l Label, f Facts, kind Kind, day string, refuse refusing) {
	switch {
	case kind != Sticker && kind != Dealer && f.Received:
		refuse("form", harvested, "This tag is for what came from another firm: print a dealer's tag.")
	case kind != Sticker && f.Mixed:
		refuse("tag", apart, "It came mixed, of several harvest dates, growing areas or certificates.")
	}
	if f.Date > day {
		refuse(fieldDate, noFuture, "%s is after %s.", f.Date, day)
	}
	if l.TagID != f.TagID || l.Firm != f.Firm {
		refuse("tag", asStated, "The label names %s of %s, and it is %s of %s.", l.TagID, l.Firm, f.TagID, f.Firm)
	}
	if l.URL != f.URL || !strings.HasPrefix(l.URL, "http") || !strings.Contains(l.URL, f.TagID) {
		refuse("code", codeRule, "The code leads to %q.", l.URL)
	}
}
