package farm

import (
	"cmp"
	"slices"
)

// A change holds what an edit sets; what is nil stays as it is, even if somebody
// else has changed it in the meantime.

// Change is an edit of the Details, and of the terms on which the farm gets its paper.
type Change struct {
	Name        *string  `json:"name" required:"false" maxLength:"40"`
	CompanyName *string  `json:"companyName" required:"false" maxLength:"200"`
	Owner       *string  `json:"owner" required:"false" maxLength:"200"`
	Email       *string  `json:"email" required:"false" maxLength:"200"`
	Phone       *string  `json:"phone" required:"false" maxLength:"200"`
	Website     *string  `json:"website" required:"false" maxLength:"200"`
	Address1    *string  `json:"address1" required:"false" maxLength:"200"`
	Address2    *string  `json:"address2" required:"false" maxLength:"200"`
	City        *string  `json:"city" required:"false" maxLength:"200"`
	State       *string  `json:"state" required:"false" maxLength:"200"`
	Zip         *string  `json:"zip" required:"false" maxLength:"200"`
	Country     *string  `json:"country" required:"false" maxLength:"200"`
	Type        *string  `json:"type" required:"false" maxLength:"200" doc:"farm, distributor or empty"`
	Activities  []string `json:"activities" required:"false" doc:"Left out while the type changes, they are those that the type begins with"`
	TimeZone    *string  `json:"timeZone" required:"false" maxLength:"200"`
	Location    *string  `json:"location" required:"false" maxLength:"200"`
	SetupFee    *int64   `json:"setupFee" required:"false" doc:"Cents"`

	PaperDiscount *bool `json:"paperDiscount" required:"false" doc:"Paper at the distributor's cost, from the next refill on"`
}

func (c Change) apply(f *Farm) {
	d := &f.Details
	set(&f.PaperDiscount, c.PaperDiscount)
	if c.Activities != nil {
		d.Activities = c.Activities
	} else if c.Type != nil && *c.Type != d.Type {
		d.Activities = activitiesFor(*c.Type)
	}
	set(&d.Name, c.Name)
	set(&d.CompanyName, c.CompanyName)
	set(&d.Owner, c.Owner)
	set(&d.Email, c.Email)
	set(&d.Phone, c.Phone)
	set(&d.Website, c.Website)
	set(&d.Address1, c.Address1)
	set(&d.Address2, c.Address2)
	set(&d.City, c.City)
	set(&d.State, c.State)
	set(&d.Zip, c.Zip)
	set(&d.Country, c.Country)
	set(&d.Type, c.Type)
	set(&d.TimeZone, c.TimeZone)
	set(&d.Location, c.Location)
	set(&d.SetupFee, c.SetupFee)
}

// PublicChange is an edit of what the tag page shows of a farm.
type PublicChange struct {
	Location          *string       `json:"location" required:"false" maxLength:"200"`
	Phone             *string       `json:"phone" required:"false" maxLength:"200"`
	Website           *string       `json:"website" required:"false" maxLength:"200"`
	Dealer            *string       `json:"dealer" required:"false" maxLength:"200"`
	GrowerNames       *string       `json:"growerNames" required:"false" maxLength:"2000" lines:"true"`
	Cert              *string       `json:"cert" required:"false" maxLength:"200"`
	HarvesterCert     *string       `json:"harvesterCert" required:"false" maxLength:"200"`
	Certs             []Certificate `json:"certs" required:"false" doc:"All of them"`
	DistributorBrands []BrandNotes  `json:"distributorBrands" required:"false" doc:"All of them"`
	Labels            *Headings     `json:"labels" required:"false"`
}

func (c PublicChange) apply(f *Farm) {
	set(&f.Location, c.Location)
	set(&f.Phone, c.Phone)
	set(&f.Website, c.Website)
	set(&f.Dealer, c.Dealer)
	set(&f.GrowerNames, c.GrowerNames)
	set(&f.Public.Cert, c.Cert)
	set(&f.HarvesterCert, c.HarvesterCert)
	if c.Certs != nil {
		f.Certs = slices.Clone(c.Certs)
	}
	if c.DistributorBrands != nil {
		f.DistributorBrands = slices.Clone(c.DistributorBrands)
	}
	if c.Labels != nil {
		f.Labels.Species = cmp.Or(c.Labels.Species, f.Labels.Species)
		f.Labels.Harvest = cmp.Or(c.Labels.Harvest, f.Labels.Harvest)
	}
}

// ShippingChange is an edit of the shipping address.
type ShippingChange struct {
	Name       *string `json:"name" required:"false" maxLength:"200"`
	Business   *string `json:"business" required:"false" maxLength:"200"`
	Address1   *string `json:"address1" required:"false" maxLength:"200"`
	Address2   *string `json:"address2" required:"false" maxLength:"200"`
	City       *string `json:"city" required:"false" maxLength:"200"`
	State      *string `json:"state" required:"false" maxLength:"200"`
	Country    *string `json:"country" required:"false" maxLength:"200"`
	PostalCode *string `json:"postalCode" required:"false" maxLength:"200"`
}

func (c ShippingChange) apply(a *ShippingAddress) {
	set(&a.Name, c.Name)
	set(&a.Business, c.Business)
	set(&a.Address1, c.Address1)
	set(&a.Address2, c.Address2)
	set(&a.City, c.City)
	set(&a.State, c.State)
	set(&a.Country, c.Country)
	set(&a.PostalCode, c.PostalCode)
}

// set puts the value in, if there is one.
func set[T any](into *T, value *T) {
	if value != nil {
		*into = *value
	}
}
