package farm

// ShippingAddress is where the farm's paper and printers go.
type ShippingAddress struct {
	Name       string `json:"name"`
	Business   string `json:"business"`
	Address1   string `json:"address1"`
	Address2   string `json:"address2"`
	City       string `json:"city"`
	State      string `json:"state"`
	Country    string `json:"country"`
	PostalCode string `json:"postalCode"`
}

func (a *ShippingAddress) check(f *faults) {
	f.line(maxText, text{"name", &a.Name}, text{"business", &a.Business}, text{"address1", &a.Address1}, text{"address2", &a.Address2},
		text{"city", &a.City}, text{"state", &a.State}, text{"postalCode", &a.PostalCode}, text{"country", &a.Country})
	for _, required := range []struct{ name, value, message string }{
		{"name", a.Name, "Name is required."}, {"address1", a.Address1, "Address 1 is required."}, {"city", a.City, "City is required."},
		{"state", a.State, "State is required."}, {"postalCode", a.PostalCode, "Zip Code is required."}, {"country", a.Country, "Country is required."},
	} {
		if required.value == "" {
			f.refuse(required.name, required.message)
		}
	}
}
