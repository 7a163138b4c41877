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
	Dealer            string        `json:"dealer"`
	GrowerNames       string        `json:"growerNames"`
	Cert              string        `json:"cert"`
	HarvesterCert     string        `json:"harvesterCert"`
	Certs             []Certificate `json:"certs"`
	DistributorBrands []BrandNotes  `json:"distributorBrands"`
	Labels            Headings      `json:"labels"`
}

// Certificate is a certificate, with the contact that it is for.
type Certificate struct {
	CertID   string `json:"certId" required:"false" doc:"By which tags name the certificate; made where it is left out"`
	Cert     string `json:"cert" doc:"Its number"`
	Phone    string `json:"phone" required:"false"`
	Website  string `json:"website" required:"false" doc:"An http or https address; the scheme may be left out"`
	Address1 string `json:"address1" required:"false"`
	Address2 string `json:"address2" required:"false"`
	City     string `json:"city" required:"false"`
	State    string `json:"state" required:"false"`
	Zip      string `json:"zip" required:"false"`
	Country  string `json:"country" required:"false"`
}

// BrandNotes are what a farm tells about one of its brands.
type BrandNotes struct {
	Brand          string `json:"brand"`
	GrowingProcess string `json:"growingProcess" required:"false" lines:"true"`
	TastingNotes   string `json:"tastingNotes" required:"false" lines:"true"`
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
	f.line(maxText, text{"dealer", &p.Dealer}, text{"cert", &p.Cert}, text{"harvesterCert", &p.HarvesterCert})
	f.lines(maxNote, text{"growerNames", &p.GrowerNames})
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
	f.line(maxText, text{at + "certId", &c.CertID}, text{at + "cert", &c.Cert}, text{at + "phone", &c.Phone}, text{at + "website", &c.Website},
		text{at + "address1", &c.Address1}, text{at + "address2", &c.Address2}, text{at + "city", &c.City}, text{at + "state", &c.State},
		text{at + "zip", &c.Zip}, text{at + "country", &c.Country})
	if c.CertID == "" {
		c.CertID = sqldb.NewID()
	}
	if c.Cert == "" {
		f.refuse(at+"cert", "A certificate needs its number")
	}
	f.website(at+"website", c.Website)
}

func (b *BrandNotes) check(f *faults, at string) {
	f.line(maxText, text{at + "brand", &b.Brand})
	f.lines(maxNote, text{at + "growingProcess", &b.GrowingProcess}, text{at + "tastingNotes", &b.TastingNotes})
	if b.Brand == "" {
		f.refuse(at+"brand", "A brand needs a name")
	}
}
