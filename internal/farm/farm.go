package farm

import "slices"

// Types of farm. A record may also have none yet.
const (
	TypeFarm        = "farm"
	TypeDistributor = "distributor"
)

// Details are the fields of the form of a farm.
type Details struct {
	Name        string   `json:"name" maxLength:"40"`
	CompanyName string   `json:"companyName" required:"false" maxLength:"200"`
	Owner       string   `json:"owner" required:"false" maxLength:"200"`
	Email       string   `json:"email" required:"false" maxLength:"200"`
	Phone       string   `json:"phone" required:"false" maxLength:"200"`
	Website     string   `json:"website" required:"false" maxLength:"200" doc:"An http or https address; the scheme may be left out"`
	Address1    string   `json:"address1" required:"false" maxLength:"200"`
	Address2    string   `json:"address2" required:"false" maxLength:"200"`
	City        string   `json:"city" required:"false" maxLength:"200"`
	State       string   `json:"state" required:"false" maxLength:"200" doc:"A state of the country, required"`
	Zip         string   `json:"zip" required:"false" maxLength:"200"`
	Country     string   `json:"country" required:"false" maxLength:"200" doc:"Canada, Mexico, USA or Australia, required"`
	Type        string   `json:"type" required:"false" maxLength:"200" doc:"farm, distributor or empty"`
	Activities  []string `json:"activities" required:"false" doc:"A farm has exactly one of Harvest, Outgoing and Record"`
	TimeZone    string   `json:"timeZone" required:"false" maxLength:"200" doc:"IANA name; the farm's calendar days begin at its midnight. UTC by default"`
	Location    string   `json:"location" required:"false" maxLength:"200" doc:"Where the farm lies, in its own words"`
	SetupFee    int64    `json:"setupFee" required:"false" doc:"What the setup of the farm costs, in cents"`
}

// HideFromPrograms removes what no program with a key of the farm needs: money, people and where
// parcels go.
func (f *Farm) HideFromPrograms() {
	f.Owner, f.Email, f.Phone = "", "", ""
	f.ShippingAddress, f.Users = ShippingAddress{}, []LinkedUser{}
	f.SetupFee, f.TaggingSetupInvoice, f.PaperDiscount = 0, "", false
}

// ForPrinting returns the part of the record that a program needs to print labels: names, the address
// and what labels and tag pages state. Each field of it is named here.
func (f *Farm) ForPrinting() Farm {
	part := Farm{
		ID: f.ID,
		Details: Details{
			Name: f.Name, CompanyName: f.CompanyName, Address1: f.Address1, Address2: f.Address2,
			City: f.City, State: f.State, Zip: f.Zip, Country: f.Country, Activities: []string{},
		},
		Public:        f.Public,
		TaggingActive: f.TaggingActive,
		Features:      map[string]bool{}, Leases: []Lease{}, Users: []LinkedUser{}, OpenRecalls: []OpenRecall{},
	}
	part.Certs = slices.Clone(f.Certs)
	for i := range part.Certs {
		part.Certs[i].DateOfExpiration = ""
	}
	for _, l := range f.Leases {
		part.Leases = append(part.Leases, Lease{ID: l.ID, Name: l.Name, Location: l.Location, EndedOn: l.EndedOn, Lines: []Line{}})
	}
	return part
}

// changedByPlatform reports whether the form differs in what the platform's people
// decide, and not the farm: under which names it is known and billed, and what it is and
// does. What it pays is theirs too (Edit).
func (d *Details) changedByPlatform(before Details) bool {
	return d.Name != before.Name || d.CompanyName != before.CompanyName || d.Type != before.Type ||
		!slices.Equal(d.Activities, before.Activities)
}

// Farm is a farm or distributor with what its own people may see.
type Farm struct {
	ID      string `json:"_id"`
	Version int64  `json:"version" doc:"Counts up with every change of the farm"`
	Details
	Public
	ShippingAddress     ShippingAddress `json:"shippingAddress"`
	Photo               string          `json:"photo" doc:"Path of the photo, empty without one"`
	Features            map[string]bool `json:"features"`
	TaggingActive       TaggingState    `json:"taggingActive"`
	TaggingSetupInvoice string          `json:"taggingSetupInvoice"`
	PaperDiscount       bool            `json:"paperDiscount"`
	Leases              []Lease         `json:"leases"`
	Recorded            bool            `json:"recorded" required:"false" doc:"Whether anything was ever recorded in its growing areas, so that reports have something to be viewed by"`
	Users               []LinkedUser    `json:"users" doc:"The linked users; only staff see them"`
	UTCOffset           int             `json:"utcOffset" required:"false" doc:"Minutes that the farm's clocks are now ahead of UTC. Its day begins by them for all, also where a reader's own table of time zones is older or newer than the server's"`
	OpenRecalls         []OpenRecall    `json:"openRecalls" doc:"In force, of tags of the farm; the oldest first"`
	BeingCleaned        *Cleaning       `json:"beingCleaned,omitempty" doc:"Absent unless a clean is under way: until it is over, the record can be read and nothing else"`

	May string `json:"may,omitempty" enum:"record,reports,manage" doc:"What your link to the farm opens: recording, reports too, or all that its own people may; absent where you are here by other rights"`

	photoName string // of the blob
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

	Owner         string       `json:"owner"`
	Email         string       `json:"email"`
	Phone         string       `json:"phone"`
	TaggingActive TaggingState `json:"taggingActive"`
	Certificates  []string     `json:"certificates" doc:"Their numbers"`
}
