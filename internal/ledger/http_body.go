package ledger

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/merroir/merroir/internal/fault"
)

// activityBody is an activity as an app sends it.
type activityBody struct {
	ID            string      `json:"id" minLength:"1" maxLength:"100" doc:"Made by the app; the same id with the same content is recorded once. Ids that begin with the time at which they are made (ULID, UUID version 7) are recorded fastest"`
	Activity      string      `json:"activity" enum:"plant,count,size,move,grade,split,harvest,loss,correction"`
	Date          string      `json:"date" required:"false" doc:"YYYY-MM-DD in the farm's time zone; not of a correction"`
	LeaseID       string      `json:"leaseId" required:"false" doc:"Growing area; not of a correction"`
	Group         groupBody   `json:"group" required:"false"`
	Lot           lotBody     `json:"lot" required:"false"`
	Count         int64       `json:"count" required:"false" doc:"Animals planted, moved, harvested or lost; of a count, the animals found"`
	Containers    int64       `json:"containers" required:"false" doc:"That come with a planting, or leave with a move, harvest or loss"`
	Measured      int64       `json:"measured" required:"false" doc:"Animals of a size sample"`
	SizeMM        float64     `json:"sizeMm" required:"false" doc:"Mean size of the sample"`
	Lengths       []float64   `json:"lengths" required:"false" maxItems:"1000" doc:"Of a size sample, in mm: the animals one by one. Then measured and sizeMm follow from them, or agree with them"`
	LengthClasses []classBody `json:"lengthClasses" required:"false" maxItems:"1000" doc:"Of a size sample: animals counted by classes of lengths, each of which has the middle of its class in the mean"`
	To            []partBody  `json:"to" required:"false" doc:"Where a move, grading or split puts the animals: together as many as it takes"`
	Note          string      `json:"note" required:"false" lines:"true"`
	Facts         *factsBody  `json:"facts" required:"false" doc:"What is known of a harvest beside its animals; not of any other activity"`
	Reverses      int64       `json:"reverses" required:"false" doc:"Number of the activity that a correction undoes"`
	AfterRemovals *bool       `json:"afterRemovals" required:"false" doc:"Of a count: true if it was taken after the losses, harvests and moves out of its day. It was taken before them unless it says so"`
	Missing       Missing     `json:"missing" required:"false" enum:",missing,dead" doc:"Of a count: what animals that it does not find are. missing adjusts the inventory, dead is a loss; absent for the farm's default"`
	ClientTime    int64       `json:"clientTime" required:"false" minimum:"0" doc:"Unix milliseconds at which it was entered. Of two counts of one lot, place and day the later one wins, then the one with the higher id"`
}

type groupBody struct {
	OysterType      string `json:"oysterType" required:"false"`
	SeedSource      string `json:"seedSource" required:"false"`
	Year            *int64 `json:"year" required:"false"`
	Month           *int64 `json:"month" required:"false"`
	DatePlanted     string `json:"datePlanted" required:"false" doc:"YYYY-MM-DD"`
	LocationPlanted string `json:"locationPlanted" required:"false"`
}

type lotBody struct {
	SizeLabel string `json:"sizeLabel" required:"false"`
	MeshSize  string `json:"meshSize" required:"false" doc:"The equipment"`
	Nickname  string `json:"nickname" required:"false" doc:"The fill profile"`
}

type partBody struct {
	LeaseID    string   `json:"leaseId" required:"false" doc:"Growing area; where it is empty the animals stay in theirs"`
	Lot        *lotBody `json:"lot" required:"false" doc:"Where it is absent the animals stay in theirs"`
	Count      int64    `json:"count"`
	Containers int64    `json:"containers" required:"false"`
}

// kindsByName are the kinds by the names that an app has for activities. A grading or
// a split is a move to several places; a correction has the kind of what it undoes.
var kindsByName = map[string]Kind{
	"plant": Plant, "count": Adjust, "size": Size, "move": Move, "grade": Move, "split": Move, "harvest": Harvest, "loss": Loss, "correction": "",
}

const nameCorrection = "correction"

// activityName is what an app calls a stored activity.
func activityName(kind Kind, corrects bool) string {
	switch {
	case corrects:
		return nameCorrection
	case kind == Adjust:
		return "count"
	}
	return string(kind)
}

// fieldNames are what an app calls the fields that a refusal can be about.
var fieldNames = map[string]string{
	FieldKind: "activity", FieldDay: "date", FieldArea: "leaseId", FieldLot: "lot", FieldTo: "to", FieldCount: "count", FieldContainers: "containers",
	FieldMeasured: "measured", FieldSize: "sizeMm", FieldLengths: "lengths", FieldNote: "note", FieldKey: "id", FieldReverses: "reverses",
	FieldFacts: "facts", FieldLanded: "facts.landed", FieldBuyer: "facts.buyer", FieldBuyerAddress: "facts.buyerAddress", FieldOrder: "facts.order", FieldQuantity: "facts.quantity", FieldUnit: "facts.unit",
	FieldPrice: "facts.priceCents", FieldCurrency: "facts.currency", FieldHarvester: "facts.harvester", FieldWaterTemp: "facts.waterTempC", FieldAirTemp: "facts.airTempC",
}

func readBatch(bodies []activityBody) ([]Activity, error) {
	batch := make([]Activity, len(bodies))
	var bad []fault.Field
	for i, body := range bodies {
		var wrong fault.Field
		if batch[i], wrong = body.activity(); wrong.Name != "" {
			bad = append(bad, fieldOf(i, wrong.Name, wrong.Message))
		}
	}
	return batch, fault.ForFields(bad)
}

// activity gives what the body says; a field where it cannot be read.
func (b activityBody) activity() (a Activity, wrong fault.Field) {
	a = Activity{
		Key: "app:" + b.ID, Kind: kindsByName[b.Activity], Note: strings.TrimSpace(b.Note), Reverses: b.Reverses,
		Count: b.Count, Containers: b.Containers, Measured: b.Measured, Missing: b.Missing, ClientTime: b.ClientTime,
	}
	if b.AfterRemovals != nil {
		a.Order = BeforeRemovals
		if *b.AfterRemovals {
			a.Order = AfterRemovals
		}
	}
	read := func(name, text string) (day Day) {
		if text == "" {
			return 0
		}
		day, err := ParseDay(text)
		if err != nil && wrong.Name == "" {
			wrong = fault.Field{Name: name, Message: err.Error()}
		}
		return day
	}
	a.Day = read("date", b.Date)
	a.Facts = b.Facts.in(a.Day)
	a.Place = Place{LeaseID: b.LeaseID, Lot: b.Lot.in(Group{
		OysterType: Label(b.Group.OysterType), SeedSource: Label(b.Group.SeedSource), Year: known(b.Group.Year), Month: known(b.Group.Month),
		DatePlanted: read("group.datePlanted", b.Group.DatePlanted), LocationPlanted: Label(b.Group.LocationPlanted),
	})}
	for _, to := range b.To {
		place := a.Place
		if to.LeaseID != "" {
			place.LeaseID = to.LeaseID
		}
		if to.Lot != nil {
			place.Lot = to.Lot.in(a.Place.Lot.Group)
		}
		a.To = append(a.To, Part{place, to.Count, to.Containers})
	}
	a.SizeSum = meanSum(b.SizeMM, b.Measured)
	if bad := b.readLengths(&a); bad.Name != "" && wrong.Name == "" {
		wrong = bad
	}
	switch {
	case wrong.Name != "":
	case b.SizeMM != 0 && a.SizeSum == 0:
		wrong = fault.Field{Name: "sizeMm", Message: "a size belongs to measured animals and is more than 0 mm"}
	case b.Activity == nameCorrection && b.Reverses == 0:
		wrong = fault.Field{Name: "reverses", Message: "the number of the activity to undo is missing"}
	case b.Activity != nameCorrection && b.Reverses != 0:
		wrong = fault.Field{Name: "reverses", Message: "only a correction undoes another activity"}
	}
	return a, wrong
}

// meanSum is the lengths of so many animals with that mean added up, in tenths of a millimetre.
// An absurd mean is cut to one that fits an int64 and that the rules refuse.
func meanSum(mm float64, measured int64) int64 {
	return int64(math.Round(min(max(mm, 0), 2*MaxSize) * 10 * float64(min(max(measured, 0), MaxAnimals))))
}

func (l lotBody) in(group Group) Lot {
	return Lot{Group: group, SizeLabel: Label(l.SizeLabel), MeshSize: Label(l.MeshSize), Nickname: Label(l.Nickname)}
}

func known(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// byField gives the refusals of a batch by the fields of the request.
func byField(err error) error {
	var refused *Refused
	if !errors.As(err, &refused) {
		return err
	}
	fields := make([]fault.Field, len(refused.First))
	for i, r := range refused.First {
		fields[i] = fieldOf(r.Activity, fieldNames[r.Field], r.Reason)
	}
	return &fault.Fault{Kind: fault.KindOf(err), Message: fault.As(err).Message, Fields: fields}
}

func fieldOf(activity int, name, reason string) fault.Field {
	first, size := utf8.DecodeRuneInString(reason) // a reason may begin with the name of a growing area
	sentence := string(unicode.ToUpper(first)) + strings.TrimSuffix(reason[size:], ".") + "."
	return fault.Field{Name: fmt.Sprintf("activities.%d.%s", activity, name), Message: sentence}
}
