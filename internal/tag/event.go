package tag

import (
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
)

// EventKind says what a firm did with a tag.
type EventKind string

const (
	Harvest       EventKind = "harvest"         // a tag for animals that the book has as harvested
	Receive       EventKind = "receive"         // a tag for what came from another firm, as it came
	Ship          EventKind = "ship"            // something of a tag goes to somebody
	WetStorageIn  EventKind = "wet-storage-in"  // a tag for what goes into wet storage
	WetStorageOut EventKind = "wet-storage-out" // a tag for what comes out of it
	Ice           EventKind = "ice"             // what the tag is on was iced or refrigerated
	Temperature   EventKind = "temperature"     // its temperature was taken
	Retag         EventKind = "retag"           // a new tag in the place of one, as in a new container
	Split         EventKind = "split"           // one of several tags for parts of one
	Commingle     EventKind = "commingle"       // one tag for what was on several
)

// kindOf is what there is to know of a kind of event.
type kindOf struct {
	action  string // in the audit trail
	makes   bool   // a tag; otherwise it happens to one
	parents [2]int // how many it takes from, at least and at most
}

var kinds = map[EventKind]kindOf{
	Harvest:       {"tag.harvest", true, [2]int{0, 0}},
	Receive:       {"tag.receive", true, [2]int{0, maxParents}},
	Ship:          {"tag.ship", false, [2]int{0, 0}},
	WetStorageIn:  {"tag.wetStorageIn", true, [2]int{1, maxParents}},
	WetStorageOut: {"tag.wetStorageOut", true, [2]int{1, maxParents}},
	Ice:           {"tag.ice", false, [2]int{0, 0}},
	Temperature:   {"tag.temperature", false, [2]int{0, 0}},
	Retag:         {"tag.retag", true, [2]int{1, 1}},
	Split:         {"tag.split", true, [2]int{1, 1}},
	Commingle:     {"tag.commingle", true, [2]int{2, maxParents}},
}

// Event is something that a firm did with its tags.
type Event struct {
	Key           string // the client's; the same key with the same content is taken once
	Kind          EventKind
	TagID         string // that it happened to; of one that makes a tag, the id to give it, or empty
	Day           ledger.Day
	Clock         string // HH:MM on the farm's clock, or empty
	From          []Draw
	Lots          []LotDraw
	LeaseID       string // of a harvest
	Quantity      float64
	Unit          ledger.Unit
	States        Stated
	To            *Consignee
	Temperature   *int64 // tenths of a degree Celsius
	WetStorageLot string
	Note          string
}

// Draw is what goes from a tag into another. A quantity of 0 is not known, or what
// is needed where there is one parent; without a unit it is in the parent's.
type Draw struct {
	TagID    string
	Quantity float64
	Unit     ledger.Unit
}

// LotDraw is what goes from a harvest of the book onto a tag.
type LotDraw struct {
	LotID   string
	Animals int64
}

// Stated is what a firm may say on a tag beside what is copied from the harvest or
// from the tags that it was made from. What is empty is taken over from there.
type Stated struct {
	Brand, Species, SizeCull, CertID, Cert, VendorType, Parcel string
	HarvestDate, HarvestTime, HarvestLocation, SourceCert      string // of a tag received on paper
}

// Consignee is who gets what is shipped.
type Consignee struct {
	Name    string `json:"name"`
	Cert    string `json:"cert,omitempty"`
	Email   string `json:"email,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
}

const (
	maxEvents  = 200 // of a batch
	maxLots    = 100 // of a tag
	maxKey     = 100
	maxNote    = 2000
	minCelsius = -50_0 // tenths
	maxCelsius = 60_0
)

// problem is why an event cannot be.
type problem struct {
	field, message string
	conflict       bool
}

func wrong(field, format string, values ...any) *problem {
	return &problem{field: field, message: fmt.Sprintf(format, values...)}
}

// check brings the event into its stored form and gives what is wrong with it,
// whatever the firm has; nil when nothing is.
func (e *Event) check(today ledger.Day) *problem {
	kind, known := kinds[e.Kind]
	switch {
	case e.Key == "" || len(e.Key) > maxKey || !plain.Line(e.Key):
		return wrong("id", "An id has 1 to %d characters", maxKey)
	case !known:
		return wrong("event", "%.40q is not an event", string(e.Kind))
	case e.TagID != "" && !idForm.MatchString(e.TagID):
		return wrong("tag", "An id of a tag is 24 digits 0 to 9 or a to f")
	case e.TagID == "" && !kind.makes:
		return wrong("tag", "Please say which tag")
	case e.Day <= 0:
		return wrong("date", "Please give the day")
	case e.Day > today:
		return wrong("date", "%s is in the future (today is %s)", e.Day, today)
	}
	if e.Clock != "" {
		at, err := time.Parse("15:04", e.Clock)
		if err != nil {
			return wrong("time", "A time looks like 06:40")
		}
		e.Clock = at.Format("15:04")
	}
	if e.Note = strings.TrimSpace(e.Note); len([]rune(e.Note)) > maxNote || !plain.Lines(e.Note) {
		return wrong("note", "A note is text of at most %d characters", maxNote)
	}
	for _, check := range []func(kindOf) *problem{e.checkParts, e.checkQuantity, e.checkStated, e.checkShipping} {
		if p := check(kind); p != nil {
			return p
		}
	}
	return nil
}

// checkParts looks at what a tag is made from.
func (e *Event) checkParts(kind kindOf) *problem {
	least, most := kind.parents[0], kind.parents[1]
	switch {
	case len(e.From) > 0 && most == 0:
		return wrong("from", "%s takes nothing from a tag", e.Kind.noun())
	case len(e.From) < least:
		return wrong("from", "%s takes from %s", e.Kind.noun(), many(least, "tag"))
	case len(e.From) > most:
		return wrong("from", "%s takes from %s at most", e.Kind.noun(), many(most, "tag"))
	case e.Kind != Harvest && (len(e.Lots) > 0 || e.LeaseID != ""):
		return wrong("lots", "Only a harvest has lots")
	case e.Kind == Harvest && e.LeaseID == "":
		return wrong("leaseId", "Please say in which growing area it was harvested")
	case e.Kind == Harvest && (len(e.Lots) == 0 || len(e.Lots) > maxLots):
		return wrong("lots", "A harvest takes from 1 to %d lots", maxLots)
	}
	seen := map[string]bool{}
	for i, d := range e.From {
		field := fmt.Sprintf("from.%d", i)
		switch {
		case !idForm.MatchString(d.TagID):
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
	needed := kind.makes && e.Kind != Harvest // which may be as many animals as it takes
	switch {
	case !kind.makes && e.Kind != Ship && (e.Quantity != 0 || e.Unit != ""):
		return wrong("quantity", "%s has no quantity", e.Kind.noun())
	case e.Unit != "" && !slices.Contains(ledger.Units, e.Unit):
		return wrong("unit", "%.20q is not a unit", string(e.Unit))
	case e.Quantity == 0 && !needed:
		return nil
	case e.Unit == "" && kind.makes:
		return wrong("unit", "A quantity needs its unit")
	case e.Unit == "":
		return nil // of a shipment, that of the tag
	}
	if _, reason := inParts(e.Quantity, e.Unit); reason != "" {
		return wrong("quantity", "%s", reason)
	}
	return nil
}

func (e *Event) checkStated(kind kindOf) *problem {
	s := &e.States
	f := Fields{
		Brand: s.Brand, Species: Species{s.Species}, SizeCull: s.SizeCull, CertID: s.CertID, Cert: s.Cert, VendorType: s.VendorType, Parcel: s.Parcel,
		HarvestDate: s.HarvestDate, HarvestLocation: s.HarvestLocation, SourceCert: s.SourceCert, WetStorageLot: e.WetStorageLot,
	}
	if found := f.problems("states."); len(found) > 0 {
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
	onPaper := e.Kind == Receive && len(e.From) == 0
	switch {
	case !kind.makes && *s != (Stated{}):
		return wrong("states", "%s changes nothing that the tag states", e.Kind.noun())
	case !onPaper && (s.HarvestDate != "" || s.HarvestTime != "" || s.HarvestLocation != "" || s.SourceCert != ""):
		return wrong("states", "Harvest date, time, location and original certificate are copied, and cannot be given")
	case !onPaper && e.Kind != Harvest && s.Parcel != "":
		return wrong("states.parcel", "The parcel is copied, and cannot be given")
	case onPaper && s.HarvestDate == "":
		return wrong("states.harvestDate", "A tag that came on paper states the date of harvest")
	case onPaper && s.HarvestLocation == "":
		return wrong("states.harvestLocation", "A tag that came on paper states where it was harvested")
	case onPaper && s.SourceCert == "":
		return wrong("states.sourceCert", "A tag that came on paper states the certificate of its original shipper or harvester")
	case onPaper && s.HarvestDate > e.Day.String():
		return wrong("states.harvestDate", "It cannot be harvested after it was received")
	case e.Kind == WetStorageIn && e.WetStorageLot == "":
		return wrong("wetStorageLot", "Wet storage has a lot number")
	case e.Kind != WetStorageIn && e.WetStorageLot != "":
		return wrong("wetStorageLot", "A lot number of wet storage is given when something goes into it")
	}
	return nil
}

func (e *Event) checkShipping(kindOf) *problem {
	switch {
	case e.Kind == Temperature && e.Temperature == nil:
		return wrong("temperatureC", "Please give the temperature")
	case e.Temperature != nil && (*e.Temperature < minCelsius || *e.Temperature > maxCelsius):
		return wrong("temperatureC", "That is not a temperature from %d to %d °C", minCelsius/10, maxCelsius/10)
	case e.Kind != Ship && e.To != nil:
		return wrong("to", "Only what is shipped goes to somebody")
	case e.Kind != Ship:
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
		if len([]rune(*text.value)) > maxText {
			return wrong(text.field, "That has more than %d characters", maxText)
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

// noun names the event at the beginning of a sentence.
func (k EventKind) noun() string {
	switch k {
	case Receive:
		return "A receipt"
	case Ship:
		return "A shipment"
	case WetStorageIn:
		return "Wet storage"
	case WetStorageOut:
		return "The end of wet storage"
	case Ice:
		return "Icing"
	}
	return "A " + string(k)
}

func many(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// faultOf is the answer to a batch with something wrong in it.
func faultOf(problems map[int]*problem) error {
	f := &fault.Fault{Kind: fault.Conflict}
	for _, i := range slices.Sorted(maps.Keys(problems)) {
		p := problems[i]
		if !p.conflict {
			f.Kind = fault.Invalid
		}
		f.Fields = append(f.Fields, fault.Field{Name: fmt.Sprintf("events.%d.%s", i, p.field), Message: p.message + "."})
	}
	f.Message = f.Fields[0].Message + " Nothing was taken."
	return f
}
