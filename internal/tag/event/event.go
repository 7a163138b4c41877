package event

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/merroir/merroir/internal/fault"
	"github.com/merroir/merroir/internal/ledger"
	"github.com/merroir/merroir/internal/plain"
	"github.com/merroir/merroir/internal/tag"
)

// kindOf is what there is to know of a kind of event.
type kindOf struct {
	action  string // in the audit trail
	makes   bool   // a tag; otherwise it happens to one
	parents [2]int // how many it takes from, at least and at most
}

var kinds = map[tag.EventKind]kindOf{
	tag.Harvest:       {"tag.harvest", true, [2]int{0, 0}},
	tag.Receive:       {"tag.receive", true, [2]int{0, tag.MaxParents}},
	tag.Ship:          {"tag.ship", false, [2]int{0, 0}},
	tag.WetStorageIn:  {"tag.wetStorageIn", true, [2]int{1, tag.MaxParents}},
	tag.WetStorageOut: {"tag.wetStorageOut", true, [2]int{1, tag.MaxParents}},
	tag.Ice:           {"tag.ice", false, [2]int{0, 0}},
	tag.Temperature:   {"tag.temperature", false, [2]int{0, 0}},
	tag.Retag:         {"tag.retag", true, [2]int{1, 1}},
	tag.Split:         {"tag.split", true, [2]int{1, 1}},
	tag.Commingle:     {"tag.commingle", true, [2]int{2, tag.MaxParents}},
	tag.Void:          {"tag.void", false, [2]int{0, 0}},
}

// Event is something that a firm did with its tags.
type Event struct {
	Key           string // the client's; the same key with the same content is taken once
	Kind          tag.EventKind
	TagID         string // that it happened to; of one that makes a tag, the id to give it, or empty
	Day           ledger.Day
	Clock         string // HH:MM on the farm's clock, or empty
	From          []Draw
	Lots          []LotDraw
	LeaseID       string // of a harvest
	Quantity      float64
	Unit          ledger.Unit
	States        Stated
	To            *tag.Consignee
	Temperature   *int64 // tenths of a degree Celsius
	WetStorageLot string
	Note          string
	Confirmed     bool `json:"-"` // it happened before the harvest, as its clock says
}

// canonical returns the event with the ids of tags as they are stored.
func (e Event) canonical() Event {
	e.TagID = tag.CanonicalID(e.TagID)
	e.From = slices.Clone(e.From)
	for i := range e.From {
		e.From[i].TagID = tag.CanonicalID(e.From[i].TagID)
	}
	return e
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
	doubt          bool // it is taken once it is confirmed
}

// codeBefore is the code of a batch that is taken once it is confirmed.
const codeBefore = "before-harvest"

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
	case e.TagID != "" && !tag.IsID(e.TagID):
		return wrong("tag", "An id of a tag is 24 digits 0 to 9 or a to f")
	case e.TagID == "" && !kind.makes:
		return wrong("tag", "Please say which tag")
	case e.Day <= 0:
		return wrong("date", "Please give the day")
	case e.Day > today:
		return wrong("date", "%s is in the future (today is %s)", e.Day.Words(), today.Words())
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

func many(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// faultOf is the answer to a batch with something wrong in it.
func faultOf(problems map[int]*problem) error {
	f := &fault.Fault{Kind: fault.Conflict, Code: codeBefore}
	certain := false
	for _, p := range problems {
		certain = certain || !p.doubt
	}
	for _, i := range slices.Sorted(maps.Keys(problems)) {
		p := problems[i]
		if certain && p.doubt {
			continue
		}
		if !p.doubt {
			f.Code = ""
		}
		if !p.conflict && !p.doubt {
			f.Kind = fault.Invalid
		}
		f.Fields = append(f.Fields, fault.Field{Name: fmt.Sprintf("events.%d.%s", i, p.field), Message: p.message + "."})
	}
	f.Message = f.Fields[0].Message + " Nothing was taken."
	if f.Code == codeBefore {
		f.Message += " If the time is right, confirm it."
	}

	return f
}
