package farm

import (
	"fmt"
	"slices"

	"github.com/merroir/merroir/internal/sqldb"
)

// maxListed is how many certificates, and how many brands, a farm may have.
const maxListed = 100

// Public is what the public tag page shows of a farm beside its Details. Its
// two lists are stored as package tag reads them.
type Public struct {
	Dealer            string        `json:"dealer" maxLength:"200"`
	GrowerNames       string        `json:"growerNames" maxLength:"2000" lines:"true"`
	Cert              string        `json:"cert" maxLength:"200"`
	HarvesterCert     string        `json:"harvesterCert" maxLength:"200"`
	Certs             []Certificate `json:"certs"`
	DistributorBrands []BrandNotes  `json:"distributorBrands"`
	Labels            Headings      `json:"labels"`
}

// Certificate is a certificate, with the contact that it is for.
type Certificate struct {
	CertID   string `json:"certId" required:"false" maxLength:"200" doc:"By which tags name the certificate; made where it is left out"`
	Cert     string `json:"cert" maxLength:"200" doc:"Its number"`
	Phone    string `json:"phone" required:"false" maxLength:"200"`
	Website  string `json:"website" required:"false" maxLength:"200" doc:"An http or https address; the scheme may be left out"`
	Address1 string `json:"address1" required:"false" maxLength:"200"`
	Address2 string `json:"address2" required:"false" maxLength:"200"`
	City     string `json:"city" required:"false" maxLength:"200"`
	State    string `json:"state" required:"false" maxLength:"200"`
	Zip      string `json:"zip" required:"false" maxLength:"200"`
	Country  string `json:"country" required:"false" maxLength:"200"`

	DateOfExpiration string `json:"dateOfExpiration" required:"false" maxLength:"10" doc:"YYYY-MM-DD or empty; for the farm's own people, never on the tag page"`
}

// BrandNotes are what a farm tells about one of its brands.
type BrandNotes struct {
	Brand          string `json:"brand" maxLength:"200"`
	GrowingProcess string `json:"growingProcess" required:"false" maxLength:"2000" lines:"true"`
	TastingNotes   string `json:"tastingNotes" required:"false" maxLength:"2000" lines:"true"`
}

// Headings are the farm's words for two headings of the tag page.
type Headings struct {
	Species string `json:"species" required:"false" enum:"Species,Type"`
	Harvest string `json:"harvest" required:"false" enum:"Harvest,Processing Date"`
}

var (
	speciesLabels = []string{"Species", "Type"}
	harvestLabels = []string{"Harvest", "Processing Date"}
)

// fill gives an empty record what every record has.
func (p *Public) fill() {
	if p.Labels.Species == "" {
		p.Labels.Species = speciesLabels[0]
	}
	if p.Labels.Harvest == "" {
		p.Labels.Harvest = harvestLabels[0]
	}
	if p.Certs == nil {
		p.Certs = []Certificate{}
	}
	if p.DistributorBrands == nil {
		p.DistributorBrands = []BrandNotes{}
	}
}

func (p *Public) check(f *faults) {
	p.fill()
	f.texts("", p)
	if len(p.Certs) > maxListed {
		f.refuse("certs", fmt.Sprintf("A farm has at most %d certificates", maxListed))
		return
	}
	if len(p.DistributorBrands) > maxListed {
		f.refuse("distributorBrands", fmt.Sprintf("A farm has at most %d brands", maxListed))
		return
	}
	for i := range p.Certs {
		p.Certs[i].check(f, fmt.Sprintf("certs.%d.", i))
		if id := p.Certs[i].CertID; slices.ContainsFunc(p.Certs[:i], func(c Certificate) bool { return c.CertID == id }) {
			f.refuse(fmt.Sprintf("certs.%d.certId", i), "Another certificate has this id")
		}
	}
	for i := range p.DistributorBrands {
		p.DistributorBrands[i].check(f, fmt.Sprintf("distributorBrands.%d.", i))
	}
	if !slices.Contains(speciesLabels, p.Labels.Species) {
		f.refuse("labels.species", "That label is Species or Type")
	}
	if !slices.Contains(harvestLabels, p.Labels.Harvest) {
		f.refuse("labels.harvest", "That label is Harvest or Processing Date")
	}
}

func (c *Certificate) check(f *faults, at string) {
	f.texts(at, c)
	if c.CertID == "" {
		c.CertID = sqldb.NewID()
	}
	if c.Cert == "" {
		f.refuse(at+"cert", "A certificate needs its number")
	}
	f.website(at+"website", c.Website)
	f.date(at+"dateOfExpiration", c.DateOfExpiration)
}

func (b *BrandNotes) check(f *faults, at string) {
	f.texts(at, b)
	if b.Brand == "" {
		f.refuse(at+"brand", "A brand needs a name")
	}
}
