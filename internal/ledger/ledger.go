package ledger

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
)

// Kind says what was done.
type Kind string

const (
	Plant   Kind = "plant"   // animals come onto the farm
	Adjust  Kind = "adjust"  // animals were counted; the difference to the book is entered
	Size    Kind = "size"    // a sample was measured
	Move    Kind = "move"    // animals go to other places, or to another size, equipment or fill profile
	Harvest Kind = "harvest" // animals were taken for good
	Loss    Kind = "loss"    // animals died or are gone
)

const (
	MaxAnimals = 1_000_000_000 // in one activity; keeps every sum far inside 64 bits
	MaxText    = 200           // characters of a name or label
	maxNote    = 2000
	maxParts   = 100    // places that one move goes to
	maxAhead   = 31     // days from today to the date planted
	MaxSize    = 10_000 // tenths of a millimetre
)

// Group is what stays the same for animals of one planting. An empty text and
// a zero mean not known.
type Group struct {
	OysterType      string
	SeedSource      string
	Year            int64
	Month           int64
	DatePlanted     Day
	LocationPlanted string
}

// Lot is the part of a group with one size label, equipment and fill profile.
type Lot struct {
	Group
	SizeLabel string
	MeshSize  string // the equipment
	Nickname  string // the fill profile
}

// Place is a lot in a growing area.
type Place struct {
	LeaseID string
	Lot     Lot
}

// Part is one of the places that a move goes to.
type Part struct {
	Place
	Count      int64
	Containers int64
}

// Activity is what a person did at a place on a day.
type Activity struct {
	// Key names the activity within the farm. Recording it again with the same
	// content changes nothing; with other content it is refused. Where it is
	// empty, every recording is a new activity.
	Key        string
	Kind       Kind
	Day        Day
	Place      Place
	To         []Part   // of a Move; together as many animals as Count
	Count      int64    // animals planted, moved, harvested or lost; for Adjust the animals found there
	Containers int64    // that come with a planting, or leave with a move, harvest or loss
	Measured   int64    // animals of the sample
	SizeSum    int64    // tenths of a millimetre, over the measured animals
	Lengths    *Lengths // of a Size; nil where only the mean is known, which is theirs otherwise
	Note       string
	Facts      *Facts // of a Harvest; nil where none are known
	// Reverses is the number of an activity to undo. It is undone on its own
	// day; beside Reverses only Key and Note may be given.
	Reverses int64

	Order      Order   // of an Adjust: what comes first on its day
	Missing    Missing // of an Adjust: what became of animals that it does not find
	ClientTime int64   // of an Adjust: Unix milliseconds at which the client recorded it; 0 if unknown

	turn *turn // of an Adjust that corrects another: that of the other; nil for its own
}

// Order says whether a count was taken before or after the losses, harvests and moves out of its
// day. It is before them unless it says otherwise.
type Order uint8

const (
	OrderUnknown Order = iota
	BeforeRemovals
	AfterRemovals
)

// Missing says what became of animals that a count does not find.
type Missing string

const (
	MissingByDefault Missing = ""        // what the farm has chosen
	MissingStay      Missing = "missing" // they are adjusted
	MissingDied      Missing = "dead"    // they are lost
)

// Totals are animals by what became of them. Every entry belongs to exactly one
// of them, so inventory is also the plain sum of all entries.
type Totals struct {
	Planted   int64
	Moved     int64 // net: in less out
	Adjusted  int64 // found more often than in the book, less found missing
	Harvested int64
	Lost      int64
}

// Add puts an entry where it belongs.
func (t *Totals) Add(kind Kind, delta int64) {
	switch kind {
	case Plant:
		t.Planted += delta
	case Move:
		t.Moved += delta
	case Adjust:
		t.Adjusted += delta
	case Harvest:
		t.Harvested -= delta
	case Loss:
		t.Lost -= delta
	case Size: // measuring moves no animal
	}
}

// Received is what ever came to the places asked about.
func (t Totals) Received() int64 { return t.Planted + t.Moved + t.Adjusted }

// Inventory is what is alive there.
func (t Totals) Inventory() int64 { return t.Received() - t.Harvested - t.Lost }

// Describe names the lot for a person.
func (l Lot) Describe() string {
	var parts []string
	for _, part := range []string{l.SizeLabel, l.MeshSize, l.Nickname} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	var group []string
	for _, part := range []string{l.OysterType, l.SeedSource} {
		if part != "" {
			group = append(group, part)
		}
	}
	if l.DatePlanted != 0 {
		group = append(group, "planted "+l.DatePlanted.Words())
	} else if l.Year != 0 {
		group = append(group, fmt.Sprint("year ", l.Year))
	}
	text := strings.Join(parts, ", ")
	switch {
	case len(group) == 0 && text == "":
		return "the lot without a label"
	case len(group) == 0:
		return text
	case text == "":
		return strings.Join(group, ", ")
	}
	return text + " (" + strings.Join(group, ", ") + ")"
}

// The fields that a refusal can be about.
const (
	FieldKind       = "kind"
	FieldDay        = "day"
	FieldArea       = "area"
	FieldLot        = "lot"
	FieldTo         = "to"
	FieldCount      = "count"
	FieldContainers = "containers"
	FieldMeasured   = "measured"
	FieldSize       = "size"
	FieldNote       = "note"
	FieldKey        = "key"
	FieldReverses   = "reverses"
	FieldSpots      = "spots" // of the line that a row says its growing area has
)

// Refuse gives the field and the reason why the activity cannot be, whatever
// the farm holds; an empty reason when it can. today is the farm's.
func (a Activity) Refuse(today Day) (field, reason string) {
	if reason := RefuseText(a.Key, MaxText); reason != "" {
		return FieldKey, reason
	}
	if reason := RefuseText(a.Note, maxNote); reason != "" {
		return FieldNote, reason
	}
	if a.Reverses != 0 {
		if a.Kind != "" || a.Day != 0 || a.Place != (Place{}) || len(a.To) > 0 || a.Count != 0 || a.Containers != 0 || a.Measured != 0 || a.SizeSum != 0 || a.Lengths != nil || a.Facts != nil || a.Order != 0 || a.Missing != "" {
			return FieldReverses, "an activity that undoes another one takes nothing but a key and a note"
		}
		return "", ""
	}
	if a.Day <= 0 {
		return FieldDay, "a day is missing"
	}
	if a.Day > today {
		return FieldDay, futureDay(a.Day, today)
	}
	if reason := a.Place.Lot.refuse(); reason != "" {
		return FieldLot, reason
	}
	if reason := a.Place.Lot.refuseFuture(today); reason != "" {
		return FieldLot, reason
	}
	if field, reason := a.refuseNumbers(); reason != "" || a.Facts == nil {
		return field, reason
	}
	if a.Kind != Harvest {
		return FieldFacts, "landing, buyer, price and temperatures belong to a harvest"
	}
	return a.Facts.refuse(a.Day, today)
}

func futureDay(day, today Day) string {
	return fmt.Sprintf("%s is in the future (today is %s)", day.Words(), today.Words())
}

func (a Activity) refuseNumbers() (field, reason string) {
	for _, n := range []struct {
		field string
		value int64
	}{{FieldCount, a.Count}, {FieldContainers, a.Containers}, {FieldMeasured, a.Measured}} {
		if n.value < 0 {
			return n.field, "must not be negative"
		}
		if n.value > MaxAnimals {
			return n.field, fmt.Sprintf("%s is more than the %s that one activity can hold", humanize.Comma(n.value), humanize.Comma(MaxAnimals))
		}
	}
	if a.Kind != Move && len(a.To) > 0 {
		return FieldTo, "only a move goes somewhere"
	}
	if a.Kind != Size && (a.Measured != 0 || a.SizeSum != 0 || a.Lengths != nil) {
		return FieldMeasured, "a measured size belongs to a size activity"
	}
	if a.Kind != Adjust && (a.Order != OrderUnknown || a.Missing != MissingByDefault) {
		return FieldCount, "the order of the day and what became of missing animals belong to a count"
	}
	if a.Missing != MissingByDefault && a.Missing != MissingStay && a.Missing != MissingDied {
		return FieldCount, fmt.Sprintf("%q is not what becomes of animals that a count does not find (missing, dead)", string(a.Missing))
	}
	if (a.Kind == Adjust || a.Kind == Size) && a.Containers != 0 {
		return FieldContainers, "containers belong to plant, move, harvest and loss"
	}
	switch a.Kind {
	case Plant, Harvest, Loss:
		if a.Count == 0 {
			return FieldCount, "at least one animal is needed"
		}
	case Adjust:
	case Size:
		return a.refuseSample()
	case Move:
		return a.refuseMove()
	default:
		return FieldKind, fmt.Sprintf("%q is not an activity (plant, adjust, size, move, harvest, loss)", string(a.Kind))
	}
	return "", ""
}

func (a Activity) refuseSample() (field, reason string) {
	switch {
	case a.Count != 0:
		return FieldCount, "a sample has measured animals, not a count"
	case a.Lengths != nil && a.Lengths.refuse() != "":
		return FieldLengths, a.Lengths.refuse()
	case a.Measured == 0:
		return FieldMeasured, "at least one measured animal is needed"
	case a.SizeSum <= 0:
		return FieldSize, "must be more than 0 mm"
	case a.SizeSum > a.Measured*MaxSize:
		return FieldSize, fmt.Sprintf("a mean of more than %d mm", MaxSize/10)
	case a.Lengths != nil:
		return a.Lengths.disagrees(a.Measured, a.SizeSum)
	}
	return "", ""
}

// refuseMove keeps a move, and so a grading or a split, from making or losing
// animals.
func (a Activity) refuseMove() (field, reason string) {
	if len(a.To) == 0 || len(a.To) > maxParts {
		return FieldTo, fmt.Sprintf("a move goes to 1 to %d places", maxParts)
	}
	var put int64
	for _, part := range a.To {
		switch {
		case part.Count <= 0 || part.Containers < 0 || part.Count > MaxAnimals || part.Containers > MaxAnimals:
			return FieldCount, "at least one animal must go to each place of a move"
		case part.Place == a.Place:
			return FieldTo, "the move goes to where the animals are"
		case part.Lot.Group != a.Place.Lot.Group:
			return FieldTo, "a move cannot change the group that the animals belong to"
		}
		if reason := part.Lot.refuse(); reason != "" {
			return FieldTo, reason
		}
		put += part.Count
	}
	if put != a.Count {
		return FieldCount, fmt.Sprintf("the move takes %s animals and puts down %s", humanize.Comma(a.Count), humanize.Comma(put))
	}
	return "", ""
}

// refuseFuture returns the reason if the group was planted later than can be meant. A planting may
// be entered some weeks ahead; a group of another year is named by it.
func (g Group) refuseFuture(today Day) string {
	switch year := int64(today.Time().Year()) + 1; {
	case g.DatePlanted > today+maxAhead:
		return fmt.Sprintf("the date planted, %s, is more than %d days ahead (today is %s)", g.DatePlanted.Words(), maxAhead, today.Words())
	case g.Year > year:
		return fmt.Sprintf("the year %d is after %d", g.Year, year)
	}
	return ""
}

func (l Lot) refuse() string {
	for _, text := range []string{l.OysterType, l.SeedSource, l.LocationPlanted, l.SizeLabel, l.MeshSize, l.Nickname} {
		if reason := RefuseText(text, MaxText); reason != "" {
			return reason
		}
	}
	switch {
	case l.Year < 0 || l.Year > 9999:
		return fmt.Sprintf("%d is not a year", l.Year)
	case l.Month < 0 || l.Month > 12:
		return fmt.Sprintf("%d is not a month", l.Month)
	case l.DatePlanted < 0:
		return "the date planted is before 1970"
	}
	return ""
}
