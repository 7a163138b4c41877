package farm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/fault"
)

// ShippingAddress is where the farm's paper and printers go.
type ShippingAddress struct {
	Name       string `json:"name" maxLength:"200"`
	Business   string `json:"business" maxLength:"200"`
	Address1   string `json:"address1" maxLength:"200"`
	Address2   string `json:"address2" maxLength:"200"`
	City       string `json:"city" maxLength:"200"`
	State      string `json:"state" maxLength:"200"`
	Country    string `json:"country" maxLength:"200"`
	PostalCode string `json:"postalCode" maxLength:"200"`
}

// ShippingForm is a shipping address as a form sends it.
type ShippingForm struct {
	Name       string `json:"name" maxLength:"200"`
	Business   string `json:"business" required:"false" maxLength:"200"`
	Address1   string `json:"address1" maxLength:"200"`
	Address2   string `json:"address2" required:"false" maxLength:"200"`
	City       string `json:"city" maxLength:"200"`
	State      string `json:"state" maxLength:"200"`
	Country    string `json:"country" maxLength:"200"`
	PostalCode string `json:"postalCode" maxLength:"200"`
}

// Check trims the address and gives what is wrong with it, each field named with
// the prefix.
func (a *ShippingAddress) Check(prefix string) []fault.Field {
	var found faults
	a.check(&found)
	for i := range found {
		found[i].Name = prefix + found[i].Name
	}
	return found
}

func (a *ShippingAddress) check(f *faults) {
	f.texts("", a)
	for _, required := range []struct{ name, value, message string }{
		{"name", a.Name, "Name is required."}, {"address1", a.Address1, "Address 1 is required."}, {"city", a.City, "City is required."},
		{"state", a.State, "State is required."}, {"postalCode", a.PostalCode, "Zip Code is required."}, {"country", a.Country, "Country is required."},
	} {
		if required.value == "" {
			f.refuse(required.name, required.message)
		}
	}
	f.place(a.Country, a.State)
}

// place refuses a country that we don't serve, and a state of another country.
func (f *faults) place(country, state string) {
	states, known := states[country]
	switch {
	case country == "":
	case !known:
		f.refuse("country", "Choose one of these countries: "+strings.Join(Countries(), ", "))
	case state != "" && !slices.Contains(states, state):
		f.refuse("state", fmt.Sprintf("%s is not a state of %s", state, country))
	}
}
