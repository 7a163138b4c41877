package farm

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/timezone"
)

func valid() Details {
	return Details{Name: "Stony Point Shellfish", Country: "USA", State: "Washington", Type: TypeFarm, Activities: []string{"Harvest"}}
}

// AFARM-1 AFARM-3: what a form may save, and the words for what it may not.
func TestCheck(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Details)
		field  string // the last one at fault, empty when all is well
		says   string
	}{
		{"a farm", func(*Details) {}, "", ""},
		{"no name", func(d *Details) { d.Name = "  " }, "name", "Name is required"},
		{"40 letters", func(d *Details) { d.Name = strings.Repeat("å", 40) }, "", ""},
		{"41 letters", func(d *Details) { d.Name = strings.Repeat("å", 41) }, "name", "That has more than 40 characters"},
		{"no country", func(d *Details) { d.Country = "" }, "country", "Country is required"},
		{"a country that does not exist", func(d *Details) { d.Country = "Atlantis" }, "country", "Choose one of these countries: Australia, Canada, Mexico, USA"},
		{"no state", func(d *Details) { d.State = "" }, "state", "State is required"},
		{"a state of another country", func(d *Details) { d.State = "Tasmania" }, "state", "Tasmania is not a state of USA"},
		{"an email with a name", func(d *Details) { d.Email = "Ann <a@b.c>" }, "email", "Please give an email address"},
		{"a script for a website", func(d *Details) { d.Website = "javascript:alert(1)" }, "website", "A website is an address like https://farm.example"},
		{"a script in a page address", func(d *Details) { d.Website = "//evil.example" }, "website", "A website is an address like https://farm.example"},
		{"a host that hides behind another", func(d *Details) { d.Website = "https://good.example@evil.example" }, "website", "A website is an address like https://farm.example"},
		{"a website without its scheme", func(d *Details) { d.Website = "stonypoint.example/shop" }, "", ""},
		{"an unknown time zone", func(d *Details) { d.TimeZone = "Mars/Olympus" }, "timeZone", "That time zone is not known"},
		{"two activities on a farm", func(d *Details) { d.Activities = []string{"Harvest", "Record"} }, "activities", "A farm has exactly one of Harvest, Outgoing and Record"},
		{"a farm that only receives", func(d *Details) { d.Activities = []string{"Receive"} }, "activities", "A farm has exactly one of Harvest, Outgoing and Record"},
		{"an unknown activity", func(d *Details) { d.Activities = []string{"Dance"} }, "activities", `There is no activity named "Dance"`},
		{"an unknown type", func(d *Details) { d.Type = "fleet" }, "type", "A type is farm or distributor"},
		{"a distributor", func(d *Details) {
			d.Type, d.Activities = TypeDistributor, []string{"Order", "Receive", "Outgoing"}
		}, "", ""},
		{"a distributor that receives nothing", func(d *Details) { d.Type = TypeDistributor }, "activities", "A distributor has Receive and Order"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := valid()
			tt.change(&d)
			err := (&Farm{Details: d}).check()
			if tt.field == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("err = %v", err)
			}
			fields := fault.As(err).Fields
			if got := fields[len(fields)-1]; got != (fault.Field{Name: tt.field, Message: tt.says}) {
				t.Errorf("got %+v", fields)
			}
		})
	}
}

// S6: the addresses that may become links on the tag page, and those that may not.
func TestIsWebsite(t *testing.T) {
	for address, want := range map[string]bool{
		"https://a.example": true, "HTTP://a.example/x?y=z#w": true, "a.example": true, "a.example:8080/shop": true, "größe.example": true,
		"javascript:alert(1)": false, "java\tscript:alert(1)": false, "JaVaScRiPt:alert(1)": false, "data:text/html,x": false, "vbscript:x": false,
		"//evil.example": false, "/evil": false, "https://good.example@evil.example": false, "good.example@evil.example": false,
		"https://good.example:x@evil.example": false, "ftp://evil.example": false, "https://": false, "https://nodot": false, "https://.": false,
		"https://a.example/\"onclick=": false, "https://a.example/<script>": false, "http:evil.example": false, "mailto:a@b.example": false, "a b.example": false,
	} {
		if got := isWebsite(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}

// AFARM-2: the form and the server offer the same states.
func TestStatesAreThoseOfTheForm(t *testing.T) {
	for country, want := range map[string]int{"USA": 52, "Canada": 10, "Mexico": 32, "Australia": 6} {
		if got := len(states[country]); got != want {
			t.Errorf("%s has %d states, want %d", country, got, want)
		}
	}
	form, err := os.ReadFile("../../web/src/shared/lib/places.ts")
	if err != nil {
		t.Fatal(err)
	}
	for country, ours := range states {
		list := regexp.MustCompile(`(?s)` + country + `: \[(.*?)\]`).FindSubmatch(form)
		if list == nil {
			t.Errorf("the form lacks %s", country)
			continue
		}
		theirs := []string{}
		for _, name := range regexp.MustCompile(`'([^']+)'`).FindAllSubmatch(list[1], -1) {
			theirs = append(theirs, string(name[1]))
		}
		if !slices.Equal(ours, theirs) {
			t.Errorf("%s: server %v, form %v", country, ours, theirs)
		}
	}
}

func TestTodayIsTheFarmsOwn(t *testing.T) {
	zone, err := timezone.Load("America/Vancouver")
	if err != nil {
		t.Fatal(err)
	}
	late := time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC) // nine in the evening of the 20th at the farm
	if got, want := (Ref{Zone: zone}).Today(late), Day(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)); got != want {
		t.Errorf("Today = %d, want %d", got, want)
	}
	if got := Day(time.Date(1969, 12, 31, 23, 0, 0, 0, time.UTC)); got != -1 {
		t.Errorf("the day before the first is %d", got)
	}
}
