package farm

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/mail"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/timezone"
)

const maxSetupFee = 10_000_000 // cents; beyond it somebody mistyped

// activities are what a farm or distributor does with its animals.
var (
	activities     = []string{"Harvest", "Order", "Outgoing", "Process", "Receive", "Record"}
	farmActivities = []string{"Harvest", "Outgoing", "Record"}
)

// check puts the record into its stored form and gives the faults of its
// fields.
func (f *Farm) check() error {
	var found faults
	f.Details.check(&found)
	f.Public.check(&found)
	return fault.ForFields(found)
}

// faults collects what is wrong with the fields of a form, in their order.
type faults []fault.Field

func (f *faults) refuse(name, message string) {
	*f = append(*f, fault.Field{Name: name, Message: message})
}

// texts trims the texts of a form and refuses those that are longer than their
// tag maxLength, or not plain. The API document has the same tags.
func (f *faults) texts(at string, form any) {
	all := reflect.ValueOf(form).Elem()
	for i := range all.NumField() {
		field := all.Type().Field(i)
		limit, err := strconv.Atoi(field.Tag.Get("maxLength"))
		if err != nil {
			continue
		}
		text := all.Field(i).Addr().Interface().(*string)
		*text = strings.TrimSpace(*text)
		isPlain := plain.Line
		if field.Tag.Get("lines") != "" {
			isPlain = plain.Lines
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case utf8.RuneCountInString(*text) > limit:
			f.refuse(at+name, fmt.Sprintf("That has more than %d characters", limit))
		case !isPlain(*text):
			f.refuse(at+name, plain.Refusal)
		}
	}
}

// check trims the texts and refuses what a farm may not have, in the order of
// the form.
func (d *Details) check(f *faults) {
	f.texts("", d)
	if d.Name == "" {
		f.refuse("name", "Name is required")
	}
	if d.Email != "" && !mail.IsAddress(d.Email) {
		f.refuse("email", "Please give an email address")
	}
	f.website("website", d.Website)
	if d.Country == "" {
		f.refuse("country", "Country is required")
	}
	f.place(d.Country, d.State)
	if d.State == "" {
		f.refuse("state", "State is required")
	}
	if d.Type != "" && d.Type != TypeFarm && d.Type != TypeDistributor {
		f.refuse("type", "A type is farm or distributor")
	}
	if message := activitiesProblem(d.Type, d.Activities); message != "" {
		f.refuse("activities", message)
	}
	if d.Activities == nil {
		d.Activities = []string{}
	}
	if d.TimeZone == "" {
		d.TimeZone = zoneOf(d.Country, d.State)
	}
	if _, err := timezone.Load(d.TimeZone); err != nil {
		f.refuse("timeZone", "That time zone is not known")
	}
	if d.SetupFee < 0 || d.SetupFee > maxSetupFee {
		f.refuse("setupFee", fmt.Sprintf("A setup fee is $0 to $%d", maxSetupFee/100))
	}
}

// website refuses an address that a browser would not open as a page.
func (f *faults) website(name, address string) {
	if address != "" && !isWebsite(address) {
		f.refuse(name, "A website is an address like https://farm.example")
	}
}

// isWebsite accepts what a browser opens as a page of the host that a person reads.
// The https:// may be left out, as people do leave it out; any other scheme could run a
// script, and a user part could make the address look like another's.
func isWebsite(address string) bool {
	whole := address
	if lower := strings.ToLower(address); !strings.HasPrefix(lower, "https://") && !strings.HasPrefix(lower, "http://") {
		whole = "https://" + address
	}
	u, err := url.Parse(whole)
	return err == nil && u.User == nil && strings.Contains(strings.Trim(u.Hostname(), "."), ".") && !strings.ContainsAny(address, " \\\"'<>`")
}

// activitiesProblem is what is wrong with a record's type and activities.
func activitiesProblem(kind string, chosen []string) string {
	for i, a := range chosen {
		if !slices.Contains(activities, a) {
			return fmt.Sprintf("There is no activity named %q", a)
		}
		if slices.Contains(chosen[:i], a) {
			return fmt.Sprintf("%s is there twice", a)
		}
	}
	switch kind {
	case TypeFarm:
		if len(chosen) != 1 || !slices.Contains(farmActivities, chosen[0]) {
			return "A farm has exactly one of Harvest, Outgoing and Record"
		}
	case TypeDistributor:
		if !slices.Contains(chosen, "Receive") || !slices.Contains(chosen, "Order") {
			return "A distributor has Receive and Order"
		}
	}
	return ""
}

// activitiesFor are the activities that a new type begins with.
func activitiesFor(kind string) []string {
	switch kind {
	case TypeFarm:
		return []string{"Harvest"}
	case TypeDistributor:
		return []string{"Order", "Receive"}
	}
	return []string{}
}
