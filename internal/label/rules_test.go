package label

import (
	"slices"
	"strings"
	"testing"
)

func lint(l Label, f Facts, j Jurisdiction, kind Kind) []Finding {
	return Lint(l, f, j, kind, today, paperFor(kind))
}

func hasFound(found []Finding, field string) bool {
	return slices.ContainsFunc(found, func(f Finding) bool {
		return f.Field == field && f.Rule.ID != "" && f.Rule.Source != "" && f.Rule.Words != "" && f.Message != ""
	})
}

// LABEL-2: of a good label of every place and form: no element can be dropped, moved or changed,
// none added or said twice, without a finding that names it.
func TestNothingOfALabelCanBeOtherwise(t *testing.T) {
	eachForm(t, func(t *testing.T, j Jurisdiction, kind Kind, f Facts, l Label) {
		if found := lint(l, f, j, kind); len(found) > 0 {
			t.Fatalf("a good label is refused: %+v", found)
		}
		with := func(change func(*Label)) []Finding {
			other := l
			other.Elements = slices.Clone(l.Elements)
			change(&other)
			return lint(other, f, j, kind)
		}
		for i, e := range l.Elements {
			if !hasFound(with(func(l *Label) { l.Elements = slices.Delete(l.Elements, i, i+1) }), e.Field) {
				t.Errorf("%s can be left out", e.Field)
			}
			if !hasFound(with(func(l *Label) { l.Elements = append(l.Elements, e) }), e.Field) {
				t.Errorf("%s can be said twice", e.Field)
			}
			for k := range l.Elements {
				if k == i {
					continue
				}
				moved := with(func(l *Label) {
					l.Elements = slices.Insert(slices.Delete(l.Elements, i, i+1), k, e)
				})
				if !slices.ContainsFunc(moved, func(found Finding) bool { return strings.HasSuffix(found.Rule.ID, "-ORDER") }) {
					t.Errorf("%s can be moved to %d", e.Field, k)
				}
				swapped := with(func(l *Label) { l.Elements[i], l.Elements[k] = l.Elements[k], l.Elements[i] })
				if !hasFound(swapped, e.Field) || !hasFound(swapped, l.Elements[k].Field) {
					t.Errorf("%s and %s can be exchanged: %+v", e.Field, l.Elements[k].Field, swapped)
				}
			}
			for at := range e.Text {
				if !hasFound(with(func(l *Label) { l.Elements[i].Text = e.Text[:at] + "#" + e.Text[at+1:] }), e.Field) {
					t.Errorf("%s can be changed at %d", e.Field, at)
				}
			}
			for name, change := range map[string]func(*Element){
				"in small letters": func(e *Element) { e.Text = strings.ToLower(e.Text) + "x" },
				"cut":              func(e *Element) { e.Text = e.Text[:len(e.Text)-1] },
				"longer":           func(e *Element) { e.Text += "." },
				"under a name":     func(e *Element) { e.Name += "s" },
				"the other way":    func(e *Element) { e.Plain = !e.Plain },
			} {
				if !hasFound(with(func(l *Label) { change(&l.Elements[i]) }), e.Field) {
					t.Errorf("%s can stand %s", e.Field, name)
				}
			}
		}
		for field, change := range map[string]func(*Label){
			"code": func(l *Label) { l.URL = "https://elsewhere.example/tag/" + l.TagID },
			"tag":  func(l *Label) { l.TagID = "65f0a1b2c3d4e5f601234568" },
		} {
			if !hasFound(with(change), field) {
				t.Errorf("%s can be changed", field)
			}
		}
		if !hasFound(with(func(l *Label) { l.Firm = "Another" }), "tag") {
			t.Error("the firm can be changed")
		}
		if !hasFound(with(func(l *Label) { l.Elements = append(l.Elements, Element{Field: "more", Text: "More"}) }), "more") {
			t.Error("something can be added")
		}
	})
}

// What a tag does not state, it cannot be labelled with.
func TestWhatATagLacks(t *testing.T) {
	eachForm(t, func(t *testing.T, j Jurisdiction, kind Kind, _ Facts, l Label) {
		for field, lose := range map[string]func(*Facts){
			fieldHarvester: func(f *Facts) { f.Licence = "" }, fieldNamed: func(f *Facts) { f.Address = "" }, fieldDealer: func(f *Facts) { f.Cert = "" },
			fieldFirm: func(f *Facts) { f.Address = "" }, fieldShipper: func(f *Facts) { f.Shipper = "" }, fieldDate: func(f *Facts) { f.Date = "soon" },
			fieldDateTime: func(f *Facts) { f.Time = "" }, fieldLocation: func(f *Facts) { f.Location = "Oakland Bay" }, fieldProduct: func(f *Facts) { f.Quantity = "" },
			fieldStored: func(f *Facts) { f.Stored = &WetStorage{Cert: "OR-1", From: "2026-11-20"} }, fieldCount: func(f *Facts) { f.Containers = 0 },
		} {
			if l.find(field) < 0 {
				continue
			}
			f := good(kind)
			lose(&f)
			l, err := Compose(f, j, kind, today)
			if err != nil {
				t.Fatal(err)
			}
			if found := lint(l, f, j, kind); !hasFound(found, field) {
				t.Errorf("%s may be lacking: %+v", field, found)
			}
		}
	})
}

func TestWhatNoLabelIsPrintedFor(t *testing.T) {
	j, _ := At("NC")
	for name, of := range map[string]struct {
		kind   Kind
		field  string
		change func(*Facts)
	}{
		"received":   {Harvester, "form", func(f *Facts) { f.Received = true }},
		"mixed":      {Dealer, "tag", func(f *Facts) { f.Mixed = true }},
		"tomorrow's": {Harvester, fieldDate, func(f *Facts) { f.Date = "2026-11-23" }},
	} {
		f := good(of.kind)
		of.change(&f)
		l, err := Compose(f, j, of.kind, today)
		if err != nil {
			t.Fatal(err)
		}
		if found := lint(l, f, j, of.kind); !hasFound(found, of.field) {
			t.Errorf("%s: %+v", name, found)
		}
	}
	for _, paper := range Papers {
		l, _ := Compose(good(Harvester), j, Harvester, today)
		small := paper.ID == "mobileSmall" || paper.ID == "mobileSticker"
		if got := hasFound(Lint(l, good(Harvester), j, Harvester, today, paper), "paper"); got != small {
			t.Errorf("%s: too small is %t", paper.Name, got)
		}
	}
	if _, err := Compose(good(Bulk), j, Bulk, today); err == nil {
		t.Error("a bulk tag of North Carolina has a form, and nobody knows which")
	}
	if found := Lint(Label{}, good(Bulk), j, Bulk, today, Papers[0]); !hasFound(found, "form") {
		t.Errorf("%+v", found)
	}
}

// What was wet stored in the state of its harvest says nothing of it, but in North Carolina.
func TestCompose_SaysWetStorageAcrossStates(t *testing.T) {
	for code, want := range map[string]map[string]bool{
		"WA": {"WA-1-SS": false, "OR-1-SS": true, "77": true}, "DC": {"WA-1-SS": false, "OR-1-SS": true}, "NC": {"WA-1-SS": true, "OR-1-SS": true},
	} {
		j, _ := At(code)
		for cert, says := range want {
			f := good(Dealer)
			f.Stored = &WetStorage{cert, "2026-11-20", "2026-11-21"}
			l, err := Compose(f, j, Dealer, today)
			if err != nil {
				t.Fatal(err)
			}
			if got := l.find(fieldStored) >= 0; got != says {
				t.Errorf("%s, stored at %s: said is %t", code, cert, got)
			}
			if found := lint(l, f, j, Dealer); len(found) > 0 {
				t.Errorf("%s, stored at %s: %+v", code, cert, found)
			}

			f.Stored.To = "" // it is still there
			if l, err = Compose(f, j, Dealer, today); err != nil {
				t.Fatal(err)
			}
			if !hasFound(lint(l, f, j, Dealer), fieldStored) {
				t.Errorf("%s: what is still stored at %s has a dealer's tag", code, cert)
			}
		}
	}
}

// A rule holds from its first day to its last.
func TestDaysOfForce(t *testing.T) {
	r := Rule{From: "2026-01-01", Until: "2026-06-30"}
	for day, want := range map[string]bool{"2025-12-31": false, "2026-01-01": true, "2026-06-30": true, "2026-07-01": false} {
		if r.inForce(day) != want {
			t.Errorf("on %s: %t", day, !want)
		}
	}
	ca, _ := At("CA")
	l, err := Compose(good(Harvester), ca, Harvester, "2007-07-19")
	if err != nil || len(l.Elements) != 0 {
		t.Errorf("before the rule: %+v, %v", l.Elements, err)
	}
}

// Every rule says what it asks and where that stands; one id means one rule.
func TestRulesAreData(t *testing.T) {
	seen := map[string]Rule{}
	for _, j := range Jurisdictions {
		for _, form := range j.Forms() {
			for _, r := range j.Rules(form.Kind) {
				if r.Words == "" || r.Source == "" {
					t.Errorf("%s %s: %+v says too little", j.Code, form.Kind, r)
				}
				if before, known := seen[r.ID]; known && before.Words != r.Words {
					t.Errorf("%s is two rules: %q and %q", r.ID, before.Words, r.Words)
				}
				seen[r.ID] = r
			}
		}
	}
	for _, code := range []string{"WA", "OR", "CA", "ME", "MA", "MD", "NJ", "NC", "AL", "DC", "BC", "Australia"} {
		if _, err := At(code); err != nil {
			t.Error(err)
		}
	}
	for _, of := range [][3]string{{"Washington", "USA", "WA"}, {"Texas", "USA", "US"}, {"British Columbia", "Canada", "BC"}, {"Nova Scotia", "Canada", "Canada"}, {"Tasmania", "Australia", "Australia"}, {"Sonora", "Mexico", "Other"}, {"", "", "Other"}} {
		if got := Of(of[0], of[1]).Code; got != of[2] {
			t.Errorf("%s, %s: %s", of[0], of[1], got)
		}
	}
}

// A location ends with its state, which is added only where it is known.
func TestLocations(t *testing.T) {
	for _, of := range [][4]string{
		{"Oakland Bay, Washington", "", "", "Oakland Bay, WA"}, {"Oakland Bay, WA", "Maine", "12", "Oakland Bay, 12, WA"}, {"Oakland Bay", "Washington", "parcel 12", "Oakland Bay, parcel 12, WA"},
		{"Oakland Bay", "", "12", "Oakland Bay, 12"}, {"Bahía Falsa, Baja California", "Mexico", "", "Bahía Falsa, Baja California, MX"}, {"", "Maine", "12", ""}, {"Washington", "Maine", "", "Washington, ME"},
	} {
		if got := Within(Abbreviated(of[0], of[1]), of[2]); got != of[3] {
			t.Errorf("%q: %q, want %q", of[0], got, of[3])
		}
	}
}
