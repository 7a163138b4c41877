package event

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/merroir/merroir/internal/farm"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/sqldb"
	"github.com/merroir/merroir/internal/tag"
	"github.com/merroir/merroir/internal/tag/stock"
)

// taking is a batch of events on its way: what it needs to know is loaded, then each
// event is decided in memory, and what they become is stored.
type taking struct {
	farmID   string
	grower   farm.Grower
	today    ledger.Day
	tags     map[string]*stock.Tag // that the batch names, and that it makes
	lots     map[ledger.HarvestedAt]*harvest
	places   map[string]string         // where growing areas lie, of those harvested
	received map[string]stock.Receipts // of tags of other firms, by this one
	known    map[string]recordedEvent  // by the client's key
	firm     tag.PublicFarm            // where a certificate of it is needed
	recalls  map[string]string         // parties that recall tags to be shipped
	children map[string]int64          // tags made from those to be taken back, of all firms
	drawn    map[string][]stock.Edge   // what tags to be taken back took

	results  []Taken
	problems map[int]*problem
	made     []*stock.Tag
	edges    [][]any
	copies   [][]any
	events   []storedEvent
}

// harvest is one of the book, with what of it is on tags.
type harvest struct {
	ledger.HarvestOf
	tagged int64
}

// recordedEvent is one that was taken before.
type recordedEvent struct{ digest, tagID string }

// storedEvent is one on its way into the table.
type storedEvent struct {
	Event
	at     int // in the batch
	digest string
	tag    *stock.Tag
	amount *int64 // shipped
}

// Taken is what became of an event.
type Taken struct {
	ID    string `json:"id" doc:"The client's id of the event"`
	TagID string `json:"tag" doc:"The tag that was made, or that it happened to"`
	Again bool   `json:"again" doc:"The event was taken before, and changed nothing now"`
}

// decide decides an event, after those before it.
func (t *taking) decide(i int, e *Event) {
	content := *e
	content.Key = ""
	text, _ := json.Marshal(content) // texts and numbers, which always can be
	digest := ledger.DigestOf(string(text))
	if before, known := t.known[e.Key]; known {
		if before.digest != digest {
			t.problems[i] = &problem{field: "id", message: fmt.Sprintf("%q was used for another event", e.Key), conflict: true}
			return
		}
		t.results[i] = Taken{e.Key, before.tagID, true}
		return
	}
	s, amount, p := t.become(e)
	if p == nil && !e.Confirmed {
		p = beforeHarvest(e, s)
	}
	if p != nil {
		t.problems[i] = p
		return
	}
	t.results[i] = Taken{ID: e.Key, TagID: s.ID}
	t.known[e.Key] = recordedEvent{digest, s.ID}
	t.events = append(t.events, storedEvent{*e, i, digest, s, amount})
}

// beforeHarvest asks about an event whose clock is before that of the harvest on the same day, as happens
// where am and pm are mixed up.
func beforeHarvest(e *Event, s *stock.Tag) *problem {
	harvested, err := time.Parse(pageClock, s.States.HarvestTime)
	at, known := time.Parse("15:04", e.Clock)
	if err != nil || known != nil || e.Kind == tag.Harvest || e.Kind == tag.Void || s.States.HarvestDate != e.Day.String() || !at.Before(harvested) {
		return nil
	}
	p := wrong("time", "%s is before the harvest at %s", at.Format(pageClock), s.States.HarvestTime)
	p.doubt = true

	return p
}

// become gives the tag that the event makes or that it happens to, and what is
// shipped of it.
func (t *taking) become(e *Event) (*stock.Tag, *int64, *problem) {
	if !kinds[e.Kind].makes {
		return t.happen(e)
	}
	s, p := t.begin(e)
	if p != nil {
		return nil, nil, p
	}
	if e.Kind == tag.Harvest {
		p = t.harvest(e, s)
	} else {
		p = t.makeOf(e, s)
	}
	if p != nil {
		return nil, nil, p
	}
	s.Remainder = s.Quantity
	t.tags[s.ID], t.made = s, append(t.made, s)
	return s, nil, nil
}

// begin is a tag of which nothing is known but who makes it.
func (t *taking) begin(e *Event) (*stock.Tag, *problem) {
	s := &stock.Tag{Row: tag.Row{ID: e.TagID, FarmID: t.farmID, Kind: tag.TypeFarm, Version: 1}, Counted: true, Unit: e.Unit, MadeBy: e.Kind, MadeOn: e.Day, Fresh: true}
	if t.grower.Type == farm.TypeDistributor {
		s.Kind = tag.TypeDistributor
	}
	if s.ID == "" {
		s.ID = sqldb.NewID()
	}
	if t.tags[s.ID] != nil {
		return nil, &problem{field: "tag", message: "Another tag has this id", conflict: true}
	}
	if _, there := t.firm.Named(e.States.CertID); e.States.CertID != "" && !there {
		return nil, wrong("states.certId", "The firm has no certificate %.40q", e.States.CertID)
	}
	if e.Quantity != 0 {
		s.Quantity, _ = tag.InParts(e.Quantity, e.Unit) // which was checked
	}
	return s, nil
}

// harvest puts animals on the tag that the book has as harvested.
func (t *taking) harvest(e *Event, s *stock.Tag) *problem {
	var animals int64
	var taken []*harvest
	for i, l := range e.Lots {
		field := fmt.Sprintf("lots.%d", i)
		h := t.lots[ledger.HarvestedAt{LeaseID: e.LeaseID, LotID: l.LotID, Day: e.Day}]
		switch {
		case h == nil || h.Animals <= 0:
			return wrong(field+".lotId", "Nothing of this lot was harvested there on %s", e.Day.Words())
		case l.Animals > h.Animals-h.tagged:
			return wrong(field+".animals", "%d were harvested in %s on %s, and %d of them are on tags already", h.Animals, h.Area, e.Day.Words(), h.tagged)
		}
		animals += l.Animals
		taken = append(taken, h)
	}
	switch {
	case e.Quantity == 0:
		s.Unit, s.Quantity = ledger.Each, animals
	case tag.OfAnimals(s.Unit) && s.Quantity != animals:
		return wrong("quantity", "It takes %d animals and states %d", animals, s.Quantity)
	}
	s.Origin = stock.Origin{Day: e.Day, Area: e.LeaseID, Cert: t.grower.HarvesterCert}
	if s.Origin.Cert == "" {
		s.Origin.Cert = stock.OfFarm(t.farmID)
	}
	if !tag.OfAnimals(s.Unit) {
		s.Held = stock.Held{ledger.Each: {In: animals, Left: animals}}
	}
	s.States = t.harvestFields(e, taken)
	s.Search = []string{s.ID, e.LeaseID}
	for i, h := range taken {
		h.tagged += e.Lots[i].Animals
		group, lot := h.Fields()
		copied, _ := json.Marshal(stock.CopiedLot{Group: group, Lot: lot}) // texts and numbers
		t.copies = append(t.copies, []any{s.ID, t.farmID, h.LeaseID, h.LotID, int64(h.Day), e.Lots[i].Animals, h.Area, string(copied)})
		s.Search = append(s.Search, h.LotID, h.Lot.Describe(), h.Lot.DatePlanted.String())
	}
	t.name(s)
	return nil
}

func (t *taking) harvestFields(e *Event, taken []*harvest) tag.Fields {
	first := taken[0]
	f := tag.Fields{
		Species: tag.Species{Value: first.Lot.OysterType}, SizeCull: first.Lot.SizeLabel, SourceCert: t.grower.HarvesterCert, VendorType: "Harvester",
		HarvestDate: e.Day.String(), HarvestTime: clock(e.Clock), HarvestLocation: first.Area, Parcel: e.States.Parcel,
	}
	for _, h := range taken[1:] {
		if h.Lot.OysterType != f.Species.Value {
			f.Species.Value = ""
		}
		if h.Lot.SizeLabel != f.SizeCull {
			f.SizeCull = ""
		}
	}
	if state := cmp.Or(t.grower.State, t.grower.Country); state != "" {
		f.HarvestLocation += ", " + state
	}
	if f.Parcel == "" {
		f.Parcel = parcelIn(t.places[first.LeaseID])
	}

	return e.States.over(f)
}

var parcelNumber = regexp.MustCompile(`(?i)\bparcel\s+(?:no\.?\s*|#\s*)?([\pL\pN/-]*\pN[\pL\pN/-]*|\pL\b)`)

// parcelIn returns the parcel that the location of a growing area names: "Willapa Bay, parcel 203" is in 203.
func parcelIn(location string) string {
	found := parcelNumber.FindStringSubmatch(location)
	if found == nil {
		return ""
	}
	return found[1]
}

// makeOf makes the tag of those that it takes from.
func (t *taking) makeOf(e *Event, s *stock.Tag) *problem {
	from, p := t.parents(e)
	if p != nil {
		return p
	}
	if e.Kind != tag.Receive {
		if p := keepApart(from); p != nil {
			return p
		}
	}
	draws, p := t.draws(e, s, from)
	if p != nil {
		return p
	}
	switch {
	case len(from) > 0:
		s.Origin, s.States = originOf(from), common(from)
	default: // on paper
		s.States = tag.Fields{HarvestDate: e.States.HarvestDate, HarvestTime: clock(e.States.HarvestTime), HarvestLocation: e.States.HarvestLocation, Parcel: e.States.Parcel, SourceCert: e.States.SourceCert}
		s.Origin = stock.OriginStated(s.States)
	}
	s.States.Destination, s.States.ShipDate, s.States.ShipTime = "", "", ""
	switch e.Kind {
	case tag.Receive:
		s.States.CertID, s.States.Cert = "", "" // of the firm that it came from
		s.States.ReceiptDate, s.States.ReceiptTime = e.Day.String(), clock(e.Clock)
	case tag.WetStorageIn:
		s.WetStored = true
		s.States.WetStorageLot, s.States.WetStorageDate, s.States.WetStorageEndDate = e.WetStorageLot, e.Day.String(), ""
		s.States.WetStorageCert = t.firm.Facility(e.States.over(s.States)).Cert
	case tag.WetStorageOut:
		s.States.WetStorageEndDate = e.Day.String()
	}
	s.States = e.States.over(s.States)
	s.Search = []string{s.ID}
	for i, parent := range from {
		d := draws[i]
		var amount any
		if d.amount > 0 {
			amount = d.amount
		}
		t.edges = append(t.edges, []any{s.ID, parent.ID, amount, stock.Stored(d.over)})
		t.children[parent.ID]++
		if party := t.recalls[parent.ID]; party != "" {
			t.recalls[s.ID] = party
		}
		s.Search = append(s.Search, parent.ID)
		if e.Kind == tag.Receive {
			t.received[parent.ID] = t.received[parent.ID].And(d.amount, d.over)
			continue
		}
		parent.Take(d.amount, d.over)
		s.Search = append(s.Search, parent.Search...)
	}
	t.name(s)
	return nil
}

// name adds what people call a tag to what it is searched by.
func (t *taking) name(s *stock.Tag) {
	f := s.States
	s.Search = stock.Terms(append([]string{s.ID, f.Brand, f.Species.Value, f.HarvestLocation, f.Parcel, f.SourceCert, f.WetStorageLot}, s.Search...)...)
}

// over puts what a firm says in the place of what was copied.
func (s Stated) over(f tag.Fields) tag.Fields {
	for _, set := range []struct {
		into  *string
		value string
	}{{&f.Brand, s.Brand}, {&f.Species.Value, s.Species}, {&f.SizeCull, s.SizeCull}, {&f.CertID, s.CertID}, {&f.Cert, s.Cert}, {&f.VendorType, s.VendorType}} {
		if set.value != "" {
			*set.into = set.value
		}
	}
	return f
}

// clock writes HH:MM as tags do, h:mm am or pm.
func clock(text string) string {
	at, err := time.Parse("15:04", text)
	if err != nil {
		return ""
	}
	return at.Format(pageClock)
}

// pageClock is how tags write the time of a day.
const pageClock = "3:04 pm"
