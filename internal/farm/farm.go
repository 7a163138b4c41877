package farm

import (
	"fmt"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/fault"
)

// Types of farm. A record may also have none yet.
const (
	TypeFarm        = "farm"
	TypeDistributor = "distributor"
)

const (
	maxName = 40  // characters
	maxText = 200 // characters, of any other line of text
)

// activities are what a farm or distributor does with its animals.
var (
	activities          = []string{"Harvest", "Order", "Outgoing", "Process", "Receive", "Record"}
	farmActivities      = []string{"Harvest", "Outgoing", "Record"}
	fixedForDistributor = []string{"Receive", "Order", "Process"} // shown, not to be toggled
)

// Details are the fields of a farm that a form edits.
type Details struct {
	Name        string   `json:"name"`
	CompanyName string   `json:"companyName" required:"false"`
	Owner       string   `json:"owner" required:"false"`
	Email       string   `json:"email" required:"false"`
	Phone       string   `json:"phone" required:"false"`
	Website     string   `json:"website" required:"false" doc:"An http or https address; the scheme may be left out"`
	Address1    string   `json:"address1" required:"false"`
	Address2    string   `json:"address2" required:"false"`
	City        string   `json:"city" required:"false"`
	State       string   `json:"state" required:"false" doc:"A state of the country, required"`
	Zip         string   `json:"zip" required:"false"`
	Country     string   `json:"country" required:"false" doc:"Canada, Mexico, USA or Australia, required"`
	Type        string   `json:"type" required:"false" doc:"farm, distributor or empty"`
	Activities  []string `json:"activities" required:"false" doc:"A farm has exactly one of Harvest, Outgoing and Record"`
	TimeZone    string   `json:"timeZone" required:"false" doc:"IANA name; the farm's calendar days begin at its midnight. UTC by default"`
}

// check trims the texts and gives the faults of the fields, in the order of
// the form.
func (d *Details) check() error {
	var fields []fault.Field
	refuse := func(name, message string) { fields = append(fields, fault.Field{Name: name, Message: message}) }
	d.trim(refuse)
	if d.Name == "" {
		refuse("name", "Name is required")
	} else if utf8.RuneCountInString(d.Name) > maxName {
		refuse("name", fmt.Sprintf("A name has at most %d characters", maxName))
	}
	if d.Email != "" {
		if a, err := mail.ParseAddress(d.Email); err != nil || a.Address != d.Email {
			refuse("email", "Please give an email address")
		}
	}
	if !isWebsite(d.Website) {
		refuse("website", "A website is an address like https://farm.example")
	}
	if states, known := states[d.Country]; !known {
		refuse("country", "Country is required")
	} else if d.State != "" && !slices.Contains(states, d.State) {
		refuse("state", fmt.Sprintf("%s is no state of %s", d.State, d.Country))
	}
	if d.State == "" {
		refuse("state", "State is required")
	}
	if message := activitiesProblem(d.Type, d.Activities); message != "" {
		refuse("activities", message)
	}
	if d.TimeZone == "" {
		d.TimeZone = "UTC"
	}
	if _, err := time.LoadLocation(d.TimeZone); err != nil || d.TimeZone == "Local" {
		refuse("timeZone", "That time zone is not known")
	}
	return fault.ForFields(fields)
}

// isWebsite accepts what a browser opens as a page. The https:// may be left
// out, as people do; any other scheme could run a script.
func isWebsite(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.User == nil && (u.Scheme == "" && u.Host == "" || u.Host != "" && (u.Scheme == "http" || u.Scheme == "https"))
}

func (d *Details) trim(refuse func(name, message string)) {
	for _, text := range []struct {
		name  string
		value *string
	}{
		{"name", &d.Name}, {"companyName", &d.CompanyName}, {"owner", &d.Owner}, {"email", &d.Email}, {"phone", &d.Phone},
		{"website", &d.Website}, {"address1", &d.Address1}, {"address2", &d.Address2}, {"city", &d.City},
		{"state", &d.State}, {"zip", &d.Zip}, {"country", &d.Country}, {"type", &d.Type}, {"timeZone", &d.TimeZone},
	} {
		*text.value = strings.TrimSpace(*text.value)
		if utf8.RuneCountInString(*text.value) > maxText {
			refuse(text.name, fmt.Sprintf("That has more than %d characters", maxText))
		}
	}
}

// activitiesProblem is what is wrong with a record's type and activities.
func activitiesProblem(kind string, chosen []string) string {
	for _, a := range chosen {
		if !slices.Contains(activities, a) {
			return fmt.Sprintf("%q is no activity", a)
		}
	}
	switch kind {
	case "":
		return ""
	case TypeFarm:
		if len(chosen) != 1 || !slices.Contains(farmActivities, chosen[0]) {
			return "A farm has exactly one of Harvest, Outgoing and Record"
		}
	case TypeDistributor:
		if !slices.Contains(chosen, "Receive") || !slices.Contains(chosen, "Order") {
			return "A distributor has Receive and Order"
		}
	default:
		return "A type is farm or distributor"
	}
	return ""
}

// Farm is a farm or distributor with what its own people may see.
type Farm struct {
	ID string `json:"_id"`
	Details
	Photo               string          `json:"photo" doc:"Path of the photo, empty without one"`
	Features            map[string]bool `json:"features"`
	TaggingActive       TaggingState    `json:"taggingActive"`
	TaggingSetupInvoice string          `json:"taggingSetupInvoice"`
	PaperDiscount       bool            `json:"paperDiscount"`
	Leases              []Lease         `json:"leases"`
	Users               []LinkedUser    `json:"users" doc:"The linked users; only staff see them"`
}

// Lease is a growing area.
type Lease struct {
	ID               string `json:"leaseId"`
	Name             string `json:"name"`
	DateOfIssue      string `json:"dateOfIssue" doc:"YYYY-MM-DD or empty"`
	DateOfIssueTwin  string `json:"dateofIssue" doc:"The same as dateOfIssue, for older clients"`
	DateOfExpiration string `json:"dateOfExpiration" doc:"YYYY-MM-DD or empty"`
	Size             string `json:"size"`
	Lines            []Line `json:"lines"`
	Location         string `json:"location"`
}

// Line is a line, rack or row of a growing area, on which containers hang.
type Line struct {
	Name  string `json:"name"`
	Spots int    `json:"spots" doc:"How many containers can hang there; 0 where nobody said"`
}

// LinkedUser is a user who may see the farm.
type LinkedUser struct {
	ID       string `json:"_id"`
	Username string `json:"username"`
	Name     string `json:"name"`
}

// Summary is a row of the list of farms.
type Summary struct {
	ID            string `json:"_id"`
	Name          string `json:"name"`
	CompanyName   string `json:"companyName"`
	Type          string `json:"type"`
	PaperDiscount bool   `json:"paperDiscount"`
	City          string `json:"city"`
	State         string `json:"state"`
	Country       string `json:"country"`
}
