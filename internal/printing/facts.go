package printing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/merroir/merroir/internal/label"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// factsOf are what the tag states, for its label.
func (s *Service) factsOf(firm tag.PublicFarm, t stock.Labelled, containers int64) label.Facts {
	facility := firm.Facility(t.Fields)
	f := label.Facts{
		TagID: t.ID, URL: s.publicURL + "/tag/" + t.ID, Firm: firm.Name, Address: address(facility.Contact), Cert: facility.Cert,
		Licence: cmp.Or(firm.HarvesterCert, facility.Cert), Shipper: t.SourceCert,
		Date: t.HarvestDate, Time: t.HarvestTime, Iced: strings.TrimSpace(t.IcingDate + " " + t.IcingTime),
		Location: location(firm, t), Product: joined(", ", cmp.Or(t.Species.Value, t.ShellfishType), t.SizeCull),
		Received: t.Foreign, Mixed: t.Mixed, Containers: containers,
	}
	if !t.Foreign {
		f.Shipper = cmp.Or(f.Shipper, f.Licence)
	}
	if t.VendorType == "Harvester" {
		f.Licence = cmp.Or(t.SourceCert, f.Licence)
	}
	if t.Quantity != nil {
		f.Quantity = quantity(*t.Quantity, t.Unit)
	}
	if containers == 0 && t.Unit == string(ledger.Bag) && t.Quantity != nil {
		f.Containers = int64(*t.Quantity)
	}
	if stored := (label.WetStorage{Cert: t.WetStorageCert, From: t.WetStorageDate, To: t.WetStorageEndDate}); stored != (label.WetStorage{}) {
		f.Stored = &stored
	}

	return f
}

// location is where it was harvested. What the firm harvested itself was in its own
// state, unless the tag says otherwise; of what came from elsewhere nobody knows.
func location(firm tag.PublicFarm, t stock.Labelled) string {
	home := ""
	if !t.Foreign {
		if home = firm.State; label.Short(home) == home {
			home = firm.Country
		}
	}
	parcel := t.Parcel
	if parcel != "" {
		parcel = "parcel " + parcel
	}
	return label.Within(label.Abbreviated(t.HarvestLocation, home), parcel)
}

// address is in one line, with the abbreviation of the state.
func address(c tag.Contact) string {
	if c.Address1 == "" && c.City == "" {
		return ""
	}
	return joined(", ", c.Address1, c.Address2, c.City, strings.TrimSpace(label.Short(c.State)+" "+c.Zip))
}

func joined(with string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), with)
}

// quantity is written with its unit as labels have it.
func quantity(q float64, unit string) string {
	word := unit
	switch ledger.Unit(unit) {
	case ledger.Each:
		word = "count"
	case ledger.Bag, ledger.Bushel:
		if tag.Figure(q) != "1" {
			word += "s"
		}
	}
	return tag.Figure(q) + " " + word
}
