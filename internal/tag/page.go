package tag

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"

	"github.com/merroir/merroir/internal/plain"
)

// Page is what the public page of a tag shows.
type Page struct {
	Farm    PublicFarm `json:"farm"`
	Tag     Tag        `json:"tag"`
	RootTag *RootTag   `json:"rootTag" doc:"The tag that this one was made from; of several, the one harvested first; null where there is none"`
	Recall  *string    `json:"recall" doc:"Name of the recalling party, null when nothing is recalled"`
}

// Tag is a tag as anyone may see it.
type Tag struct {
	ID   string `json:"_id"`
	Type string `json:"type" doc:"FARM or DISTRIBUTOR"`
	Fields
	Item      Item   `json:"item" nullable:"true" doc:"Fields that override the tag's own, where they are not null"`
	TakenBack string `json:"takenBack,omitempty" doc:"YYYY-MM-DD on which its firm took the tag back as a mistake; absent for one that is valid"`
}

// Stated is what the tag states: its own fields with those of its item in their place.
func (t Tag) Stated() (Fields, error) {
	if len(t.Item) == 0 {
		return t.Fields, nil
	}
	return t.Item.over(t.Fields)
}

// RootTag is a parent tag with the growers behind it.
type RootTag struct {
	Tag
	GrowerNames string `json:"growerNames"`
}

// PublicFarm is what anyone may see of a farm or distributor.
type PublicFarm struct {
	ID                string  `json:"_id"`
	Name              string  `json:"name"`
	Type              string  `json:"type" doc:"farm, distributor or empty"`
	Photo             string  `json:"photo" doc:"Path of the photo on this server, empty without one"`
	Dealer            string  `json:"dealer"`
	GrowerNames       string  `json:"growerNames"`
	DistributorBrands []Brand `json:"distributorBrands"`
	Certs             []Cert  `json:"certs"`
	Contact
	Cert          string `json:"cert"`
	HarvesterCert string `json:"harvesterCert"`
	Labels        Labels `json:"labels"`
}

// Contact is how to reach a farm, in public.
type Contact struct {
	Phone    string `json:"phone"`
	Website  string `json:"website" doc:"An http or https address; the scheme may be left out"`
	Address1 string `json:"address1"`
	Address2 string `json:"address2"`
	City     string `json:"city"`
	State    string `json:"state"`
	Zip      string `json:"zip"`
	Country  string `json:"country"`
}

// Brand is what a farm tells about one of its brands.
type Brand struct {
	Brand          string `json:"brand"`
	GrowingProcess string `json:"growingProcess"`
	TastingNotes   string `json:"tastingNotes"`
}

// Cert is a certificate of a farm, with the contact that it is for.
type Cert struct {
	CertID string `json:"certId"`
	Cert   string `json:"cert" doc:"Its number"`
	Contact
}

// Facility is where a tag is from: a contact, and the certificate number that belongs to it.
type Facility struct {
	Contact
	Cert string
}

// Named returns the certificate of the farm that a tag names by its id.
func (f PublicFarm) Named(certID string) (Cert, bool) {
	certID = strings.TrimSpace(certID)
	for _, c := range f.Certs {
		if certID != "" && strings.TrimSpace(c.CertID) == certID {
			return c, true
		}
	}
	return Cert{}, false
}

// Facility returns the facility of a tag: that of the certificate that it names, or else the farm's own.
// A certificate without an address is at the farm's, where its phone and website are the farm's unless it has
// its own; those of one address are never another's.
func (f PublicFarm) Facility(states Fields) Facility {
	own := Facility{f.Contact, cmp.Or(strings.TrimSpace(f.Cert), strings.TrimSpace(states.Cert))}
	named, there := f.Named(states.CertID)
	if !there {
		return own
	}

	facility := Facility{named.Contact, cmp.Or(strings.TrimSpace(named.Cert), own.Cert)}
	if !facility.hasAddress() {
		facility.Phone = cmp.Or(strings.TrimSpace(facility.Phone), own.Phone)
		facility.Website = cmp.Or(strings.TrimSpace(facility.Website), own.Website)
		facility.Address1, facility.Address2, facility.City = own.Address1, own.Address2, own.City
		facility.State, facility.Zip, facility.Country = own.State, own.Zip, own.Country
	}

	return facility
}

func (c Contact) hasAddress() bool {
	return strings.TrimSpace(c.Address1+c.Address2+c.City+c.State+c.Zip+c.Country) != ""
}

// Labels are the farm's words for two of the page's headings.
type Labels struct {
	Species string `json:"species" doc:"Species or Type"`
	Harvest string `json:"harvest" doc:"Harvest or Processing Date"`
}

// hideUnsafe empties the addresses that must not become links. They are
// checked where they are written too; the page must not depend on it.
func (f *PublicFarm) hideUnsafe() {
	f.Website = safeWebsite(f.Website)
	for i := range f.Certs {
		f.Certs[i].Website = safeWebsite(f.Certs[i].Website)
	}
}

const maxWebsite = 2000

var (
	websiteScheme = regexp.MustCompile(`(?i)^https?://`)
	// Letters, digits, dots and hyphens, at least one dot, perhaps a port: no
	// user part, as https://known.example@other.example leads to the second.
	websiteHost = regexp.MustCompile(`^[\pL\pN]([\pL\pN.-]*[\pL\pN])?\.[\pL\pN-]+(:[0-9]{1,5})?$`)
)

// safeWebsite gives the address back if a browser opens it as a page, with or
// without its scheme, and otherwise nothing.
func safeWebsite(address string) string {
	address = strings.TrimSpace(address)
	if len(address) > maxWebsite || !plain.Line(address) || strings.ContainsAny(address, " \\\"'<>`") {
		return ""
	}
	whole := address
	if !websiteScheme.MatchString(address) {
		whole = "https://" + address
	}
	u, err := url.Parse(whole)
	if err != nil || u.User != nil || !websiteHost.MatchString(u.Host) {
		return ""
	}
	return address
}
