package event

import (
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/tag"
)

// checkParts looks at what a tag is made from.
func (e *Event) checkParts(kind kindOf) *problem {
	least, most := kind.parents[0], kind.parents[1]
	switch {
	case len(e.From) > 0 && most == 0:
		return wrong("from", "%s takes nothing from a tag", e.Kind.Noun())
	case len(e.From) < least:
		return wrong("from", "%s takes from %s", e.Kind.Noun(), many(least, "tag"))
	case len(e.From) > most:
		return wrong("from", "%s takes from %s at most", e.Kind.Noun(), many(most, "tag"))
	case e.Kind != tag.Harvest && (len(e.Lots) > 0 || e.LeaseID != ""):
		return wrong("lots", "Only a harvest has lots")
	case e.Kind == tag.Harvest && e.LeaseID == "":
		return wrong("leaseId", "Please say in which growing area it was harvested")
	case e.Kind == tag.Harvest && (len(e.Lots) == 0 || len(e.Lots) > maxLots):
		return wrong("lots", "A harvest takes from 1 to %d lots", maxLots)
	}
	seen := map[string]bool{}
	for i, d := range e.From {
		field := fmt.Sprintf("from.%d", i)
		switch {
		case !tag.IsID(d.TagID):
			return wrong(field+".tag", "There is no tag %.24q", d.TagID)
		case seen[d.TagID]:
			return wrong(field+".tag", "The tag is named twice")
		case d.Unit != "" && !slices.Contains(ledger.Units, d.Unit):
			return wrong(field+".unit", "%.20q is not a unit", string(d.Unit))
		}
		seen[d.TagID] = true
	}
	for i, l := range e.Lots {
		field := fmt.Sprintf("lots.%d", i)
		switch {
		case seen[l.LotID]:
			return wrong(field+".lotId", "The lot is named twice")
		case l.Animals <= 0 || l.Animals > ledger.MaxAnimals:
			return wrong(field+".animals", "It takes 1 to %d animals", ledger.MaxAnimals)
		}
		seen[l.LotID] = true
	}
	return nil
}

func (e *Event) checkQuantity(kind kindOf) *problem {
	needed := kind.makes && e.Kind != tag.Harvest // which may be as many animals as it takes
	switch {
	case !kind.makes && e.Kind != tag.Ship && (e.Quantity != 0 || e.Unit != ""):
		return wrong("quantity", "%s has no quantity", e.Kind.Noun())
	case e.Unit != "" && !slices.Contains(ledger.Units, e.Unit):
		return wrong("unit", "%.20q is not a unit", string(e.Unit))
	case e.Quantity == 0 && !needed:
		return nil
	case e.Unit == "" && kind.makes:
		return wrong("unit", "A quantity needs its unit")
	case e.Unit == "":
		return nil // of a shipment, that of the tag
	}
	if _, reason := tag.InParts(e.Quantity, e.Unit); reason != "" {
		return wrong("quantity", "%s", reason)
	}
	return nil
}

func (e *Event) checkStated(kind kindOf) *problem {
	s := &e.States
	f := tag.Fields{
		Brand: s.Brand, Species: tag.Species{Value: s.Species}, SizeCull: s.SizeCull, CertID: s.CertID, Cert: s.Cert, VendorType: s.VendorType, Parcel: s.Parcel,
		HarvestDate: s.HarvestDate, HarvestLocation: s.HarvestLocation, SourceCert: s.SourceCert, WetStorageLot: e.WetStorageLot,
	}
	if found := f.Problems("states."); len(found) > 0 {
		return &problem{field: found[0].Name, message: found[0].Message}
	}
	if s.HarvestTime != "" {
		at, err := time.Parse("15:04", s.HarvestTime)
		if err != nil {
			return wrong("states.harvestTime", "A time looks like 06:40")
		}
		s.HarvestTime = at.Format("15:04")
	}
	s.Brand, s.Species, s.SizeCull, s.CertID, s.Cert, s.VendorType, s.Parcel = f.Brand, f.Species.Value, f.SizeCull, f.CertID, f.Cert, f.VendorType, f.Parcel
	s.HarvestDate, s.HarvestLocation, s.SourceCert, e.WetStorageLot = f.HarvestDate, f.HarvestLocation, f.SourceCert, f.WetStorageLot
	onPaper := e.Kind == tag.Receive && len(e.From) == 0
	switch {
	case !kind.makes && *s != (Stated{}):
		return wrong("states", "%s changes nothing that the tag states", e.Kind.Noun())
	case !onPaper && (s.HarvestDate != "" || s.HarvestTime != "" || s.HarvestLocation != "" || s.SourceCert != ""):
		return wrong("states", "Harvest date, time, location and original certificate are copied, and cannot be given")
	case !onPaper && e.Kind != tag.Harvest && s.Parcel != "":
		return wrong("states.parcel", "The parcel is copied, and cannot be given")
	case onPaper && s.HarvestDate == "":
		return wrong("states.harvestDate", "A tag that came on paper states the date of harvest")
	case onPaper && s.HarvestLocation == "":
		return wrong("states.harvestLocation", "A tag that came on paper states where it was harvested")
	case onPaper && s.SourceCert == "":
		return wrong("states.sourceCert", "A tag that came on paper states the certificate of its original shipper or harvester")
	case onPaper && s.HarvestDate > e.Day.String():
		return wrong("states.harvestDate", "It cannot be harvested after it was received")
	case e.Kind == tag.WetStorageIn && e.WetStorageLot == "":
		return wrong("wetStorageLot", "Wet storage has a lot number")
	case e.Kind != tag.WetStorageIn && e.WetStorageLot != "":
		return wrong("wetStorageLot", "A lot number of wet storage is given when something goes into it")
	}
	return nil
}

func (e *Event) checkShipping(kindOf) *problem {
	switch {
	case e.Kind == tag.Void && e.Note == "":
		return wrong("note", "Please say why the tag is taken back")
	case e.Kind == tag.Temperature && e.Temperature == nil:
		return wrong("temperatureC", "Please give the temperature")
	case e.Temperature != nil && (*e.Temperature < minCelsius || *e.Temperature > maxCelsius):
		return wrong("temperatureC", "That is not a temperature from %d to %d °C", minCelsius/10, maxCelsius/10)
	case e.Kind != tag.Ship && e.To != nil:
		return wrong("to", "Only what is shipped goes to somebody")
	case e.Kind != tag.Ship:
		return nil
	case e.To == nil:
		return wrong("to", "Please say to whom it is shipped")
	}
	t := e.To
	for _, text := range []struct {
		field string
		value *string
		lines bool
	}{{"to.name", &t.Name, false}, {"to.cert", &t.Cert, false}, {"to.email", &t.Email, false}, {"to.phone", &t.Phone, false}, {"to.address", &t.Address, true}} {
		*text.value = strings.TrimSpace(*text.value)
		if !plain.Line(*text.value) && (!text.lines || !plain.Lines(*text.value)) {
			return wrong(text.field, "%s", plain.Refusal)
		}
		if len([]rune(*text.value)) > tag.MaxText {
			return wrong(text.field, "That has more than %d characters", tag.MaxText)
		}
	}
	if t.Name == "" {
		return wrong("to.name", "Please say to whom it is shipped")
	}
	if address, err := mail.ParseAddress(t.Email); t.Email != "" && (err != nil || address.Address != t.Email) {
		return wrong("to.email", "That is not an email address")
	}
	return nil
}
